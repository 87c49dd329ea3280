"""Titles of scenarios for the page and the rule index.

The vectors come from an independent engine and stay as they are. `scenario_titles.json` rewords the
titles that read badly.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from ringrift.conformance.vectors import Scenario

_FILE: Final = Path(__file__).with_name("scenario_titles.json")
REWORDED: Final[dict[str, str]] = json.loads(_FILE.read_text(encoding="utf-8"))


def title_of(scenario: Scenario) -> str:
    """Return the display title of a scenario."""
    return REWORDED.get(scenario.id, scenario.title)
