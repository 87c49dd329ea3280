"""Generate the rule index: every rule of rules-exact.md with its code, scenarios and tests.

`python -m tools.rule_index` writes `docs/reference/rule-index.md`; with `--check` it writes
nothing and fails if the page is out of date, or if a rule has no code or nothing that proves it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from ringrift.conformance.vectors import Scenario
from tools.rule_coverage import CodeLocation, Rule, RuleCoverage, measure_coverage
from tools.scenario_titles import title_of

PAGE: Final = Path("docs/reference/rule-index.md")
_NONE: Final = "none"
_INTRODUCTION: Final = """\
# Rule index

From every rule number of [the exact rules](rules-exact.md) to the code that applies it and to what
proves it. `make docs` generates this page; a rule without code or proof fails the build.

- **Code** is every function or class of `src/ringrift/rules` that names the number. Line numbers
  are those of the last `make docs`.
- **Scenarios** are rows of `scenarios.jsonl` and `project-scenarios.jsonl` in `tests/data/vectors`
  that list the number under `rules`; `ringrift verify` runs them.
- **Tests** are test functions with the number in their docstring or name. To prove a rule with
  a test, begin its docstring with it:
  `\"\"\"R082: a marker cell takes no ring.\"\"\"` A range such as `R110-R115`
  names every number in it.

"""


def render_page(found: RuleCoverage) -> str:
    """Return the page."""
    parts = (
        _summary_table(found),
        _rule_entries(found),
        _faq_table(found),
        _decision_table(found),
        _scenario_table(found),
    )
    return _INTRODUCTION + "\n".join("\n".join(part) + "\n" for part in parts)


def _summary_table(found: RuleCoverage) -> Iterator[str]:
    """Yield a table of the scenarios by tag, and the tests, that cover each rule."""
    tags = sorted({tag for scenario in found.scenarios for tag in scenario.tags})
    yield "## How often each rule is proved"
    yield ""
    yield "Scenarios by tag (one may have several), and tests."
    yield ""
    yield from _markdown_table(
        ("rule", *(tag.replace("_", " ") for tag in tags), "tests"),
        (
            (
                _rule_link(rule),
                *(_count_tagged(found, rule, tag) for tag in tags),
                _count_or_dash(len(rule.tests)),
            )
            for rule in found.rules
        ),
    )


def _count_tagged(found: RuleCoverage, rule: Rule, tag: str) -> str:
    return _count_or_dash(
        sum(rule.number in scenario.rules and tag in scenario.tags for scenario in found.scenarios)
    )


def _count_or_dash(count: int) -> str:
    return str(count) if count else ""


def _rule_link(rule: Rule) -> str:
    return f"[{rule.number}](#{rule.number.lower()})"


def _rule_entries(found: RuleCoverage) -> Iterator[str]:
    yield "## Rule by rule"
    for rule in found.rules:
        yield from ("", f"### {rule.number}", "", f"*{rule.section}*", "")
        yield f"- Code: {_format_locations(rule.code)}"
        yield f"- Scenarios: {_format_names(rule.scenarios)}"
        yield f"- Tests: {_format_locations(rule.tests)}"


def _format_locations(places: Sequence[CodeLocation]) -> str:
    """Format locations by file: `src/.../capture.py:30` captures_from, `:52` perform_capture."""
    files = (
        _format_file_locations(file, list(group))
        for file, group in groupby(places, key=lambda place: place.file)
    )
    return "; ".join(files) or _NONE


def _format_file_locations(file: str, places: Sequence[CodeLocation]) -> str:
    first, *rest = places
    return ", ".join(
        [f"`{file}:{first.line}` {first.name}", *(f"`:{p.line}` {p.name}" for p in rest)]
    )


def _format_names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or _NONE


def _faq_table(found: RuleCoverage) -> Iterator[str]:
    questions = sorted(
        {question for scenario in found.scenarios for question in scenario.faq}, key=_faq_sort_key
    )
    yield from ("## Questions of the rulebook", "")
    yield from _markdown_table(
        ("question", "scenarios"),
        (
            (question, _format_names(s.id for s in found.scenarios if question in s.faq))
            for question in questions
        ),
    )


def _faq_sort_key(question: str) -> int:
    return int(question.removeprefix("Q"))


def _decision_table(found: RuleCoverage) -> Iterator[str]:
    yield from ("## Decisions of §12", "")
    yield from _markdown_table(
        ("question", "scenarios or tests"),
        (
            (decision.question, _format_names((*decision.scenarios, *decision.tests)))
            for decision in found.decisions
        ),
    )


def _scenario_table(found: RuleCoverage) -> Iterator[str]:
    yield from ("## Scenarios", "")
    yield from _markdown_table(
        ("scenario", "what it shows", "rules", "questions"), map(_scenario_row, found.scenarios)
    )


def _scenario_row(scenario: Scenario) -> tuple[str, ...]:
    return f"`{scenario.id}`", title_of(scenario), " ".join(scenario.rules), " ".join(scenario.faq)


def _markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def repository_root() -> Path:
    """Return the root of the repository that contains this package."""
    return Path(__file__).resolve().parents[1]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.rule_index", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if the page is not right"
    )
    parser.add_argument("--root", type=Path, default=repository_root(), help="the repository")
    options = parser.parse_args(arguments)
    found = measure_coverage(options.root)
    gaps = found.gaps()
    page = options.root / PAGE
    if options.check:
        gaps += [] if is_current(page, found) else [f"{PAGE} is out of date: run `make docs`"]
    else:
        page.write_text(render_page(found), encoding="utf-8")
    for gap in gaps:
        print(gap, file=sys.stderr)
    return 1 if gaps else 0


def is_current(page: Path, found: RuleCoverage) -> bool:
    """Return whether the page is current, ignoring line numbers."""
    written = page.read_text(encoding="utf-8") if page.exists() else ""
    return _strip_line_numbers(written) == _strip_line_numbers(render_page(found))


def _strip_line_numbers(text: str) -> str:
    return re.sub(r":\d+`", "`", text)


if __name__ == "__main__":
    raise SystemExit(main())
