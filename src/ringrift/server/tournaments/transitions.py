"""What happens next in a tournament: a pure function of its facts and the time.

Every worker may compute it at any time; the store applies it only if the facts are unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from ringrift.server.tournaments.arena_pairing import pair_arena
from ringrift.server.tournaments.model import Format, Match, Status, Tournament
from ringrift.server.tournaments.swiss_pairing import pair_swiss_round
from ringrift.server.tournaments.table_pairing import pair_tables_round

ARENA_WAVE_SECONDS: Final = 3.0  # between two pairings: more players wait, so they fit better
_PAIR_ROUND: Final[dict[Format, Callable[[Tournament], list[Match]]]] = {
    "swiss": pair_swiss_round,
    "tables": pair_tables_round,
}


@dataclass(frozen=True, slots=True)
class Transition:
    """The changes to a tournament."""

    status: Status
    round: int
    rounds: int
    next_at: float | None  # when to look again; None: after the next result
    matches: tuple[Match, ...] = ()
    void: bool = False  # the games in progress no longer count

    def changes(self, tournament: Tournament) -> bool:
        """Return whether it changes anything."""
        return bool(self.matches) or (
            self.status,
            self.round,
            self.rounds,
            self.next_at,
        ) != (tournament.status, tournament.round, tournament.rounds, tournament.next_at)


def next_transition(tournament: Tournament, now: float) -> Transition:
    """Return the transition that is due."""
    if tournament.status == "upcoming":
        # Its creator may start it before the appointed time.
        due = tournament.starts_at if tournament.next_at is None else tournament.next_at
        if now < due:
            return _unchanged(tournament, next_at=due)
        if len(tournament.active) < tournament.min_entrants:
            return replace(_unchanged(tournament, next_at=None), status="cancelled")
        started = replace(
            tournament,
            status="running",
            started_at=now,
            next_at=now,
            rounds=_possible_rounds(tournament),
        )
        return next_transition(started, now)
    if tournament.status != "running":
        return _unchanged(tournament, next_at=None)
    if tournament.format == "arena":
        return _continue_arena(tournament, now)
    return _continue_rounds(tournament, now)


def _unchanged(tournament: Tournament, *, next_at: float | None) -> Transition:
    return Transition(tournament.status, tournament.round, tournament.rounds, next_at)


def _possible_rounds(tournament: Tournament) -> int:
    """Return the rounds: in a Swiss tournament, as many as everybody has opponents."""
    if tournament.format != "swiss":
        return tournament.rounds
    entrants = len(tournament.active)
    return min(tournament.rounds, entrants - 1 + entrants % 2)


def _continue_arena(tournament: Tournament, now: float) -> Transition:
    assert tournament.started_at is not None
    ends_at = tournament.started_at + tournament.seconds
    if now >= ends_at:
        return Transition("over", tournament.round, tournament.rounds, None, void=True)
    due = tournament.next_at
    if due is not None and now < due < ends_at:
        return _unchanged(tournament, next_at=due)
    matches = tuple(pair_arena(tournament))
    waiting = len(tournament.active) - len(tournament.playing) - 2 * len(matches)
    wave = now + ARENA_WAVE_SECONDS if matches or waiting > 1 else None
    next_at = ends_at if wave is None else min(wave, ends_at)
    return replace(_unchanged(tournament, next_at=next_at), matches=matches)


def _continue_rounds(tournament: Tournament, now: float) -> Transition:
    if tournament.playing:
        return _unchanged(tournament, next_at=None)
    if tournament.round >= tournament.rounds or len(tournament.active) < tournament.min_entrants:
        return replace(_unchanged(tournament, next_at=None), status="over")
    if tournament.next_at is None:
        return _unchanged(tournament, next_at=now + tournament.break_seconds)
    if now < tournament.next_at:
        return _unchanged(tournament, next_at=tournament.next_at)
    matches = tuple(_PAIR_ROUND[tournament.format](tournament))
    return replace(
        _unchanged(tournament, next_at=None), round=tournament.round + 1, matches=matches
    )
