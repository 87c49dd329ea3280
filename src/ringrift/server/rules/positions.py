"""Positions that clients send: parsed, and refused if listing their moves costs too much."""

from __future__ import annotations

from typing import Any, Final

from ringrift.rules import State
from ringrift.rules.position_string import load_position
from ringrift.rules.recovery import count_recovery_slides
from ringrift.rules.wire_import import load_state
from ringrift.server.errors import ApiError

MAX_SLIDES: Final = 10_000  # a position of a real game offers a few hundred


def load_sent_state(text: str | None, state: dict[str, Any] | None, path: str = "") -> State:
    """Return the state of a request that has a position string or a state object."""
    if (text is None) is (state is None):
        raise ApiError(
            422, "MALFORMED", "send either a position string or a state", path="position"
        )
    found = load_position(text) if text is not None else load_state(state)
    require_bounded(found, path or ("position" if text is not None else "state"))
    return found


def require_bounded(state: State, path: str) -> None:
    """Refuse a position with so many recovery slides that its moves cannot be listed quickly.

    Every other kind of move is bounded by the cells and rings of the board.
    """
    for seat in state.board.seats:
        slides = count_recovery_slides(state, seat)
        if slides > MAX_SLIDES:
            message = (
                f"seat {seat} has {slides} recovery slides here, and this server accepts positions"
                f" with at most {MAX_SLIDES}: use fewer markers or fewer buried rings"
            )
            raise ApiError(422, "POSITION_TOO_LARGE", message, path=path, rule="R110")
