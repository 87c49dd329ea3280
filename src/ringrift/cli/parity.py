"""`ringrift parity`: compare the reference engine and the kernel move by move."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ringrift.cli.arguments import add_setup_filters, positive_int, selected_setups
from ringrift.rules.errors import InvalidSetupError, Refusal

if TYPE_CHECKING:
    from ringrift.conformance.lockstep import Difference
    from ringrift.conformance.parity import Parity, ParityRun
    from ringrift.kernel.engines import Engine

_OUT: Final = Path("parity-differences.jsonl")


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "parity",
        help="compare the reference engine and the kernel move by move",
        description="Play random games, from the start and from mid-game positions, and the given "
        "vectors on the reference engine and the kernel in lockstep. A difference is shrunk, drawn "
        "and written as a vector. Exit code 0: the engines agree; 1: they differ; 2: the "
        "comparison cannot run.",
    )
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="vector files to compare as well"
    )
    parser.add_argument(
        "--games", type=_count, default=100, metavar="N", help="random games (default: %(default)s)"
    )
    parser.add_argument(
        "--positions",
        type=_count,
        default=1000,
        metavar="M",
        help="mid-game positions (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="S",
        help="game i uses seed S + i (default: %(default)s)",
    )
    parser.add_argument(
        "--illegal",
        type=_count,
        default=2,
        metavar="K",
        help="illegal moves to explain in each state (default: %(default)s)",
    )
    add_setup_filters(parser)
    parser.add_argument(
        "--seconds", type=float, metavar="T", help="start no new run after T seconds"
    )
    parser.add_argument(
        "--stop-after",
        type=positive_int,
        default=1,
        metavar="K",
        help="stop after K differences (default: %(default)s)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=_OUT,
        metavar="FILE",
        help="write differences to this file (default: %(default)s)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Compare the installed kernel with the reference engine."""
    from ringrift.kernel.engines import installed_kernel

    return compare(args, installed_kernel())


def compare(args: argparse.Namespace, tested: type[Engine]) -> int:
    """Compare any engine with the reference engine; return 1 if they differ."""
    from ringrift.conformance.parity import Parity

    tally = _Tally()
    started = time.perf_counter()
    _walk(args, Parity(tested, illegal=args.illegal), tally, started)
    _print(tally, time.perf_counter() - started)
    if tally.differences:
        _report(tally, tested, args.out)
    return 1 if tally.differences else 0


@dataclass(slots=True)
class _Tally:
    """What a comparison came to."""

    runs: int = 0
    moves: int = 0
    nodes: int = 0
    differences: list[tuple[str, Difference]] = field(default_factory=list)

    def add(self, run: ParityRun) -> None:
        self.runs += 1
        self.moves += run.moves
        self.nodes += run.nodes
        if run.difference is not None:
            self.differences.append((run.name, run.difference))


def _walk(args: argparse.Namespace, parity: Parity, tally: _Tally, started: float) -> None:
    from rich.console import Console
    from rich.progress import track

    from ringrift.conformance.vectors import read_vectors

    vectors = [vector for path in args.files for vector in read_vectors(path)]
    total = len(vectors) + args.games + args.positions
    if not total:
        message = (
            "There is nothing to compare: give vector files, or leave out --games or --positions."
        )
        raise InvalidSetupError(Refusal("MALFORMED", None, message, "--games"))

    def runs() -> Iterator[ParityRun]:
        yield from map(parity.check_vector, vectors)
        yield from parity.runs(selected_setups(args), args.games, args.positions, args.seed)

    bar = Console(stderr=True)
    for run in track(
        runs(), "parity", total, console=bar, transient=True, disable=not bar.is_terminal
    ):
        tally.add(run)
        late = args.seconds is not None and time.perf_counter() - started >= args.seconds
        if late or len(tally.differences) >= args.stop_after:
            break


def _print(tally: _Tally, seconds: float) -> None:
    print(f"runs         {tally.runs:,}")
    print(
        f"moves        {tally.moves:,}"
        f" ({tally.moves / seconds:,.0f} per second, everything compared)"
    )
    print(f"perft nodes  {tally.nodes:,}")
    print(f"differences  {len(tally.differences)}")


def _report(tally: _Tally, tested: type[Engine], out: Path) -> None:
    from ringrift.conformance.parity_report import format_difference, make_regression_row
    from ringrift.conformance.shrink import shrink_difference
    from ringrift.conformance.vector_generator import write_rows

    rows = {}
    for name, found in tally.differences:
        small = shrink_difference(found, tested)
        row = make_regression_row(small)
        if row["id"] not in rows:
            print(
                f"\n{name}, after {len(found.moves)} moves. Shrunk:\n\n{format_difference(small)}"
            )
        rows[row["id"]] = row
    write_rows(out, "scenarios", rows.values())
    print(f"\n{len(rows)} vectors written to {out}: run them with `ringrift verify {out}`.")


def _count(text: str) -> int:
    """A whole number, for argparse."""
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError("expected a whole number of at least 0")
    return int(text)
