"""`ringrift analyse`: find the best moves in a position, or annotate a game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from ringrift.cli.arguments import non_negative_seconds, positive_int
from ringrift.rules import BOARD_NAMES, EDITION_NAMES, State, new_game
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.errors import InvalidSetupError, Refusal
from ringrift.rules.notation import format_move
from ringrift.rules.position_string import load_position
from ringrift.rules.setup import DEFAULT_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Generator

    from rich.console import Console
    from rich.table import Table

    from ringrift.players.annotation import Annotation
    from ringrift.players.search import Report
    from ringrift.records import RawRecord, Record

DEFAULT_SECONDS: Final = 5.0
DEFAULT_BEST: Final = 3
_START_OPTIONS: Final = ("board", "players", "edition")
_METHODS: Final = ("alpha-beta", "tree")


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "analyse",
        help="find the best moves in a position, or annotate a game",
        description="Find the best moves in a position and show them during the search. With "
        "--annotate or --graph, evaluate every decision in a game from a file.",
    )
    parser.add_argument(
        "what",
        nargs="?",
        help="a file of game records, or a position string (default: the start of a new game)",
    )
    parser.add_argument(
        "--board", choices=BOARD_NAMES, help="board of the new game (default: square8)"
    )
    parser.add_argument(
        "--players",
        type=int,
        choices=(2, 3, 4),
        help=f"players in the new game (default: {DEFAULT_PLAYERS})",
    )
    parser.add_argument(
        "--edition", choices=EDITION_NAMES, help="edition of the new game (default: standard)"
    )
    parser.add_argument(
        "--game",
        type=positive_int,
        metavar="N",
        help="analyse the Nth game in the file (default: 1)",
    )
    parser.add_argument(
        "--after",
        type=int,
        metavar="N",
        help="analyse the position after the Nth move of the game (default: the last)",
    )
    parser.add_argument("--nodes", type=positive_int, metavar="N", help="stop after N nodes")
    parser.add_argument(
        "--seconds",
        type=non_negative_seconds,
        metavar="S",
        help=f"stop after S seconds (default: {DEFAULT_SECONDS:g})",
    )
    parser.add_argument(
        "--depth", type=positive_int, metavar="N", help="search to a depth of N decisions"
    )
    parser.add_argument(
        "--best",
        type=positive_int,
        metavar="N",
        help=f"show the best N moves (default: {DEFAULT_BEST})",
    )
    parser.add_argument(
        "--method",
        choices=_METHODS,
        help="search method (default: chosen by the number of players)",
    )
    parser.add_argument(
        "--threads", type=positive_int, metavar="N", help="search threads (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    parser.add_argument(
        "--annotate",
        type=Path,
        metavar="FILE",
        help="write the game with comments to this file (.rrg)",
    )
    parser.add_argument(
        "--graph",
        type=Path,
        metavar="FILE",
        help="write a graph of the winning chances to this file (.svg)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Analyse a position, or a whole game."""
    _reject_unused_options(args)
    if args.annotate is not None or args.graph is not None:
        return _annotate(args, _sheet(args))
    from rich.console import Console

    from ringrift.players.search import apply_due_bookkeeping

    state = apply_due_bookkeeping(_state(args))

    console = Console(highlight=False, emoji=False, markup=False)
    with closing(_reports(args, state)) as reports:
        if args.json:
            _print_json(state, reports)
        elif console.is_terminal:
            _show_live(console, state, reports)
        else:
            _print_lines(state, reports)
    return 0


