"""The page over HTTP: its files, and the page itself at the address of every place in it."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from ringrift.server.errors import ApiError
from ringrift.server.page.files import HASHED, INDEX, PageFile, page_folder, read_page

_log = logging.getLogger("ringrift.server")
PLACES: Final[Mapping[str, str]] = json.loads(
    Path(__file__).with_name("routes.json").read_text("utf-8")
)

_FOR_GOOD: Final = "public, max-age=31536000, immutable"
_ASK_ANEW: Final = "no-cache"
_NOT_BUILT: Final = (
    "The server runs, but its page is not built.\n\n"
    "In the repository `make page` builds it (it needs Node.js 20 or newer); then start the server again.\n"
    "A page that was built elsewhere is named by the setting `page`.\n\n"
    "Programs are served as always: /docs lists the requests.\n"
)


def built_page(setting: str) -> Mapping[str, PageFile] | None:
    """The files of the page that the setting names; none where it is not built."""
    folder = page_folder(setting)
    if folder is None:
        _log.warning("the page is not built: `make page` builds it")
        return None
    return read_page(folder)


def page_router(files: Mapping[str, PageFile] | None) -> APIRouter:
    """The routes of the page, or of a text that says how to build one."""
    router = APIRouter(include_in_schema=False)
    if files is None:
        for path in PLACES.values():
            router.add_api_route(_route(path), _not_built, methods=["GET", "HEAD"])
        return router

    async def place(request: Request) -> Response:
        return _answer(request, files[INDEX])

    async def asset(request: Request, name: str) -> Response:
        file = files.get(HASHED + name)
        if file is None:
            raise ApiError(404, "NOT_FOUND", "the page has no such file: load it anew", path="name")
        return _answer(request, file)

    async def single(request: Request) -> Response:
        return _answer(request, files[request.url.path.removeprefix("/")])

    for path in PLACES.values():
        router.add_api_route(_route(path), place, methods=["GET", "HEAD"])
    router.add_api_route(f"/{HASHED}{{name:path}}", asset, methods=["GET", "HEAD"])
    for name, file in files.items():
        if not file.lasts and name != INDEX:
            router.add_api_route(f"/{name}", single, methods=["GET", "HEAD"])
    return router


def lost_page(request: Request, files: Mapping[str, PageFile] | None) -> Response | None:
    """The page for a browser at an address that leads nowhere: it says so, and shows the way home."""
    if files is None or "text/html" not in request.headers.get("accept", ""):
        return None
    encoding, body = files[INDEX].best(request.headers.get("accept-encoding", ""))
    headers = {"Cache-Control": _ASK_ANEW, "Vary": "Accept, Accept-Encoding"}
    if encoding != "identity":
        headers["Content-Encoding"] = encoding
    return Response(body, 404, headers, files[INDEX].kind)


async def _not_built() -> Response:
    return PlainTextResponse(_NOT_BUILT, 404, {"Cache-Control": _ASK_ANEW})


def _route(path: str) -> str:
    """`/game/:id` as the router writes it."""
    return re.sub(r":(\w+)", r"{\1}", path)


def _answer(request: Request, file: PageFile) -> Response:
    encoding, body = file.best(request.headers.get("accept-encoding", ""))
    tag = f'"{file.tag}-{encoding}"'
    headers = {
        "Cache-Control": _FOR_GOOD if file.lasts else _ASK_ANEW,
        "ETag": tag,
        "Vary": "Accept-Encoding",
    }
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if encoding != "identity":
        headers["Content-Encoding"] = encoding
    return Response(body, headers=headers, media_type=file.kind)
