"""The acceptance tests as a Markdown page: bench/acceptance.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ringrift.arena.acceptance import AcceptanceTest
from ringrift.arena.markdown_report import markdown_table
from ringrift.arena.results import Result
from ringrift.arena.standings import Faults


def acceptance_page(
    evaluated: Sequence[tuple[AcceptanceTest, Sequence[Result]]],
    provenance: Mapping[str, str],
    command: str,
    previous: str = "",
) -> str:
    """Return the whole page. A test without results keeps its section of the `previous` page."""
    kept = _sections(previous)
    lines = ["# Acceptance tests", ""]
    lines += [f"Written by `{command}`. Each part names the commits that played it.", ""]
    lines += [f"- {name}: {value}" for name, value in provenance.items()]
    for test, results in evaluated:
        title = f"## {test.title[0].upper()}{test.title[1:]}"
        lines += ["", title, ""]
        lines += _section(test, results) if results or title not in kept else kept[title]
    return "\n".join(lines) + "\n"


def _section(test: AcceptanceTest, results: Sequence[Result]) -> list[str]:
    games = f"{len(results):,} of {len(test.games):,} games"
    if not results:
        return [f"{games}: not played yet."]
    commits = ", ".join(sorted({result.commit for result in results}))
    rows = [
        (criterion.name, criterion.required, criterion.measured, test.verdict(criterion, results))
        for criterion in test.evaluate(results)
    ]
    return [
        f"{games}, played by {commits}; {Faults.of(results)}.",
        "",
        *markdown_table(("what", "required", "measured", "verdict"), rows),
    ]


def _sections(page: str) -> dict[str, list[str]]:
    """Return the lines below each heading of a page."""
    found = {}
    for part in page.split("\n## ")[1:]:
        title, _, text = part.partition("\n")
        found[f"## {title}"] = text.strip("\n").split("\n")
    return found
