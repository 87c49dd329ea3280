"""A stored tournament as clients see it."""

from __future__ import annotations

import json
from typing import Any, Final, cast

from sqlalchemy import Row

from ringrift.server.accounts.types import Account
from ringrift.server.games.seeds import without_seeds
from ringrift.server.tournaments.model import EntrantStatus
from ringrift.server.tournaments.standings import rank_entrants
from ringrift.server.tournaments.store import StoredTournament, account_of
from ringrift.server.tournaments.types import (
    ClubLink,
    MatchInfo,
    StandingInfo,
    TournamentInfo,
    TournamentView,
)

_MAX_SCORES: Final = 12
_MAX_MATCHES: Final = 30  # of an arena, apart from those in progress


def tournament_info(
    row: Row[Any],
    creator: Account | None,
    club: tuple[str, str] | None,
    *,
    entrants: int,
    joined: EntrantStatus | None,
) -> TournamentInfo:
    """Return a tournament of a list."""
    return TournamentInfo(**_fields(row, creator, club), entrants=entrants, joined=joined)


def view_tournament(stored: StoredTournament) -> TournamentView:
    """Return a tournament with its standings and latest matches, the same for everybody."""
    model = stored.model()
    rows = {row.number: row for row in stored.entrants}
    status_of = {one.number: one.status for one in model.entrants}
    game_of = {
        number: row.game_id
        for row in stored.matches
        if row.status == "playing"
        for number in json.loads(row.seats)
    }
    standings = [
        StandingInfo(
            number=one.number,
            rank=one.rank,
            account=account_of(rows[one.number]),
            level=rows[one.number].level,
            rating=round(one.rating),
            status=status_of[one.number],
            points=one.points,
            games=one.games,
            wins=one.wins,
            byes=one.byes,
            on_fire=model.format == "arena" and one.on_fire,
            buchholz=round(one.buchholz, 2),
            sonneborn=round(one.sonneborn, 2),
            scores=one.scores[-_MAX_SCORES:],
            game=game_of.get(one.number),
        )
        for one in rank_entrants(model)
    ]
    if model.format == "arena":
        playing = [row for row in stored.matches if row.status == "playing"]
        ended = [row for row in stored.matches if row.status == "over"]
        shown = playing + ended[::-1][:_MAX_MATCHES]
    else:
        shown = [row for row in stored.matches if row.round == model.round]
    return TournamentView(
        **_fields(stored.row, stored.creator, stored.club),
        entrants=sum(one.status != "withdrawn" for one in model.entrants),
        next_at=stored.row.next_at,
        standings=standings,
        matches=[match_info(row) for row in shown],
    )


def match_info(row: Row[Any]) -> MatchInfo:
    """Return a match."""
    return MatchInfo(
        round=row.round,
        number=row.number,
        seats=json.loads(row.seats),
        ranks=None if row.ranks is None else json.loads(row.ranks),
        status=row.status,
        game=row.game_id,
        absent=row.absent,
    )


def _fields(row: Row[Any], creator: Account | None, club: tuple[str, str] | None) -> dict[str, Any]:
    settings = cast("dict[str, Any]", json.loads(row.settings))
    is_arena = row.format == "arena"
    ends_at = row.started_at + row.seconds if is_arena and row.started_at is not None else None
    return {
        "id": row.id,
        "name": row.name,
        "description": row.description,
        "format": row.format,
        "settings": without_seeds(settings),
        "status": row.status,
        "players": settings["players"],
        "rated": settings["rated"],
        "created_by": creator,
        "starts_at": row.starts_at,
        "started_at": row.started_at,
        "ended_at": row.ended_at,
        "ends_at": ends_at,
        "minutes": row.seconds / 60 if is_arena else None,
        "rounds": row.rounds,
        "round": row.round,
        "break_seconds": row.break_seconds,
        "max_entrants": row.max_entrants,
        "repeat_days": row.repeat_days,
        "club": None if club is None else ClubLink(id=club[0], name=club[1]),
        "revision": row.revision,
    }
