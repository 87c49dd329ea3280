"""`ringrift arena match`, `round-robin`, `gauntlet`, `sprt` and `report`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from ringrift.cli.progress import track_progress
from ringrift.extras import missing_extra
from ringrift.rules.setup import DEFAULT_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ringrift.arena.results import Result
    from ringrift.arena.runner import TournamentRunner
    from ringrift.arena.schedule import Openings, ScheduledGame
    from ringrift.rules.errors import RingRiftError
    from ringrift.rules.setup import Setup

REJECTED: Final = 1
UNFINISHED: Final = 3  # the time limit ended the command
_BATCH: Final = 4  # pairs per process between two evaluations of an SPRT


@contextmanager
def open_runner(args: argparse.Namespace) -> Iterator[TournamentRunner]:
    """Open the tournament runner that the options describe."""
    from ringrift.arena.journal import Journal
    from ringrift.arena.runner import TournamentRunner
    from ringrift.arena.schedule import arena_error

    if args.journal is not None and not args.journal.parent.is_dir():
        folder = args.journal.parent
        message = f"{args.journal} cannot be used: there is no folder {folder}; create it first"
        raise arena_error("journal", message)
    with TournamentRunner(Journal(args.journal), args.jobs, args.minutes, ray=args.ray) as runner:
        yield runner


def play_with_progress(
    runner: TournamentRunner, games: Sequence[ScheduledGame], label: str
) -> list[Result]:
    """Return all results; show a progress bar while they are played."""
    return list(track_progress(runner.play(games), label, len(games)))


def play_single_match(args: argparse.Namespace) -> int:
    """Play one entrant for each seat."""
    from ringrift.arena.schedule import arena_error

    names = _entrant_names(args)
    if len(names) == 1:
        raise arena_error("entrants", "one player cannot play alone; add its opponents")
    return _tournament(args, [tuple(names)], args.players or len(names), "match")


def play_round_robin(args: argparse.Namespace) -> int:
    """Play everyone against everyone."""
    from ringrift.arena.schedule import round_robin_lineups

    players = args.players or DEFAULT_PLAYERS
    return _tournament(
        args, round_robin_lineups(_entrant_names(args), players), players, "round-robin"
    )


def play_gauntlet(args: argparse.Namespace) -> int:
    """Play the first entrant against each of the others."""
    from ringrift.arena.schedule import gauntlet_lineups

    players = args.players or DEFAULT_PLAYERS
    return _tournament(args, gauntlet_lineups(_entrant_names(args), players), players, "gauntlet")


def _tournament(
    args: argparse.Namespace, lineups: Sequence[tuple[str, ...]], players: int, event: str
) -> int:
    from ringrift.arena.results import complete_cycle_results
    from ringrift.arena.schedule import arena_error, schedule_cycles

    _require_openskill()
    games = list(
        schedule_cycles(event, _setup(args, players), lineups, args.cycles, _openings(args))
    )
    with open_runner(args) as runner:
        results = play_with_progress(runner, games, event)
    _report(args, results, event.capitalize())
    if len(results) < len(games):
        return UNFINISHED
    if not complete_cycle_results(results):
        advice = "fix the player and start a new journal"
        raise arena_error("entrants", f"no game counts, because every cycle has a crash; {advice}")
    return 0


def play_sprt(args: argparse.Namespace) -> int:
    """Play until the change is accepted or rejected."""
    from ringrift.arena.intervals import estimate_score
    from ringrift.arena.markdown_report import describe_faults, format_elo, format_score
    from ringrift.arena.results import cycle_shares
    from ringrift.arena.schedule import schedule_cycle
    from ringrift.arena.sprt import Sprt
    from ringrift.arena.standings import Faults, first_faults
    from ringrift.drawing.plurals import format_count

    test = Sprt(args.elo0, args.elo1, args.alpha, args.beta)
    names, setup, openings = _entrant_names(args), _setup(args, 2), _openings(args)
    games: list[Result] = []
    pairs, status = 0, test.evaluate(())
    with open_runner(args) as runner:
        while status.verdict == "open" and pairs < args.pairs and not runner.time_is_up:
            numbers = range(pairs, min(pairs + _BATCH * args.jobs, args.pairs))
            batch = [
                game
                for number in numbers
                for game in schedule_cycle("sprt", setup, names, number, openings)
            ]
            order = {game.key: index for index, game in enumerate(batch)}
            games += sorted(
                play_with_progress(runner, batch, "sprt"), key=lambda result: order[result.key]
            )
            pairs = numbers.stop
            # In the order of the openings: the verdict must not depend on which game ended first.
            usable = list(takewhile(lambda result: not result.unusable, games))
            status = test.evaluate(cycle_shares(usable))
            low, high = test.bounds
            played = format_count(status.pairs, "pair")
            print(f"{played}: LLR {status.llr:+z.2f}, bounds {low:.2f} to {high:.2f}", flush=True)
            if status.verdict == "open" and len(usable) < len(games):
                raise _no_verdict(games[len(usable)])
    if status.pairs:
        score = estimate_score(cycle_shares(games)[: status.pairs])
        print(f"{names[0]} against {names[1]}: {format_score(score)}, {format_elo(score)}")
    print(Faults.of(games), *describe_faults(first_faults(games)), sep="\n")
    print(f"{status.verdict}: H1 (Elo {args.elo1:g}) against H0 (Elo {args.elo0:g})")
    return {"accepted": 0, "rejected": REJECTED, "open": UNFINISHED}[status.verdict]


def _no_verdict(game: Result) -> RingRiftError:
    """Return the error for a fault of a player: such games say nothing about its strength."""
    from ringrift.arena.schedule import arena_error

    event = (
        "a game crashed" if game.forfeit is None else f"{game.entrants[game.forfeit]!r} forfeited"
    )
    advice = "fix the player and start a new journal"
    return arena_error(
        "entrants", f"no verdict, because {event} ({game.fault}) in {game.key}; {advice}"
    )


def report(args: argparse.Namespace) -> int:
    """Print the tables of journals."""
    from ringrift.arena.journal import read_results
    from ringrift.arena.schedule import arena_error

    _require_openskill()
    results: dict[str, Result] = {}
    for path in args.journals:
        if not path.is_file():
            raise arena_error(
                "journal", f"there is no file {path}; give the journal of a tournament"
            )
        results |= read_results(path)
    _report(args, list(results.values()), "Results")
    return 0


def _require_openskill() -> None:
    """Refuse before anything is played: the tables need the rating package."""
    from ringrift.arena.schedule import arena_error

    if find_spec("openskill") is None:
        reason = "there is no package 'openskill'"
        raise arena_error("openskill", missing_extra("a rating", "arena", reason))


def _report(args: argparse.Namespace, results: Iterable[Result], title: str) -> None:
    from ringrift.arena.html_report import render_html
    from ringrift.arena.markdown_report import render_markdown
    from ringrift.arena.provenance import provenance
    from ringrift.arena.standings import standings

    parts = standings(results)
    notes = [f"{name}: {value}" for name, value in provenance().items()]
    text = render_markdown(title, parts, notes)
    print(text, end="")
    if args.out is not None:
        args.out.write_text(text, encoding="utf-8")
    if args.html is not None:
        args.html.write_text(render_html(title, parts, notes), encoding="utf-8")


def _entrant_names(args: argparse.Namespace) -> list[str]:
    from ringrift.arena.roster import parse_entrant

    return [parse_entrant(name).name for name in args.entrants]


def _setup(args: argparse.Namespace, players: int) -> Setup:
    from ringrift.rules.setup import Setup

    return Setup(args.board, players, args.edition)


def _openings(args: argparse.Namespace) -> Openings:
    from ringrift.arena.schedule import Openings

    return Openings(args.seed, args.turns, not args.unbalanced, args.start == "balanced")
