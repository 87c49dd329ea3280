"""RingRift as a game of OpenSpiel: `pyspiel.load_game("ringrift(board=hex8,players=3)")`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel

from ringrift.drawing.diagram import format_diagram
from ringrift.kernel import Batch, Position, choice_count, choices_of, observation_shape
from ringrift.learning.rewards import rewards_of
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.notation import format_move
from ringrift.rules.setup import DEFAULT_PLAYERS, new_game
from ringrift.rules.state import State

_DEFAULTS: Final[dict[str, Any]] = {
    "board": BOARD_NAMES[0],
    "players": DEFAULT_PLAYERS,
    "edition": DEFAULT_EDITION,
    "swap": True,
}
_TYPE: Final = pyspiel.GameType(
    short_name="ringrift",
    long_name="RingRift",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


def register_open_spiel() -> None:
    """Register the game `ringrift` with OpenSpiel. A second call does nothing."""
    if _TYPE.short_name not in pyspiel.registered_names():
        pyspiel.register_game(_TYPE, RingRiftGame)


class RingRiftGame(pyspiel.Game):  # type: ignore[misc]
    """The game on one board. Actions are the choices of docs/reference/actions.md."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        self.start = new_game(given["board"], given["players"], given["edition"], given["swap"])
        self.board = self.start.board.grid.name
        super().__init__(
            _TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=choice_count(self.board),
                max_chance_outcomes=0,
                num_players=given["players"],
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=_max_choices(self.start),
            ),
            given,
        )

    def new_initial_state(self) -> RingRiftState:
        """Return the start of a game."""
        return RingRiftState(self)

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ARG002 - OpenSpiel passes it
        params: dict[str, Any] | None = None,
    ) -> RingRiftObserver:
        """Return an observer; the game hides nothing, so the type changes nothing."""
        if params:
            raise ValueError(f"observers of ringrift have no parameters, not {params}")
        return RingRiftObserver(self)


class RingRiftState(pyspiel.State):  # type: ignore[misc]
    """A position, and the marker step that must be settled, if any."""

    def __init__(self, game: RingRiftGame) -> None:
        super().__init__(game)
        self._board = game.board
        self._position = Position.from_state(game.start)
        self._step: int | None = None
        self._play_bookkeeping()

    @property
    def state(self) -> State:
        """The state of the game."""
        return self._position.to_state()

    def current_player(self) -> int:
        """Return the seat to move, 0 is the first, or that the game is over."""
        state = self.state
        if state.outcome is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return state.player - 1

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.state.outcome is not None

    def returns(self) -> list[float]:
        """Return the reward of each seat (docs/reference/observation.md); 0 before the end."""
        state = self.state
        return rewards_of(state.outcome) if state.outcome else [0.0] * len(state.seats)

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self._choices())

    def _apply_action(self, action: int) -> None:
        actions = self._choices()[action]
        if len(actions) > 1:  # a step with several settlements
            self._step = action
            return
        self._position.apply(self._position.decode(actions[0]))
        self._step = None
        self._play_bookkeeping()

    def _action_to_string(self, _player: int, action: int) -> str:
        actions = self._choices()[action]
        text = format_move(self.state, self._position.decode(actions[0]))
        return text if len(actions) == 1 else f"{text} or {len(actions) - 1} other settlements"

    def __str__(self) -> str:
        """Return the position as a text diagram; a step to settle follows in a line."""
        diagram = format_diagram(self.state)
        return diagram if self._step is None else f"{diagram}\nstep: {self._step}"

    def observation_array(self, player: int) -> Any:
        """Return what a seat sees as one array: the planes, then a plane for each scalar."""
        planes, scalars = Batch([self.state]).observations(player + 1)
        rows = planes.shape[-1]
        spread = np.broadcast_to(scalars[0][:, None, None], (scalars.shape[1], rows, rows))
        return np.concatenate([planes[0], spread])

    def _choices(self) -> dict[int, list[int]]:
        """Return the actions of each legal choice."""
        found: dict[int, list[int]] = {}
        for action in self._position.actions():
            first, *settlement = choices_of(self._board, action)
            if self._step is None:
                found.setdefault(first, []).append(action)
            elif settlement and first == self._step:
                found[settlement[0]] = [action]
        return found

    def _play_bookkeeping(self) -> None:
        while (due := self._position.bookkeeping()) is not None:
            self._position.apply(due)


class RingRiftObserver:
    """Writes what a seat sees into `tensor`, and describes it."""

    def __init__(self, game: RingRiftGame) -> None:
        planes, scalars = observation_shape(game.board)
        shape = (planes[0] + scalars[0], *planes[1:])
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: RingRiftState, player: int) -> None:
        """Write what the seat sees."""
        self.dict["observation"][:] = state.observation_array(player)

    def string_from(self, state: RingRiftState, _player: int) -> str:
        """Return the position as text; every seat sees all of it."""
        return str(state)


def _max_choices(start: State) -> int:
    """Return more choices than any game has (docs/reference/termination.md)."""
    cells = len(start.board.grid)
    rings = sum(seat.hand for seat in start.seats)
    progress = 2 * cells + rings
    turns = len(start.seats) * (progress + 1)
    return 2 * progress + 4 * turns + 1
