"""`reference-0.1`: level 10 as it was in version 0.1, frozen as a yardstick for later players.

Its weights, search methods and settings are in `reference_0_1.json`, which must not change; a test
compares its node counts.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ringrift.players.random_player import decision_rng
from ringrift.players.search import Budget, Method, Searcher, expect_decision
from ringrift.players.weights import weight_set_name
from ringrift.rules import legal_moves
from ringrift.rules.errors import InvalidSetupError, Refusal
from ringrift.rules.moves import Move
from ringrift.rules.state import State

NAME: Final = "reference-0.1"
DEFAULT_SECONDS: Final = 1.0
MAX_SECONDS: Final = 24 * 3600.0
OVERHEAD_SECONDS: Final = 0.005


@cache
def load_reference() -> Mapping[str, Any]:
    """Return the frozen data of the reference player."""
    text = files("ringrift.players").joinpath("reference_0_1.json").read_text("utf-8")
    data: Mapping[str, Any] = json.loads(text)
    return data


def reference_searcher(state: State, *, megabytes: int | None = None) -> Searcher:
    """Return a new searcher of the reference player for the setup of this state."""
    data = load_reference()
    board, players = state.board.grid.name, len(state.seats)
    table = data["tables"][weight_set_name(board, players, state.edition.name)]
    return Searcher(
        Method(data["methods"][f"{board}/{players}"]),
        megabytes=megabytes or data["megabytes"],
        weights=[*table["start"], *table["end"]],
        settings=data["settings"][board],
    )


class ReferencePlayer:
    """Searches for its whole time limit in every decision, and reuses earlier results."""

    def __init__(self, seconds: float = DEFAULT_SECONDS, *, seed: int = 0) -> None:
        if not 0 < seconds <= MAX_SECONDS:
            message = f"{seconds} seconds: use more than 0 and at most {MAX_SECONDS:.0f}"
            raise InvalidSetupError(Refusal("INVALID_SETUP", None, message, "seconds"))
        self.name = NAME if seconds == DEFAULT_SECONDS else f"{NAME} at {seconds:g} s"
        self._seconds = seconds
        self._seed = seed
        self._searchers: dict[str, Searcher] = {}
        self._thinking: Searcher | None = None

    def choose(self, state: State, seconds: float | None = None) -> Move:
        """Return a move within the player's own time limit, or within `seconds`."""
        limit = self._seconds if seconds is None else min(seconds, MAX_SECONDS)
        deadline = time.perf_counter() + limit - OVERHEAD_SECONDS
        expect_decision(state)
        moves = legal_moves(state)
        if len(moves) == 1:
            return moves[0]
        setup = weight_set_name(state.board.grid.name, len(state.seats), state.edition.name)
        if setup not in self._searchers:
            self._searchers[setup] = reference_searcher(state)
        searcher = self._thinking = self._searchers[setup]
        chance = decision_rng(self._seed, state, "level 10")
        try:
            left = max(0.0, deadline - time.perf_counter())
            return searcher.search(state, Budget(seconds=left), seed=chance.next_u64()).best
        finally:
            self._thinking = None

    def stop(self) -> None:
        thinking = self._thinking
        if thinking is not None:
            thinking.stop()

    def close(self) -> None:
        self.stop()
        self._searchers.clear()
