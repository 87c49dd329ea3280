"""`ringrift verify`: run test vectors against the engine."""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ringrift import conformance
from ringrift.cli.arguments import add_setup_filters, positive_int, selected_setups
from ringrift.cli.progress import progress_bar
from ringrift.conformance.vectors import (
    KINDS,
    GameVector,
    PerftVector,
    Scenario,
    Vector,
    read_vectors,
    refuse_vector,
)

if TYPE_CHECKING:
    from ringrift.conformance.verify import Failure, VectorResult

FOLDER_VARIABLE: Final = "RINGRIFT_VECTORS"
_IN_REPOSITORY: Final = Path("tests/data/vectors")
_IN_PACKAGE: Final = Path(conformance.__file__).with_name("data")
_SUFFIXES: Final = (".jsonl", ".jsonl.gz")


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "verify",
        help="run test vectors against the engine",
        description="Run test vectors (perft counts, games, scenarios) against the engine. "
        "Exit code 0: all passed; 1: at least one failed; 2: a file cannot be read.",
    )
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="vector files, plain or gzipped"
    )
    parser.add_argument(
        "--folder",
        type=Path,
        help="run every file in this folder instead"
        f" (default: ${FOLDER_VARIABLE}, otherwise {_IN_REPOSITORY}, otherwise the package's)",
    )
    parser.add_argument(
        "--tag",
        action="append",
        default=[],
        metavar="T",
        help="run only scenarios with this tag, or one kind of vector"
        f" ({', '.join(KINDS)}); may be repeated",
    )
    add_setup_filters(parser)
    parser.add_argument(
        "--show",
        type=positive_int,
        default=10,
        metavar="N",
        help="show at most N failures (default: %(default)s)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    files = args.files or _files_of(_folder(args.folder))
    chosen = [(path, _chosen(read_vectors(path), args)) for path in files]
    if not any(vectors for _, vectors in chosen):
        refuse_vector(", ".join(path.name for path in files), "No vector matches the options.")
    started = time.perf_counter()
    tally = _run(chosen)
    _report(tally, time.perf_counter() - started, args.show)
    return 1 if tally.failures else 0


@dataclass(slots=True)
class _Tally:
    """What a run came to, by file and by tag."""

    files: dict[str, Counter[str]] = field(default_factory=dict)
    tags: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, Failure]] = field(default_factory=list)

    def add(self, file: str, verdict: VectorResult) -> None:
        counts = self.files.setdefault(file, Counter())
        counts["vectors"] += 1
        counts["moves"] += verdict.moves
        counts["nodes"] += verdict.nodes
        counts["failed"] += not verdict.passed
        if isinstance(verdict.vector, Scenario):
            self.tags.update(verdict.vector.tags)
        self.failures += [(file, failure) for failure in verdict.failures]

    def total(self) -> Counter[str]:
        return sum(self.files.values(), Counter())


def _folder(given: Path | None) -> Path:
    """Return the folder of the option or the environment, the repository's or the package's."""
    if given is not None:
        return given
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    here = [Path.cwd(), *Path.cwd().parents, *Path(__file__).resolve().parents]
    for root in here:
        if (root / _IN_REPOSITORY).is_dir():
            return root / _IN_REPOSITORY
    if _IN_PACKAGE.is_dir():
        return _IN_PACKAGE
    return refuse_vector(
        str(_IN_REPOSITORY),
        f"Not in a repository: give files, or set --folder or ${FOLDER_VARIABLE}.",
    )


def _files_of(folder: Path) -> list[Path]:
    found = sorted(path for path in folder.glob("*") if path.name.endswith(_SUFFIXES))
    if not found:
        refuse_vector(str(folder), "There is no .jsonl or .jsonl.gz file in this folder.")
    return found


def _chosen(vectors: Iterable[Vector], args: argparse.Namespace) -> list[Vector]:
    setups = selected_setups(args)
    return [v for v in vectors if v.setup in setups and (not args.tag or _has_a_tag(v, args.tag))]


def _has_a_tag(vector: Vector, tags: Sequence[str]) -> bool:
    own = (vector.kind, *vector.tags) if isinstance(vector, Scenario) else (vector.kind,)
    return any(tag in own for tag in tags)


def _run(chosen: Sequence[tuple[Path, Sequence[Vector]]]) -> _Tally:
    from ringrift.conformance.verify import check_vector

    tally = _Tally()
    with progress_bar("verify", sum(_weight(v) for _, vectors in chosen for v in vectors)) as bar:
        for path, vectors in chosen:
            bar.name(path.name)
            for vector in vectors:
                tally.add(path.name, check_vector(vector))
                bar.advance(_weight(vector))
    return tally


def _weight(vector: Vector) -> int:
    """About how many moves checking it will apply, so that the bar moves evenly."""
    match vector:
        case PerftVector(counts=counts):
            return 1 + sum(counts[:-1])
        case GameVector(steps=steps):
            return 1 + len(steps)
        case Scenario():
            return 1


def _report(tally: _Tally, seconds: float, most: int) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    table = Table(box=None, pad_edge=False)
    for head in ("file", "vectors", "moves", "perft nodes", "failed"):
        table.add_column(head, justify="left" if head == "file" else "right", no_wrap=True)
    for file, counts in [*tally.files.items(), ("total", tally.total())]:
        table.add_row(
            file, *(f"{counts[name]:,}" for name in ("vectors", "moves", "nodes", "failed"))
        )
    console.print(table)
    if tally.tags:
        by_tag = ", ".join(f"{tag} {count}" for tag, count in sorted(tally.tags.items()))
        console.print(f"\nscenarios by tag: {by_tag}", soft_wrap=True)
    for file, failure in tally.failures[:most]:
        console.print(f"\n[red]{file}[/red] ", end="")
        console.print(str(failure), markup=False, soft_wrap=True)
    if len(tally.failures) > most:
        console.print(f"\n... and {len(tally.failures) - most} more failures")
    word = (
        f"[red]{len(tally.failures)} failures[/red]"
        if tally.failures
        else "[green]all passed[/green]"
    )
    console.print(f"\n{word}, {seconds:.1f} s")
