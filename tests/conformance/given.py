"""The given vectors as JSON objects, and files of vectors to try readers on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, Final

Row = dict[str, Any]
VECTORS: Final = Path(__file__).parents[1] / "data" / "vectors"


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
