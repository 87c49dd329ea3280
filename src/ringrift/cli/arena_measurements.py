"""`ringrift arena ladder`, `bars` and `signature`: what is claimed about the players, measured."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ringrift.cli.arena_tournaments import UNFINISHED, open_hall, played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ringrift.arena.ladder import Climb
    from ringrift.arena.schedule import Openings

PARTS: Final = ("level-1", "level-4", "three", "mirror", "faultless")
MISSED: Final = 1


def ladder(args: argparse.Namespace) -> int:
    """Climb, and write what was found."""
    from ringrift.arena.ladder import climbed, rounds, rungs
    from ringrift.arena.ladder_page import kept_rows
    from ringrift.arena.ladder_report import told
    from ringrift.arena.schedule import Openings
    from ringrift.players.levels import LEVELS
    from ringrift.rules.grid import BOARD_NAMES

    if args.out is not None:
        kept_rows(
            args.out, args.seed
        )  # a page that cannot be kept is refused before anything is played
    openings = Openings(args.seed)
    wanted = rungs(
        args.board or BOARD_NAMES,
        sorted(args.players or (2, 3, 4)),
        args.seconds,
        sorted(args.level or LEVELS[1:]),
        args.cycles,
    )
    missing = 0
    with open_hall(args) as hall:
        for number, batch in enumerate(rounds(hall, wanted, openings), 1):
            missing = len(batch) - len(played(hall, batch, f"ladder, round {number}"))
            if missing:
                break
        climbs = [climbed(hall, rung, openings) for rung in wanted]
    for climb in climbs:
        print(told(climb))
    if args.out is not None:
        _write_ladder(args, climbs, openings)
    if missing:
        return UNFINISHED
    return 0 if all(climb.met for climb in climbs) else MISSED


def _write_ladder(args: argparse.Namespace, climbs: Sequence[Climb], openings: Openings) -> None:
    from ringrift.arena.ladder_page import kept_rows
    from ringrift.arena.ladder_report import ladder_page
    from ringrift.arena.provenance import provenance

    kept = kept_rows(
        args.out, args.seed
    )  # as they are now: other rungs may have been played meanwhile
    page = ladder_page(climbs, kept, openings, args.seconds, provenance(), _command())
    args.out.write_text(page, encoding="utf-8")


def bars(args: argparse.Namespace) -> int:
    """Measure the parts that are asked for; the page shows whatever the journal holds."""
    from ringrift.arena.acceptance import bars as all_bars
    from ringrift.arena.acceptance_report import bars_page
    from ringrift.arena.provenance import provenance

    asked = args.part or PARTS
    judged, complete, missed = [], True, False
    with open_hall(args) as hall:
        for bar in all_bars(args.seed, args.games):
            if bar.name in asked:
                results = played(hall, bar.fixtures, bar.name)
                complete = complete and len(results) == len(bar.fixtures)
                claims = bar.judge(results) if results else []
                for claim in claims:
                    verdict = bar.verdict(claim, results)
                    missed = missed or verdict == "MISSED"
                    asked = f"bar: {claim.asked}; {verdict}" if verdict else "bar: none"
                    print(f"{bar.name}: {claim.what}: {claim.found} ({asked})", flush=True)
            known = hall.journal.results
            judged.append((bar, [known[one.key] for one in bar.fixtures if one.key in known]))
    if args.out is not None:
        before = args.out.read_text(encoding="utf-8") if args.out.is_file() else ""
        args.out.write_text(bars_page(judged, provenance(), _command(), before), encoding="utf-8")
    if not complete:
        return UNFINISHED
    return MISSED if missed else 0


def count_nodes(args: argparse.Namespace) -> int:
    """Count, then compare or write."""
    from ringrift.arena.node_count import read_signatures, signature, write_signatures
    from ringrift.arena.schedule import refused
    from ringrift.rules.grid import BOARD_NAMES

    if args.compare is not None and not args.compare.is_file():
        raise refused("--compare", f"there is no file {args.compare}; --write makes it")
    kept = {} if args.compare is None else read_signatures(args.compare)
    if args.write is not None and args.write.exists():
        read_signatures(args.write)  # the counts of other boards stay in it
    found = {board: signature(board) for board in args.board or BOARD_NAMES}
    changed = {board for board, nodes in found.items() if args.compare and kept.get(board) != nodes}
    for board, nodes in found.items():
        print(
            f"{board:10} {nodes:,}" + (f"  was {kept.get(board, 0):,}" if board in changed else "")
        )
    if args.write is not None:
        write_signatures(args.write, found)
    return MISSED if changed else 0


def _command() -> str:
    """The command as it was given."""
    return shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])
