"""`ringrift soak`: many random games with every invariant checked."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from typing import TYPE_CHECKING, Final

from ringrift.cli.setups import add_setup_filters, at_least_one, chosen_setups

if TYPE_CHECKING:
    from ringrift.contract.soak import SoakReport

_MOST_TROUBLES: Final = 20  # shown


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "soak",
        help="play random games with every invariant checked",
        description="Play random games, from the start and from mid-game positions in turn, with every "
        "invariant checked. Exit code 0: nothing wrong; 1: something was.",
    )
    parser.add_argument("--games", type=at_least_one, default=100, metavar="N", help="default: %(default)s")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="game i is played with S + i (default: %(default)s)"
    )
    add_setup_filters(parser)
    parser.add_argument("--seconds", type=float, metavar="T", help="start no further game after T seconds")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Soak, report, and fail if anything was wrong."""
    from ringrift.contract.soak import SoakReport

    report = SoakReport()
    started = time.perf_counter()
    _play(args, report, started)
    _print(report, time.perf_counter() - started)
    return 1 if report.troubles else 0


def _play(args: argparse.Namespace, report: SoakReport, started: float) -> None:
    from rich.console import Console
    from rich.progress import track

    from ringrift.contract.soak import soak

    bar = Console(stderr=True)
    games = soak(chosen_setups(args), args.games, args.seed)
    shown = track(games, "soak", args.games, console=bar, transient=True, disable=not bar.is_terminal)
    for game in shown:
        report.add(game)
        if args.seconds is not None and time.perf_counter() - started >= args.seconds:
            break


def _print(report: SoakReport, seconds: float) -> None:
    shortest, middle, longest = report.length_summary
    print(f"games       {report.games:,}")
    print(f"moves       {report.moves:,} ({report.moves / seconds:,.0f} a second, checks included)")
    print(f"lengths     {shortest} shortest, {middle:g} median, {longest} longest")
    print(f"reasons     {_counted(report.reasons)}")
    print(f"move types  {_counted(report.types)}")
    for trouble in report.troubles[:_MOST_TROUBLES]:
        print(f"TROUBLE     {trouble}")
    print(f"troubles    {len(report.troubles)}")


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.most_common())
