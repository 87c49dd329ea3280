"""Run tournaments: games in parallel, each written to the journal, none played twice."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import cache
from types import TracebackType
from typing import Final, Self

from ringrift.arena.game import SeatedPlayer, build_record, play_game, to_single_line
from ringrift.arena.journal import Journal
from ringrift.arena.openings import opening_moves
from ringrift.arena.provenance import commit_name
from ringrift.arena.ray_cluster import RayPool
from ringrift.arena.results import GAME_KEY_TAG, Result
from ringrift.arena.roster import parse_entrant
from ringrift.arena.schedule import ScheduledGame
from ringrift.arena.workers import WorkerPool
from ringrift.records.jsonl import dump_jsonl
from ringrift.records.record import Heading, format_timestamp
from ringrift.rules import new_game
from ringrift.rules.moves import Move
from ringrift.rules.state import State

MAX_GAME_SECONDS: Final = 3600.0  # a process that takes longer is killed


class TournamentRunner:
    """Plays scheduled games in `jobs` processes, in this one if `jobs` is 0, or on Ray."""

    def __init__(
        self,
        journal: Journal,
        jobs: int = 1,
        minutes: float | None = None,
        max_game_seconds: float = MAX_GAME_SECONDS,
        ray: str | None = None,
    ) -> None:
        self.journal = journal
        self._until = None if minutes is None else time.monotonic() + 60 * minutes
        self._checked: set[str] = set()  # entrants that could be created
        self._workers: WorkerPool | RayPool | None = None
        if ray is not None:
            self._workers = RayPool(ray, play_scheduled_game, lost_game_record)
        elif jobs:
            self._workers = WorkerPool(
                jobs, play_scheduled_game, lost_game_record, max_game_seconds
            )

    @property
    def time_is_up(self) -> bool:
        """Whether the time limit has passed; no further game starts."""
        return self._until is not None and time.monotonic() >= self._until

    def play(self, games: Iterable[ScheduledGame]) -> Iterator[Result]:
        """Yield the results: first those in the journal, then new ones until the time is up."""
        wanted, known = list(games), self.journal.results
        missing = [game for game in wanted if game.key not in known]
        self._check_entrants(missing)
        yield from [known[game.key] for game in wanted if game.key in known]
        for line in self._play_missing(missing):
            yield self.journal.add(line)

    def _check_entrants(self, games: Iterable[ScheduledGame]) -> None:
        """Refuse unknown entrants, and those that cannot be created, before the first game."""
        names = {name for game in games for name in game.entrants} - self._checked
        for name in sorted(names):
            parse_entrant(name).check()
        self._checked |= names

    def _play_missing(self, games: list[ScheduledGame]) -> Iterator[str]:
        if self._workers is not None:
            yield from self._workers.play(games, self._until)
            return
        for game in games:
            if self.time_is_up:
                return
            yield play_scheduled_game(game)

    def close(self) -> None:
        """End the processes of the games and close the journal."""
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


def play_scheduled_game(game: ScheduledGame) -> str:
    """Create the players, play the game, and return its record as a JSON line."""
    players = [
        _seat_player(name, game.player_seed(seat))
        for seat, name in enumerate(game.entrants_by_seat, 1)
    ]
    try:
        openings = game.openings
        moves = () if openings.book else opening_moves(game.setup, game.opening, openings)
        seed = openings.start_seed(game.opening) if openings.book else None
        record = play_game(game.setup, players, moves, _tags(game), start_seed=seed)
        return dump_jsonl(record)
    finally:
        for seated in players:
            seated.player.close()


def lost_game_record(game: ScheduledGame, reason: str) -> str:
    """Return the JSON line for a game whose process died."""
    zeros = " ".join("0" * game.setup.players)
    names = ("Turns", "Decisions", "Seconds", "Slowest", "Overruns", "WorstOverrun", "BusyOverruns")
    timing = dict.fromkeys(names, zeros) | {"Turns": "0", "WorstOverrun": "0", "BusyOverruns": "0"}
    state = new_game(game.setup.board, game.setup.players, game.setup.edition)
    heading = Heading.of(
        state, game.entrants_by_seat, {**_tags(game), **timing, "Fault": to_single_line(reason)}
    )
    return dump_jsonl(build_record(heading, (), state))


def _tags(game: ScheduledGame) -> dict[str, str]:
    return {
        "Event": game.event,
        GAME_KEY_TAG: game.key,
        "Opening": str(game.opening),
        "Rotation": str(game.rotation),
        "Seed": str(game.openings.seed),
        "Date": format_timestamp()[:10],
        "Commit": _commit(),
    }


def _seat_player(name: str, seed: int) -> SeatedPlayer:
    """Create the player. One that can no longer be created forfeits, and the tournament goes on."""
    entrant = parse_entrant(name)
    try:
        return entrant.create_player(seed)
    except Exception as error:  # noqa: BLE001 - a player factory may raise anything
        return SeatedPlayer(name, _UnavailablePlayer(name, error), entrant.seconds)


class _UnavailablePlayer:
    """Stands in for a player that could not be created: it fails at its first decision."""

    def __init__(self, name: str, error: Exception) -> None:
        self.name = name
        self._error = error

    def choose(self, state: State, seconds: float | None = None) -> Move:  # noqa: ARG002
        raise self._error

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass


@cache
def _commit() -> str:
    return commit_name()
