"""The repository: its commands, its layers, its conventions."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

import ringrift

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "ringrift"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MODULES = sorted(
    path for folder in ("src", "tests", "bench", "tools") for path in (ROOT / folder).rglob("*.py")
)
IMPORTS = 20  # at most
MAX_IMPORT_MICROSECONDS = 50_000
# Documents for players in other languages: one folder each.
TRANSLATED = [page.parent for page in (ROOT / "docs").glob("*/rules.md")]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    PACKAGE / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def holds_code(folder: Path) -> bool:
    """Whether modules lie in the folder itself: not only what Python compiled."""
    return any(folder.glob("*.py"))


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh Python has loaded after the statement."""
    script = f"{statement}; import sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_make_help_lists_the_targets() -> None:
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    targets = re.findall(r"^  make (\w+) +\w", done.stdout, flags=re.MULTILINE)
    assert {"run", "test", "lint", "bench", "soak", "docs", "clean"} <= set(targets)


def test_continuous_integration_lints_and_tests() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    lines = script.read_text(encoding="utf-8").splitlines()
    suites = ["lint", "test", "test-learning", "test-package", "test-lowest"]
    assert lines[-5:] == [f"make {suite}" for suite in suites]


def test_the_development_tools_are_pinned_and_agree_with_the_constraints() -> None:
    tools: list[str] = PROJECT["project"]["optional-dependencies"]["dev"]
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[\w-]+==[\d.]+", tool) for tool in tools)
    assert set(tools) <= set(constraints)


def test_constraints_are_names_and_versions_alone() -> None:
    _, *lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


