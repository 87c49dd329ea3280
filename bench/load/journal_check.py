"""Checks the stored events of a game."""

from __future__ import annotations

from typing import Any

from ringrift.host import GameSession, load_event, load_settings, record_of
from ringrift.records import dump_text, load_text, verify
from ringrift.rules.errors import RingRiftError


def is_valid_journal(settings: dict[str, Any], events: list[dict[str, Any]]) -> bool:
    """Return whether the events restore the game and its record verifies."""
    try:
        session = GameSession.restore(
            load_settings(settings), (load_event(event) for event in events)
        )
        verify(load_text(dump_text(record_of(session))))
    except RingRiftError:
        return False
    return [event["sequence"] for event in events] == list(range(1, len(events) + 1))
