"""The given vectors as JSON objects, and files of vectors to try readers on."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any, Final

from ringrift.conformance.vectors import Vector, read_vectors
from ringrift.rules.setup import Setup

Row = dict[str, Any]
VECTORS: Final = Path(__file__).parents[1] / "data" / "vectors"


def given_vectors(name: str, setup: Setup) -> tuple[Vector, ...]:
    """The vectors of a given file that have this setup."""
    return tuple(_vectors_by_setup(name)[setup])


@cache
def _vectors_by_setup(name: str) -> dict[Setup, list[Vector]]:
    """The vectors of a given file: a process that runs the tests of many setups reads it once."""
    found = defaultdict[Setup, list[Vector]](list)
    for vector in read_vectors(VECTORS / name):
        found[vector.setup].append(vector)
    return found


def given_lines(name: str) -> list[str]:
    """The lines of a given file."""
    content = (VECTORS / name).read_bytes()
    return (gzip.decompress(content) if name.endswith(".gz") else content).decode().splitlines()


def given_row(name: str, identity: str | None = None) -> Row:
    """A fresh copy of the row with that id, or of the first."""
    rows = map(json.loads, given_lines(name))
    found: Row = next(row for row in rows if identity in (None, row.get("id")))
    return found


def written(folder: Path, *rows: object) -> Path:
    """A file of these rows."""
    path = folder / "some.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path
