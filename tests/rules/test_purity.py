"""R190: the rules invent no move, read no clock, use no randomness, only the standard library."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ringrift.rules

SOURCES = sorted(Path(ringrift.rules.__file__).parent.rglob("*.py"))
IMPURE_MODULES = {
    "asyncio", "datetime", "multiprocessing", "os", "pathlib", "random", "secrets", "socket",
    "subprocess", "threading", "time", "uuid", "urllib", "http", "io", "tempfile", "shutil",
    "signal",
}  # fmt: skip
IMPURE_CALLS = {"open", "input", "print", "exec", "eval", "__import__", "id", "globals"}
BOOKKEEPING = {"NoPlacementAction", "NoMovementAction", "NoLineAction", "NoTerritoryAction"}
MAY_SET_PHASES = {"phases.py", "setup.py", "wire_import.py"}
MAY_BUILD_BOOKKEEPING = {"legal.py", "notation.py"}  # the one offer, and reading `-`


def modules_of(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield node.module or ""


def names_called(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_the_law_uses_the_standard_library_and_itself(source: Path) -> None:
    for module in modules_of(ast.parse(source.read_text())):
        root = module.split(".")[0]
        assert module.startswith("ringrift.rules") or root in sys.stdlib_module_names, module
        assert root not in IMPURE_MODULES, f"{source.name} imports {module}"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_the_law_reads_and_writes_nothing_outside(source: Path) -> None:
    assert not IMPURE_CALLS & set(names_called(ast.parse(source.read_text())))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_the_law_applies_no_move_that_it_was_not_given(source: Path) -> None:
    """R074: only the checked `apply` calls `apply`; only the offer builds a bookkeeping move."""
    called = set(names_called(ast.parse(source.read_text())))
    assert "apply" not in called or source.name == "invariants.py"
    assert not called & BOOKKEEPING or source.name in MAY_BUILD_BOOKKEEPING


def test_only_the_phase_machine_changes_phase_player_or_turn() -> None:
    """R070: a state is made with such a field by the machine, or by the setup and the import."""
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Call) and name_of(node.func) in ("replace", "State"):
                changed = {keyword.arg for keyword in node.keywords}
                guarded = {
                    "phase",
                    "player",
                    "turn",
                    "turn_number",
                    "rounds",
                    "outcome",
                    "swap_used",
                }
                assert not changed & guarded or source.name in MAY_SET_PHASES, source.name


def name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
