"""Leaderboard and profiles over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query

from ringrift.server.accounts.authentication import CurrentWorker, OptionalCaller
from ringrift.server.accounts.types import AnyName
from ringrift.server.games.service import visible_to
from ringrift.server.games.types import GameInfo
from ringrift.server.ratings.types import LeaderboardEntry, Profile

router = APIRouter(tags=["players"])


@router.get("/leaderboard")
async def get_leaderboard(
    worker: CurrentWorker, _caller: OptionalCaller, players: Annotated[int, Query(ge=2, le=4)] = 2
) -> list[LeaderboardEntry]:
    """Return the best players of rated games with that number of players."""
    return await worker.ratings.leaderboard(players)


@router.get("/players/{name}")
async def get_profile(name: AnyName, worker: CurrentWorker, _caller: OptionalCaller) -> Profile:
    """Return the ratings and results of a player."""
    return await worker.ratings.profile(await worker.accounts.by_name(name))


@router.get("/players/{name}/games")
async def get_games(
    name: AnyName,
    worker: CurrentWorker,
    caller: OptionalCaller,
    status: Annotated[list[Literal["open", "live", "over", "aborted"]] | None, Query()] = None,
    before: float | None = None,
) -> list[GameInfo]:
    """Return the games of a player, newest first. Pass `before` (a creation time) for more."""
    account = await worker.accounts.by_name(name)
    viewer = None if caller is None else caller.account.id
    found = await worker.games.of_account(
        account.id, viewer=viewer, status=status or (), before=before
    )
    return [visible_to(info, viewer) for info in found]
