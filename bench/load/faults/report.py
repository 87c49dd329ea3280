"""bench/results/faults.md: one row for each kind of fault, which a later run replaces."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from bench.load.faults.kinds import KINDS
from bench.load.faults.players import FaultStats
from bench.machine import describe_machine

RESULTS: Final = Path(__file__).parents[2] / "results" / "faults.md"
_HEAD: Final = """# Faults on real processes

Written by `python -m bench.load.faults`. In each round, clients play while one fault hits; the
round ends when every game goes on. Afterwards every game is compared with its journal: a move is
*lost* if it was acknowledged or sent to a spectator but is not stored, *doubled* if it is stored or
sent twice, and a journal is *invalid* if it does not replay and verify. A round is *stuck* if a
game does not go on within 15 s. An outage is the longest time between two acknowledged moves of a
game in a round, as its client sees it: the client waits 1 s for an answer, then repeats the request
at the other worker. It includes the time in which a service was down. The recovery is the time from
the repair (PostgreSQL accepts connections again, the worker is ready, …) until every game has
acknowledged a move that was sent after it.
"""
_COLUMNS: Final = (
    "| fault | rounds | games | moves acknowledged | lost | doubled | invalid journals "
    "| stuck rounds | median outage s | longest outage s | median recovery s "
    "| longest recovery s |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
)


@dataclass(frozen=True, slots=True)
class FaultResult:
    """The result of one kind of fault."""

    kind: str
    rounds: int
    stuck: int
    seconds: float
    stats: FaultStats

    @property
    def missed(self) -> list[str]:
        """What must not happen, but did."""
        stats = self.stats
        counts = {
            "lost": stats.lost,
            "doubled": stats.doubled,
            "invalid journals": stats.invalid,
            "stuck rounds": self.stuck,
            "games without events for the spectator": stats.unwatched,
            "unexpected answers": len(stats.errors),
        }
        return [f"{self.kind}: {number} {what}" for what, number in counts.items() if number]

    def row(self) -> dict[str, str]:
        stats = self.stats
        outages, recoveries = stats.outages or [0.0], stats.recoveries or [0.0]
        cells = [
            KINDS[self.kind].summary,
            *map(str, (self.rounds, stats.games, stats.acknowledged)),
            *map(str, (stats.lost, stats.doubled, stats.invalid, self.stuck)),
            *(f"{median(times):.2f} | {max(times):.2f}" for times in (outages, recoveries)),
        ]
        machine = describe_machine()
        run = f"{machine['date']}, commit {machine['commit']}, {self.seconds:.0f} s"
        run += f", system load {machine['load']}"
        retried = ", ".join(f"{code} {count}" for code, count in stats.answers.most_common(6))
        return {
            "cells": "| " + " | ".join(cells) + " |",
            "run": f"- {self.kind}: {run}. Errors that clients retried: {retried or 'none'}."
            + (f" Missed: {'; '.join(self.missed)}." if self.missed else ""),
        }


def publish(result: FaultResult, *, write: bool) -> bool:
    """Print the row and write it; return whether all targets were met."""
    rows = (_read_rows() if write else {}) | {result.kind: result.row()}
    ordered = [rows[kind] for kind in KINDS if kind in rows]
    if write:
        machine = describe_machine()
        page = [
            _HEAD,
            f"Machine: {machine['machine']}, {machine['python']}.",
            "",
            _COLUMNS,
            *(row["cells"] for row in ordered),
            "",
            *(row["run"] for row in ordered),
            "",
            f"<!-- {json.dumps(rows)} -->",
            "",
        ]
        RESULTS.write_text("\n".join(page), encoding="utf-8")
    verdict = f"Missed: {'; '.join(result.missed)}." if result.missed else "All targets are met."
    errors = [f"- {error}" for error in result.stats.errors[:5]]
    print(_COLUMNS, *result.row().values(), *errors, verdict, "", sep="\n")
    return not result.missed


def _read_rows() -> dict[str, dict[str, str]]:
    """Return the rows of earlier runs by kind."""
    if not RESULTS.exists():
        return {}
    found: dict[str, dict[str, str]] = json.loads(
        RESULTS.read_text(encoding="utf-8").rpartition("<!-- ")[2].partition(" -->")[0]
    )
    return found
