"""Quick match and rematch over HTTP."""

from __future__ import annotations

from fastapi import APIRouter

from ringrift.server.accounts.guard import KnownCaller, ThisWorker
from ringrift.server.errors import ApiError
from ringrift.server.games.routes import GameId, begin
from ringrift.server.games.service import shown_to, sits
from ringrift.server.games.types import GameInfo, NewGame, WantedSeat
from ringrift.server.lobby.quick_match import Found, Wish

router = APIRouter(tags=["lobby"])


@router.post("/quick-match")
async def quick_match(wish: Wish, worker: ThisWorker, caller: KnownCaller) -> Found:
    """Look for opponents of a like strength. Repeat it every few seconds until there is a game."""
    waiting_for = await worker.games.started_since(caller.account.id, wish.settings)
    if waiting_for is not None:
        return Found(game=shown_to(waiting_for, caller.account.id), waiting=0.0)
    found, game = await worker.quick_match.seek(caller.account, wish)
    if game is not None:
        found.game = shown_to(await begin(worker, game.id, caller), caller.account.id)
        await worker.lobby.changed()
    return found


@router.delete("/quick-match", status_code=204)
async def stop_looking(worker: ThisWorker, caller: KnownCaller) -> None:
    """Look no longer."""
    await worker.quick_match.cancel(caller.account)


@router.post("/games/{game}/rematch", status_code=201)
async def rematch(game: GameId, worker: ThisWorker, caller: KnownCaller) -> GameInfo:
    """The same game once more with the seats moved on by one; the others join it by the same request."""
    info = await worker.games.info(game)
    if not sits(info, caller.account.id):
        raise ApiError(403, "NOT_YOUR_GAME", "only those who played ask for a rematch")
    if info.status != "over":
        raise ApiError(409, "NOT_OVER", "this game is not over yet: finish it first")
    again = await worker.games.rematch_of(game)
    if again is None:
        rotated = info.seats[1:] + info.seats[:1]
        wanted = [
            WantedSeat(kind="level", level=place.level)
            if place.kind == "level"
            else WantedSeat(kind="me" if _is(place.account, caller.account.id) else "open")
            for place in rotated
        ]
        sent = NewGame(settings=info.settings, seats=wanted, visibility=info.visibility)
        again = await worker.games.create(caller.account, sent, rematch_of=game)
    elif again.status == "open":
        again = await worker.games.join(again.id, caller.account, seat=None, code=again.invite)
    if again.status == "open" and all(place.kind != "open" for place in again.seats):
        again = await begin(worker, again.id, caller)
    await worker.lobby.changed()
    return shown_to(again, caller.account.id)


def _is(account: object, wanted: str) -> bool:
    return getattr(account, "id", None) == wanted
