"""Leaderboard and profiles over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query

from ringrift.rules.grid import BoardName
from ringrift.rules.setup import DEFAULT_PLAYERS, MAX_PLAYERS, MIN_PLAYERS
from ringrift.server.accounts.authentication import CurrentWorker, OptionalCaller
from ringrift.server.accounts.names import MAX_LENGTH
from ringrift.server.accounts.types import STORABLE, Account, AnyName
from ringrift.server.games.routes import PlayersFilter
from ringrift.server.games.service import visible_to
from ringrift.server.games.types import GameInfo, Speed
from ringrift.server.ratings.statistics import Statistics
from ringrift.server.ratings.types import LeaderboardEntry, Profile, RatingChange
from ringrift.server.requester import CurrentRequester

router = APIRouter(tags=["players"])


@router.get("/leaderboard")
async def get_leaderboard(
    worker: CurrentWorker,
    _caller: OptionalCaller,
    players: Annotated[int, Query(ge=MIN_PLAYERS, le=MAX_PLAYERS)] = DEFAULT_PLAYERS,
) -> list[LeaderboardEntry]:
    """Return all rated players with that number of players, the best first: at most 100.

    Accounts with an uncertain rating follow the others and have no rank.
    """
    return await worker.ratings.leaderboard(players)


@router.get("/players")
async def find_players(
    worker: CurrentWorker,
    _caller: OptionalCaller,
    requester: CurrentRequester,
    prefix: Annotated[
        str,
        Query(min_length=1, max_length=MAX_LENGTH, pattern=STORABLE, description="case is ignored"),
    ],
) -> list[Account]:
    """Return people and bots whose name begins like this, by name: at most 20. Guests have none."""
    worker.limits.check("player searches", requester.share)
    return await worker.accounts.find(prefix)


@router.get("/players/{name}")
async def get_profile(name: AnyName, worker: CurrentWorker, _caller: OptionalCaller) -> Profile:
    """Return the ratings and results of a player."""
    return await worker.ratings.profile(await worker.accounts.by_name(name))


@router.get("/players/{name}/ratings")
async def get_rating_history(
    name: AnyName,
    worker: CurrentWorker,
    _caller: OptionalCaller,
    players: PlayersFilter = None,
    board: Annotated[BoardName | None, Query(description="only games on this board")] = None,
    speed: Annotated[Speed | None, Query(description="only games of this speed")] = None,
    before: float | None = None,
) -> list[RatingChange]:
    """Return how rated games changed a player's ratings, newest first: at most 100.

    Pass `before` (a time `at`) for more.
    """
    account = await worker.accounts.by_name(name)
    return await worker.ratings.history(
        account, players=players, board=board, speed=speed, before=before
    )


@router.get("/players/{name}/statistics")
async def get_statistics(
    name: AnyName, worker: CurrentWorker, _caller: OptionalCaller
) -> Statistics:
    """Return a player's games and wins by board, number of players, seat, reason and opening."""
    return await worker.statistics.of_account((await worker.accounts.by_name(name)).id)


@router.get("/players/{name}/games")
async def get_games(
    name: AnyName,
    worker: CurrentWorker,
    caller: OptionalCaller,
    status: Annotated[list[Literal["open", "live", "over", "aborted"]] | None, Query()] = None,
    players: PlayersFilter = None,
    before: float | None = None,
) -> list[GameInfo]:
    """Return the games of a player, newest first. Pass `before` (a creation time) for more."""
    account = await worker.accounts.by_name(name)
    viewer = None if caller is None else caller.account.id
    found = await worker.games.of_account(
        account.id, viewer=viewer, status=status or (), players=players, before=before
    )
    shown = [visible_to(info, viewer) for info in found]
    await worker.listing.complete(shown)
    return shown
