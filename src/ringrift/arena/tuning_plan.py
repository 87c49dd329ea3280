"""How much is played for each table of weights, and from which table its tuning starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ringrift.players.weights import PLAYERS, all_names, table_name

_BIG: Final = ("square19", "hexagonal")


@dataclass(frozen=True, slots=True)
class Plan:
    """One table's tuning."""

    name: str
    nodes: int  # of a decision
    games: int  # of a generation
    cycles: (
        int  # of the match that a generation must win: one opening, the challenger in every seat
    )
    generations: int
    method: int = 0  # 0 alpha-beta, 1 tree
    opening: int = 16  # at most so many turns are random at the start
    dice: int = 60  # permille of random decisions after that
    polish: bool = False  # starts from the table as it is

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
        """The table that it starts from, if that is better here than the hand-made one."""
        if self.polish:
            return None
        if self.edition == "classic":
            return table_name(self.board, self.players, "standard")
        if self.players > min(PLAYERS):
            return table_name(self.board, self.players - 1, self.edition)
        return {"square19": "square8/2/standard", "hexagonal": "hex8/2/standard"}.get(self.board)

    @property
    def kin(self) -> tuple[str, ...]:
        """Tables of which a polish takes half, one after the other, if that is better than what is there."""
        if not self.polish or self.board not in _BIG or self.players == min(PLAYERS):
            return ()
        (neighbour,) = (board for board in _BIG if board != self.board)
        return (
            table_name(self.board, self.players - 1, self.edition),
            table_name(neighbour, self.players, self.edition),
        )

    @property
    def beginnings(self) -> tuple[str, ...]:
        """What is tried before the first generation."""
        return (self.parent,) if self.parent else self.kin


def plan_for(name: str) -> Plan:
    """Most games for the tables that most games are played with."""
    board, players, edition = name.split("/")
    if board in _BIG:
        return Plan(name, nodes=500, games=60, cycles=16, generations=1, opening=60, dice=30)
    if edition == "classic":
        return Plan(name, nodes=500, games=800, cycles=120, generations=1)
    if players == "2":
        return Plan(name, nodes=600, games=3000, cycles=500, generations=4)
    return Plan(name, nodes=500, games=1500, cycles=200, generations=1)


def polish_for(name: str) -> Plan:
    """Games as levels play them, with longer thought and little chance: openings come up as they do there."""
    board, players, _ = name.split("/")
    if board in _BIG and players != "2":
        return Plan(
            name, nodes=3000, games=80, cycles=12, generations=1, opening=4, dice=20, polish=True
        )
    if board in _BIG:
        return Plan(
            name, nodes=2000, games=160, cycles=24, generations=1, opening=4, dice=20, polish=True
        )
    if players == "2":
        return Plan(
            name, nodes=2500, games=1200, cycles=210, generations=2, opening=4, dice=40, polish=True
        )
    return Plan(
        name, nodes=1200, games=800, cycles=100, generations=1, opening=6, dice=40, polish=True
    )


def polished() -> list[str]:
    """The tables that most games are played with."""
    return [name for name in in_order() if name.endswith("/standard")]


def in_order() -> list[str]:
    """Every table after its parent, and after its kin of one player less: the small boards first."""
    return sorted(all_names(), key=_turn)


def _turn(name: str) -> tuple[bool, bool, int]:
    board, players, edition = name.split("/")
    return board in _BIG, edition == "classic", int(players)
