"""Many games at once, with NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ringrift.kernel._native import Games
from ringrift.kernel.actions import choice_count
from ringrift.kernel.explanations import first_invalid_state
from ringrift.kernel.observation import observation_shape
from ringrift.kernel.playout_results import check_threads
from ringrift.kernel.state_codec import board_number, expect_state, from_fields, to_fields
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.errors import IllegalMoveError, InvalidMoveError, InvalidStateError, Refusal
from ringrift.rules.grid import BOARD_NAMES, Grid
from ringrift.rules.setup import DEFAULT_PLAYERS, new_game
from ringrift.rules.state import History, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def read_choices(given: Any) -> NDArray[np.int64]:
    """Return the choices as an array that the kernel takes; refuse types that may lose numbers."""
    import numpy as np

    choices = np.asarray(given)
    if choices.dtype.kind not in "iu" or not np.can_cast(choices.dtype, np.int64):
        message = f"an array of {choices.dtype} may lose numbers; use int64"
        raise InvalidMoveError(Refusal("MALFORMED", None, message, "choices"))
    return np.ascontiguousarray(choices, np.int64)


def illegal_choice(choice: int, game: int) -> IllegalMoveError:
    """Return the error for a choice that the mask of its game does not allow."""
    message = f"choice {choice} is not legal in game {game}; the mask shows the legal ones"
    return IllegalMoveError(Refusal("NOT_OFFERED", "R074", message, f"choices[{game}]"))


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
        count, shape = len(listed), observation_shape(self.grid.name)
        self._masks = np.zeros((count, choice_count(self.grid.name)), np.uint8)
        self._planes = np.zeros((count, *shape.planes), np.float32)
        self._scalars = np.zeros((count, *shape.scalars), np.float32)
        self._status = np.zeros((count, 4), np.int32)
        self._choices = np.zeros(count, np.int64)

    @classmethod
    def of_new_games(
        cls,
        count: int,
        board: str,
        players: int = DEFAULT_PLAYERS,
        edition: str = DEFAULT_EDITION,
        swap: bool = True,
        threads: int = 1,
    ) -> Batch:
        """Return a batch of new games."""
        return cls([new_game(board, players, edition, swap)] * count, threads)

    def __len__(self) -> int:
        return len(self._games)

    def step(self, choices: NDArray[np.int64]) -> None:
        """Take one choice in each game, -1 for none. If one is illegal, take none."""
        wanted = read_choices(choices)
        refused = self._games.step(wanted)
        if refused >= 0:
            raise illegal_choice(int(wanted[refused]), refused)

    def apply_bookkeeping(self) -> int:
        """Apply bookkeeping moves until every game needs a choice or is over; return how many."""
        return self._games.apply_bookkeeping()

    def masks(self) -> NDArray[np.bool_]:
        """Return games by columns: the legal choices, or the bookkeeping move that is due."""
        self._games.masks(self._masks)
        return self._masks.view(bool)

    def observations(
        self, view: int | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return what a seat sees, by default the seat to move: planes and scalars of each game.

        docs/reference/observation.md describes both.
        """
        self._games.observations(self._planes, self._scalars, -1 if view is None else view - 1)
        return self._planes, self._scalars

    def status(self) -> NDArray[np.int32]:
        """Return games by four numbers: seat to move, phase, winner and reason (0: none yet)."""
        self._games.status(self._status)
        return self._status

    def random_choices(self, generators: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return a random legal choice of each game (-1: over) and advance the generators."""
        self._games.random_choices(generators, self._choices)
        return self._choices

    def state(self, game: int) -> State:
        """Return the state of one game."""
        return from_fields(self._games.fields(game), History())

    def has_step_to_settle(self, game: int) -> bool:
        """Return whether the last choice was a marker step whose settlement comes next."""
        return self._games.step_to_settle(game) >= 0

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
