"""`ringrift records list`, `search`, `show`, `replay` and `stats`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringrift.cli.record_sources import build_query, is_game_id, open_store, read_sheets
from ringrift.cli.screen_option import require_room, require_screen

if TYPE_CHECKING:
    from ringrift.records import GameRow, Record
    from ringrift.rules import State


def list_games(args: argparse.Namespace) -> int:
    with open_store(args) as store:
        query = build_query(args)
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
        "unfinished"
        if row.winner is None
        else f"{row.winner_name or f'seat {row.winner}'}: {row.reason}"
    )
    opening = " ".join(row.opening.split()[:4])
    return str(row.id), row.board, row.edition, people, str(row.length), result, opening


def show_game(args: argparse.Namespace) -> int:
    from ringrift.records import dump_jsonl, dump_text

    with open_store(args) as store:
        record = store.get(args.id)
    sys.stdout.write(dump_jsonl(record) if args.json else dump_text(record, links=args.links))
    return 0


def replay_game(args: argparse.Namespace) -> int:
    from ringrift.records import StoreError, replay
    from ringrift.rules.notation import format_move

    if args.screen:
        require_screen()
    record = _one_record(args)
    last = len(record)
    if args.at is not None and args.at > last:
        raise StoreError(
            "NO_SUCH_MOVE", f"The game has {last} moves; --at {args.at} is beyond its end."
        )
    if args.screen:
        return _replay_on_screen(record, args.at or 0)
    before: State | None = None
    for number, state in enumerate(replay(record)):
        if number > last:
            continue  # the board is the same, the host has ended the game
        if args.at in (None, number):
            move = f": {format_move(before, record.moves[number - 1])}" if before and number else ""
            print(f"move {number}{move}\n")
            _print_board(state)
        before = state
    if args.at is None:
        print(_result(record))
    return 0


def _replay_on_screen(record: Record, at: int) -> int:
    require_room(record.heading.board)
    from ringrift.cli.screen.board_app import run_app
    from ringrift.cli.screen.replay import ReplayApp

    return run_app(ReplayApp(record, at))


def _one_record(args: argparse.Namespace) -> Record:
    """Return the game that the arguments name, by number or by file."""
    from ringrift.records import Limits, StoreError

    if is_game_id(args.game):
        with open_store(args) as store:
            return store.get(int(args.game))
    for number, sheet in enumerate(read_sheets(Path(args.game), Limits()), 1):
        if number == args.which:
            return sheet.read()
    raise StoreError("NO_SUCH_GAME", f"{args.game} contains fewer than {args.which} games.")


def show_stats(args: argparse.Namespace) -> int:
    with open_store(args) as store:
        stats = asdict(store.stats())
    if args.json:
        print(json.dumps(stats))
        return 0
    for name, count in _stat_lines(stats):
        print(f"{name}: {count:,}")
    return 0


def _stat_lines(stats: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield labels and counts."""
    wordings = {
        "boards": "on {}",
        "editions": "{} edition",
        "players": "{} players",
        "reasons": "won by {}",
        "winners": "seat {} won",
        "shortest": "moves in the shortest game",
        "longest": "moves in the longest game",
    }
    for name, value in stats.items():
        wording = wordings.get(name, name)
        if isinstance(value, dict):
            yield from (
                (wording.format(key.replace("_", " ")), count) for key, count in value.items()
            )
        elif value is not None:
            yield wording, value


def _result(record: Record) -> str:
    outcome = record.outcome
    if outcome is None:
        return "The game is not over."
    person = record.person(outcome.winner)
    return f"Seat {outcome.winner}{f' ({person})' if person else ''} wins by {outcome.reason}."


def _print_board(state: State) -> None:
    from ringrift.drawing import format_diagram

    print(format_diagram(state))


def _print_table(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        )
