"""`ringrift arena match`, `round-robin`, `gauntlet`, `sprt` and `report`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from ringrift.cli.progress import tracked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ringrift.arena.results import Result
    from ringrift.arena.runner import TournamentRunner
    from ringrift.arena.schedule import Openings, ScheduledGame
    from ringrift.rules.errors import RingRiftError
    from ringrift.rules.setup import Setup

REFUSED: Final = 1
UNFINISHED: Final = 3  # the time was up
_BATCH: Final = 4  # pairs a process that an SPRT plays between two looks


@contextmanager
def open_hall(args: argparse.Namespace) -> Iterator[TournamentRunner]:
    """The hall that the options describe."""
    from ringrift.arena.journal import Journal
    from ringrift.arena.runner import TournamentRunner
    from ringrift.arena.schedule import refused

    if args.journal is not None and not args.journal.parent.is_dir():
        message = f"{args.journal} cannot be used: there is no folder {args.journal.parent}; make it first"
        raise refused("journal", message)
    with TournamentRunner(Journal(args.journal), args.jobs, args.minutes) as hall:
        yield hall


def played(hall: TournamentRunner, fixtures: Sequence[ScheduledGame], what: str) -> list[Result]:
    """All results, with a bar while they come."""
    return list(tracked(hall.play(fixtures), what, len(fixtures)))


def match(args: argparse.Namespace) -> int:
    """One player for each seat."""
    from ringrift.arena.schedule import refused

    names = _invited(args)
    if len(names) == 1:
        raise refused("entrants", "one entrant alone cannot play; name its opponents")
    return _tournament(args, [tuple(names)], args.players or len(names), "match")


def play_round_robin(args: argparse.Namespace) -> int:
    """Everyone against everyone."""
    from ringrift.arena.schedule import round_robin

    players = args.players or 2
    return _tournament(args, round_robin(_invited(args), players), players, "round-robin")


def play_gauntlet(args: argparse.Namespace) -> int:
    """The first against each of the others."""
    from ringrift.arena.schedule import gauntlet

    players = args.players or 2
    return _tournament(args, gauntlet(_invited(args), players), players, "gauntlet")


def _tournament(
    args: argparse.Namespace, lineups: Sequence[tuple[str, ...]], players: int, event: str
) -> int:
    from ringrift.arena.results import in_whole_cycles
    from ringrift.arena.schedule import cycles, refused

    _expect_ratings()
    fixtures = list(cycles(event, _setup(args, players), lineups, args.cycles, _openings(args)))
    with open_hall(args) as hall:
        results = played(hall, fixtures, event)
    _report(args, results, event.capitalize())
    if len(results) < len(fixtures):
        return UNFINISHED
    if not in_whole_cycles(results):
        advice = "mend the player and begin another journal"
        raise refused("entrants", f"no game counts, because one of every cycle crashed; {advice}")
    return 0


def play_sprt(args: argparse.Namespace) -> int:
    """Play until the change is accepted or refused."""
    from ringrift.arena.intervals import score_of
    from ringrift.arena.markdown_report import spoken, spoken_elo, told_faults
    from ringrift.arena.results import shares_of
    from ringrift.arena.schedule import cycle
    from ringrift.arena.sprt import Sprt
    from ringrift.arena.standings import Faults, first_faults, plural

    test = Sprt(args.elo0, args.elo1, args.alpha, args.beta)
    names, setup, openings = _invited(args), _setup(args, 2), _openings(args)
    games: list[Result] = []
    looked, look = 0, test.look(())
    with open_hall(args) as hall:
        while look.verdict == "open" and looked < args.pairs and not hall.closing:
            numbers = range(looked, min(looked + _BATCH * args.jobs, args.pairs))
            batch = [
                one for number in numbers for one in cycle("sprt", setup, names, number, openings)
            ]
            order = {fixture.key: at for at, fixture in enumerate(batch)}
            games += sorted(played(hall, batch, "sprt"), key=lambda result: order[result.key])
            looked = numbers.stop
            # Looked at in the order of the openings, so that the verdict does not hang on who ended first.
            sound = list(takewhile(lambda result: not result.broken, games))
            look = test.look(shares_of(sound))
            low, high = test.bounds
            pairs = f"{look.pairs} {plural(look.pairs, 'pair')}"
            print(f"{pairs}: {look.ratio:+z.2f} of {low:.2f} to {high:.2f}", flush=True)
            if look.verdict == "open" and len(sound) < len(games):
                raise _no_verdict(games[len(sound)])
    if look.pairs:
        score = score_of(shares_of(games)[: look.pairs])
        print(f"{names[0]} against {names[1]}: {spoken(score)}, {spoken_elo(score)}")
    print(Faults.of(games), *told_faults(first_faults(games)), sep="\n")
    print(f"{look.verdict}: H1 (Elo {args.elo1:g}) against H0 (Elo {args.elo0:g})")
    return {"accepted": 0, "refused": REFUSED, "open": UNFINISHED}[look.verdict]


def _no_verdict(game: Result) -> RingRiftError:
    """What is broken is not weak: such games say nothing about the change."""
    from ringrift.arena.schedule import refused

    happened = (
        "a game crashed" if game.forfeit is None else f"{game.entrants[game.forfeit]!r} forfeited"
    )
    advice = "mend the player and begin another journal"
    return refused(
        "entrants", f"no verdict, because {happened} ({game.fault}) in {game.key}; {advice}"
    )


def report(args: argparse.Namespace) -> int:
    """Tables of journals."""
    from ringrift.arena.journal import read_results
    from ringrift.arena.schedule import refused

    _expect_ratings()
    results: dict[str, Result] = {}
    for path in args.journals:
        if not path.is_file():
            raise refused("journal", f"there is no file {path}; name one that an arena has written")
        results |= read_results(path)
    _report(args, list(results.values()), "Results")
    return 0


def _expect_ratings() -> None:
    """Before anything is played: the tables need the package that rates."""
    from ringrift.arena.schedule import refused

    if find_spec("openskill") is None:
        raise refused(
            "openskill", "ratings need a package that is missing: pip install 'ringrift[arena]'"
        )


def _report(args: argparse.Namespace, results: Iterable[Result], title: str) -> None:
    from ringrift.arena.html_report import page
    from ringrift.arena.markdown_report import markdown
    from ringrift.arena.provenance import provenance
    from ringrift.arena.standings import standings

    parts = standings(results)
    notes = [f"{name}: {value}" for name, value in provenance().items()]
    text = markdown(title, parts, notes)
    print(text, end="")
    if args.out is not None:
        args.out.write_text(text, encoding="utf-8")
    if args.html is not None:
        args.html.write_text(page(title, parts, notes), encoding="utf-8")


def _invited(args: argparse.Namespace) -> list[str]:
    from ringrift.arena.roster import entrant

    return [entrant(name).name for name in args.entrants]


def _setup(args: argparse.Namespace, players: int) -> Setup:
    from ringrift.rules.setup import Setup

    return Setup(args.board, players, args.edition)


def _openings(args: argparse.Namespace) -> Openings:
    from ringrift.arena.schedule import Openings

    return Openings(args.seed, args.turns, not args.unbalanced)
