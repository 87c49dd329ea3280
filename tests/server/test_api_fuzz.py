"""Whatever is sent to the API, it answers as its OpenAPI description says, and gives nothing away.

`RINGRIFT_FUZZ` multiplies the number of requests, `RINGRIFT_FUZZ_SEED` makes them others: for a long soak.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import product
from typing import Any, Final, TypeAlias
from urllib.parse import quote

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import load_all_checks
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks

from ringrift.rules import apply, decision, new_game
from ringrift.rules.position_string import dump_position
from ringrift.rules.wire import dump_state
from ringrift.server.app import create_app
from ringrift.server.settings import Settings
from tests.server.backing_services import postgres_database
from tests.server.fuzz_values import nearly
from tests.server.running_server import GENEROUS, PATIENCE, RunningServer, Visitor, running
from tests.server.secrets_fixture import Planted, plant

Operation = APIOperation[Any, Any, Any, Any]
Request: TypeAlias = "Case[Any]"

EXAMPLES: Final = 10 * int(os.environ.get("RINGRIFT_FUZZ", "1"))
SEED: Final = int(os.environ.get("RINGRIFT_FUZZ_SEED", "1"))
ENDLESS: Final = "GET /bot/stream"
ENDS_A_SESSION: Final = frozenset(
    {"DELETE /sessions", "DELETE /sessions/current", "POST /accounts/me/delete"}
)

load_all_checks()
DESCRIBED: Final = schemathesis.openapi.from_dict(create_app(Settings()).openapi())
OPERATIONS: Final[dict[str, Operation]] = {
    found.ok().label: found.ok()
    for found in DESCRIBED.get_all_operations()
    if isinstance(found, Ok)
}
CHECKS: Final = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]


def _states() -> list[dict[str, Any]]:
    found = []
    for board, players in (("square8", 2), ("hex8", 3)):
        state = new_game(board, players)
        for _ in range(6):
            found.append(dump_state(state))
            due = decision(state)
            assert due is not None
            state = apply(state, due.moves[0])
    return found


STATES: Final = _states()
SENT: Final[dict[str, list[Any]]] = {  # values that are right, for the fields of these names
    "state": STATES,
    "move": [
        "@d4",
        "d4-d6",
        {"type": "place_ring", "player": 1, "to": {"x": 3, "y": 3}, "placementCount": 1},
    ],
    "position": [dump_position(new_game("square8", 2))],
    "settings": [
        {"board": "hex8", "players": 2},
        {"clock": {"kind": "fischer", "initial": 60, "increment": 1}},
    ],
    "seats": [[{"kind": "me"}, {"kind": "me"}], [{"kind": "me"}, {"kind": "level", "level": 1}]],
    "seconds": [0.1],
    "level": [1, 2],
    "record": ['[Board "square8"]\n\n1. @d4 d4-d6', '{"format": "ringrift-record"}'],
}


@pytest.fixture(scope="module")
def planted(postgres: str) -> Iterator[Planted]:
    """On PostgreSQL, which refuses more than SQLite does."""
    quick = replace(GENEROUS, analysis_seconds=0.1, level_seconds=0.1, games_per_account=10)
    with postgres_database(postgres) as url, running(replace(quick, database=url)) as server:
        yield plant(server)


@st.composite
def cases(draw: st.DrawFn, operation: Operation, planted: Planted) -> Request:
    """A request that the description allows, or does not; often about something that there is."""
    modes = [GenerationMode.POSITIVE]
    if operation.body or operation.path_parameters or operation.query:
        modes.append(GenerationMode.NEGATIVE)
    case: Request = draw(operation.as_strategy(draw(st.sampled_from(modes))))
    for name, values in planted.known.items():
        if name in (case.path_parameters or {}) and draw(st.booleans()):
            case.path_parameters[name] = draw(st.sampled_from(values))
    if isinstance(case.body, dict):
        body: dict[str, Any] = case.body
        if draw(st.integers(0, 2)) == 0:
            body = draw(nearly(body))
        for name in sorted(body.keys() & SENT.keys()):
            if draw(st.integers(0, 3)):
                body[name] = draw(st.sampled_from(SENT[name]).flatmap(nearly))
        case.body = body
    return case


def callers(server: RunningServer, label: str) -> list[Visitor]:
    """Nobody, a person with a session, and that person's bot with its token."""
    number = sha256(label.encode()).hexdigest()[:12]
    person, bot = server.person(f"Fuzz {number}"), server.visitor()
    bot.token = person.post("/bots", {"name": f"Bot {number}"}, status=201)["token"]
    return [server.visitor(), person, bot]


def ask(case: Request, caller: Visitor, session: requests.Session) -> requests.Response:
    """Send it; an answer that does not come in time is an error of the test."""
    session.cookies.clear()
    for cookie in caller.http.cookies.jar:
        session.cookies.set(cookie.name, cookie.value)
    kwargs = case.as_transport_kwargs(base_url=caller.base, headers=caller.headers)
    return session.request(**kwargs, timeout=PATIENCE)


@pytest.mark.parametrize("label", sorted(OPERATIONS.keys() - {ENDLESS}))
def test_it_answers_as_described_and_gives_nothing_away(
    planted: Planted, label: str, caplog: pytest.LogCaptureFixture
) -> None:
    server, session = planted.server, requests.Session()
    known = callers(server, label)

    @seed(SEED)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases(OPERATIONS[label], planted), who=st.integers(0, len(known) - 1))
    def fuzz(case: Request, who: int) -> None:
        caller = server.guest() if label in ENDS_A_SESSION else known[who]
        answer = ask(case, caller, session)
        case.validate_response(answer, checks=CHECKS)
        assert planted.leaked(f"{answer.headers} {answer.text}") == []

    with caplog.at_level(logging.ERROR, "ringrift"), session:
        fuzz()
    assert [
        record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR
    ] == []


def test_the_stream_of_a_bot_is_as_described_and_gives_nothing_away(planted: Planted) -> None:
    for caller in callers(planted.server, ENDLESS):
        with caller.http.stream("GET", "/bot/stream", headers=caller.headers) as answer:
            described = OPERATIONS[ENDLESS].definition.raw["responses"][str(answer.status_code)][
                "content"
            ]
            assert answer.headers["content-type"].partition(";")[0] in described


@pytest.mark.parametrize(
    "label", sorted(label for label in OPERATIONS if label.startswith("GET ") and "{" in label)
)
def test_what_is_somebody_elses_can_be_named_and_gives_nothing_away(
    planted: Planted, label: str
) -> None:
    names = re.findall(r"\{(\w+)\}", label)
    for caller in callers(planted.server, f"named {label}"):
        for values in product(*(planted.known[name] for name in names)):
            path = label.removeprefix("GET ").format(
                **dict(zip(names, map(quote, values), strict=True))
            )
            answer = caller.http.get(path, headers=caller.headers)
            assert answer.status_code < 500
            assert planted.leaked(answer.text) == [], path


def test_whoever_owns_the_secrets_would_see_them_leak(planted: Planted) -> None:
    told = planted.owner.http.get(f"/games/{planted.private}").text
    assert planted.leaked(told) == ["an invitation"]
    assert "the words of a private game" in planted.leaked(
        planted.owner.http.get(f"/games/{planted.private}/chat").text
    )
