"""Reads challenges with the names and ratings of those who take part."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.types import Account
from ringrift.server.community.challenge_types import (
    ChallengeInfo,
    ChallengeOpponent,
    Challenger,
)
from ringrift.server.games.seeds import without_seeds
from ringrift.server.games.service import load_stored_settings
from ringrift.server.games.speed import speed_of
from ringrift.server.ratings.scale import NEW_RATING, shown_rating
from ringrift.server.storage.tables import accounts, challenge_opponents, challenges, ratings

MAX_LISTED: Final = 100


async def select_challenges(
    connection: AsyncConnection, wanted: ColumnElement[bool], now: float
) -> list[ChallengeInfo]:
    """Return these challenges, the newest first."""
    stored = (
        select(challenges).where(wanted).order_by(challenges.c.created_at.desc()).limit(MAX_LISTED)
    )
    rows = (await connection.execute(stored)).all()
    asked = (
        select(challenge_opponents)
        .where(challenge_opponents.c.challenge_id.in_([row.id for row in rows]))
        .order_by(challenge_opponents.c.place)
    )
    answers: dict[str, list[Row[Any]]] = {row.id: [] for row in rows}
    for answer in await connection.execute(asked):
        answers[answer.challenge_id].append(answer)
    ids = {row.account_id for row in rows}
    ids |= {answer.account_id for some in answers.values() for answer in some}
    people = await _find_people(connection, ids)
    return [_challenge_info(row, answers[row.id], people, now) for row in rows]


def people_of(info: ChallengeInfo) -> list[Account]:
    """Return the challenger and the opponents."""
    return [info.challenger.account, *(one.account for one in info.opponents)]


class _People:
    """Accounts, and their ratings by number of players."""

    def __init__(self, rows: Iterable[Any], stored: Iterable[Any]) -> None:
        self._accounts = {row.id: Account(id=row.id, name=row.name, kind=row.kind) for row in rows}
        self._ratings = {
            (row.account_id, row.players): shown_rating(row.mu, row.sigma) for row in stored
        }

    def find(self, account: str, players: int) -> Challenger:
        found = self._accounts[account]
        rating = self._ratings.get((account, players), NEW_RATING)
        return Challenger(account=found, rating=None if found.kind == "guest" else rating)


async def _find_people(connection: AsyncConnection, ids: set[str]) -> _People:
    wanted = select(accounts.c.id, accounts.c.name, accounts.c.kind).where(accounts.c.id.in_(ids))
    stored = select(ratings).where(ratings.c.account_id.in_(ids))
    return _People(
        (await connection.execute(wanted)).all(), (await connection.execute(stored)).all()
    )


def _challenge_info(
    row: Row[Any], answers: Sequence[Row[Any]], people: _People, now: float
) -> ChallengeInfo:
    document = json.loads(row.settings)
    settings = load_stored_settings(row.settings)
    expired = row.status == "open" and row.expires_at <= now
    return ChallengeInfo(
        id=row.id,
        challenger=people.find(row.account_id, settings.players),
        opponents=[
            ChallengeOpponent(
                **people.find(answer.account_id, settings.players).model_dump(),
                status=answer.status,
                reason=answer.reason,
            )
            for answer in answers
        ],
        settings=without_seeds(document),
        rated=settings.rated,
        speed=speed_of(settings.clock),
        seat=row.seat,
        visibility=row.visibility,
        status="expired" if expired else row.status,
        created_at=row.created_at,
        expires_at=row.expires_at,
        closed_at=row.expires_at if expired else row.closed_at,
        game=row.game_id,
    )
