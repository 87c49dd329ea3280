"""`ringrift arena books make` and `check`: the books of balanced starts."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ringrift.cli.arena_tournaments import UNFINISHED, open_runner, play_with_progress
from ringrift.cli.arguments import selected_setups

if TYPE_CHECKING:
    from ringrift.arena.start_books import BookInProgress

MISSED: Final = 1


def make(args: argparse.Namespace) -> int:
    """Make the selected books and write those that are complete."""
    from ringrift.arena.start_books import book_size, make_books
    from ringrift.starts.book import book_file_name, format_book

    def report(book: BookInProgress) -> None:
        print(f"{book.setup}: {book.judged:,} candidates, {len(book.kept)} kept", flush=True)

    books = make_books(
        selected_setups(args),
        args.seed,
        args.jobs,
        size=book_size if args.entries is None else lambda _: args.entries,
        spare=args.spare,
        minutes=args.minutes,
        on_complete=report,
    )
    missing = 0
    for book in books:
        if len(book.kept) < book.size:
            missing += 1
            print(f"{book.setup}: only {len(book.kept)} of {book.size} entries; not written")
            continue
        text = format_book([candidate.entry for candidate in book.chosen()])
        (args.out / book_file_name(book.setup)).write_text(text, encoding="utf-8")
    return UNFINISHED if missing else 0


def check(args: argparse.Namespace) -> int:
    """Check the entries of the selected books and play games from them."""
    from ringrift.arena.provenance import provenance, require_clean_tree
    from ringrift.arena.start_book_check import (
        check_page,
        entry_errors,
        format_shares,
        schedule_check,
        seat_shares,
    )
    from ringrift.starts.book import load_book

    if args.out is not None:
        require_clean_tree(args.out)
    origin = provenance(args.out)
    setups = selected_setups(args)
    errors = [error for setup in setups for error in entry_errors(setup, load_book(setup))]
    for error in errors:
        print(error)
    print(f"{len(setups)} books, {sum(len(load_book(setup)) for setup in setups):,} entries")
    rows, complete = [], True
    if args.games:
        with open_runner(args) as runner:
            for setup in setups:
                games = schedule_check(setup, args.level, args.games, args.seed)
                results = play_with_progress(runner, games, str(setup))
                complete = complete and len(results) == len(games)
                if results:
                    rows.append(seat_shares(setup, args.level, results))
                    print(f"{setup}: {format_shares(rows[-1])}", flush=True)
    if args.out is not None:
        command = shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])
        args.out.write_text(check_page(rows, args.seed, origin, command), encoding="utf-8")
    if not complete:
        return UNFINISHED
    unfair = any(row.greatest_difference > args.tolerance for row in rows)
    return MISSED if errors or unfair else 0
