"""Generate the scenarios of the web sandbox: `python -m tools.web_scenarios`.

They come from the vectors and keep what a person needs: title, rules, position and moves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from ringrift.conformance.vectors import Json, Scenario, read_vectors
from ringrift.rules.position_string import dump_position
from ringrift.rules.wire_import import load_state
from tools.generated_files import run_generator
from tools.rule_coverage import PROJECT_SCENARIOS, SCENARIOS
from tools.scenario_titles import title_of

SOURCES: Final = (SCENARIOS, PROJECT_SCENARIOS)
TARGET: Final = Path("web/src/sandbox/scenarios.json")


def sandbox_scenarios(root: Path) -> Iterator[Json]:
    """Yield one object per playable scenario; scenarios that import must reject have no game."""
    for scenario in chain.from_iterable(read_vectors(root / source) for source in SOURCES):
        if isinstance(scenario, Scenario) and scenario.script is not None:
            yield {
                "id": scenario.id,
                "title": title_of(scenario),
                "subject": scenario.tags[0],
                "rules": list(scenario.rules),
                "position": dump_position(load_state(scenario.initial)),
                "moves": [step.notation for step in scenario.script.steps],
            }


def render_file(root: Path) -> str:
    """Return the file, one line per scenario to keep diffs small."""
    rows = [json.dumps(row, ensure_ascii=False) for row in sandbox_scenarios(root)]
    return "[\n  " + ",\n  ".join(rows) + "\n]\n"


def main(arguments: Sequence[str] | None = None) -> int:
    return run_generator(__doc__, lambda root: [(TARGET, render_file(root))], arguments)


if __name__ == "__main__":
    raise SystemExit(main())