def _reject_unused_options(args: argparse.Namespace) -> None:
    """Reject options that do not apply to what is analysed."""
    what: str
    foreign: tuple[str, ...]
    if args.annotate is not None or args.graph is not None:
        what, foreign = (
            "a whole game",
            (*_START_OPTIONS, "after", "depth", "best", "threads", "json"),
        )
    elif args.what is None:
        what, foreign = "the start of a game", ("game", "after")
    elif _file(args) is None:
        what, foreign = "a position string", (*_START_OPTIONS, "game", "after")
    else:
        what, foreign = "a game from a file", _START_OPTIONS
    said = {option: getattr(args, option) for option in foreign}
    given = [
        f"--{option}" for option, value in said.items() if value is not None and value is not False
    ]
    if given:
        message = f"{', '.join(given)} cannot be used with {what}; leave it out"
        raise InvalidSetupError(Refusal("OPTION_NOT_HERE", None, message, given[0]))


def _reports(args: argparse.Namespace, state: State) -> Generator[Report, None, None]:
    from ringrift.players.analysis import analyse

    unlimited = args.nodes is None and args.depth is None and args.seconds is None
    reports = analyse(
        state,
        seconds=DEFAULT_SECONDS if unlimited else args.seconds,
        nodes=args.nodes,
        depth=args.depth,
        best=args.best or DEFAULT_BEST,
        method=args.method,
        threads=args.threads or 1,
    )
    return cast("Generator[Report, None, None]", reports)


def _state(args: argparse.Namespace) -> State:
    if args.what is None:
        return new_game(
            args.board or "square8",
            args.players or DEFAULT_PLAYERS,
            args.edition or DEFAULT_EDITION,
        )
    if _file(args) is None:
        return load_position(args.what)
    from ringrift.records import StoreError, replay

    record = _sheet(args).read()
    last = len(record) if args.after is None else args.after
    if last not in range(len(record) + 1):
        raise StoreError(
            "NO_SUCH_MOVE", f"The game has {len(record)} moves; use --after 0 to {len(record)}."
        )
    return list(replay(record))[last]


def _file(args: argparse.Namespace) -> Path | None:
    """Return the named file; None for a position string, which starts with its board."""
    if args.what is None or args.what.partition(" ")[0] in BOARD_NAMES:
        return None
    return Path(args.what)


def _sheet(args: argparse.Namespace) -> RawRecord:
    from ringrift.records import RecordFile, StoreError

    path, number = _file(args), args.game or 1
    if path is None:
        raise StoreError(
            "NO_RECORD", "Only a game from a file can be annotated. Give a file of game records."
        )
    try:
        with RecordFile(path) as file:
            sheet = next(islice(file, number - 1, None), None)
    except OSError as error:
        raise StoreError("NO_RECORD", f"{path}: {error.strerror}.") from error
    if sheet is None:
        raise StoreError("NO_SUCH_GAME", f"{path} has no game {number}.")
    return sheet


def _print_json(state: State, reports: Iterator[Report]) -> None:
    from ringrift.players.analysis import report_json

    for report in reports:
        print(json.dumps(report_json(state, report), ensure_ascii=False), flush=True)


def _print_lines(state: State, reports: Iterator[Report]) -> None:
    from ringrift.players.analysis import format_report

    for report in reports:
        print(*format_report(state, report), sep="\n", flush=True)


def _show_live(console: Console, state: State, reports: Iterator[Report]) -> None:
    from rich.live import Live

    with Live(console=console, auto_refresh=False) as live:
        for report in reports:
            live.update(_table(state, report), refresh=True)


def _table(state: State, report: Report) -> Table:
    from rich.table import Table
    from rich.text import Text

    from ringrift.cli.board_text import seat_style
    from ringrift.drawing.look import load_look
    from ringrift.players.analysis import format_pv

    caption = (
        f"depth {report.depth}, {report.nodes:,} nodes in {report.seconds:.1f} s, "
        f"{report.nodes_per_second:,.0f} nodes/s"
    )
    table = Table(
        box=None, pad_edge=False, title_justify="left", caption=caption, caption_justify="left"
    )
    table.add_column("", justify="right")
    table.add_column("move", no_wrap=True)
    for seat in state.board.seats:
        name = load_look().seat(seat).name
        table.add_column(Text(name, seat_style(seat)), justify="right", no_wrap=True)
    table.add_column("and then")
    for number, line in enumerate(report.pvs, start=1):
        shares = [f"{share:.1%}" for share in line.shares]
        table.add_row(
            str(number),
            format_move(state, line.move),
            *shares,
            format_pv(state, line.pv[1:]),
        )
    return table


