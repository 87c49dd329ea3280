"""`ringrift records`: games in a store and in files; list, search, show, replay, verify, convert them."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, cast, get_args

from ringrift.cli.setups import at_least_one
from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.state import VictoryReason

if TYPE_CHECKING:
    from ringrift.records import Added, GameRow, Limits, Query, Record, RecordError, RecordFile, Sheet, Store
    from ringrift.rules import State

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

STORE_VARIABLE: Final = "RINGRIFT_STORE"
DEFAULT_STORE: Final = "ringrift.sqlite3"
WRONG: Final = 1  # a record is refused
CANNOT: Final = 2  # what was asked for cannot be done: no such file, game or store
BATCH: Final = 50  # games written in one transaction

Command = Callable[[argparse.Namespace], int]


def register(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "records",
        help="keep, search, verify and convert game records",
        description="Keep games in a store, a SQLite file. Exit code 0: done; 1: a record is refused, the "
        "message names its line and move; 2: what was asked for cannot be done.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _register_looking(commands)
    _register_files(commands)


def _register_looking(commands: Commands) -> None:
    listing = _command(commands, "list", _list, "list the games of the store")
    _add_page(listing)
    search = _command(commands, "search", _list, "list the games that fit")
    _add_filters(search)
    _add_page(search)
    show = _command(commands, "show", _show, "print a game as text")
    show.add_argument("id", type=at_least_one, metavar="ID", help="the number of a game, as list gives it")
    show.add_argument("--json", action="store_true", help="as one line of JSON instead")
    show.add_argument("--links", action="store_true", help="with the links of the hash chain")
    replay = _command(commands, "replay", _replay, "print the boards of a game")
    replay.add_argument("game", metavar="ID|FILE", help="a game of the store, or a file of records")
    replay.add_argument(
        "--game", type=at_least_one, default=1, dest="which", metavar="K", help="of a file: the Kth game"
    )
    replay.add_argument("--at", type=_number, metavar="N", help="only the board after N moves (0: the start)")
    stats = _command(commands, "stats", _stats, "count games, boards, results and lengths")
    stats.add_argument("--json", action="store_true", help="as JSON")


def _register_files(commands: Commands) -> None:
    importing = _command(commands, "import", _import, "put the games of files into the store")
    importing.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="text or JSONL, plain or gzip'd"
    )
    export = _command(commands, "export", _export, "write games of the store to a file")
    export.add_argument("ids", nargs="*", type=at_least_one, metavar="ID", help="default: all that fit")
    export.add_argument("-o", "--out", type=Path, metavar="FILE", help="default: standard output")
    export.add_argument("--format", choices=("text", "jsonl"), help="default: by the name of FILE, else text")
    _add_filters(export)
    verify = _command(commands, "verify", _verify, "replay games and check results, hashes and chains")
    verify.add_argument("games", nargs="*", metavar="ID|FILE", help="default: the whole store")
    convert = _command(commands, "convert", _convert, "turn text into JSONL or back")
    convert.add_argument("source", type=Path, metavar="IN")
    convert.add_argument(
        "target", type=Path, metavar="OUT", help=".rrg or .txt: text; .jsonl: JSONL; .gz may follow"
    )
    for parser in (importing, verify, convert):
        for what in ("moves", "bytes"):
            parser.add_argument(f"--max-{what}", type=at_least_one, metavar="N", help="in one game")
    for parser, what in (
        (importing, "take only games signed by this key"),
        (verify, "the games must be signed by this key"),
        (export, "sign the games"),
        (convert, "sign the games"),
    ):
        parser.add_argument(
            "--key-file", type=Path, metavar="FILE", help=f"{what}: a file that holds the secret"
        )


def _command(commands: Commands, name: str, run: Command, what: str) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=what, description=what[0].upper() + what[1:] + ".")
    if run is not _convert:
        parser.add_argument(
            "--store", type=Path, metavar="FILE", help=f"default: ${STORE_VARIABLE}, else ./{DEFAULT_STORE}"
        )
    parser.set_defaults(run=_guarded(run))
    return parser


def _add_filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", choices=BOARD_NAMES)
    parser.add_argument("--players", type=int, choices=(2, 3, 4))
    parser.add_argument("--edition", choices=EDITION_NAMES)
    parser.add_argument("--result", choices=("finished", "unfinished"))
    parser.add_argument("--winner", type=int, choices=(1, 2, 3, 4), help="the seat that won")
    parser.add_argument("--reason", choices=get_args(VictoryReason), help="how it was won")
    parser.add_argument("--name", metavar="TEXT", help="a part of a player's name")
    parser.add_argument("--opening", metavar="MOVES", help="the first moves, such as '@d4x2 d4-d6'")


def _add_page(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", type=at_least_one, default=50, metavar="N", help="default: %(default)s")
    parser.add_argument("--offset", type=_number, default=0, metavar="N", help="leave out the first N")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError("a whole number belongs here")
    return int(text)


def _guarded(run: Command) -> Command:
    """The command with its refusals as exit codes."""

    def guarded(args: argparse.Namespace) -> int:
        from ringrift.records import RecordError, StoreError

        try:
            return run(args)
        except StoreError as error:
            code = WRONG if error.code == "DAMAGED" else CANNOT
            said = str(error)
        except RecordError as error:
            code, said = WRONG, str(error)
        except BrokenPipeError:
            raise
        except OSError as error:
            code, said = CANNOT, f"{error.filename}: {error.strerror}"
        print(f"ringrift records: {said}", file=sys.stderr)
        return code

    return guarded


def _list(args: argparse.Namespace) -> int:
    with _store(args) as store:
        query = _query(args)
        rows = store.games(query, args.limit, args.offset)
        count = store.count(query)
    if args.json:
        for row in rows:
            print(json.dumps(asdict(row), ensure_ascii=False))
        return 0
    heads = ("id", "board", "edition", "players", "moves", "result", "opening")
    _print_table([heads, *map(_cells, rows)])
    print(f"{len(rows)} of {count} games")
    return 0


def _cells(row: GameRow) -> tuple[str, ...]:
    people = ", ".join(name or f"seat {seat}" for seat, name in enumerate(row.names, 1))
    result = (
        "unfinished" if row.winner is None else f"{row.winner_name or f'seat {row.winner}'}: {row.reason}"
    )
    opening = " ".join(row.opening.split()[:4])
    return str(row.id), row.board, row.edition, people, str(row.length), result, opening


def _show(args: argparse.Namespace) -> int:
    from ringrift.records import dump_jsonl, dump_text

    with _store(args) as store:
        record = store.get(args.id)
    sys.stdout.write(dump_jsonl(record) if args.json else dump_text(record, links=args.links))
    return 0


def _replay(args: argparse.Namespace) -> int:
    from ringrift.records import StoreError, replay
    from ringrift.rules.notation import notation

    record = _one_record(args)
    last = len(record)
    if args.at is not None and args.at > last:
        raise StoreError("NO_SUCH_MOVE", f"The game has {last} moves; --at {args.at} is beyond its end.")
    before: State | None = None
    for number, state in enumerate(replay(record)):
        if number > last:
            continue  # the board is the same, the host has ended the game
        if args.at in (None, number):
            move = f": {notation(before, record.moves[number - 1])}" if before and number else ""
            print(f"move {number}{move}\n")
            _print_board(state)
        before = state
    if args.at is None:
        print(_result(record))
    return 0


def _stats(args: argparse.Namespace) -> int:
    with _store(args) as store:
        stats = asdict(store.stats())
    if args.json:
        print(json.dumps(stats))
        return 0
    for name, value in stats.items():
        counts = (
            ", ".join(f"{key} {count:,}" for key, count in value.items()) if isinstance(value, dict) else None
        )
        print(
            f"{name:<12}{(counts or '-') if counts is not None else '-' if value is None else f'{value:,}'}"
        )
    return 0


def _import(args: argparse.Namespace) -> int:
    tally: Counter[str] = Counter()
    with _store(args, create=True) as store:
        held: list[Record] = []
        for record in _readable(args, args.files, tally):
            held.append(record)
            if len(held) == BATCH:
                _add(store, held, tally)
        _add(store, held, tally)
    print(
        f"{tally['added']} added, {tally['extended']} extended, {tally['known']} known already,"
        f" {tally['refused']} refused"
    )
    return WRONG if tally["refused"] else 0


def _add(store: Store, held: list[Record], tally: Counter[str]) -> None:
    added: Sequence[Added] = store.add_all(held)
    tally.update(one.status for one in added)
    held.clear()


def _export(args: argparse.Namespace) -> int:
    from ringrift.records import form_of, signed, verify, written

    form = args.format or (form_of(args.out) if args.out else "text")
    key = _key(args)
    with _store(args) as store:
        ids = args.ids or store.ids(_query(args))

        def records() -> Iterator[Record]:
            for game in _tracked(ids, "export"):
                record = store.get(game)
                if form == "jsonl":
                    verify(record)  # text is verified as it is written
                yield signed(record, key) if key else record

        pieces = written(records(), form)
        if args.out is None:
            sys.stdout.writelines(pieces)
            return 0
        _write(args.out, pieces)
    print(f"{args.out}: {len(ids)} games")
    return 0


def _verify(args: argparse.Namespace) -> int:
    from ringrift.records import RecordError

    tally: Counter[str] = Counter()
    numbers = [int(game) for game in args.games if _names_a_game(game)]
    files = [Path(game) for game in args.games if not _names_a_game(game)]
    key = _key(args)
    if numbers or not files:
        with _store(args) as store:
            for game in _tracked(numbers or store.ids(), "verify"):
                try:
                    store.verify(game, key)
                    tally["verified"] += 1
                except RecordError as error:
                    if error.code == "NO_SUCH_GAME":
                        raise
                    _refuse(f"game {game}", error, tally)
    for _ in _readable(args, files, tally):
        tally["verified"] += 1
    print(f"{tally['verified']} verified, {tally['refused']} refused")
    return WRONG if tally["refused"] else 0


def _convert(args: argparse.Namespace) -> int:
    from ringrift.records import form_of, signed, written

    form, limits, key = form_of(args.target), _limits(args), _key(args)
    count = 0

    def records() -> Iterator[Record]:
        nonlocal count
        for sheet in _sheets(args.source, limits):
            record = sheet.read(limits)
            count += 1
            yield signed(record, key) if key else record

    _write(args.target, written(records(), form))
    print(f"{args.target}: {count} games")
    return 0


def _readable(args: argparse.Namespace, files: Iterable[Path], tally: Counter[str]) -> Iterator[Record]:
    """The records of the files that can be read; the others are named and counted."""
    from ringrift.records import RecordError

    limits, key = _limits(args), _key(args)
    for path in files:
        try:
            for sheet in _sheets(path, limits):
                try:
                    record = sheet.read(limits, key)
                except RecordError as error:
                    _refuse(str(path), error, tally)
                else:
                    yield record
        except RecordError as error:
            _refuse(str(path), error, tally)


def _refuse(where: str, error: RecordError, tally: Counter[str]) -> None:
    tally["refused"] += 1
    print(f"{where}: {error}", file=sys.stderr)


def _sheets(path: Path, limits: Limits) -> Iterator[Sheet]:
    """The games of a file, with a bar that shows how far in it we are."""
    from ringrift.records import RecordFile

    with RecordFile(path, limits) as file, _bar(path.name, file.size) as advance_to:
        yield from _followed(file, advance_to)


def _followed(file: RecordFile, advance_to: Callable[[int], None]) -> Iterator[Sheet]:
    for sheet in file:
        yield sheet
        advance_to(file.position)


def _tracked(ids: Sequence[int], what: str) -> Iterator[int]:
    with _bar(what, len(ids)) as advance_to:
        for done, game in enumerate(ids, 1):
            yield game
            advance_to(done)


@contextmanager
def _bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on the terminal, if there is one; gives the function that moves it."""
    from rich.console import Console
    from rich.progress import Progress

    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)


