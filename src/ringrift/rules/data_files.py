"""Reads the data files of the rules: `boards.json`, `editions.json`, `messages.json`."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def load_data(name: str) -> Any:
    """Return the content of `data/<name>` as parsed JSON."""
    return json.loads(files("ringrift.rules").joinpath("data", name).read_text(encoding="utf-8"))
