"""Fuzzes the HTTP API: responses match the OpenAPI description and leak no secret.

`RINGRIFT_FUZZ` multiplies the number of requests, `RINGRIFT_FUZZ_SEED` varies them.
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
from tests.server.fuzz_values import mutated
from tests.server.running_server import HIGH_LIMITS, TIMEOUT, Client, RunningServer, running
from tests.server.secrets_fixture import SecretsFixture, plant_secrets
from tests.server.staff import employ

Operation = APIOperation[Any, Any, Any, Any]
Request: TypeAlias = "Case[Any]"

EXAMPLES: Final = 10 * int(os.environ.get("RINGRIFT_FUZZ", "1"))
SEED: Final = int(os.environ.get("RINGRIFT_FUZZ_SEED", "1"))
ENDLESS: Final = "GET /bot/stream"
READS: Final = "GET /administration"  # what staff changes would end the games of other tests
ENDS_A_SESSION: Final = frozenset(
    {"DELETE /sessions", "DELETE /sessions/current", "POST /accounts/me/delete"}
)

load_all_checks()
DESCRIPTION: Final = create_app(Settings()).openapi()
for operations in DESCRIPTION["paths"].values():
    for operation in operations.values():
        del operation["security"]  # each caller authenticates itself
DESCRIBED: Final = schemathesis.openapi.from_dict(DESCRIPTION)
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
SENT: Final[dict[str, list[Any]]] = {  # valid values, by field name
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
def fixture(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecretsFixture]:
    """A server on PostgreSQL, which is stricter than SQLite."""
    quick = replace(HIGH_LIMITS, analysis_seconds=0.1, level_seconds=0.1, games_per_account=10)
    key = str(tmp_path_factory.mktemp("fuzz") / "key")  # staff need a second factor
    with (
        postgres_database(postgres) as url,
        running(replace(quick, database=url, key_file=key)) as server,
    ):
        yield plant_secrets(server)


@st.composite
def cases(draw: st.DrawFn, operation: Operation, fixture: SecretsFixture) -> Request:
    """Return a valid or invalid request, often about existing resources."""
    modes = [GenerationMode.POSITIVE]
    if operation.body or operation.path_parameters or operation.query:
        modes.append(GenerationMode.NEGATIVE)
    case: Request = draw(operation.as_strategy(draw(st.sampled_from(modes))))
    for name, values in fixture.known.items():
        if name in (case.path_parameters or {}) and draw(st.booleans()):
            case.path_parameters[name] = draw(st.sampled_from(values))
    if isinstance(case.body, dict):
        body: dict[str, Any] = case.body
        if draw(st.integers(0, 2)) == 0:
            body = draw(mutated(body))
        for name in sorted(body.keys() & SENT.keys()):
            if draw(st.integers(0, 3)):
                body[name] = draw(st.sampled_from(SENT[name]).flatmap(mutated))
        case.body = body
    return case


def callers(server: RunningServer, label: str) -> list[Client]:
    """Return an anonymous client, a person, the person's bot, and staff where that may read."""
    number = sha256(label.encode()).hexdigest()[:12]
    person, bot = server.person(f"Fuzz {number}"), server.visitor()
    bot.token = person.post("/bots", {"name": f"Bot {number}"}, status=201)["token"]
    staff = [employ(server, f"Boss {number}", "admin")] if label.startswith(READS) else []
    return [server.visitor(), person, bot, *staff]


def require_described_code(label: str, answer: requests.Response) -> None:
    """Check that the description of the operation names the code of this error."""
    code = answer.json().get("error", {}).get("code")
    described = OPERATIONS[label].definition.raw["responses"][str(answer.status_code)]
    codes = described.get("x-error-codes", [code])
    assert code in codes or "RULES" in codes, f"{label} answers {answer.status_code} {code}"


def ask(case: Request, caller: Client, session: requests.Session) -> requests.Response:
    """Send the request; a timeout is an error."""
    session.cookies.clear()
    for cookie in caller.http.cookies.jar:
        session.cookies.set(cookie.name, cookie.value)
    kwargs = case.as_transport_kwargs(base_url=caller.base, headers=caller.headers)
    return session.request(**kwargs, timeout=TIMEOUT)


@pytest.mark.parametrize("label", sorted(OPERATIONS.keys() - {ENDLESS}))
def test_responses_match_the_openapi_description_and_leak_nothing(
    fixture: SecretsFixture, label: str, caplog: pytest.LogCaptureFixture
) -> None:
    server, session = fixture.server, requests.Session()
    known = callers(server, label)

    @seed(SEED)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases(OPERATIONS[label], fixture), who=st.integers(0, len(known) - 1))
    def fuzz(case: Request, who: int) -> None:
        caller = server.guest() if label in ENDS_A_SESSION else known[who]
        answer = ask(case, caller, session)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:
            require_described_code(label, answer)
        assert fixture.find_leaks(f"{answer.headers} {answer.text}") == []

    with caplog.at_level(logging.ERROR, "ringrift"), session:
        fuzz()
    assert [
        record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR
    ] == []


def test_the_bot_stream_matches_its_description_and_leaks_nothing(fixture: SecretsFixture) -> None:
    for caller in callers(fixture.server, ENDLESS):
        with caller.http.stream("GET", "/bot/stream", headers=caller.headers) as answer:
            described = OPERATIONS[ENDLESS].definition.raw["responses"][str(answer.status_code)][
                "content"
            ]
            assert answer.headers["content-type"].partition(";")[0] in described


@pytest.mark.parametrize(
    "label", sorted(label for label in OPERATIONS if label.startswith("GET ") and "{" in label)
)
def test_requests_about_foreign_resources_leak_nothing(fixture: SecretsFixture, label: str) -> None:
    names = re.findall(r"\{(\w+)\}", label)
    for caller in callers(fixture.server, f"named {label}"):
        for values in product(*(fixture.known[name] for name in names)):
            path = label.removeprefix("GET ").format(
                **dict(zip(names, map(quote, values), strict=True))
            )
            answer = caller.http.get(path, headers=caller.headers)
            assert answer.status_code < 500
            assert fixture.find_leaks(answer.text) == [], path


def test_the_owner_of_the_secrets_sees_them(fixture: SecretsFixture) -> None:
    response = fixture.owner.http.get(f"/games/{fixture.private}").text
    assert fixture.find_leaks(response) == ["an invitation"]
    assert "the words of a private game" in fixture.find_leaks(
        fixture.owner.http.get(f"/games/{fixture.private}/chat").text
    )
