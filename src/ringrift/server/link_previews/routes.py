"""The pictures of links over HTTP. They are public, like the cards."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from ringrift.server.accounts.authentication import CurrentWorker, network_of_client
from ringrift.server.accounts.types import AnyName
from ringrift.server.fair_queue import Priority, Requester
from ringrift.server.games.routes import GameId
from ringrift.server.link_previews.cards import PICTURES, Parameters
from ringrift.server.link_previews.service import find_card
from ringrift.server.studies.routes import StudyId
from ringrift.server.worker import Worker

router = APIRouter(prefix=PICTURES, tags=["pages"], include_in_schema=False)
_LATER: Final = "public, max-age=86400"
_SOON: Final = "public, max-age=60"


@router.get("/site.png")
async def get_site_picture(request: Request, worker: CurrentWorker) -> Response:
    """Return the picture of the site."""
    return await _draw(request, worker, "home", {})


@router.get("/games/{game}.png")
async def get_game_picture(request: Request, worker: CurrentWorker, game: GameId) -> Response:
    """Return the picture of a game as it stands; of a private game that of the site."""
    return await _draw(request, worker, "game", {"id": game})


@router.get("/players/{name}.png")
async def get_player_picture(request: Request, worker: CurrentWorker, name: AnyName) -> Response:
    """Return the picture of a player."""
    return await _draw(request, worker, "profile", {"name": name})


@router.get("/studies/{study}.png")
async def get_study_picture(request: Request, worker: CurrentWorker, study: StudyId) -> Response:
    """Return the picture of a study; of a private one that of the site."""
    return await _draw(request, worker, "sharedStudy", {"study": study})


@router.get("/position.png")
async def get_position_picture(
    request: Request, worker: CurrentWorker, position: Annotated[str, Query(max_length=4096)]
) -> Response:
    """Return the picture of a position string."""
    return await _draw(request, worker, "embedPosition", {"position": position})


async def _draw(request: Request, worker: Worker, page: str, parameters: Parameters) -> Response:
    # Without an account: a program that asks for pictures has none.
    share = network_of_client(request)
    worker.limits.check("requests", share)
    card = await find_card(worker, page, parameters, share=share)
    body = await worker.link_pictures.draw(card.picture, Requester(share, Priority.GUEST))
    tag = f'"{sha256(body).hexdigest()[:16]}"'
    headers = {"Cache-Control": _LATER if card.settled else _SOON, "ETag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type="image/png")
