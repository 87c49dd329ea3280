"""The bars as a page of Markdown: bench/strength.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ringrift.arena.acceptance import Bar
from ringrift.arena.markdown_report import table
from ringrift.arena.results import Result
from ringrift.arena.standings import Faults


def bars_page(
    judged: Sequence[tuple[Bar, Sequence[Result]]],
    now: Mapping[str, str],
    command: str,
    before: str = "",
) -> str:
    """The whole page; a part without a game here is kept as the page had it `before`, if that had it."""
    kept = _sections(before)
    lines = ["# Strength", "", f"Written by `{command}`; each part says who played it.", ""]
    lines += [f"- {name}: {value}" for name, value in now.items()]
    for bar, results in judged:
        title = f"## {bar.title[0].upper()}{bar.title[1:]}"
        lines += ["", title, ""]
        lines += _section(bar, results) if results or title not in kept else kept[title]
    return "\n".join(lines) + "\n"


def _section(bar: Bar, results: Sequence[Result]) -> list[str]:
    """What was found; a bar of which games are missing says so."""
    played_by = ", ".join(sorted({result.commit for result in results})) or "nobody yet"
    faults = Faults.of(results)
    lines = [f"{len(results):,} of {len(bar.fixtures):,} games, played by {played_by}; {faults}."]
    if results:
        rows = [
            (claim.what, claim.asked, claim.found, bar.verdict(claim, results))
            for claim in bar.judge(results)
        ]
        lines += ["", *table(("what", "bar", "found", ""), rows)]
    return lines


def _sections(page: str) -> dict[str, list[str]]:
    """The lines below each heading of a page."""
    found = {}
    for part in page.split("\n## ")[1:]:
        title, _, text = part.partition("\n")
        found[f"## {title}"] = text.strip("\n").split("\n")
    return found
