"""Measures the coverage of each rule of rules-exact.md: code, scenarios and tests.

A test proves a rule by naming its number in its name or docstring; `R110-R115` means all six.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ringrift.conformance.vectors import Scenario, read_vectors
from tools.rule_decisions import SCENARIOS_BY_QUESTION, TESTS_BY_QUESTION

RULES_TEXT: Final = Path("docs/reference/rules-exact.md")
SCENARIOS: Final = Path("tests/data/vectors/scenarios.jsonl")
PROJECT_SCENARIOS: Final = Path("tests/data/vectors/project-scenarios.jsonl")
_MENTION: Final = re.compile(r"\bR(\d{3})(?:\s?[-–]\s?R(\d{3}))?\b", re.IGNORECASE)  # noqa: RUF001
_SECTION: Final = re.compile(r"^## (\d+)\. ([^\[\n]+)", re.MULTILINE)
_DECISIONS: Final = "## 12."


@dataclass(frozen=True, slots=True, order=True)
class CodeLocation:
    """A place that mentions a rule: a function, a class or a whole module."""

    file: str  # relative to the repository root
    line: int
    name: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule number, the section of rules-exact.md that introduces it, and its coverage."""

    number: str
    section: str
    code: tuple[CodeLocation, ...]
    scenarios: tuple[str, ...]
    tests: tuple[CodeLocation, ...]


@dataclass(frozen=True, slots=True)
class RuleDecision:
    """A question of §12 and the scenarios or tests that show its answer."""

    question: str
    scenarios: tuple[str, ...]
    tests: tuple[str, ...]  # for a question that no position can answer


@dataclass(frozen=True, slots=True)
class RuleCoverage:
    """All rules, scenarios and decisions, linked to each other."""

    rules: tuple[Rule, ...]
    scenarios: tuple[Scenario, ...]
    decisions: tuple[RuleDecision, ...]
    # Scenarios and tests that a decision names but do not exist.
    unknown: tuple[str, ...] = field(default=())

    def gaps(self) -> list[str]:
        """Return descriptions of what is missing; empty if every rule and decision is covered."""
        rules = [f"{rule.number} has no code" for rule in self.rules if not rule.code]
        rules += [
            f"{rule.number} has no test"
            for rule in self.rules
            if not rule.scenarios and not rule.tests
        ]
        decisions = [
            f"§12, no scenario: {decision.question}"
            for decision in self.decisions
            if not decision.scenarios and not decision.tests
        ]
        return [
            *rules,
            *decisions,
            *(f"§12 names an unknown scenario or test: {name}" for name in self.unknown),
        ]


def find_rule_numbers(text: str) -> Iterator[str]:
    """Yield the rule numbers in a text; `R110-R115` means all six."""
    for first, last in _MENTION.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"R{number:03}"


def measure_coverage(root: Path) -> RuleCoverage:
    """Return the coverage of the rules in the repository at `root`."""
    text = (root / RULES_TEXT).read_text(encoding="utf-8")
    scenarios = tuple(
        vector
        for path in (SCENARIOS, PROJECT_SCENARIOS)
        for vector in read_vectors(root / path)
        if isinstance(vector, Scenario)
    )
    code = _group_by_rule(_code_mentions(root))
    tests = _group_by_rule(_test_mentions(root))
    sections = _rule_sections(text)
    rules = (
        Rule(
            number=number,
            section=sections[number],
            code=tuple(sorted(code[number])),
            scenarios=tuple(scenario.id for scenario in scenarios if number in scenario.rules),
            tests=tuple(sorted(tests[number])),
        )
        for number in sorted(sections)
    )
    known = {scenario.id for scenario in scenarios}
    named = {name for names in SCENARIOS_BY_QUESTION.values() for name in names}
    unknown = [*sorted(named - known), *_missing_tests(root)]
    return RuleCoverage(tuple(rules), scenarios, tuple(_read_decisions(text)), tuple(unknown))


def _missing_tests(root: Path) -> Iterator[str]:
    """Yield the tests of decisions that do not exist."""
    for test in sorted({name for names in TESTS_BY_QUESTION.values() for name in names}):
        file, _, function = test.partition("::")
        path = root / file
        if not path.exists() or f"def {function}(" not in path.read_text(encoding="utf-8"):
            yield test


def _rule_sections(text: str) -> dict[str, str]:
    """Return each rule number of the text with the section that first mentions it."""
    found: dict[str, str] = {}
    starts = [*_SECTION.finditer(text)]
    for start, stop in zip(starts, [*(s.start() for s in starts[1:]), len(text)], strict=True):
        for number in find_rule_numbers(text[start.start() : stop]):
            found.setdefault(number, f"§{start[1]} {start[2].strip()}")
    return found


def _read_decisions(text: str) -> Iterator[RuleDecision]:
    _, _, table = text.partition(_DECISIONS)
    for line in table.splitlines():
        if line.startswith("|") and not line.startswith(("| question", "|---")):
            question = line.split("|")[1].strip()
            scenarios = _find_by_question(SCENARIOS_BY_QUESTION, question)
            yield RuleDecision(question, scenarios, _find_by_question(TESTS_BY_QUESTION, question))


def _find_by_question(named: Mapping[str, tuple[str, ...]], question: str) -> tuple[str, ...]:
    """Return what shows the answer to a question, which is known by its first words."""
    return next((names for words, names in named.items() if question.startswith(words)), ())


def _group_by_rule(
    mentions: Iterable[tuple[str, CodeLocation]],
) -> defaultdict[str, set[CodeLocation]]:
    places: defaultdict[str, set[CodeLocation]] = defaultdict(set)
    for number, place in mentions:
        places[number].add(place)
    return places


def _code_mentions(root: Path) -> Iterator[tuple[str, CodeLocation]]:
    """Yield the rule numbers in the rules package; other layers apply no rules."""
    for path in sorted((root / "src/ringrift/rules").rglob("*.py")):
        file = path.relative_to(root).as_posix()
        source = path.read_text(encoding="utf-8")
        definitions = _list_definitions(source)
        for line, text in enumerate(source.splitlines(), 1):
            for number in find_rule_numbers(text):
                yield number, _enclosing_definition(file, line, definitions)


def _test_mentions(root: Path) -> Iterator[tuple[str, CodeLocation]]:
    """Yield the rule numbers in the names and docstrings of test functions."""
    for path in sorted((root / "tests").rglob("test_*.py")):
        file = path.relative_to(root).as_posix()
        for name, node in _list_definitions(path.read_text(encoding="utf-8")):
            if isinstance(node, ast.ClassDef) or not node.name.startswith("test_"):
                continue
            says = f"{node.name.replace('_', ' ')} {ast.get_docstring(node) or ''}"
            for number in find_rule_numbers(says):
                yield number, CodeLocation(file, node.lineno, name)


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _list_definitions(source: str) -> list[tuple[str, Definition]]:
    """Return the functions and classes of a module, outer before inner, with their full names."""
    found: list[tuple[str, Definition]] = []

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, Definition):
                found.append((prefix + child.name, child))
                visit(child, f"{prefix}{child.name}.")

    visit(ast.parse(source), "")
    return found


def _enclosing_definition(
    file: str, line: int, definitions: list[tuple[str, Definition]]
) -> CodeLocation:
    """Return the innermost definition around a line; its decorators belong to it."""
    for name, node in reversed(definitions):
        first = min((node.lineno, *(decorator.lineno for decorator in node.decorator_list)))
        if first <= line <= (node.end_lineno or node.lineno):
            return CodeLocation(file, node.lineno, name)
    return CodeLocation(file, 1, "the module")
