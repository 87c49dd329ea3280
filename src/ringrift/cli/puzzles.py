"""`ringrift puzzles`: make, select, verify and show puzzles."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from ringrift.cli.arguments import non_negative_seconds, positive_int
from ringrift.cli.progress import progress_bar, track_progress
from ringrift.rules.editions import DEFAULT_EDITION, EDITION_NAMES
from ringrift.rules.errors import Refusal
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.setup import Setup

if TYPE_CHECKING:
    from ringrift.puzzles.production import PuzzleSource
    from ringrift.puzzles.puzzle import Puzzle

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

EXIT_FAILED = 1


def register(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "puzzles",
        help="make puzzles from games, verify them and show them",
        description="Find positions in which one line of decisions is clearly the best "
        "(docs/reference/puzzles.md). Exit code 0: done; 1: a puzzle does not hold; 2: the command "
        "could not be carried out.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _register_make(commands)
    select = commands.add_parser(
        "select", help="select the puzzles to ship from the output of `make`"
    )
    select.add_argument("sources", nargs="+", type=Path, metavar="FILE")
    select.add_argument("--out", type=Path, required=True, metavar="FILE")
    select.add_argument(
        "--verify", action="store_true", help="leave out puzzles that a deeper search rejects"
    )
    select.set_defaults(run=_select)
    verify = commands.add_parser(
        "verify", help="replay solutions, and prove again that they are the only ones"
    )
    _add_source(verify)
    verify.add_argument(
        "--sample", type=positive_int, metavar="N", help="only so many puzzles, drawn by --seed"
    )
    verify.add_argument("--seed", type=int, default=1, metavar="S")
    verify.set_defaults(run=_verify)
    show = commands.add_parser("show", help="count the puzzles, or print one of them")
    show.add_argument("id", nargs="?", metavar="ID", help="a puzzle's id (default: count them)")
    show.add_argument("--solution", action="store_true", help="print the solution and the themes")
    _add_source(show)
    show.set_defaults(run=_show)


def _register_make(commands: Commands) -> None:
    parser = commands.add_parser(
        "make",
        help="look for puzzles in self-played or recorded games; an interrupted run continues",
    )
    parser.add_argument(
        "records",
        nargs="*",
        type=Path,
        metavar="RECORDS",
        help="files of records (default: self-play)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="a line of JSON for each game; games that the file holds are skipped",
    )
    parser.add_argument("--board", action="append", choices=BOARD_NAMES, help="may be repeated")
    parser.add_argument("--players", action="append", type=int, choices=(2, 3, 4))
    parser.add_argument("--edition", choices=EDITION_NAMES, default=DEFAULT_EDITION)
    parser.add_argument(
        "--games", type=positive_int, default=20, metavar="N", help="of each setup (default: 20)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="game i uses seed S + i")
    parser.add_argument("--jobs", type=positive_int, default=1, metavar="N", help="processes")
    parser.add_argument(
        "--seconds", type=non_negative_seconds, metavar="T", help="start no game after T seconds"
    )
    parser.set_defaults(run=_make)


def _add_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--file",
        type=Path,
        metavar="FILE",
        help="the output of `make` or `select` (default: the puzzles of this package)",
    )


def _make(args: argparse.Namespace) -> int:
    from ringrift.puzzles.finder import FinderSettings
    from ringrift.puzzles.production import make_puzzles, self_play_sources

    setups = [
        Setup(board, players, args.edition)
        for board in args.board or BOARD_NAMES
        for players in args.players or (2,)
    ]
    if args.records:
        sources: Iterable[PuzzleSource] = list(_record_sources(args.records))
        total = len(list(sources))
    else:
        sources = self_play_sources(setups, args.games, args.seed)
        total = args.games * len(setups)
    with progress_bar("games", total) as bar:
        made = make_puzzles(
            sources,
            args.out,
            FinderSettings(),
            jobs=args.jobs,
            seconds=args.seconds,
            on_game=lambda _: bar.advance(),
        )
    print(f"{made:,} puzzles added to {args.out}.")
    return 0


def _record_sources(paths: Sequence[Path]) -> Iterator[PuzzleSource]:
    from ringrift.puzzles.production import PuzzleSource
    from ringrift.records import RecordFile

    for path in paths:
        with RecordFile(path) as records:
            for raw in records:
                record = raw.read()
                heading = record.heading
                setup = Setup(heading.board, heading.players, heading.edition)
                yield PuzzleSource(f"{path.name}:{raw.line}", setup, 0, record)


def _select(args: argparse.Namespace) -> int:
    from ringrift.puzzles.production import read_journals, write_puzzles
    from ringrift.puzzles.selection import select
    from ringrift.puzzles.verification import PuzzleVerifier

    chosen = select(read_journals(_existing(args.sources)))
    if args.verify:
        verifier = PuzzleVerifier()
        checked = track_progress(chosen, "verify", len(chosen))
        chosen = [puzzle for puzzle in checked if verifier.verify(puzzle).holds]
    write_puzzles(chosen, args.out)
    print(f"{len(chosen):,} puzzles written to {args.out}.")
    return 0


def _verify(args: argparse.Namespace) -> int:
    from ringrift.puzzles.verification import PuzzleVerifier

    puzzles = _puzzles(args.file)
    if args.sample is not None and args.sample < len(puzzles):
        puzzles = Random(args.seed).sample(puzzles, args.sample)
    verifier = PuzzleVerifier()
    failed = 0
    for puzzle in track_progress(puzzles, "puzzles", len(puzzles)):
        verdict = verifier.verify(puzzle)
        if not verdict.holds:
            failed += 1
            print(f"{puzzle.id}  {verdict.reason}")
    print(f"{len(puzzles):,} puzzles verified, {failed:,} do not hold.")
    return EXIT_FAILED if failed else 0


def _show(args: argparse.Namespace) -> int:
    puzzles = _puzzles(args.file)
    if args.id is None:
        _count(puzzles)
        return 0
    puzzle = next((one for one in puzzles if one.id == args.id), None)
    if puzzle is None:
        from ringrift.puzzles.puzzle import PuzzleError

        message = f"there is no puzzle {args.id!r} among these {len(puzzles):,}"
        raise PuzzleError(Refusal("UNKNOWN_PUZZLE", None, message, "id"))
    from ringrift.drawing import format_diagram

    print(format_diagram(puzzle.state()))
    print(f"\nSeat {puzzle.state().player}: {puzzle.goal}, {puzzle.turns} own turns, ", end="")
    print(f"rated {puzzle.rating}\n{puzzle.position}")
    if args.solution:
        print(f"solution  {' '.join(puzzle.solution)}")
        print(f"themes    {', '.join(puzzle.themes)}")
    return 0


def _count(puzzles: Sequence[Puzzle]) -> None:
    print(f"{len(puzzles):,} puzzles")
    for title, counts in (
        ("board and players", Counter(f"{one.board}/{one.players}" for one in puzzles)),
        ("goal and turns", Counter(f"{one.goal}/{one.turns}" for one in puzzles)),
        ("theme", Counter(theme.value for one in puzzles for theme in one.themes)),
        ("rating", Counter(f"{one.rating // 200 * 200:4}" for one in puzzles)),
    ):
        print(f"\n{title}")
        for name, count in sorted(counts.items()):
            print(f"  {name:22} {count:6,}")


def _puzzles(path: Path | None) -> list[Puzzle]:
    from ringrift.puzzles.pack import shipped_puzzles
    from ringrift.puzzles.production import read_journals

    return list(shipped_puzzles() if path is None else read_journals(_existing([path])))


def _existing(paths: Sequence[Path]) -> Sequence[Path]:
    for path in paths:
        if not path.is_file():
            from ringrift.puzzles.puzzle import PuzzleError

            message = f"{path} cannot be read; name a file that `ringrift puzzles make` wrote"
            raise PuzzleError(Refusal("NO_FILE", None, message, str(path)))
    return paths
