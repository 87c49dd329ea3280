"""The opening explorer and the search for games over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import StreamingResponse

from ringrift.server.accounts.authentication import (
    CurrentWorker,
    OptionalCaller,
    RegisteredCaller,
)
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.explorer.search import PAGE
from ringrift.server.explorer.types import (
    MAX_DOWNLOADED,
    FoundGame,
    FoundGames,
    GameQuery,
    GameSearch,
    NewSavedSearch,
    Opening,
    OpeningRequest,
    SavedSearch,
)
from ringrift.server.games.routes import record_text
from ringrift.server.games.service import visible_to
from ringrift.server.requester import CurrentRequester
from ringrift.server.streaming import start_stream
from ringrift.server.worker import Worker

router = APIRouter(tags=["explorer"])
SearchId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


@router.post("/openings")
async def explore_opening(
    request: OpeningRequest,
    worker: CurrentWorker,
    caller: OptionalCaller,
    requester: CurrentRequester,
) -> Opening:
    """Return what was played from a position in the first 10 turns of finished games.

    Positions that differ by a rotation or reflection of the board are one. The position of a rated
    game that you are playing is refused.
    """
    account = _id_of(caller)
    boards = await worker.fair_play.boards_in_play(account)
    return await worker.openings.find(request, account, requester, boards)


@router.post("/games/search")
async def search_games(
    request: GameSearch,
    worker: CurrentWorker,
    caller: OptionalCaller,
    requester: CurrentRequester,
) -> FoundGames:
    """Find finished games that are public or yours, 30 at a time.

    The position of a rated game that you are playing is refused.
    """
    viewer = _id_of(caller)
    boards = await worker.fair_play.boards_in_play(viewer)
    found = await worker.game_searches.find(
        request, viewer, requester, boards, before=request.before, limit=PAGE + 1
    )
    shown = found[:PAGE]
    infos = await worker.games.infos([game for game, _, _ in shown])
    await worker.listing.complete(infos)
    by_id = {info.id: visible_to(info, viewer) for info in infos}
    return FoundGames(
        games=[
            FoundGame(game=by_id[game], turns=turns) for game, turns, _ in shown if game in by_id
        ],
        next=shown[-1][2] if len(found) > PAGE else None,
    )


@router.post("/games/search/records", response_class=StreamingResponse)
async def download_found_games(
    request: GameQuery,
    worker: CurrentWorker,
    caller: RegisteredCaller,
    requester: CurrentRequester,
) -> StreamingResponse:
    """Stream the records of the latest 200 games that match, as text (.rrg).

    The position of a rated game that you are playing is refused.
    """
    worker.limits.check("downloads", caller.account.id, account=caller.account.id)
    boards = await worker.fair_play.boards_in_play(caller.account.id)
    found = await worker.game_searches.find(
        request, caller.account.id, requester, boards, limit=MAX_DOWNLOADED
    )
    ids = [game for game, _, _ in found]
    texts = await start_stream(_records(worker, ids, requester.share))
    return StreamingResponse(texts, media_type="text/plain; charset=utf-8")


async def _records(worker: Worker, games: Sequence[str], share: str) -> AsyncIterator[str]:
    """Yield the records one by one, as fast as the client reads them."""
    for number, game in enumerate(games):
        text = await worker.games.replay(game, partial(record_text, game), share=share)
        yield ("\n" if number else "") + text


@router.get("/searches")
async def get_searches(worker: CurrentWorker, caller: RegisteredCaller) -> list[SavedSearch]:
    """Return the searches that you kept."""
    return await worker.game_searches.saved(caller.account.id)


@router.post("/searches", status_code=201)
async def save_search(
    request: NewSavedSearch, worker: CurrentWorker, caller: RegisteredCaller
) -> SavedSearch:
    """Keep a search under a name."""
    worker.limits.check("saved searches", caller.account.id, account=caller.account.id)
    return await worker.game_searches.save(caller.account, request)


@router.delete("/searches/{search}", status_code=204)
async def delete_search(search: SearchId, worker: CurrentWorker, caller: RegisteredCaller) -> None:
    """Delete a search that you kept."""
    worker.limits.check("saved searches", caller.account.id, account=caller.account.id)
    await worker.game_searches.remove(caller.account.id, search)


def _id_of(caller: Caller | None) -> str | None:
    return None if caller is None else caller.account.id
