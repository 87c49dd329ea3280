"""Leaderboard and profiles over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query

from ringrift.server.accounts.authentication import SomeCaller, ThisWorker
from ringrift.server.accounts.types import AnyName
from ringrift.server.games.service import shown_to
from ringrift.server.games.types import GameInfo
from ringrift.server.ratings.types import Profile, Ranked

router = APIRouter(tags=["players"])


@router.get("/leaderboard")
async def leaderboard(
    worker: ThisWorker, _caller: SomeCaller, players: Annotated[int, Query(ge=2, le=4)] = 2
) -> list[Ranked]:
    """The best players of rated games for so many."""
    return await worker.ratings.leaderboard(players)


@router.get("/players/{name}")
async def profile(name: AnyName, worker: ThisWorker, _caller: SomeCaller) -> Profile:
    """A player: ratings, results."""
    return await worker.ratings.profile(await worker.accounts.named(name))


@router.get("/players/{name}/games")
async def history(
    name: AnyName,
    worker: ThisWorker,
    caller: SomeCaller,
    status: Annotated[list[Literal["open", "live", "over", "aborted"]] | None, Query()] = None,
    before: float | None = None,
) -> list[GameInfo]:
    """The games of a player, newest first; `before` (a creation time) turns the page."""
    account = await worker.accounts.named(name)
    reader = None if caller is None else caller.account.id
    found = await worker.games.of_account(
        account.id, seen_by=reader, status=status or (), before=before
    )
    return [shown_to(info, reader) for info in found]
