"""Reads a tournament from the database, and writes a transition if nothing has changed since."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from sqlalchemy import Row, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.events import PeopleSwapped
from ringrift.server.accounts.types import Account
from ringrift.server.community.blocks import find_blocks
from ringrift.server.storage.meeting_tables import (
    club_tournaments,
    clubs,
    tournament_entrants,
    tournament_matches,
    tournaments,
)
from ringrift.server.storage.tables import accounts, events, games, seats
from ringrift.server.tournaments.model import Entrant, Match, Tournament


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament as the database has it."""

    row: Row[Any]
    entrants: Sequence[Any]  # rows, or what stands for one that changes
    matches: Sequence[Any]
    creator: Account | None
    club: tuple[str, str] | None  # id and name

    def model(self, apart: frozenset[frozenset[int]] = frozenset()) -> Tournament:
        """Return the facts for the pure functions."""
        row = self.row
        return Tournament(
            format=row.format,
            status=row.status,
            players=json.loads(row.settings)["players"],
            starts_at=row.starts_at,
            entrants=tuple(map(_entrant, self.entrants)),
            matches=tuple(map(_match, self.matches)),
            rounds=row.rounds,
            round=row.round,
            seconds=row.seconds,
            started_at=row.started_at,
            break_seconds=row.break_seconds,
            next_at=row.next_at,
            apart=apart,
        )

    def player(self, number: int) -> Account | int:
        """Return the account of an entrant, or the level."""
        row = next(one for one in self.entrants if one.number == number)
        found = account_of(row)
        return row.level if found is None else found

    def entrant_of(self, account: str) -> Row[Any] | None:
        return next((one for one in self.entrants if one.account_id == account), None)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The places of a finished game, and the seat that did not come."""

    number: int
    ranks: tuple[int, ...] | None  # None: the staff closed the game
    absent: int | None = None

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of the match."""
        if self.ranks is None:
            return {"status": "void", "ranks": None, "absent": None}
        return {"status": "over", "ranks": json.dumps(self.ranks), "absent": self.absent}


def account_of(row: Row[Any]) -> Account | None:
    """Return the account of an entrant's row."""
    if row.account_id is None or row.name is None:
        return None
    return Account(id=row.account_id, name=row.name, kind=row.kind)


async def load_tournament(connection: AsyncConnection, tournament: str) -> StoredTournament | None:
    """Return a tournament with its entrants and matches."""
    row = (
        await connection.execute(select(tournaments).where(tournaments.c.id == tournament))
    ).one_or_none()
    if row is None:
        return None
    entered = (
        select(tournament_entrants, accounts.c.name, accounts.c.kind)
        .outerjoin(accounts, accounts.c.id == tournament_entrants.c.account_id)
        .where(tournament_entrants.c.tournament_id == tournament)
        .order_by(tournament_entrants.c.number)
    )
    played = (
        select(tournament_matches)
        .where(tournament_matches.c.tournament_id == tournament)
        .order_by(tournament_matches.c.number)
    )
    creator = None
    if row.created_by is not None:
        named = select(accounts.c.id, accounts.c.name, accounts.c.kind)
        found = await connection.execute(named.where(accounts.c.id == row.created_by))
        creator = next((Account(id=one.id, name=one.name, kind=one.kind) for one in found), None)
    held = (
        select(clubs.c.id, clubs.c.name)
        .join(club_tournaments, club_tournaments.c.club_id == clubs.c.id)
        .where(club_tournaments.c.tournament_id == tournament)
    )
    club = (await connection.execute(held)).one_or_none()
    return StoredTournament(
        row,
        (await connection.execute(entered)).all(),
        (await connection.execute(played)).all(),
        creator,
        None if club is None else (club.id, club.name),
    )


async def find_apart(
    connection: AsyncConnection, entrants: Sequence[Row[Any]]
) -> frozenset[frozenset[int]]:
    """Return the pairs of entrants of whom one blocks the other."""
    number_of = {one.account_id: one.number for one in entrants if one.account_id is not None}
    found = await find_blocks(connection, list(number_of))
    return frozenset(frozenset((number_of[who], number_of[whom])) for who, whom in found)


async def find_results(
    connection: AsyncConnection, matches: Sequence[Row[Any]]
) -> list[MatchResult]:
    """Return the results of the games that ended since the matches were stored."""
    playing = {one.game_id: one for one in matches if one.status == "playing" and one.game_id}
    ended = select(games.c.id, games.c.status).where(
        games.c.id.in_(list(playing)), or_(games.c.status == "over", games.c.status == "aborted")
    )
    results = []
    for game, status in (await connection.execute(ended)).all():
        match = playing[game]
        size = len(json.loads(match.seats))
        absent: int | None = None
        if status == "over":
            found = select(seats.c.seat, seats.c.rank, seats.c.left_at)
            rows = (
                await connection.execute(
                    found.where(seats.c.game_id == game).order_by(seats.c.seat)
                )
            ).all()
            ranks = rank_seats(rows)
        else:
            absent = await _find_absent(connection, game)
            if absent is None:
                results.append(MatchResult(match.number, None))
                continue
            ranks = tuple(size if seat == absent else 1 for seat in range(1, size + 1))
        if await _is_swapped(connection, game):  # the match has the seats of the start
            ranks = ranks[::-1]
            absent = None if absent is None else size + 1 - absent
        results.append(MatchResult(match.number, ranks, absent))
    return results


