"""The rule index is current, and every rule has code and a proof."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.rule_coverage import (
    PROJECT_SCENARIOS,
    RULES_TEXT,
    SCENARIOS,
    RuleCoverage,
    find_rule_numbers,
    measure_coverage,
)
from tools.rule_index import PAGE, is_current, main, render_page, repository_root

ROOT = repository_root()


@pytest.fixture(scope="module")
def found() -> RuleCoverage:
    return measure_coverage(ROOT)


@pytest.fixture
def small_repository(tmp_path: Path) -> Path:
    """The rules and their scenarios, one module of rules and one of tests."""
    for path in (RULES_TEXT, SCENARIOS, PROJECT_SCENARIOS):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    rules_path, tests = tmp_path / "src/ringrift/rules", tmp_path / "tests/rules"
    rules_path.mkdir(parents=True)
    tests.mkdir(parents=True)
    (rules_path / "capture.py").write_text(
        '"""Captures [R101-R103]."""\n\n\nclass Capture:\n'
        "    @property\n    def cost(self) -> int:\n"
        "        return 1  # R060\n"
    )
    (tests / "test_capture.py").write_text(
        "def test_r102_in_its_name() -> None:\n    pass\n\n\n"
        'def test_told() -> None:\n    """R111-R112: so."""\n\n\n'
        'def no_test() -> None:\n    """R114."""\n'
    )
    return tmp_path


def test_every_rule_has_code_and_proof(found: RuleCoverage) -> None:
    assert found.gaps() == []


def test_the_page_is_up_to_date(found: RuleCoverage) -> None:
    assert is_current(ROOT / PAGE, found), "run `make docs`"


def test_every_rule_number_of_the_text_has_its_row(found: RuleCoverage) -> None:
    numbers = {rule.number for rule in found.rules}
    assert numbers == set(find_rule_numbers((ROOT / RULES_TEXT).read_text()))
    assert {"R002", "R071", "R112", "R206"} <= numbers  # some that the text only has inside a range
    page = render_page(found)
    assert all(f"### {number}\n" in page for number in numbers)


@pytest.mark.parametrize("document", ["rules.md", "faq.md", "strategy.md"])
def test_the_index_has_every_rule_that_a_document_for_players_names(
    found: RuleCoverage, document: str
) -> None:
    named = set(find_rule_numbers((ROOT / "docs" / document).read_text(encoding="utf-8")))
    assert named <= {rule.number for rule in found.rules}


def test_every_question_and_every_decision_has_its_scenarios(found: RuleCoverage) -> None:
    questions = {question for scenario in found.scenarios for question in scenario.faq}
    assert questions == {f"Q{number}" for number in range(1, 25)}
    assert len(found.decisions) == 25
    assert all(decision.scenarios or decision.tests for decision in found.decisions)
    assert found.unknown == ()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("R080", ["R080"]),
        ("[R101-R103, R022]", ["R101", "R102", "R103", "R022"]),
        ("R110\N{EN DASH}R112", ["R110", "R111", "R112"]),
        ("r204 in a name", ["R204"]),
        ("R08, R0800 and ER080 are none", []),
    ],
)
def test_a_range_names_every_number_in_it(text: str, numbers: list[str]) -> None:
    assert list(find_rule_numbers(text)) == numbers


def test_places_are_functions_with_their_file_and_line(small_repository: Path) -> None:
    rules = {rule.number: rule for rule in measure_coverage(small_repository).rules}
    (module,) = rules["R101"].code
    (method,) = rules["R060"].code
    (by_name,) = rules["R102"].tests
    (by_docstring,) = rules["R111"].tests
    assert (module.file, module.line, module.name) == (
        "src/ringrift/rules/capture.py",
        1,
        "the module",
    )
    assert (method.line, method.name) == (6, "Capture.cost")
    assert by_name.name == "test_r102_in_its_name"
    assert (by_docstring.name, by_docstring.line) == ("test_told", 5)
    assert rules["R112"].tests == (by_docstring,)
    assert rules["R114"].tests == ()  # only tests prove anything


def test_a_rule_without_code_or_proof_fails(
    small_repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (small_repository / PAGE).write_text("old")
    assert main(["--check", "--root", str(small_repository)]) == 1
    said = capsys.readouterr().err.splitlines()
    assert "R080 has no code" in said
    assert "R114 has no test" in said
    assert "R111 has no test" not in said
    assert f"{PAGE} is out of date: run `make docs`" in said


def test_a_decision_that_nothing_shows_fails(small_repository: Path) -> None:
    text = small_repository / RULES_TEXT
    text.write_text(text.read_text() + "\n| may a ring sing? | no | silence |\n")
    scenarios = small_repository / SCENARIOS
    kept = [line for line in scenarios.read_text().splitlines() if '"id": "swap-once"' not in line]
    scenarios.write_text("\n".join(kept))
    gaps = measure_coverage(small_repository).gaps()
    assert "§12, no scenario: may a ring sing?" in gaps
    assert "§12 names an unknown scenario or test: swap-once" in gaps


def test_writing_the_page_brings_it_up_to_date(small_repository: Path) -> None:
    page = small_repository / PAGE
    main(["--root", str(small_repository)])
    assert is_current(page, measure_coverage(small_repository))
    rules_path = small_repository / "src/ringrift/rules/capture.py"
    rules_path.write_text("# A line more: all moves down.\n" + rules_path.read_text())
    assert is_current(page, measure_coverage(small_repository))
    rules_path.write_text(rules_path.read_text() + "# R023\n")
    assert not is_current(page, measure_coverage(small_repository))
