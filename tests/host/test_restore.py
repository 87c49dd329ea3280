"""The events are the game: a session is restored from them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.host import (
    Clock,
    Correspondence,
    Event,
    Fischer,
    GameSession,
    GameSettings,
    InvalidEventError,
    Moved,
    NoClock,
    PerMove,
    RandomComputer,
    Started,
    dump_event,
    load_event,
    load_settings,
)
from ringrift.host.events import EVENTS
from ringrift.rules import state_hash
from tests.host.session_actions import ANN, BEN, CAT, WALL, choose, do_anything, two, under_way

CLOCKS: tuple[Clock, ...] = (NoClock(), PerMove(8), Fischer(30, 2), Correspondence(0.01))


def again(session: GameSession) -> GameSession:
    """The session from its events, all of them through JSON."""
    stored = [json.dumps(dump_event(event)) for event in session.events]
    agreed = load_settings(json.loads(json.dumps(session.settings.to_json())))
    return GameSession.restore(agreed, [load_event(json.loads(text)) for text in stored])


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    board=st.sampled_from(["square8", "hex8"]),
    players=st.integers(2, 4),
    clock=st.sampled_from(CLOCKS),
    substitute=st.booleans(),
    actions=st.integers(0, 60),
)
def test_a_session_is_restored_after_any_actions(
    seed: int, board: str, players: int, clock: Clock, substitute: bool, actions: int
) -> None:
    agreed = GameSettings(board, players, clock=clock, substitute=1 if substitute else None)
    session = GameSession(agreed, (ANN, BEN, CAT, RandomComputer(3))[:players])
    rng = Random(seed)
    do_anything(session, rng, actions)
    restored = again(session)
    assert restored == session
    assert restored.decision() == session.decision()
    assert restored.deadline() == session.deadline()
    # And it goes on in the same way.
    here, there = Random(seed + 1), Random(seed + 1)
    do_anything(session, here, 10)
    do_anything(restored, there, 10)
    assert restored == session


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_prefix_of_the_events_restores_a_session(seed: int) -> None:
    session = two(GameSettings(players=2, clock=Fischer(30, 2)))
    do_anything(session, Random(seed), 25)
    for length in range(1, len(session.events) + 1):
        restored = GameSession.restore(session.settings, session.events[:length])
        assert restored.sequence == length
        restored.resume()  # bookkeeping that was cut off is filled in
        due = restored.decision()
        assert restored.over or (due is not None and due.interactive)


def test_these_games_contain_all_kinds_of_events() -> None:
    seen: set[str] = set()
    for seed in range(60):
        clock = CLOCKS[1 + seed % 3]
        settings = GameSettings(players=2 + seed % 2, clock=clock)
        session = two(settings, *(ANN, BEN, CAT)[: settings.players])
        do_anything(session, Random(seed), 50, pace=4.0)
        seen |= {event.kind for event in session.events}
    assert seen == set(EVENTS)


def tampered(change: Callable[[list[Event]], None]) -> list[Event]:
    session = two()
    choose(session, *WALL.split()[:9])
    events = list(session.events)
    change(events)
    return events


def _drop_move(events: list[Event]) -> None:
    del events[3]


def _renumber(events: list[Event]) -> None:
    del events[3]
    events[3:] = [replace(event, sequence=at) for at, event in enumerate(events[3:], 4)]


def _begin_twice(events: list[Event]) -> None:
    events.append(replace(events[0], sequence=len(events) + 1))


def _other_seats(events: list[Event]) -> None:
    assert isinstance(events[0], Started)
    events[0] = replace(events[0], seats=(ANN,))


def _clock(events: list[Event]) -> None:
    assert isinstance(events[-1], Moved)
    events[-1] = replace(events[-1], clock=(1.0, 2.0))


def _other_hash(events: list[Event]) -> None:
    assert isinstance(events[-1], Moved)
    events[-1] = replace(events[-1], hash="0" * 16)


@pytest.mark.parametrize(
    "change", [list.clear, _drop_move, _renumber, _begin_twice, _other_seats, _clock, _other_hash]
)
def test_tampered_events_are_refused(change: Callable[[list[Event]], None]) -> None:
    with pytest.raises(InvalidEventError):
        GameSession.restore(GameSettings(players=2), tampered(change))


def test_no_event_follows_the_end() -> None:
    session = under_way()
    session.resign(1)
    last = session.events[-1]
    with pytest.raises(InvalidEventError, match="no more events can follow"):
        GameSession.restore(
            session.settings, [*session.events, replace(last, sequence=last.sequence + 1)]
        )


def test_a_wrong_result_is_refused() -> None:
    session = two()
    choose(session, *WALL.split())
    wrong = replace(session.events[-1], winner=2)  # type: ignore[call-arg]
    with pytest.raises(InvalidEventError, match="seat 1 wins by territory_control"):
        GameSession.restore(session.settings, [*session.events[:-1], wrong])


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"kind": "moved"}, "kind"),
        ({"sequence": 0}, "sequence"),
        ({"at": "now"}, "at"),
        ({"seat": 5}, "seat"),
        ({"move": {"type": "fly"}}, "move.type"),
        ({"notation": 3}, "notation"),
        ({"hash": 3}, "hash"),
        ({"bookkeeping": None}, "bookkeeping"),
        ({"clock": [1, "x"]}, "clock[1]"),
        ({"clock": [-1]}, "clock[0]"),
        ({"colour": 1}, "colour"),
    ],
    ids=str,
)
def test_a_malformed_event_is_refused_with_its_field(change: dict[str, Any], path: str) -> None:
    session = two()
    choose(session, "@d4")
    written = dump_event(session.events[-1])
    with pytest.raises(InvalidEventError) as refused:
        load_event(written | change)
    assert refused.value.path == path
    del written["notation"]
    with pytest.raises(InvalidEventError, match="field notation is missing"):
        load_event(written)


def test_a_wrong_hash_is_refused() -> None:
    session = two()
    choose(session, *WALL.split()[:7])
    last = session.events[-1]
    assert isinstance(last, Moved)
    assert last.hash == state_hash(again(session).state)
