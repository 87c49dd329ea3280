"""The bars as a page of Markdown: bench/strength.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ringrift.arena.bars import Bar
from ringrift.arena.results import Result
from ringrift.arena.standings import Faults
from ringrift.arena.tables import table


def bars_page(judged: Sequence[tuple[Bar, Sequence[Result]]], now: Mapping[str, str], command: str) -> str:
    """The whole page; a bar of which games are missing says so."""
    lines = ["# Strength", "", f"Written by `{command}`.", ""]
    lines += [f"- {name}: {value}" for name, value in now.items()]
    for bar, results in judged:
        lines += ["", f"## {bar.title[0].upper()}{bar.title[1:]}", ""]
        played_by = ", ".join(sorted({result.commit for result in results})) or "nobody yet"
        lines += [
            f"{len(results):,} of {len(bar.fixtures):,} games, played by {played_by}; {Faults.of(results)}.",
        ]
        if results:
            rows = [
                (claim.what, claim.asked, claim.found, bar.verdict(claim, results))
                for claim in bar.judge(results)
            ]
            lines += ["", *table(("what", "bar", "found", ""), rows)]
    return "\n".join(lines) + "\n"
