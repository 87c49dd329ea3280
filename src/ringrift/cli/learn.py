"""`ringrift learn`: train evaluation networks by self-play."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from ringrift.cli.arguments import positive_int
from ringrift.cli.progress import progress_bar
from ringrift.extras import missing_extra
from ringrift.rules.editions import DEFAULT_EDITION, EDITION_NAMES
from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.setup import DEFAULT_PLAYERS


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "learn",
        help="train an evaluation network by self-play",
        description="Play games, train a network on them, and promote it if it beats the best one "
        "so far. A run that was interrupted continues with the same command. Needs PyTorch and "
        "numpy.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the run folder")
    parser.add_argument("--board", choices=BOARD_NAMES, default=BOARD_NAMES[0])
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=DEFAULT_PLAYERS)
    parser.add_argument("--edition", choices=EDITION_NAMES, default=DEFAULT_EDITION)
    for name, default, what in (
        ("generations", 3, "generations"),
        ("games", 2000, "self-play games of a generation"),
        ("nodes", 200, "nodes of a decision in self-play"),
        ("epochs", 12, "passes over the samples"),
        ("match-nodes", 1000, "nodes of a decision in a match"),
        ("match-games", 600, "most games of a match"),
    ):
        parser.add_argument(
            f"--{name}",
            type=positive_int,
            default=default,
            metavar="N",
            help=f"{what} (default: {default})",
        )
    parser.add_argument("--seed", type=positive_int, default=1, metavar="S")
    parser.add_argument(
        "--start",
        choices=("linear", "shipped"),
        default="linear",
        help="what plays the first generation: the linear evaluation, or the shipped network",
    )
    parser.add_argument(
        "--method",
        choices=("tree", "alpha-beta"),
        default="tree",
        help="the search that plays (default: tree; alpha-beta for the big boards)",
    )
    parser.add_argument(
        "--correction",
        type=_share,
        default=1.0,
        metavar="SHARE",
        help="how much of what it learned the network adds to the linear evaluation (default: 1)",
    )
    parser.add_argument(
        "--jobs", type=positive_int, default=1, metavar="N", help="threads that play (default: 1)"
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on this Ray cluster (auto, or HOST:PORT)"
    )
    parser.set_defaults(run=_learn)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = math.nan
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError(f"{text}: use a number above 0 and up to 1")
    return share


def _learn(args: argparse.Namespace) -> int:
    try:
        from ringrift.learning.cycle import LearnSettings, learn
        from ringrift.learning.game_tasks import GameWorkers, ThreadWorkers
        from ringrift.learning.ray_workers import RayWorkers
    except ModuleNotFoundError as error:
        message = missing_extra("learning", "learning", error)
        raise RingRiftError(Refusal("PACKAGE_MISSING", None, message)) from error
    settings = LearnSettings(
        args.board,
        args.players,
        args.edition,
        generations=args.generations,
        games=args.games,
        nodes=args.nodes,
        epochs=args.epochs,
        match_nodes=args.match_nodes,
        match_games=args.match_games,
        seed=args.seed,
        start=args.start,
        correction=args.correction,
        method=args.method,
    )
    workers: GameWorkers = ThreadWorkers(args.jobs)
    if args.ray is not None:
        workers = RayWorkers(args.ray)
    with progress_bar("self-play", 1.0) as bar:

        def show(step: str, done: float, total: float) -> None:
            bar.name(step)
            bar.reach(done / total)

        generations = learn(args.folder, settings, show, workers)
    for one in generations:
        print(
            f"generation {one.number}: {one.share:.1%} of {one.games:,} games"
            f" ({one.low:.1%} to {one.high:.1%}), {one.verdict}"
            f"{', promoted' if one.promoted else ''}; log loss {one.loss:.4f}"
            f" (linear {one.linear_loss:.4f})"
        )
    print(f"The run is in {args.folder}; strength.svg shows the strength by generation.")
    return 0