def _annotate(args: argparse.Namespace, sheet: RawRecord) -> int:
    from ringrift.cli.progress import track_progress
    from ringrift.players.annotation import build_annotation, judge_turns
    from ringrift.players.search import Method

    _check_output_files(args)
    record = sheet.read()
    method = None if args.method is None else Method(args.method)
    judgements = judge_turns(record, nodes=args.nodes, seconds=args.seconds, method=method)
    annotation = build_annotation(record, track_progress(judgements, "annotate", None))
    _summarise(annotation)
    if args.annotate is not None:
        _write(args.annotate, _pieces(args, sheet, annotation.record))
    if args.graph is not None:
        from ringrift.players.share_graph import graph_svg

        _write(args.graph, [graph_svg(annotation)])
    return 0


def _check_output_files(args: argparse.Namespace) -> None:
    """What could not be written at the end, or not without a loss."""
    from ringrift.cli.output_files import (
        format_for,
        require_new_file,
        require_readable_games,
        require_writable,
    )
    from ringrift.records import StoreError

    if args.graph is not None:
        if args.graph.suffix.lower() != ".svg":
            message = (
                f"--graph {args.graph}: the graph is an SVG picture. "
                "Use a file name that ends in .svg."
            )
            raise StoreError("UNKNOWN_FORM", message)
        require_writable("--graph", args.graph)
    if args.annotate is not None:
        require_writable("--annotate", args.annotate)
        if _in_place(args):
            require_readable_games("--annotate", args.annotate)
        else:
            format_for(args.annotate)
            require_new_file("--annotate", args.annotate)


def _in_place(args: argparse.Namespace) -> bool:
    """Whether the game is annotated in the file that it is read from."""
    source = _file(args)
    target: Path = args.annotate
    return source is not None and target.exists() and target.samefile(source)


def _pieces(args: argparse.Namespace, sheet: RawRecord, annotated: Record) -> Iterator[str]:
    """Return the text to write: this game alone, or its whole file when annotated in place."""
    from ringrift.cli.output_files import format_for, replace_game
    from ringrift.records import dump_records

    if _in_place(args):
        return replace_game(args.annotate, args.game or 1, sheet, annotated)
    return dump_records([annotated], format_for(args.annotate))


def _write(path: Path, pieces: Iterable[str]) -> None:
    from ringrift.cli.output_files import write_atomically
    from ringrift.records import StoreError

    try:
        write_atomically(path, pieces)
    except OSError as error:
        raise StoreError(
            "CANNOT_WRITE", f"{path}: {error.strerror}. Choose another file."
        ) from error
    print(f"Wrote {path}.")


def _summarise(annotation: Annotation) -> None:
    from ringrift.drawing.look import load_look
    from ringrift.players.analysis import format_pv
    from ringrift.players.annotation import format_remark

    start = annotation.record.heading.start()
    for one in annotation.judgements:
        if one.mark:
            name = load_look().seat(one.seat).name
            print(
                f"turn {one.turn}, {name}: {format_pv(start, one.moves)}"
                f" {format_remark(start, one)}"
            )
    for point in annotation.turning_points:
        print(f"turn {point.turn}: {load_look().seat(point.favourite).name} is ahead now")
    for seat in start.board.seats:
        marks = (
            ", ".join(f"{count} {mark}" for mark, count in annotation.marks(seat).items())
            or "no marks"
        )
        accuracy = annotation.accuracy(seat)
        known = "no turns" if accuracy is None else f"accuracy {accuracy:.0%}"
        lost = f"lost {annotation.mean_loss(seat):.1%} per turn on average"
        print(f"{load_look().seat(seat).name}: {known}, {lost}; {marks}")
