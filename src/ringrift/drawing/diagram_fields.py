"""Converts the fields and cells of a text diagram into the JSON object of wire.md."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn, TypeVar, get_args

from ringrift.rules.editions import DEFAULT_EDITION, EDITION_NAMES, EditionName, edition_named
from ringrift.rules.errors import InvalidStateError, Refusal
from ringrift.rules.grid import Cell, Grid
from ringrift.rules.moves import EliminationContext, RecoveryMode
from ringrift.rules.stack import Seat
from ringrift.rules.state import Phase, VictoryReason

_Choice = TypeVar("_Choice", bound=str)
_PHASES: Final = tuple(phase.value for phase in Phase)

FIELDS: Final = (
    "board",
    "edition",
    "players",
    "swap",
    "player",
    "phase",
    "turn",
    "must-move",
    "capture-from",
    "due",
    "recovery",
    "acted",
    "had-action",
    "took-action",
    "hand",
    "eliminated",
    "last-action",
    "out",
    "round-had",
    "round-took",
    "round-partial",
    "exclusive",
    "winner",
    "reason",
    "ranks",
)


def refuse_diagram(
    path: str, message: str, rule: str = "R021", code: str = "MALFORMED"
) -> NoReturn:
    """Reject a diagram; the path names a line and a cell or field."""
    raise InvalidStateError(Refusal(code, rule, message, path))


@dataclass(slots=True)
class DiagramCells:
    """The cells that the rows describe."""

    stacks: dict[Cell, tuple[Seat, ...]] = field(default_factory=dict)
    markers: dict[Cell, Seat] = field(default_factory=dict)
    collapsed: dict[Cell, Seat] = field(default_factory=dict)

    def seats(self) -> set[Seat]:
        """Return every seat that has a piece on the board."""
        rings = {ring for stack in self.stacks.values() for ring in stack}
        return rings | {*self.markers.values()} | {*self.collapsed.values()}


class DiagramFieldReader:
    """Converts the fields and cells into the JSON object of a state."""

    def __init__(
        self, values: Mapping[str, tuple[str, str]], grid: Grid, cells: DiagramCells
    ) -> None:
        self.values = values  # by name: the text and its location
        self.grid = grid
        self.cells = cells
        self.edition: EditionName = self.choice("edition", EDITION_NAMES, "R020") or DEFAULT_EDITION
        self.count = self.number("players") or max({2} | cells.seats())
        if not 2 <= self.count <= 4:
            self.refuse("players", "R020", "Two, three or four can play.")
        self.seats = range(1, self.count + 1)

    def refuse(self, name: str, rule: str, message: str) -> NoReturn:
        refuse_diagram(self.values[name][1], message, rule)

    def text(self, name: str) -> str | None:
        return self.values[name][0] if name in self.values else None

    def choice(self, name: str, choices: tuple[_Choice, ...], rule: str) -> _Choice | None:
        value = self.text(name)
        for choice in choices:
            if value == choice:
                return choice
        if value is not None:
            self.refuse(
                name, rule, f"'{value[:40]}' is none of {', '.join(choices)}; write one of them."
            )
        return None

    def numbers(
        self, name: str, least: int = 0, most: int | None = None
    ) -> list[int | None] | None:
        """Return the numbers of a field, separated by spaces; `-` means none."""
        value = self.text(name)
        if value is None:
            return None
        words = value.replace(",", " ").split()
        if not all(word == "-" or re.fullmatch("[0-9]{1,9}", word) for word in words):
            self.refuse(
                name,
                "R021",
                f"'{value[:40]}' is not a list of numbers; write for example `{name}: 1 2`.",
            )
        if len(words) < least or (most is not None and len(words) > most):
            self.refuse(name, "R021", f"Write {least} numbers with spaces between, `-` for none.")
        return [None if word == "-" else int(word) for word in words]

    def number(self, name: str) -> int | None:
        numbers = self.numbers(name, 1, 1)
        return None if numbers is None else numbers[0]

    def number_per_seat(self, name: str) -> list[int | None] | None:
        """Return one number per seat."""
        return self.numbers(name, self.count, self.count)

    def flag(self, name: str) -> bool | None:
        value = self.choice(name, ("yes", "no"), "R021")
        return None if value is None else value == "yes"

    def key(self, cell: Cell) -> str:
        return ",".join(map(str, self.grid.positions[cell]))

    def cell_key_named(self, name: str) -> str | None:
        value = self.text(name)
        if value is None:
            return None
        cell = self.grid.cell_named(value)
        if cell is None:
            self.refuse(name, "R003", f"{self.grid.name} has no cell '{value[:20]}'.")
        return self.key(cell)

    def to_wire(self) -> dict[str, Any]:
        """Return the object of wire.md; omitted values are derived or take their defaults."""
        player = self.number("player") or 1
        bare = not self.cells.seats()
        over = self.text("winner") is not None
        wire: dict[str, Any] = {
            "edition": self.edition,
            "board": self.board(),
            "players": self.players(),
            "currentPlayer": player,
            "currentPhase": self.choice("phase", _PHASES, "R070")
            or ("game_over" if over else "ring_placement"),
            "turnNumber": self.number("turn") or player + (0 if bare else self.count),
            "moveHistory": [],
        }
        wire.update(self.swap())
        wire.update(self.turn())
        wire.update(self.rounds())
        wire.update(self.result())
        return wire

    def board(self) -> dict[str, Any]:
        cells = self.cells
        markers = {
            self.key(cell): {"player": seat, "type": "regular"}
            for cell, seat in cells.markers.items()
        }
        return {
            "type": self.grid.name,
            "stacks": {
                self.key(cell): {"rings": list(rings)} for cell, rings in cells.stacks.items()
            },
            "markers": markers,
            "collapsedSpaces": {self.key(cell): seat for cell, seat in cells.collapsed.items()},
            "eliminatedRings": {
                str(seat): rings
                for seat, rings in zip(self.seats, self.ring_counts()[1], strict=True)
            },
        }

    def players(self) -> list[dict[str, Any]]:
        hand, eliminated = self.ring_counts()
        acted = self.number_per_seat("last-action") or [None] * self.count
        out = self.number_per_seat("out") or [None] * self.count
        return [
            {
                "playerNumber": seat,
                "ringsInHand": hand[seat - 1],
                "eliminatedRings": eliminated[seat - 1],
                "lastActionTurn": acted[seat - 1],
                "eliminatedAtTurn": out[seat - 1],
            }
            for seat in self.seats
        ]

    def ring_counts(self) -> tuple[list[int], list[int]]:
        """Return the rings in hand and the eliminated rings.

        If one is omitted, it follows from the other: it takes all remaining rings.
        """
        on_board = Counter(ring for rings in self.cells.stacks.values() for ring in rings)
        each = edition_named(self.edition).rings_each[self.grid.name]
        off_board = [each - on_board[seat] for seat in self.seats]
        hand, eliminated = self.number_per_seat("hand"), self.number_per_seat("eliminated")
        if hand is not None:
            return _none_as_zero(hand), self.remaining_rings(
                off_board, hand, "hand"
            ) if eliminated is None else _none_as_zero(eliminated)
        taken = eliminated or [0] * self.count
        return self.remaining_rings(off_board, taken, "eliminated"), _none_as_zero(taken)

    def remaining_rings(
        self, stock: list[int], taken: Sequence[int | None], name: str
    ) -> list[int]:
        """Return each seat's rings that are not accounted for."""
        left = [have - gone for have, gone in zip(stock, _none_as_zero(taken), strict=True)]
        for seat, rings in zip(self.seats, left, strict=True):
            if rings < 0:
                where = self.values[name][1] if name in self.values else ""
                message = (
                    f"Seat {seat} would need {-rings} more rings than it owns; "
                    "correct the stacks, or give both"
                )
                refuse_diagram(
                    where, f"{message} `hand` and `eliminated`.", "R020", "CONTRADICTION"
                )
        return left

    def swap(self) -> dict[str, Any]:
        value = self.choice("swap", ("on", "off", "used"), "R180")
        return (
            {} if value is None else {"swap": {"enabled": value != "off", "used": value == "used"}}
        )

    def turn(self) -> dict[str, Any]:
        members = {
            "mustMoveFrom": self.cell_key_named("must-move"),
            "captureFrom": self.cell_key_named("capture-from"),
            "pendingElimination": self.choice("due", get_args(EliminationContext), "R122"),
            "recoveryMode": self.choice("recovery", get_args(RecoveryMode), "R110"),
            "acted": self.flag("acted"),
            "hadRealAction": self.flag("had-action"),
            "tookRealAction": self.flag("took-action"),
        }
        given = {name: value for name, value in members.items() if value is not None}
        return {"turn": given} if given else {}

    def rounds(self) -> dict[str, Any]:
        lps: dict[str, Any] = {}
        for name, member in (("round-had", "roundHadAction"), ("round-took", "roundTookAction")):
            seats = self.numbers(name)
            if seats is not None:
                lps[member] = [seat for seat in seats if seat is not None]
        partial, exclusive = self.flag("round-partial"), self.numbers("exclusive", 2, 2)
        if partial is not None:
            lps["roundPartial"] = partial
        if exclusive is not None:
            lps |= {"exclusivePlayer": exclusive[0], "exclusiveRounds": exclusive[1]}
        return {"lps": lps} if lps else {}

    def result(self) -> dict[str, Any]:
        winner = self.number("winner")
        result: dict[str, Any] = {
            "winner": winner,
            "victoryReason": self.choice("reason", get_args(VictoryReason), "R170"),
        }
        ranks = self.number_per_seat("ranks")
        if ranks is not None:
            placings = sorted(zip(_none_as_zero(ranks), self.seats, strict=True))
            result["ranking"] = [{"playerNumber": seat, "rank": rank} for rank, seat in placings]
        return result


def _none_as_zero(numbers: Sequence[int | None]) -> list[int]:
    return [number or 0 for number in numbers]
