"""`ringrift soak`: many random games with every invariant checked."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from typing import TYPE_CHECKING, Final

from ringrift.cli.arguments import (
    add_setup_filters,
    non_negative_seconds,
    positive_int,
    selected_setups,
)
from ringrift.cli.progress import track_progress
from ringrift.rules.invariants import CHECK_MODES, InvariantChecks

if TYPE_CHECKING:
    from ringrift.conformance.soak import SoakReport

_MOST_TROUBLES: Final = 20  # shown


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "soak",
        help="play random games with every invariant checked",
        description="Play random games, alternately from the start and from mid-game positions, "
        "and check every invariant. Exit code 0: no violation; 1: violations, with the command "
        "that replays each game.",
    )
    parser.add_argument(
        "--games",
        type=positive_int,
        default=100,
        metavar="N",
        help="number of games (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="S",
        help="game i uses seed S + i (default: %(default)s)",
    )
    add_setup_filters(parser)
    parser.add_argument(
        "--start",
        choices=("new", "mid-game"),
        help="where games start (default: alternate between both)",
    )
    parser.add_argument(
        "--checks",
        choices=CHECK_MODES,
        default="log",
        help="raise: stop at the first violation; log: count it and continue; off: check only that "
        "games make progress and end (default: %(default)s)",
    )
    parser.add_argument(
        "--seconds",
        type=non_negative_seconds,
        metavar="T",
        help="start no new game after T seconds",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Soak, report, and fail if anything was wrong."""
    from ringrift.conformance.soak import SoakReport

    report, checks = SoakReport(), InvariantChecks(args.checks)
    started = time.perf_counter()
    _play(args, report, checks, started)
    print_report(report, checks, time.perf_counter() - started)
    return 1 if report.failures else 0


def _play(
    args: argparse.Namespace, report: SoakReport, checks: InvariantChecks, started: float
) -> None:
    from ringrift.conformance.soak import STARTS, run_soak

    starts = STARTS if args.start is None else (args.start,)
    games = run_soak(selected_setups(args), args.games, args.seed, starts, checks)
    for game in track_progress(games, "soak", args.games):
        report.add(game)
        if args.seconds is not None and time.perf_counter() - started >= args.seconds:
            break


def print_report(report: SoakReport, checks: InvariantChecks, seconds: float) -> None:
    """Say what a soak saw."""
    shortest, middle, longest = report.length_summary
    looked = "without checks" if checks.mode == "off" else "checks included"
    print(f"games       {report.games:,}")
    print(f"moves       {report.moves:,} ({report.moves / seconds:,.0f} per second, {looked})")
    print(f"lengths     {shortest} shortest, {middle:g} median, {longest} longest")
    print(f"reasons     {_format_counter(report.reasons)}")
    print(f"move types  {_format_counter(report.types)}")
    if checks.counts:
        print(f"violations  {_format_counter(checks.counts)}")
    for trouble in report.failures[:_MOST_TROUBLES]:
        print(f"FAILURE     {trouble}")
    if len(report.failures) > _MOST_TROUBLES:
        print(f"FAILURE     ... and {len(report.failures) - _MOST_TROUBLES} more")
    print(f"failures    {len(report.failures)}")


def _format_counter(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.most_common())
