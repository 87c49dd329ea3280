"""Chooses the move of a level in a position without a game."""

from __future__ import annotations

from collections.abc import Collection
from time import perf_counter
from typing import Final

from ringrift.kernel.engines import KernelMissingError
from ringrift.players.level_settings import TIMED_LEVEL
from ringrift.players.levels import level
from ringrift.rules.notation import format_move
from ringrift.rules.wire_moves import dump_move
from ringrift.server.errors import ApiError
from ringrift.server.games.fair_play import BoardKey, require_not_in_play
from ringrift.server.rules.positions import load_sent_state
from ringrift.server.rules.types import ChooseRequest, ChosenMove

_MAX_TIMED_SECONDS: Final = 1.0  # for level 10
_MAX_SECONDS: Final = 5.0  # for the other levels, which then play their best move so far


def choose_move(
    request: ChooseRequest, level_seconds: float, boards_in_play: Collection[BoardKey] = ()
) -> ChosenMove:
    """Return the move of a level; slow, so it runs in a thread.

    A position with one of the boards in play is refused.
    """
    state = load_sent_state(None, request.state)
    require_not_in_play(state, boards_in_play)
    timed = request.level == TIMED_LEVEL
    started = perf_counter()
    seconds = min(_MAX_TIMED_SECONDS, level_seconds) if timed else None
    try:
        player = level(request.level, seed=request.seed, seconds=seconds)
        move = player.choose(state, None if timed else _MAX_SECONDS)
    except KernelMissingError as error:
        raise ApiError.of(error.refusal, 503) from error
    return ChosenMove(
        seat=move.player,
        level=request.level,
        move=dump_move(move),
        notation=format_move(state, move),
        seconds=round(perf_counter() - started, 3),
    )