def _write(path: Path, pieces: Iterable[str]) -> None:
    """Write the file whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        with _opened(part, compressed=path.suffix == ".gz") as out:
            out.writelines(pieces)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _opened(path: Path, *, compressed: bool) -> IO[str]:
    if compressed:
        return cast(IO[str], gzip.open(path, "wt", encoding="utf-8", newline="\n"))
    return path.open("w", encoding="utf-8", newline="\n")


def _store(args: argparse.Namespace, *, create: bool = False) -> Store:
    from ringrift.records import Store

    path = args.store or os.environ.get(STORE_VARIABLE) or DEFAULT_STORE
    return Store(path, create=create)


def _query(args: argparse.Namespace) -> Query:
    from ringrift.records import Query

    if "opening" not in args:
        return Query()
    return Query(
        board=args.board,
        players=args.players,
        edition=args.edition,
        finished=None if args.result is None else args.result == "finished",
        winner=args.winner,
        reason=args.reason,
        name=args.name,
        opening=args.opening,
    )


def _limits(args: argparse.Namespace) -> Limits:
    from ringrift.records import Limits

    usual = Limits()
    return Limits(moves=args.max_moves or usual.moves, bytes=args.max_bytes or usual.bytes)


def _key(args: argparse.Namespace) -> bytes | None:
    from ringrift.records import StoreError

    if args.key_file is None:
        return None
    key: bytes = args.key_file.read_bytes().rstrip(b"\r\n")
    if not key:
        raise StoreError("NO_KEY", f"{args.key_file} is empty: it holds no key.")
    return key


def _names_a_game(text: str) -> bool:
    """A number is a game of the store; a file that has a number for its name is ./17."""
    return text.isascii() and text.isdecimal() and len(text) < 19


def _one_record(args: argparse.Namespace) -> Record:
    """The game that the arguments name, by number or by file."""
    from ringrift.records import Limits, StoreError

    if _names_a_game(args.game):
        with _store(args) as store:
            return store.get(int(args.game))
    for number, sheet in enumerate(_sheets(Path(args.game), Limits()), 1):
        if number == args.which:
            return sheet.read()
    raise StoreError("NO_SUCH_GAME", f"{args.game} holds fewer than {args.which} games.")


def _result(record: Record) -> str:
    outcome = record.outcome
    if outcome is None:
        return "The game is not over."
    person = record.person(outcome.winner)
    return f"Seat {outcome.winner}{f' ({person})' if person else ''} wins by {outcome.reason}."


def _print_board(state: State) -> None:
    from ringrift.drawing import diagram

    print(diagram(state))


def _print_table(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
