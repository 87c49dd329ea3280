"""The record of a session, at any time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from ringrift.host.events import Started, Substituted
from ringrift.host.game_session import GameSession
from ringrift.records import Record, Recorder, format_timestamp


def record_of(
    session: GameSession,
    tags: Mapping[str, str] | None = None,
    *,
    names: tuple[str, ...] | None = None,
    dated: bool = False,
) -> Record:
    """Return the record of the moves that were not taken back.

    With `dated`, the session's times are Unix timestamps and go into the record. The names are the
    occupants at the start; the tag `Substitutes` lists later ones.
    """
    started = session.events[0]
    assert isinstance(started, Started)
    if names is None:
        names = tuple(occupant.name for occupant in started.seats)
    recorder = Recorder.of(session.settings.start, names, {**(tags or {}), **_substitutes(session)})
    before = started.at
    for event in session.moves:
        spent = max(0, round(1000 * (event.at - before)))
        recorder.append(
            event.move,
            timestamp=format_timestamp(datetime.fromtimestamp(event.at, UTC)) if dated else None,
            think_time_ms=spent if dated and not event.bookkeeping else None,
        )
        before = event.at
    outcome = session.outcome
    if outcome is not None and recorder.state.outcome is None:
        recorder.conclude(outcome.winner, outcome.reason)
    return recorder.record()


def _substitutes(session: GameSession) -> dict[str, str]:
    text = "; ".join(
        f"seat {event.seat}: {event.occupant.name} ({event.reason})"
        for event in session.events
        if isinstance(event, Substituted)
    )
    return {"Substitutes": text[:1000]} if text else {}
