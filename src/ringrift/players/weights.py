"""Evaluation weights (`weights.json`): one set per board, number of players and edition.

`python -m ringrift.arena.tuning` creates them; docs/reference/evaluation.md explains the features.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NoReturn

from ringrift.rules.editions import EDITION_NAMES, EditionName
from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.grid import BOARD_NAMES, BoardName

PLAYERS: Final = (2, 3, 4)
MAX_WEIGHT: Final = 1_000_000  # the limit of the kernel


class WeightsError(RingRiftError):
    """Weights that are missing or invalid."""


@dataclass(frozen=True, slots=True)
class WeightSet:
    """The weights at the start and at the end of a game, interpolated in between."""

    start: tuple[int, ...]
    end: tuple[int, ...]

    def to_list(self) -> list[int]:
        """Return the weights as the kernel expects them."""
        return [*self.start, *self.end]


@dataclass(frozen=True, slots=True)
class EvaluationWeights:
    """All weight sets and the names of their features."""

    features: tuple[str, ...]
    tables: Mapping[str, WeightSet]

    def table(self, board: str, players: int, edition: str) -> WeightSet:
        name = weight_set_name(board, players, edition)
        if name not in self.tables:
            _refuse_weights(
                "NO_WEIGHTS",
                f"there is no table for {name}; create one with `python -m ringrift.arena.tuning`",
            )
        return self.tables[name]


def weight_set_name(board: str, players: int, edition: str) -> str:
    return f"{board}/{players}/{edition}"


def all_weight_set_names() -> list[str]:
    """Return the names of all weight sets in a complete file."""
    return [
        weight_set_name(board, players, edition)
        for board in BOARD_NAMES
        for players in PLAYERS
        for edition in EDITION_NAMES
    ]


def weights_for(board: BoardName, players: int, edition: EditionName) -> list[int]:
    """Return the weights for this setup, as the kernel's search expects them."""
    return load_shipped_weights().table(board, players, edition).to_list()


@cache
def load_shipped_weights() -> EvaluationWeights:
    """Return the weights that ship with the package."""
    return parse_weights(files("ringrift.players").joinpath("weights.json").read_text("utf-8"))


def parse_weights(text: str) -> EvaluationWeights:
    """Parse weights from JSON; raise `WeightsError` if they are invalid."""
    try:
        body = json.loads(text)
        features = tuple(body["features"])
        tables = {
            name: WeightSet(tuple(one["start"]), tuple(one["end"]))
            for name, one in body["tables"].items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        _refuse_weights(
            "BAD_WEIGHTS", f"the weights cannot be read ({error}); see weights.json for an example"
        )
    for name, table in tables.items():
        _check_weights(name, table.start, features)
        _check_weights(name, table.end, features)
    return EvaluationWeights(features, tables)


def write_weights(book: EvaluationWeights, path: Path) -> None:
    """Write the weights as JSON, one row of numbers per line, to keep diffs small."""
    lines = [f'  "features": {json.dumps(book.features)},', '  "tables": {']
    for at, (name, table) in enumerate(sorted(book.tables.items(), key=_sort_key)):
        rows = f'"start": {json.dumps(table.start)},\n      "end": {json.dumps(table.end)}'
        comma = "," if at + 1 < len(book.tables) else ""
        lines.append(f'    "{name}": {{\n      {rows}\n    }}{comma}')
    path.write_text("\n".join(["{", *lines, "  }", "}"]) + "\n", "utf-8")


def _sort_key(entry: tuple[str, WeightSet]) -> tuple[int, str]:
    names = all_weight_set_names()
    return (names.index(entry[0]) if entry[0] in names else len(names), entry[0])


def _check_weights(name: str, row: Sequence[Any], features: Sequence[str]) -> None:
    if len(row) != len(features) or not all(
        type(one) is int and abs(one) <= MAX_WEIGHT for one in row
    ):
        _refuse_weights(
            "BAD_WEIGHTS",
            f"{name} needs {len(features)} whole numbers up to {MAX_WEIGHT} "
            "in both `start` and `end`, "
            "one per feature",
        )


def _refuse_weights(code: str, message: str) -> NoReturn:
    raise WeightsError(Refusal(code, None, message, "weights"))
