"""`ringrift dataset`: write the decisions of games as Parquet files, and describe them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringrift.cli.arguments import positive_int
from ringrift.cli.progress import track_progress
from ringrift.extras import missing_extra
from ringrift.rules.editions import DEFAULT_EDITION, EDITION_NAMES
from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.setup import DEFAULT_PLAYERS, Setup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ringrift.records import Record


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "dataset",
        help="write the decisions of games for machine learning",
        description="Write the decisions of recorded or self-played games as Parquet files, in the "
        "format of docs/reference/datasets.md. Needs the packages numpy and pyarrow.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _register_export(commands)
    _register_selfplay(commands)
    show = commands.add_parser("show", help="check a dataset and describe it")
    show.add_argument("folder", type=Path, metavar="DIR")
    show.set_defaults(run=_show)


def _register_export(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "export", help="write the decisions of the games in files of records and stores"
    )
    parser.add_argument("sources", nargs="+", type=Path, metavar="FILE")
    _add_setup(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new folder")
    parser.set_defaults(run=_export)


def _register_selfplay(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "selfplay", help="play games of the search against itself and write their decisions"
    )
    _add_setup(parser)
    parser.add_argument("--games", type=positive_int, default=100, metavar="N")
    parser.add_argument(
        "--nodes", type=positive_int, default=300, metavar="N", help="per decision (default: 300)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new folder")
    parser.set_defaults(run=_selfplay)


def _add_setup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", choices=BOARD_NAMES, default=BOARD_NAMES[0])
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=DEFAULT_PLAYERS)
    parser.add_argument("--edition", choices=EDITION_NAMES, default=DEFAULT_EDITION)


def _export(args: argparse.Namespace) -> int:
    writer_type, decisions = _import_learning()
    setup, skipped = _setup(args), 0
    source = {"records": [path.name for path in args.sources]}
    with writer_type(args.out, setup, source) as writer:
        for name, record in _records(args.sources):
            heading = record.heading
            game = None
            if (heading.board, heading.players, heading.edition) == (
                setup.board,
                setup.players,
                setup.edition,
            ):
                game = decisions.decisions_of_record(record)
            if game is None:
                skipped += 1
            else:
                writer.add_game(name, game.decisions, game.rewards)
    print(f"{writer.decisions:,} decisions of {writer.games:,} games written to {args.out}.")
    if skipped:
        print(f"{skipped:,} games have another setup or did not end by the rules.")
    return 0


def _selfplay(args: argparse.Namespace) -> int:
    writer_type, decisions = _import_learning()
    player = decisions.SelfPlay(_setup(args), nodes=args.nodes)
    source = {"selfplay": {"nodes": args.nodes, "seed": args.seed, "games": args.games}}
    with writer_type(args.out, _setup(args), source) as writer:
        seeds = range(args.seed, args.seed + args.games)
        for seed in track_progress(seeds, "games", args.games):
            game = player.play(seed)
            writer.add_game(str(seed), game.decisions, game.rewards)
    print(f"{writer.decisions:,} decisions of {writer.games:,} games written to {args.out}.")
    return 0


def _show(args: argparse.Namespace) -> int:
    _import_learning()
    from ringrift.learning.dataset import Dataset

    dataset = Dataset(args.folder)
    dataset.verify()
    manifest = dataset.manifest
    print(f"{dataset.setup}: {len(dataset):,} decisions of {manifest['games']:,} games")
    print(
        f"planes {manifest['planes']}, scalars {manifest['scalars']}, {manifest['actions']} actions"
    )
    print(f"source {manifest['source']}, written by RingRift {manifest['ringrift']}")
    return 0


def _setup(args: argparse.Namespace) -> Setup:
    return Setup(args.board, args.players, args.edition)


def _records(sources: list[Path]) -> Iterator[tuple[str, Record]]:
    from ringrift.records import RecordFile, Store

    for path in sources:
        with path.open("rb") as file:
            is_store = file.read(16).startswith(b"SQLite format 3")
        if is_store:
            with Store(path, create=False) as store:
                for number in store.ids():
                    yield f"{path.name}#{number}", store.get(number)
            continue
        with RecordFile(path) as records:
            for raw in records:
                yield f"{path.name}:{raw.line}", raw.read()


def _import_learning() -> tuple[Any, Any]:
    try:
        from ringrift.learning import decisions
        from ringrift.learning.dataset import DatasetWriter
    except ModuleNotFoundError as error:
        message = missing_extra("a dataset", "learning", error)
        raise RingRiftError(Refusal("PACKAGE_MISSING", None, message)) from error
    return DatasetWriter, decisions
