"""The command line that generators share: write files, or verify them with `--check`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

GeneratedFiles = Iterable[tuple[Path | str, str]]  # a path within the repository, and its content


def run_generator(
    about: str | None,
    files: Callable[[Path], GeneratedFiles],
    arguments: Sequence[str] | None = None,
) -> int:
    """Write the generated files of a repository, or report which are out of date."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if a file is out of date"
    )
    parser.add_argument(
        "--root", type=Path, default=Path(__file__).resolve().parents[1], help="the repository"
    )
    options = parser.parse_args(arguments)
    stale = 0
    for path, text in files(options.root):
        file = options.root / path
        if file.exists() and file.read_text(encoding="utf-8") == text:
            continue  # keep the modification time, which would trigger a rebuild
        if not options.check:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        else:
            print(f"{path} is out of date: run `make docs`", file=sys.stderr)
            stale += 1
    return 1 if stale else 0
