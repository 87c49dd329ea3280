"""The hall in which games are played: several at a time, each kept in the journal, none played twice."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import cache
from types import TracebackType
from typing import Final, Self

from ringrift.arena.game import Seated, one_line, play_game, written
from ringrift.arena.journal import Journal
from ringrift.arena.openings import opening
from ringrift.arena.provenance import commit_name
from ringrift.arena.results import FIXTURE, Result
from ringrift.arena.roster import entrant
from ringrift.arena.schedule import ScheduledGame
from ringrift.arena.workers import Workers
from ringrift.records.jsonl import dump_jsonl
from ringrift.records.record import Heading, timestamp
from ringrift.rules import new_game
from ringrift.rules.moves import Move
from ringrift.rules.state import State

LONGEST_GAME: Final = 3600.0  # seconds; a process that takes longer hangs


class TournamentRunner:
    """Plays fixtures in so many processes, or in this one if `jobs` is 0, and keeps them in the journal."""

    def __init__(
        self,
        journal: Journal,
        jobs: int = 1,
        minutes: float | None = None,
        longest_game: float = LONGEST_GAME,
    ) -> None:
        self.journal = journal
        self._until = None if minutes is None else time.monotonic() + 60 * minutes
        self._seen: set[str] = set()  # entrants who have shown that they can take a seat
        self._workers = Workers(jobs, play_fixture, lost, longest_game) if jobs else None

    @property
    def closing(self) -> bool:
        """Whether the time is up, so that no further game begins."""
        return self._until is not None and time.monotonic() >= self._until

    def play(self, fixtures: Iterable[ScheduledGame]) -> Iterator[Result]:
        """The results as they come, first of those in the journal; all of them unless the time is up."""
        wanted, known = list(fixtures), self.journal.results
        missing = [fixture for fixture in wanted if fixture.key not in known]
        self._expect(missing)
        yield from [known[fixture.key] for fixture in wanted if fixture.key in known]
        for line in self._lines(missing):
            yield self.journal.add(line)

    def _expect(self, fixtures: Iterable[ScheduledGame]) -> None:
        """Before the first game: refuse what names nobody, or somebody who cannot come."""
        names = {name for fixture in fixtures for name in fixture.entrants} - self._seen
        for name in sorted(names):
            entrant(name).check()
        self._seen |= names

    def _lines(self, fixtures: list[ScheduledGame]) -> Iterator[str]:
        if self._workers is not None:
            yield from self._workers.play(fixtures, self._until)
            return
        for fixture in fixtures:
            if self.closing:
                return
            yield play_fixture(fixture)

    def close(self) -> None:
        if self._workers is not None:
            self._workers.close()
        self.journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def play_fixture(fixture: ScheduledGame) -> str:
    """Seat the players, play the game, and write it as a line."""
    seated = [_sit(name, fixture.seed_of(seat)) for seat, name in enumerate(fixture.seated, 1)]
    try:
        begun = opening(fixture.setup, fixture.opening, fixture.openings)
        return dump_jsonl(play_game(fixture.setup, seated, begun, _tags(fixture)))
    finally:
        for one in seated:
            one.player.close()


def lost(fixture: ScheduledGame, why: str) -> str:
    """The line for a game that was never finished."""
    zeros = " ".join("0" * fixture.setup.players)
    names = ("Turns", "Decisions", "Seconds", "Slowest", "Overruns", "WorstOverrun", "BusyOverruns")
    told = dict.fromkeys(names, zeros) | {"Turns": "0", "WorstOverrun": "0", "BusyOverruns": "0"}
    state = new_game(fixture.setup.board, fixture.setup.players, fixture.setup.edition)
    heading = Heading.of(state, fixture.seated, {**_tags(fixture), **told, "Fault": one_line(why)})
    return dump_jsonl(written(heading, (), state))


def _tags(fixture: ScheduledGame) -> dict[str, str]:
    return {
        "Event": fixture.event,
        FIXTURE: fixture.key,
        "Opening": str(fixture.opening),
        "Rotation": str(fixture.rotation),
        "Seed": str(fixture.openings.seed),
        "Date": timestamp()[:10],
        "Commit": _commit(),
    }


def _sit(name: str, seed: int) -> Seated:
    """The player in its seat; one that can no longer be made loses its games, not the tournament."""
    invited = entrant(name)
    try:
        return invited.seat(seed)
    except Exception as problem:  # noqa: BLE001 - whatever makes a player may fail in any way
        return Seated(name, _Absent(name, problem), invited.seconds)


class _Absent:
    """A player that could not be made."""

    def __init__(self, name: str, problem: Exception) -> None:
        self.name = name
        self._problem = problem

    def choose(self, state: State, seconds: float | None = None) -> Move:  # noqa: ARG002
        raise self._problem

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass


@cache
def _commit() -> str:
    return commit_name()
