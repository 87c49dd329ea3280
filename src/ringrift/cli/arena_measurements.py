"""`ringrift arena ladder`, `acceptance` and `node-count`: measurements of the players."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ringrift.cli.arena_tournaments import UNFINISHED, open_runner, play_with_progress

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ringrift.arena.ladder import RungResult
    from ringrift.arena.schedule import Openings

ACCEPTANCE_TESTS: Final = ("level-1", "level-4", "three", "mirror", "faultless")
MISSED: Final = 1


def run_ladder(args: argparse.Namespace) -> int:
    """Play the rungs and write the page."""
    from ringrift.arena.ladder import ladder_rungs, missing_games, rung_result
    from ringrift.arena.ladder_report import describe_rung
    from ringrift.arena.ladder_table import read_rows
    from ringrift.arena.provenance import provenance, require_clean_tree
    from ringrift.arena.schedule import Openings
    from ringrift.players.levels import LEVELS
    from ringrift.rules.grid import BOARD_NAMES

    if args.out is not None:  # refuse what cannot be written before anything is played
        require_clean_tree(args.out)
        read_rows(args.out, args.seed)
    origin = provenance(args.out)
    openings = Openings(args.seed)
    rungs = ladder_rungs(
        args.board or BOARD_NAMES,
        sorted(args.players or (2, 3, 4)),
        args.seconds,
        sorted(args.level or LEVELS),
        args.cycles,
    )
    with open_runner(args) as runner:
        games = list(missing_games(runner.journal.results, rungs, openings))
        missing = len(games) - len(play_with_progress(runner, games, "ladder"))
        rung_results = [rung_result(runner.journal.results, rung, openings) for rung in rungs]
    for one in rung_results:
        print(describe_rung(one))
    if args.out is not None:
        _write_ladder(args, rung_results, openings, origin)
    if missing:
        return UNFINISHED
    return 0 if all(one.passed for one in rung_results) else MISSED


def _write_ladder(
    args: argparse.Namespace,
    rung_results: Sequence[RungResult],
    openings: Openings,
    origin: Mapping[str, str],
) -> None:
    from ringrift.arena.ladder_report import ladder_page
    from ringrift.arena.ladder_table import read_rows

    rows = read_rows(args.out, args.seed)  # again: other runs may have written meanwhile
    page = ladder_page(rung_results, rows, openings, args.seconds, origin, _command_line())
    args.out.write_text(page, encoding="utf-8")


def run_acceptance(args: argparse.Namespace) -> int:
    """Run the selected tests. The page shows every result in the journal."""
    from ringrift.arena.acceptance import acceptance_tests
    from ringrift.arena.acceptance_report import acceptance_page
    from ringrift.arena.provenance import provenance, require_clean_tree

    if args.out is not None:
        require_clean_tree(args.out)
    origin = provenance(args.out)
    selected = args.part or ACCEPTANCE_TESTS
    evaluated, complete, missed = [], True, False
    with open_runner(args) as runner:
        for test in acceptance_tests(args.seed, args.games):
            if test.name in selected:
                results = play_with_progress(runner, test.games, test.name)
                complete = complete and len(results) == len(test.games)
                for criterion in test.evaluate(results) if results else ():
                    verdict = test.verdict(criterion, results)
                    missed = missed or verdict == "MISSED"
                    note = f"required: {criterion.required}; {verdict}" if verdict else "no minimum"
                    line = f"{test.name}: {criterion.name}: {criterion.measured} ({note})"
                    print(line, flush=True)
            known = runner.journal.results
            evaluated.append((test, [known[game.key] for game in test.games if game.key in known]))
    if args.out is not None:
        previous = args.out.read_text(encoding="utf-8") if args.out.is_file() else ""
        page = acceptance_page(evaluated, origin, _command_line(), previous)
        args.out.write_text(page, encoding="utf-8")
    if not complete:
        return UNFINISHED
    return MISSED if missed else 0


def run_node_count(args: argparse.Namespace) -> int:
    """Count the nodes, then compare or write the counts."""
    from ringrift.arena.node_count import count_nodes, read_node_counts, write_node_counts
    from ringrift.arena.schedule import arena_error
    from ringrift.rules.grid import BOARD_NAMES

    if args.compare is not None and not args.compare.is_file():
        raise arena_error("--compare", f"there is no file {args.compare}; create it with --write")
    expected = {} if args.compare is None else read_node_counts(args.compare)
    if args.write is not None and args.write.exists():
        read_node_counts(args.write)  # refuse another file before counting
    counts = {board: count_nodes(board) for board in args.board or BOARD_NAMES}
    changed = {
        board for board, nodes in counts.items() if args.compare and expected.get(board) != nodes
    }
    for board, nodes in counts.items():
        note = f"  expected {expected.get(board, 0):,}" if board in changed else ""
        print(f"{board:10} {nodes:,}{note}")
    if args.write is not None:
        write_node_counts(args.write, counts)
    return MISSED if changed else 0


def _command_line() -> str:
    return shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])
