"""The record of a session, at any time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from ringrift.host.events import Started, Substituted
from ringrift.host.game_session import GameSession
from ringrift.records import START_TAG, Record, Recorder, format_timestamp
from ringrift.records.departures import HEADER, RecordedDeparture, format_departures


def record_of(
    session: GameSession,
    tags: Mapping[str, str] | None = None,
    *,
    names: tuple[str, ...] | None = None,
    dated: bool = False,
) -> Record:
    """Return the record of the moves that were not taken back.

    With `dated`, the session's times are Unix timestamps and go into the record. The names are the
    occupants at the start; the tag `Substitutes` lists later ones, `Left` who left a game of three
    or four (with two players the result says so), and `StartMoves` counts the moves of a balanced
    start.
    """
    started = session.events[0]
    assert isinstance(started, Started)
    if names is None:
        names = tuple(occupant.name for occupant in started.seats)
    recorder = Recorder.of(
        session.settings.first_state, names, {**(tags or {}), **_own_tags(session)}
    )
    before = started.at
    for number, event in enumerate(session.moves):
        chosen = number >= session.start_moves and not event.bookkeeping
        spent = max(0, round(1000 * (event.at - before)))
        recorder.append(
            event.move,
            timestamp=format_timestamp(datetime.fromtimestamp(event.at, UTC)) if dated else None,
            think_time_ms=spent if dated and chosen else None,
        )
        before = event.at
    outcome = session.outcome
    if outcome is not None and recorder.state.outcome is None:
        recorder.conclude(outcome.winner, outcome.reason)
    return recorder.record()


def _own_tags(session: GameSession) -> dict[str, str]:
    start = {START_TAG: str(session.start_moves)} if session.start_moves else {}
    return start | _substitutes(session) | _departures(session)


def _substitutes(session: GameSession) -> dict[str, str]:
    text = "; ".join(
        f"seat {event.seat}: {event.occupant.name} ({event.reason})"
        for event in session.events
        if isinstance(event, Substituted)
    )
    return {"Substitutes": text[:1000]} if text else {}


def _departures(session: GameSession) -> dict[str, str]:
    left = [RecordedDeparture(one.seat, one.moves, one.reason) for one in session.departures]
    return {HEADER: format_departures(left)} if left and session.settings.players > 2 else {}
