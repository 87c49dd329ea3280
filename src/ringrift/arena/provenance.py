"""Where a result comes from: machine, Python, commit and date."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from ringrift.arena.schedule import arena_error

_PACKAGE: Final = Path(__file__).parent


def provenance(page: Path | None = None, checkout: Path = _PACKAGE) -> dict[str, str]:
    """Return date, commit, machine and Python version for a result written to `page`."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": commit_name(page, checkout),
        "machine": f"{_processor()}, {os.cpu_count()} cores,"
        f" {platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def commit_name(page: Path | None = None, checkout: Path = _PACKAGE) -> str:
    """Return the commit as `git describe` names it, with `-dirty` for uncommitted changes.

    Changes of `page`, which a run writes to, and of other pages in its folder do not count. Outside
    a checkout it is `unknown`.
    """
    name = _git(checkout, "describe", "--always")
    if not name:
        return "unknown"
    return f"{name}-dirty" if _uncommitted(page, checkout) else name


def require_clean_tree(page: Path, checkout: Path = _PACKAGE) -> None:
    """Refuse to write a committed page while the working tree has uncommitted changes.

    The page would name a commit that did not produce it. Changes of the page itself and of others
    in its folder are allowed, because several runs write them, and so is a page that git does not
    track.
    """
    if not _git(checkout, "ls-files", "--", str(page.resolve())):
        return
    if changed := _uncommitted(page, checkout):
        names = ", ".join(changed[:3]) + (", …" if len(changed) > 3 else "")
        message = (
            f"the working tree has uncommitted changes ({names}), so {page} would name a commit"
            " that did not produce it; commit or stash them first, or write to another file"
        )
        raise arena_error("--out", message)


def _uncommitted(page: Path | None, checkout: Path) -> list[str]:
    """Return the tracked files with uncommitted changes, except pages of the folder of `page`."""
    top = Path(_git(checkout, "rev-parse", "--show-toplevel"))
    status = _git(checkout, "status", "--porcelain", "--untracked-files=no")
    changed = [line[3:].rpartition(" -> ")[2] for line in status.splitlines()]
    pages = None if page is None else page.resolve().parent
    return [name for name in changed if not _is_page((top / name).resolve(), pages)]


def _is_page(file: Path, folder: Path | None) -> bool:
    return file.suffix == ".md" and file.parent == folder


def _git(checkout: Path, *arguments: str) -> str:
    """Return the output of a git command; empty where it fails."""
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=checkout, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip("\n") if done.returncode == 0 else ""


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or "unknown processor"
