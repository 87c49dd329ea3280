"""The tuning plan of each set of weights: number of games, and the weights to start from."""

from __future__ import annotations

from dataclasses import dataclass

from ringrift.players.weights import PLAYERS, all_weight_set_names, weight_set_name
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.grid import BIG_BOARDS, SMALL_BOARDS, grid_named


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan for one set of weights."""

    name: str
    nodes: int  # of a decision
    games: int  # of a generation
    cycles: int  # of the match that a generation must win
    generations: int
    method: int = 0  # 0 alpha-beta, 1 tree
    max_random_turns: int = 16  # at the start
    random_permille: int = 60  # random decisions after that
    polish: bool = False  # start from the current weights

    @property
    def board(self) -> str:
        return self.name.split("/")[0]

    @property
    def players(self) -> int:
        return int(self.name.split("/")[1])

    @property
    def edition(self) -> str:
        return self.name.split("/")[2]

    @property
    def parent(self) -> str | None:
        """The weights to start from, if they beat the initial ones here."""
        if self.polish:
            return None
        if self.edition == "classic":
            return weight_set_name(self.board, self.players, DEFAULT_EDITION)
        if self.players > min(PLAYERS):
            return weight_set_name(self.board, self.players - 1, self.edition)
        if self.board in SMALL_BOARDS:
            return None
        hexagonal = grid_named(self.board).hexagonal
        small = next(name for name in SMALL_BOARDS if grid_named(name).hexagonal == hexagonal)
        return weight_set_name(small, self.players, self.edition)

    @property
    def related(self) -> tuple[str, ...]:
        """Weights that a polish averages with, one after the other, where the average is better."""
        if not self.polish or self.board not in BIG_BOARDS or self.players == min(PLAYERS):
            return ()
        neighbours = (board for board in BIG_BOARDS if board != self.board)
        return (
            weight_set_name(self.board, self.players - 1, self.edition),
            *(weight_set_name(neighbour, self.players, self.edition) for neighbour in neighbours),
        )

    @property
    def starting_points(self) -> tuple[str, ...]:
        """The weights tried before the first generation."""
        return (self.parent,) if self.parent else self.related


def plan_for(name: str) -> Plan:
    """Return the plan; the setups that are played most get the most games."""
    board, players, edition = name.split("/")
    if board in BIG_BOARDS:
        return Plan(
            name,
            nodes=500,
            games=60,
            cycles=16,
            generations=1,
            max_random_turns=60,
            random_permille=30,
        )
    if edition == "classic":
        return Plan(name, nodes=500, games=800, cycles=120, generations=1)
    if players == "2":
        return Plan(name, nodes=600, games=3000, cycles=500, generations=4)
    return Plan(name, nodes=500, games=1500, cycles=200, generations=1)


def polish_plan_for(name: str) -> Plan:
    """Return the plan of a polish: longer searches and few random moves, as the levels play."""
    board, players, _ = name.split("/")
    if board in BIG_BOARDS and players != "2":
        return Plan(
            name,
            nodes=3000,
            games=80,
            cycles=12,
            generations=1,
            max_random_turns=4,
            random_permille=20,
            polish=True,
        )
    if board in BIG_BOARDS:
        return Plan(
            name,
            nodes=2000,
            games=160,
            cycles=24,
            generations=1,
            max_random_turns=4,
            random_permille=20,
            polish=True,
        )
    if players == "2":
        return Plan(
            name,
            nodes=2500,
            games=1200,
            cycles=210,
            generations=2,
            max_random_turns=4,
            random_permille=40,
            polish=True,
        )
    return Plan(
        name,
        nodes=1200,
        games=800,
        cycles=100,
        generations=1,
        max_random_turns=6,
        random_permille=40,
        polish=True,
    )


def polish_order() -> list[str]:
    """Return the setups to polish, in order."""
    return [name for name in tuning_order() if name.endswith("/standard")]


def tuning_order() -> list[str]:
    """Return every setup after its parent and after related setups with fewer players."""
    return sorted(all_weight_set_names(), key=_sort_key)


def _sort_key(name: str) -> tuple[bool, bool, int]:
    board, players, edition = name.split("/")
    return board in BIG_BOARDS, edition == "classic", int(players)
