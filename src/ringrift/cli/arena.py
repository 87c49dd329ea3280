"""`ringrift arena`: tournaments between computer players, and what they prove."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from ringrift.cli import arena_measurements, arena_tournaments
from ringrift.cli.arguments import at_least_one, some_seconds
from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.grid import BOARD_NAMES

_ENTRANTS: Final = (
    "random, level:1 to level:10, level:10:SECONDS, engine:COMMAND, python:MODULE:NAME"
)


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "arena",
        help="let computer players meet and say who is stronger",
        description="Tournaments between computer players, in parallel, kept in a journal: a command that is "
        f"given again goes on where it was. Players are {_ENTRANTS}; @SECONDS behind one limits its time.",
    )
    commands = parser.add_subparsers(title="tournaments", metavar="COMMAND", required=True)
    _register_games(commands)
    _register_proofs(commands)


def _register_games(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    for name, run, what in (
        ("match", arena_tournaments.match, "one player for each seat, against each other"),
        ("round-robin", arena_tournaments.play_round_robin, "everyone against everyone"),
        (
            "gauntlet",
            arena_tournaments.play_gauntlet,
            "the first player against each of the others",
        ),
    ):
        command = commands.add_parser(name, help=what, description=f"Play {what}.")
        command.add_argument("entrants", nargs="+", metavar="PLAYER")
        command.add_argument(
            "--players",
            type=int,
            choices=(2, 3, 4),
            help="default: 2, or one for each player named",
        )
        _add_setup(command)
        command.add_argument(
            "--cycles",
            type=at_least_one,
            default=10,
            metavar="N",
            help="openings, each played with every rotation of the seats (default: %(default)s)",
        )
        _add_openings(command)
        _add_hall(command)
        _add_report(command)
        command.set_defaults(run=run)
    sprt = commands.add_parser(
        "sprt",
        help="is the first player better than the second?",
        description="Play pairs of games for two players until it is clear whether the first player is "
        "better by --elo1 (accepted) or only by --elo0 (refused). Exit code 0: accepted; 1: refused; 2: a "
        "player failed or broke the rules, so there is no verdict; 3: still open.",
    )
    sprt.add_argument(
        "entrants", nargs=2, metavar="PLAYER", help="the change, then what it is a change of"
    )
    _add_setup(sprt)
    for option, usual in (("--elo0", 0.0), ("--elo1", 20.0), ("--alpha", 0.05), ("--beta", 0.05)):
        sprt.add_argument(
            option, type=float, default=usual, metavar="X", help="default: %(default)s"
        )
    sprt.add_argument(
        "--pairs",
        type=at_least_one,
        default=5000,
        metavar="N",
        help="give up after so many (default: %(default)s)",
    )
    _add_openings(sprt)
    _add_hall(sprt)
    sprt.set_defaults(run=arena_tournaments.play_sprt)
    report = commands.add_parser(
        "report", help="tables of a journal", description="Tables of the games in journals."
    )
    report.add_argument("journals", nargs="+", type=Path, metavar="JOURNAL")
    _add_report(report)
    report.set_defaults(run=arena_tournaments.report)


def _register_proofs(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    ladder = commands.add_parser(
        "ladder",
        help="is each level stronger than the one below?",
        description="Play each level against the one below it. Exit code 0: every level is ahead; 1: one is "
        "not; 3: the time was up before all was played.",
    )
    note = "may be repeated (default: all)"
    ladder.add_argument("--board", action="append", choices=BOARD_NAMES, help=note)
    ladder.add_argument("--players", action="append", type=int, choices=(2, 3, 4), help=note)
    ladder.add_argument(
        "--level", action="append", type=int, choices=range(2, 11), metavar="2-10", help=note
    )
    ladder.add_argument(
        "--seconds",
        type=some_seconds,
        default=0.5,
        metavar="T",
        help="a decision of level 10, half of it with three and four players (default: %(default)s)",
    )
    ladder.add_argument(
        "--cycles",
        type=at_least_one,
        metavar="N",
        help="where their number is fixed (default: 3 to 200, fewer of levels that think long)",
    )
    ladder.add_argument(
        "--seed", type=int, default=1, metavar="S", help="of the openings (default: %(default)s)"
    )
    _add_hall(ladder)
    ladder.add_argument(
        "--out",
        type=_page,
        metavar="FILE",
        help="write the table as Markdown; rows of other rungs that it has stay",
    )
    ladder.set_defaults(run=arena_measurements.ladder)

    bars = commands.add_parser(
        "bars",
        help="strength, fairness and faultless play",
        description="Measure the players against their bars. Exit code 0: all are met; 1: one is missed; 3: "
        "the time was up before all was played.",
    )
    bars.add_argument(
        "--part",
        action="append",
        choices=arena_measurements.PARTS,
        help="play these only; the page shows all that the journal holds (default: all)",
    )
    bars.add_argument(
        "--games",
        type=at_least_one,
        default=1000,
        metavar="N",
        help="without a fault (default: %(default)s)",
    )
    bars.add_argument(
        "--seed", type=int, default=1, metavar="S", help="of the openings (default: %(default)s)"
    )
    _add_hall(bars)
    bars.add_argument("--out", type=_page, metavar="FILE", help="write the page as Markdown")
    bars.set_defaults(run=arena_measurements.bars)

    signature = commands.add_parser(
        "signature",
        help="node counts by which a search is recognised",
        description="Count the nodes of searches of fixed depth, one number a board. With --compare the exit "
        "code is 1 where one differs.",
    )
    signature.add_argument("--board", action="append", choices=BOARD_NAMES, help=note)
    what = signature.add_mutually_exclusive_group()
    what.add_argument("--compare", type=Path, metavar="FILE", help="with the counts in this file")
    what.add_argument("--write", type=_page, metavar="FILE", help="the counts to this file")
    signature.set_defaults(run=arena_measurements.count_nodes)


def _add_setup(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--board", choices=BOARD_NAMES, default="square8", help="default: %(default)s"
    )
    command.add_argument(
        "--edition", choices=EDITION_NAMES, default="standard", help="default: %(default)s"
    )


def _add_openings(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seed", type=int, default=1, metavar="S", help="of the openings (default: %(default)s)"
    )
    command.add_argument(
        "--turns",
        type=_whole,
        metavar="N",
        help="of an opening, played by chance (default: two a player, one with three or four)",
    )
    command.add_argument(
        "--unbalanced",
        action="store_true",
        help="take openings as they come, even if one side is winning",
    )


def _add_hall(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--jobs", type=at_least_one, default=1, metavar="N", help="games at a time (default: 1)"
    )
    command.add_argument(
        "--journal", type=Path, metavar="FILE", help="keep the games here, and go on from them"
    )
    command.add_argument(
        "--minutes", type=some_seconds, metavar="M", help="start no further game after M minutes"
    )


def _add_report(command: argparse.ArgumentParser) -> None:
    command.add_argument("--out", type=_page, metavar="FILE", help="write the tables as Markdown")
    command.add_argument(
        "--html", type=_page, metavar="FILE", help="write them as a page, with plots"
    )


def _whole(text: str) -> int:
    """A whole number, 0 or more, for argparse."""
    return 0 if text == "0" else at_least_one(text)


def _page(text: str) -> Path:
    """A file to write when all is played: what cannot be written is refused before."""
    path = Path(text)
    if path.is_dir() or not path.parent.is_dir():
        raise argparse.ArgumentTypeError(
            f"{text} cannot be written: name a file in a folder that exists"
        )
    return path
