"""Quick match and rematch over HTTP."""

from __future__ import annotations

from fastapi import APIRouter

from ringrift.server.accounts.authentication import KnownCaller, ThisWorker
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.errors import ApiError
from ringrift.server.games.routes import GameId, begin_when_full
from ringrift.server.games.service import shown_to, sits
from ringrift.server.games.types import GameInfo
from ringrift.server.lobby.quick_match import Found, Wish
from ringrift.server.worker import Worker

router = APIRouter(tags=["lobby"])


@router.post("/quick-match")
async def quick_match(wish: Wish, worker: ThisWorker, caller: KnownCaller) -> Found:
    """Look for opponents of a like strength. Repeat it every few seconds until there is a game."""
    return await _begun(worker, await worker.quick_match.seek(caller.account, wish), caller)


@router.delete("/quick-match")
async def stop_looking(worker: ThisWorker, caller: KnownCaller) -> Found:
    """Look no longer. A game that was found since the last question is told: play it, or resign."""
    return await _begun(worker, await worker.quick_match.cancel(caller.account), caller)


@router.post("/games/{game}/rematch", status_code=201)
async def rematch(game: GameId, worker: ThisWorker, caller: KnownCaller) -> GameInfo:
    """The same game once more with the seats moved on by one; the others join it by the same request."""
    info = await worker.games.info(game)
    if not sits(info, caller.account.id):
        raise ApiError(403, "NOT_YOUR_GAME", "only those who played ask for a rematch")
    if info.status != "over":
        raise ApiError(409, "NOT_OVER", "this game is not over yet: finish it first")
    again = await worker.seats.rematch(info, caller.account)
    again = await begin_when_full(worker, again, caller)
    await worker.chat.propose_rematch(game, again.id, caller)
    await worker.lobby.changed()
    return shown_to(again, caller.account.id)


async def _begun(worker: Worker, found: Found, caller: Caller) -> Found:
    """The game that was found, under way: whoever asks first begins it."""
    if found.game is not None:
        found.game = shown_to(await begin_when_full(worker, found.game, caller), caller.account.id)
        await worker.lobby.changed()
    return found
