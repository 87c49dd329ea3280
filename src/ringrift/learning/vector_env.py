"""Many games at once, in C++: observations, masks, rewards and automatic restarts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

import numpy as np

from ringrift.kernel._native import Games
from ringrift.kernel.actions import choice_count
from ringrift.kernel.batch import illegal_choice, read_choices
from ringrift.kernel.observation import observation_shape
from ringrift.kernel.playout_results import check_threads
from ringrift.kernel.state_codec import board_number, from_fields, to_fields
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.setup import DEFAULT_PLAYERS, new_game
from ringrift.rules.state import History, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MAX_GAMES = 1_000_000
_MIX = np.uint64(0x9E3779B97F4A7C15)


class Observation(TypedDict):
    """What the seats to move see: games by planes by rows by columns, and games by scalars."""

    planes: NDArray[np.float32]
    scalars: NDArray[np.float32]


class Info(TypedDict):
    """More about each game; `rank` and `length` are those of the game that ended."""

    seat: NDArray[np.int32]  # to move, 1 is the first
    phase: NDArray[np.int32]
    rank: NDArray[np.int32]  # games by seats; 0 while the game goes on
    length: NDArray[np.int64]  # decisions since the start


class Step(NamedTuple):
    """The result of `reset` and `step`. The next call overwrites its arrays."""

    observation: Observation
    reward: NDArray[np.float32]  # games by seats
    terminated: NDArray[np.bool_]
    info: Info


class VectorEnv:
    """Games on one board that are stepped together, without the GIL.

    An action is a column of `action_mask()`; every action that the mask allows is legal.
    Bookkeeping moves are played for the seats. A game that ends restarts in the same step:
    `terminated` and `reward` tell of the game that ended, the observation shows the new one.

    The reward of a seat, from its final rank, is how many more seats rank behind it than ahead,
    divided by the number of the others: 1 for the winner, -1 for the last, 0 while a game goes on.

        >>> env = VectorEnv(board="square8", players=2, games=16, seed=1)
        >>> step = env.reset()
        >>> while not step.terminated.any():
        ...     step = env.step(env.sample())
        >>> bool(step.reward[step.terminated].sum() == 0)
        True
    """

    def __init__(
        self,
        *,
        board: str,
        players: int = DEFAULT_PLAYERS,
        edition: str = DEFAULT_EDITION,
        games: int = 1,
        threads: int = 1,
        seed: int = 0,
        swap: bool = True,
    ) -> None:
        check_threads(threads)
        if not 1 <= games <= _MAX_GAMES:
            raise ValueError(f"games must be 1 to {_MAX_GAMES}, not {games}")
        start = new_game(board, players, edition, swap)
        self.board, self.players, self.edition = start.board.grid.name, players, edition
        shape = observation_shape(self.board)
        self._games = Games(board_number(start.board.grid), [to_fields(start)] * games, threads)
        self._observation: Observation = {
            "planes": np.zeros((games, *shape.planes), np.float32),
            "scalars": np.zeros((games, *shape.scalars), np.float32),
        }
        self._mask = np.zeros((games, choice_count(self.board)), np.uint8)
        self._reward = np.zeros((games, players), np.float32)
        self._terminated = np.zeros(games, np.uint8)
        self._rank = np.zeros((games, players), np.int32)
        self._length = np.zeros(games, np.int64)
        self._status = np.zeros((games, 4), np.int32)
        self._samples = np.zeros(games, np.int64)
        self._no_actions = np.full(games, -1, np.int64)
        self._generators = _generators(seed, games)
        self.reset()

    def __len__(self) -> int:
        return len(self._games)

    @property
    def action_count(self) -> int:
        """The number of actions: the width of the mask."""
        return self._mask.shape[1]

    def reset(self, *, seed: int | None = None) -> Step:
        """Start all games again; with a seed, `sample` starts again, too."""
        if seed is not None:
            self._generators = _generators(seed, len(self))
        self._games.reset()
        return self._advance(self._no_actions)

    def step(self, actions: Any) -> Step:
        """Take one action in each game. If one is illegal, take none.

        `actions` is an array of integers, or anything that NumPy converts to one without a copy,
        such as a tensor of PyTorch.
        """
        return self._advance(read_choices(actions))

    def action_mask(self) -> NDArray[np.bool_]:
        """Return games by actions: those that are legal now. `step` overwrites the array."""
        return self._mask.view(bool)

    def sample(self) -> NDArray[np.int64]:
        """Return a random action for each game, uniform among its legal moves."""
        self._games.random_choices(self._generators, self._samples)
        return self._samples

    def state(self, game: int) -> State:
        """Return the state of one game."""
        return from_fields(self._games.fields(game), History())

    def _advance(self, actions: NDArray[np.int64]) -> Step:
        refused = self._games.advance(
            actions,
            self._observation["planes"],
            self._observation["scalars"],
            self._mask,
            self._status,
            self._reward,
            self._terminated,
            self._rank,
            self._length,
        )
        if refused >= 0:
            raise illegal_choice(int(actions[refused]), refused)
        info: Info = {
            "seat": self._status[:, 0],
            "phase": self._status[:, 1],
            "rank": self._rank,
            "length": self._length,
        }
        return Step(self._observation, self._reward, self._terminated.view(bool), info)

    def __repr__(self) -> str:
        return f"<VectorEnv of {len(self)} games on {self.board} with {self.players} players>"


def _generators(seed: int, games: int) -> NDArray[np.uint64]:
    """Return a generator for each game; different seeds share none."""
    return np.random.default_rng(seed).integers(0, 2**64, games, np.uint64) * _MIX