def rank_seats(rows: Sequence[Any]) -> tuple[int, ...]:
    """Return the places by seat: who left is behind all others, the first to leave last."""

    def order(row: Any) -> tuple[int, float]:
        return (1, -row.left_at) if row.left_at is not None else (0, float(row.rank or 0))

    best_first = sorted(map(order, rows))
    return tuple(best_first.index(order(row)) + 1 for row in rows)


async def _find_absent(connection: AsyncConnection, game: str) -> int | None:
    """Return the seat because of which a game was aborted; None: the staff closed it."""
    aborted = select(events.c.body).where(events.c.game_id == game, events.c.kind == "aborted")
    body = await connection.scalar(aborted)
    event = {"reason": "operator"} if body is None else json.loads(body)
    return None if event["reason"] == "operator" else int(event["seat"])


async def _is_swapped(connection: AsyncConnection, game: str) -> bool:
    """R180: return whether the two players sit in the seats of each other."""
    swaps = select(func.count()).where(
        events.c.game_id == game, events.c.kind == PeopleSwapped.kind
    )
    return (await connection.scalar(swaps) or 0) % 2 == 1


def with_results(stored: StoredTournament, results: Sequence[MatchResult]) -> StoredTournament:
    """Return the tournament as it is when these results are stored."""
    by_number = {one.number: one for one in results}
    changed: list[Any] = []
    paused: set[int] = set()
    for row in stored.matches:
        result = by_number.get(row.number)
        if result is None:
            changed.append(row)
            continue
        changed.append(_Changed(row, **result.columns))
        if result.absent is not None:
            paused.add(json.loads(row.seats)[result.absent - 1])
    entrants = [
        _Changed(row, status=absence_status(stored.row.format))
        if row.number in paused and row.status == "in" and row.level is None
        else row
        for row in stored.entrants
    ]
    return replace(stored, matches=changed, entrants=entrants)


def absence_status(format_: str) -> str:
    """Return what becomes of an entrant who did not come to a game."""
    return "paused" if format_ == "arena" else "withdrawn"


class _Changed:
    """A row with other values in some columns."""

    def __init__(self, row: Any, **values: Any) -> None:
        self._row = row
        self._values = values

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__["_values"]
        return values[name] if name in values else getattr(self.__dict__["_row"], name)


async def store_changes(
    connection: AsyncConnection,
    stored: StoredTournament,
    values: Mapping[str, Any],
    *,
    results: Sequence[MatchResult] = (),
    matches: Sequence[Mapping[str, Any]] = (),
    void: bool = False,
    now: float,
) -> bool:
    """Write the changes; return False if the tournament has changed since it was read."""
    row = stored.row
    free = update(tournaments).where(
        tournaments.c.id == row.id, tournaments.c.revision == row.revision
    )
    changed = await connection.execute(free.values(**values, revision=row.revision + 1))
    if changed.rowcount != 1:
        return False
    own = tournament_matches.c.tournament_id == row.id
    for result in results:
        await connection.execute(
            update(tournament_matches)
            .where(own, tournament_matches.c.number == result.number)
            .values(**result.columns, ended_at=now)
        )
    for entrant in with_results(stored, results).entrants:
        if isinstance(entrant, _Changed):
            await connection.execute(
                update(tournament_entrants)
                .where(
                    tournament_entrants.c.tournament_id == row.id,
                    tournament_entrants.c.number == entrant.number,
                )
                .values(status=entrant.status)
            )
    if void:
        await connection.execute(
            update(tournament_matches)
            .where(own, tournament_matches.c.status == "playing")
            .values(status="void", ended_at=now)
        )
    if matches:
        await connection.execute(insert(tournament_matches), list(matches))
    return True


def _entrant(row: Any) -> Entrant:
    """Return an entrant; nobody can play for one whose account was deleted."""
    gone = row.level is None and account_of(row) is None
    return Entrant(row.number, row.rating, "withdrawn" if gone else row.status)


def _match(row: Any) -> Match:
    ranks = None if row.ranks is None else tuple(json.loads(row.ranks))
    return Match(row.round, tuple(json.loads(row.seats)), ranks, row.status)


def have_one_owner(players: Sequence[Account | int], owners: Mapping[str, str]) -> bool:
    """Return whether two of the players belong to one person: their game cannot be rated."""
    owned = [owners.get(one.id, one.id) for one in players if isinstance(one, Account)]
    return any(first == second for first, second in combinations(owned, 2))
