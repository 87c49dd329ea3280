"""A player that asks a policy, for example a network, for its choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ringrift.kernel import Batch, Position, choices_of
from ringrift.rules.moves import Move
from ringrift.rules.state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Gets planes, scalars and the mask of one position; returns a legal choice.
Policy = Callable[["NDArray[np.float32]", "NDArray[np.float32]", "NDArray[np.bool_]"], Any]


class PolicyPlayer:
    """Plays what a policy chooses; `ringrift arena` and hosts take it as a player."""

    def __init__(self, policy: Policy, name: str = "policy") -> None:
        self.name = name
        self._policy = policy

    def choose(self, state: State, seconds: float | None = None) -> Move:  # noqa: ARG002
        """Return the move that the policy chooses, in one choice or two."""
        game, board = Batch([state]), state.board.grid.name
        chosen: tuple[int, ...] = ()
        while not chosen or game.has_step_to_settle(0):
            planes, scalars = game.observations()
            choice = int(self._policy(planes[0], scalars[0], game.masks()[0]))
            game.step(np.array([choice]))
            chosen = (*chosen, choice)
        position = Position.from_state(state)
        return next(
            position.decode(action)
            for action in position.actions()
            if choices_of(board, action)[: len(chosen)] == chosen
        )

    def stop(self) -> None:
        """Do nothing: a policy answers at once."""

    def close(self) -> None:
        """Do nothing: a policy holds nothing that must be released."""
