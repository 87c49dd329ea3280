"""Quick match and rematch over HTTP."""

from __future__ import annotations

from fastapi import APIRouter

from ringrift.server.accounts.authentication import (
    AuthenticatedCaller,
    CurrentWorker,
    OptionalCaller,
)
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.errors import ApiError
from ringrift.server.games.presence_feed import accounts_of
from ringrift.server.games.routes import GameId, announce_game, start_if_full
from ringrift.server.games.service import has_seat, visible_to
from ringrift.server.games.types import GameInfo
from ringrift.server.lobby.featured import FeaturedGame
from ringrift.server.lobby.quick_match import MatchResult, SeekCount, SeekRequest
from ringrift.server.worker import Worker

router = APIRouter(tags=["lobby"])


@router.post("/quick-match")
async def quick_match(
    request: SeekRequest, worker: CurrentWorker, caller: AuthenticatedCaller
) -> MatchResult:
    """Look for opponents of similar strength. Repeat every few seconds until there is a game."""
    result = await worker.quick_match.seek(caller.account, request)
    if result.game is None and result.waiting == 0:  # not a repeat: one more is waiting
        await worker.lobby.publish_change()
    return await _start_match(worker, result, caller)


@router.get("/quick-match")
async def get_quick_match_counts(worker: CurrentWorker, _caller: OptionalCaller) -> list[SeekCount]:
    """Return how many people look for each kind of game, the most wanted first: at most 40."""
    return await worker.quick_match.counts()


@router.delete("/quick-match")
async def cancel_quick_match(worker: CurrentWorker, caller: AuthenticatedCaller) -> MatchResult:
    """Stop looking. Returns the game that was matched meanwhile, if any: play it or abort it."""
    result = await worker.quick_match.cancel(caller.account)
    await worker.lobby.publish_change()
    return await _start_match(worker, result, caller)


@router.get("/featured")
async def get_featured_game(worker: CurrentWorker, _caller: OptionalCaller) -> FeaturedGame | None:
    """Return the public game most worth watching, otherwise one that ended lately, or null."""
    return await worker.featured.find()


@router.get("/tv")
async def get_best_games(worker: CurrentWorker, _caller: OptionalCaller) -> list[GameInfo]:
    """Return the public live game most worth watching on each board where people play."""
    return await worker.featured.find_by_board()


@router.post("/games/{game}/rematch", status_code=201)
async def rematch(game: GameId, worker: CurrentWorker, caller: AuthenticatedCaller) -> GameInfo:
    """Create or join the rematch of a finished game, with the seats rotated by one."""
    info = await worker.games.info(game)
    if not has_seat(info, caller.account.id):
        raise ApiError(403, "NOT_YOUR_GAME", "only its players can ask for a rematch")
    if info.status != "over":
        advice = "was aborted: create a new one" if info.status == "aborted" else "is not over"
        raise ApiError(409, "NOT_OVER", f"this game {advice}")
    new = await worker.seats.rematch(info, caller.account)
    new = await start_if_full(worker, new, caller)
    await worker.chat.propose_rematch(game, new.id, caller)
    await announce_game(worker, new.id, accounts_of(info))
    await worker.lobby.publish_change()
    return visible_to(new, caller.account.id)


async def _start_match(worker: Worker, result: MatchResult, caller: Caller) -> MatchResult:
    """Start the matched game: the first player to ask for it does."""
    if result.game is not None:
        result.game = visible_to(
            await start_if_full(worker, result.game, caller), caller.account.id
        )
        await worker.lobby.publish_change()
    return result
