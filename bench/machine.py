"""The machine that a result was measured on, and the check that its commit is known."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ringrift.arena.provenance import provenance, require_clean_tree
from ringrift.rules.errors import RingRiftError


def describe_machine() -> dict[str, str]:
    """Return machine, Python, commit, time and system load of this run."""
    page = Path(__file__).parent / "results" / "load.md"  # or any other there
    return provenance(page) | {"load": "{:.1f} {:.1f} {:.1f}".format(*os.getloadavg())}


def require_clean_tree_for(*results: Path) -> None:
    """Exit with a message if a committed result would be written from a dirty working tree.

    Call it before measuring: a result names the commit that produced it.
    """
    for result in results:
        try:
            require_clean_tree(result)
        except RingRiftError as error:
            sys.exit(f"{error.message}.\nWith --no-write the result is printed only.")
