"""Many games at once, with NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ringrift.kernel._native import Games, observation_planes
from ringrift.kernel.actions import mask_width
from ringrift.kernel.explanations import first_invalid_state
from ringrift.kernel.playout_results import check_threads
from ringrift.kernel.state_codec import board_number, expect_state, from_fields, to_fields
from ringrift.rules.errors import IllegalMoveError, InvalidMoveError, InvalidStateError, Refusal
from ringrift.rules.grid import BOARD_NAMES, Grid
from ringrift.rules.setup import new_game
from ringrift.rules.state import History, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Batch:
    """Games on one board. Every call writes into the same arrays and returns them uncopied.

    All methods release the GIL. Threads may share a batch; their calls run one after the other.
    """

    def __init__(self, states: Iterable[State], threads: int = 1) -> None:
        import numpy as np

        check_threads(threads)
        listed = list(states)
        for state in listed:
            expect_state(state)
        if len({state.board.grid for state in listed}) != 1:
            raise InvalidStateError(
                Refusal("MALFORMED", "R001", "use one or more states on the same board")
            )
        self.grid: Grid = listed[0].board.grid
        fields = [to_fields(state) for state in listed]
        try:
            self._games = Games(board_number(self.grid), fields, threads)
        except (TypeError, ValueError) as error:
            raise first_invalid_state(fields, error) from error
        count, side = len(listed), self.grid.width - 1
        self._masks = np.zeros((count, mask_width(self.grid.name)), np.uint8)
        self._observations = np.zeros((count, observation_planes(), side, side), np.float32)
        self._status = np.zeros((count, 4), np.int32)
        self._actions = np.zeros(count, np.int64)

    @classmethod
    def of_new_games(
        cls,
        count: int,
        board: str,
        players: int = 2,
        edition: str = "standard",
        swap: bool = True,
        threads: int = 1,
    ) -> Batch:
        """Return a batch of new games."""
        return cls([new_game(board, players, edition, swap)] * count, threads)

    def __len__(self) -> int:
        return len(self._games)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play one action in each game, -1 for none. If one is illegal, play none."""
        import numpy as np

        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or not np.can_cast(given.dtype, np.int64):
            message = f"an array of {given.dtype} may lose actions; use int64"
            raise InvalidMoveError(Refusal("MALFORMED", None, message, "actions"))
        wanted = np.ascontiguousarray(given, np.int64)
        refused = self._games.step(wanted)
        if refused >= 0:
            message = (
                f"action {int(wanted[refused])} is not legal in game {refused};"
                " `masks` shows the legal ones"
            )
            raise IllegalMoveError(Refusal("NOT_OFFERED", "R074", message, f"actions[{refused}]"))

    def apply_bookkeeping(self) -> int:
        """Apply bookkeeping moves until every game needs a choice or is over; return how many."""
        return self._games.apply_bookkeeping()

    def masks(self) -> NDArray[np.bool_]:
        """Return games by columns: the legal actions, or the bookkeeping action that is due."""
        self._games.masks(self._masks)
        return self._masks.view(bool)

    def observations(self) -> NDArray[np.float32]:
        """Return games by planes by rows by columns: the network's input.

        docs/reference/kernel.md describes the planes.
        """
        self._games.observations(self._observations)
        return self._observations

    def status(self) -> NDArray[np.int32]:
        """Return games by four numbers: seat to move, phase, winner and reason (0: none yet)."""
        self._games.status(self._status)
        return self._status

    def random_actions(self, generators: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return a random legal action of each game (-1: over) and advance the generators."""
        self._games.random_actions(generators, self._actions)
        return self._actions

    def state(self, game: int) -> State:
        """Return the state of one game."""
        return from_fields(self._games.fields(game), History())

    def replace(self, game: int, state: State) -> None:
        """Replace the state of a game, for example one that is over by a new one."""
        expect_state(state)
        if state.board.grid is not self.grid:
            raise InvalidStateError(
                Refusal(
                    "MALFORMED",
                    "R001",
                    f"all states of a batch are on the same board, here {self.grid.name}",
                )
            )
        fields = to_fields(state)
        try:
            self._games.replace(game, fields)
        except (TypeError, ValueError) as error:
            raise first_invalid_state([fields], error) from error

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games on {BOARD_NAMES[board_number(self.grid)]}>"
