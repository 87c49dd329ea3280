"""Games of the kernel against itself, as tasks that run in threads or on a cluster."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, fields, replace
from typing import Final, Protocol

from ringrift.players.network import POLICY_CONTEXT
from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.grid import BOARD_NAMES

METHODS: Final = ("alpha-beta", "tree")  # by the kernel's number
GAME_NUMBERS: Final = 8  # winner, reason, turns, decisions, ranks of four seats
# game, progress, seat to move, phase, whether off the game, expected shares of four seats
SAMPLE_HEADER: Final = 9
POLICY_HEADER: Final = 3 + POLICY_CONTEXT  # game, moves, one in how many unvisited ones, context


@dataclass(frozen=True, slots=True)
class GameTask:
    """A range of games: with one side, or with one for each seat, which rotate."""

    setup: tuple[str, int, str]
    weight_sets: Sequence[Sequence[int]]  # of each side
    networks: Sequence[Sequence[int]]  # of each side; empty: none
    nodes: Sequence[int]  # of each side
    seed: int
    first: int
    games: int
    random_turns: int = 0  # at most, at the start of a game
    random_permille: int = 0  # random decisions after that
    policy_permille: int = 0  # decisions that are sampled for the policy
    settings: Sequence[Sequence[int]] = field(default=())  # of each side; empty: the defaults
    methods: Sequence[int] = field(default=())  # of each side; empty: tree search
    detour_permille: int = 0  # sampled positions followed by one off the game
    max_imbalance: int = 0  # of a seat's expected share after the opening, permille; 0: any

    @property
    def players(self) -> int:
        return self.setup[1]


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """What the games of a task, or of several, left: rows of numbers as the kernel returns them."""

    games: bytes = b""
    samples: bytes = b""
    policy_positions: bytes = b""
    policy_visits: bytes = b""
    policy_features: bytes = b""

    def winners(self) -> list[int]:
        """Return the winner of each game, a seat from 0."""
        found: list[int] = memoryview(self.games).cast("i").tolist()
        return found[::GAME_NUMBERS]


def play(task: GameTask) -> PlayedGames:
    """Play the games of a task."""
    from ringrift.kernel import _native

    board, players, edition = task.setup
    parts = _native.self_play(
        BOARD_NAMES.index(board),
        players,
        EDITION_NAMES.index(edition),
        [list(one) for one in task.weight_sets],
        [list(one) for one in task.networks],
        list(task.nodes),
        list(task.methods) or [METHODS.index("tree")] * len(task.nodes),
        task.seed,
        task.random_turns,
        task.random_permille,
        task.first,
        task.games,
        task.policy_permille,
        [list(one) for one in task.settings],
        task.detour_permille,
        task.max_imbalance,
    )
    return PlayedGames(*parts)


class GameWorkers(Protocol):
    """Where tasks run."""

    @property
    def count(self) -> int:
        """How many tasks run at once."""
        ...

    def play_all(self, tasks: Sequence[GameTask]) -> Iterator[tuple[int, PlayedGames]]:
        """Yield the results with the index of their task, in any order."""
        ...


class ThreadWorkers:
    """Tasks in threads of this process: the kernel releases the GIL."""

    def __init__(self, count: int) -> None:
        self.count = count

    def play_all(self, tasks: Sequence[GameTask]) -> Iterator[tuple[int, PlayedGames]]:
        pool = ThreadPoolExecutor(self.count)
        try:
            futures = {pool.submit(play, task): at for at, task in enumerate(tasks)}
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def split_task(task: GameTask, games_each: int) -> list[GameTask]:
    """Split the games of a task into tasks of at most `games_each`."""
    end = task.first + task.games
    return [
        replace(task, first=first, games=min(games_each, end - first))
        for first in range(task.first, end, games_each)
    ]


_LENGTHS: Final = struct.Struct("<5Q")


def pack(played: PlayedGames) -> bytes:
    """Return the rows as one block of bytes."""
    parts = [getattr(played, one.name) for one in fields(PlayedGames)]
    return _LENGTHS.pack(*map(len, parts)) + b"".join(parts)


def unpack(block: bytes) -> PlayedGames:
    """Return the rows of a block."""
    parts, at = [], _LENGTHS.size
    for length in _LENGTHS.unpack_from(block):
        parts.append(block[at : at + length])
        at += length
    return PlayedGames(*parts)
