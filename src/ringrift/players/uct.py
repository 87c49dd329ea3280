"""A plain UCT player: Monte Carlo tree search with random playouts, without any knowledge.

A fixed yardstick: it uses the rules alone, so no change of the evaluation or the search affects it.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING, Final

from ringrift.kernel import state_fields
from ringrift.kernel.engines import KernelMissingError
from ringrift.kernel.move_codec import KINDS, Numbers, to_move
from ringrift.kernel.state_codec import to_fields
from ringrift.players.random_player import SeededRng, decision_rng
from ringrift.players.search import expect_decision
from ringrift.rules.errors import InvalidSetupError, Refusal
from ringrift.rules.moves import Move, SwapSides
from ringrift.rules.state import State

if TYPE_CHECKING:
    from ringrift.kernel._native import Game

DEFAULT_SECONDS: Final = 1.0
MAX_SECONDS: Final = 24 * 3600.0
OVERHEAD_SECONDS: Final = 0.005
EXPLORATION: Final = math.sqrt(2)
_MAX_PLAYOUT_SEED: Final = 2**63


@dataclass(slots=True)
class _Node:
    """A position: its moves without a child yet, and the children by move."""

    player: int  # from 0: the seat that chooses here
    untried: list[Numbers]
    children: dict[Numbers, _Node] = field(default_factory=dict)
    visits: int = 0
    wins: float = 0.0  # of the seat that moved here


class UctPlayer:
    """Chooses the most visited move of a tree that it grows by one position per random playout."""

    def __init__(
        self, seconds: float = DEFAULT_SECONDS, *, seed: int = 0, playouts: int | None = None
    ) -> None:
        """Create the player; a number of `playouts` replaces its time limit."""
        if not 0 < seconds <= MAX_SECONDS:
            message = f"{seconds} seconds: use more than 0 and at most {MAX_SECONDS:.0f}"
            raise InvalidSetupError(Refusal("INVALID_SETUP", None, message, "seconds"))
        self.name = "uct" if seconds == DEFAULT_SECONDS else f"uct at {seconds:g} s"
        self._seconds = seconds
        self._seed = seed
        self._playouts = playouts
        self._stop = Event()

    def choose(self, state: State, seconds: float | None = None) -> Move:
        """Return a move within the player's own time limit, or within `seconds`."""
        limit = self._seconds if seconds is None else min(seconds, MAX_SECONDS)
        deadline = time.perf_counter() + limit - OVERHEAD_SECONDS
        expect_decision(state)
        self._stop.clear()
        fields = to_fields(state)
        game = _import_game()(fields[state_fields.BOARD], fields)
        root = _Node(fields[state_fields.PLAYER], game.moves())
        chance = decision_rng(self._seed, state, self.name)
        root.untried = chance.sample(root.untried, len(root.untried))
        done = 0
        while len(root.untried) + len(root.children) > 1 and not self._stop.is_set():
            if self._playouts is None and done > 0 and time.perf_counter() >= deadline:
                break
            if self._playouts is not None and done >= self._playouts:
                break
            _grow_tree(root, game.copy(), chance)
            done += 1
        chosen = (
            max(root.children.items(), key=lambda pair: pair[1].visits)[0]
            if root.children
            else root.untried[0]
        )
        return to_move(
            chosen,
            fields[state_fields.PLAYER] + 1,
            state.board.grid,
            state.line_length,
            fields[state_fields.PENDING],
            game.move_cells,
        )

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self.stop()


def _grow_tree(root: _Node, game: Game, chance: SeededRng) -> None:
    """Descend by UCB1, add one position, play it out at random and count the winner."""
    node = root
    path: list[tuple[int, Numbers, _Node]] = []  # who moved, the move, the position it reached
    while not node.untried and node.children:
        move, child = max(node.children.items(), key=lambda pair: _upper_bound(node, pair[1]))
        path.append((node.player, move, child))
        game.apply(move)
        node = child
    if node.untried:
        move = node.untried.pop()
        player = node.player
        game.apply(move)
        moves = chance.sample(listed := game.moves(), len(listed))
        child = _Node(game.fields()[state_fields.PLAYER], moves)
        node.children[move] = child
        path.append((player, move, child))
    _, _, winner, _, _ = game.playout(chance.next_below(_MAX_PLAYOUT_SEED))
    root.visits += 1
    swapped = False  # between the move and the end: the mover's rings are the other seat's then
    for player, move, reached in reversed(path):
        swapped ^= KINDS[move[0]] is SwapSides
        reached.visits += 1
        reached.wins += winner == (1 - player if swapped else player) + 1


def _upper_bound(parent: _Node, child: _Node) -> float:
    return child.wins / child.visits + EXPLORATION * math.sqrt(
        math.log(parent.visits) / child.visits
    )


def _import_game() -> type[Game]:
    try:
        from ringrift.kernel._native import Game
    except ImportError as error:
        raise KernelMissingError from error
    return Game