def test_the_lowest_versions_are_the_bounds_of_the_dependencies() -> None:
    project = PROJECT["project"]
    extras = project["optional-dependencies"]
    used = *extras["server"], *extras["client"], *extras["screen"]
    required = {*project["dependencies"], *used}
    bounds = [re.match(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)", one) for one in required]
    _, *lowest = (ROOT / "constraints-lowest.txt").read_text(encoding="utf-8").splitlines()
    assert lowest == sorted(f"{bound[1]}=={bound[2]}" for bound in bounds if bound)
    assert len(lowest) == len(required)


def test_the_release_builds_wheels_from_the_sdist() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    assert jobs["wheels"]["needs"] == "sdist"
    systems = jobs["wheels"]["strategy"]["matrix"]["system"]
    assert {system.split("-")[0] for system in systems} == {"ubuntu", "macos", "windows"}
    assert any("cibuildwheel dist/" in step.get("run", "") for step in jobs["wheels"]["steps"])
    assert PROJECT["tool"]["scikit-build"]["wheel"]["py-api"] == "cp312"


def test_no_text_promises_an_index_that_does_not_have_the_package() -> None:
    """The name alone finds nothing; a file or a folder has a path, or an @ with its URL."""
    command = ["git", "grep", "-nIE", r"pip (install|wheel|download)|npm (install|i|add)|npx"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    name = re.compile(
        r"""(?<![\w./@-])@?ringrift(\[[\w,]+\]|/(board|rules))?(?!["'`]? @)(?=[\s"'`]|$)"""
    )
    promised = [
        line
        for line in done.stdout.splitlines()
        if (found := re.search(r"(pip (install|wheel|download)|npm (install|i|add))\b(.*)", line))
        and name.search(re.split(r"[.;`] ", found[4])[0])
    ]
    assert promised == []


def test_the_law_is_covered_branch_by_branch() -> None:
    coverage = PROJECT["tool"]["coverage"]
    assert coverage["run"] == {"source": ["ringrift.rules"], "branch": True}
    assert coverage["report"]["fail_under"] == 100


def test_importing_the_package_loads_none_of_its_parts() -> None:
    before = loaded_by("pass")
    assert {
        name for name in loaded_by("import ringrift") - before if name.startswith("ringrift.")
    } == set()


def import_microseconds() -> int:
    """The time of `import ringrift`, as a fresh Python reports it."""
    command = [sys.executable, "-X", "importtime", "-c", "import ringrift"]
    report = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    [found] = re.findall(r"\|\s+(\d+) \| ringrift$", report, flags=re.MULTILINE)
    return int(found)


def test_importing_the_package_is_quick() -> None:
    """The quickest of several imports counts: other processes slow some of them down."""
    assert any(import_microseconds() < MAX_IMPORT_MICROSECONDS for _ in range(IMPORTS))


def test_importing_the_law_loads_nothing_above_it() -> None:
    parts = {
        name.split(".")[1]
        for name in loaded_by("import ringrift.rules")
        if name.startswith("ringrift.")
    }
    assert parts == {"rules"}


def test_the_package_offers_the_game_and_nothing_unknown() -> None:
    assert ringrift.Game("hex8").state.board.grid.name == "hex8"
    with pytest.raises(AttributeError, match="'Board'"):
        _ = ringrift.Board  # type: ignore[attr-defined]


def test_the_names_of_the_package_are_listed_before_they_are_loaded() -> None:
    script = "import ringrift; print(*dir(ringrift))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert {"Game", "GameBoard", "__version__"} <= set(done.stdout.split())


def test_the_package_is_a_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ringrift", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"ringrift {ringrift.__version__}\n"


def test_the_folder_readme_lists_the_layers_in_the_order_that_is_checked() -> None:
    contract = next(c for c in PROJECT["tool"]["importlinter"]["contracts"] if c["id"] == "layers")
    checked = [layer.strip("()") for layer in reversed(contract["layers"])]
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \(?`(\w+)(?:/|\.py)`", readme, flags=re.MULTILINE)
    assert listed == checked


def test_every_part_of_the_package_is_a_layer() -> None:
    contract = next(c for c in PROJECT["tool"]["importlinter"]["contracts"] if c["id"] == "layers")
    parts = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or holds_code(path)}
    assert parts - {"__init__"} == {name for name in contract["layers"] if "(" not in name}


def test_the_tests_mirror_the_package() -> None:
    folders = {path.name for path in (ROOT / "tests").iterdir() if holds_code(path)}
    assert folders - {"data", "package", "simulation", "tools"} <= {
        path.name for path in PACKAGE.iterdir() if path.is_dir()
    }


@pytest.mark.parametrize("module", MODULES, ids=relative)
def test_a_module_is_small_and_named_after_its_idea(module: Path) -> None:
    assert len(module.read_text(encoding="utf-8").splitlines()) <= 600
    assert not re.search(r"util|helper|manager|common|misc", module.stem)


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    """A translated document may link to English pages that the web client shows instead."""
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    bases = [page.parent, *([ROOT / "docs"] if page.parent in TRANSLATED else [])]
    missing = [link for link in links if not any((base / link).exists() for base in bases)]
    assert [link for link in missing if "://" not in link] == []


def test_the_changelog_has_a_place_for_the_next_change() -> None:
    assert "\n## [Unreleased]\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_a_page_wraps_at_100_columns(page: Path) -> None:
    """Tables and code blocks may be wider, and so may the rules text and the generated index."""
    if page.name in ("rules-exact.md", "rule-index.md"):
        return
    if page.parent.name in ("ja", "zh-Hans"):  # no spaces to wrap at
        return
    fenced = re.compile(r"^\s*```.*?^\s*```$", re.MULTILINE | re.DOTALL)
    prose = fenced.sub("", page.read_text(encoding="utf-8"))
    lines = [line for line in prose.splitlines() if not line.lstrip().startswith("|")]
    assert [line for line in lines if len(line) > 100 and " " in line.strip()] == []


def test_no_text_uses_the_phrases_that_the_style_guide_rules_out() -> None:
    phrases = "whoever|anew|like strength|let go|is told"
    numbers = ":!src/ringrift/players/networks"  # in base64, which may spell anything
    command = ["git", "grep", "-niE", phrases, "--", "src", "native", "web", "docs", numbers]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = [line for line in done.stdout.splitlines() if "rules-exact.md" not in line]
    assert found == []
