"""What a result says about where it comes from, and when a page is not written."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ringrift.arena.provenance import commit_name, provenance, require_clean_tree
from ringrift.arena.schedule import ArenaError


def git(checkout: Path, *arguments: str) -> None:
    author = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    subprocess.run(["git", *author, *arguments], cwd=checkout, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with a committed source file and a committed page."""
    git(tmp_path, "init", "--quiet")
    for name in ("source.py", "page.md", "other.md"):
        (tmp_path / name).write_text("first\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "FirstMove")
    return tmp_path


def test_provenance_names_date_commit_machine_and_python(checkout: Path) -> None:
    assert list(provenance(checkout=checkout)) == ["date", "commit", "machine", "python"]


def test_a_clean_tree_is_named_by_its_commit_and_may_be_written_from(checkout: Path) -> None:
    assert "dirty" not in commit_name(checkout=checkout)
    require_clean_tree(checkout / "page.md", checkout)


def test_a_committed_page_is_not_written_from_a_dirty_tree(checkout: Path) -> None:
    (checkout / "source.py").write_text("second\n")
    assert commit_name(checkout=checkout).endswith("-dirty")
    with pytest.raises(ArenaError, match=r"uncommitted changes \(source\.py\).*commit or stash"):
        require_clean_tree(checkout / "page.md", checkout)


def test_a_page_that_is_not_committed_is_written_from_any_tree(checkout: Path) -> None:
    (checkout / "source.py").write_text("second\n")
    require_clean_tree(checkout / "scratch.md", checkout)
    require_clean_tree(checkout.parent / "elsewhere.md", checkout)


def test_a_page_may_be_written_again_before_it_is_committed(checkout: Path) -> None:
    page = checkout / "page.md"
    page.write_text("second\n")
    require_clean_tree(page, checkout)
    assert "dirty" not in commit_name(page, checkout)


def test_one_run_may_write_several_pages_of_a_folder(checkout: Path) -> None:
    (checkout / "other.md").write_text("second\n")
    require_clean_tree(checkout / "page.md", checkout)
    assert "dirty" not in commit_name(checkout / "page.md", checkout)


def test_outside_a_checkout_the_commit_is_unknown(tmp_path: Path) -> None:
    assert commit_name(checkout=tmp_path) == "unknown"
    require_clean_tree(tmp_path / "page.md", tmp_path)
