"""Sections of bench/results/load.md: each benchmark replaces its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench.machine import describe_machine

RESULTS: Final = Path(__file__).parent.parent / "results" / "load.md"
_HEAD: Final = (
    "# The server under load\n\nWritten by `make load`: client and server share the machine.\n"
)
ORDER: Final = (
    "sqlite",
    "postgres",
    "levels",
    "takeover",
    "spectators",
    "crash_recovery",
    "evaluate",
    "leases",
)


def publish(
    name: str,
    lines: Sequence[str],
    *,
    missed: Sequence[str],
    write: bool = True,
    path: Path = RESULTS,
    head: str = _HEAD,
) -> int:
    """Print the section and write it; return the exit code, 1 if a target was missed."""
    verdict = f"Missed: {'; '.join(missed)}." if missed else "All targets are met."
    facts = [f"- {what}: {value}" for what, value in describe_machine().items()]
    section = "\n".join([f"## {name}", "", *facts, "", *lines, "", verdict, ""])
    print(section)
    if write:
        sections = _sections(path) | {name: section}
        ordered = sorted(sections, key=lambda known: (*ORDER, known).index(known))
        path.write_text(
            "\n".join([head, *(sections[known] for known in ordered)]), encoding="utf-8"
        )
    return int(bool(missed))


def _sections(path: Path) -> dict[str, str]:
    """Return the sections of the file by name."""
    if not path.exists():
        return {}
    found = path.read_text(encoding="utf-8").split("\n## ")[1:]
    return {part.splitlines()[0]: f"## {part.rstrip()}\n" for part in found}
