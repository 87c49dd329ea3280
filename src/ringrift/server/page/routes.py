"""Serves the page: its files, and index.html at each of its routes."""

from __future__ import annotations

import gzip
import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from ringrift.server.accounts.authentication import network_of_client
from ringrift.server.errors import ApiError
from ringrift.server.link_previews.head import write_card
from ringrift.server.link_previews.service import find_card
from ringrift.server.page.files import HASHED_PREFIX, INDEX, PageFile, page_folder, read_page
from ringrift.server.security_middleware import FRAMEABLE

if TYPE_CHECKING:
    from ringrift.server.worker import Worker

_log = logging.getLogger("ringrift.server")
PAGE_ROUTES: Final[Mapping[str, str]] = json.loads(
    Path(__file__).with_name("routes.json").read_text("utf-8")
)

_EMBEDDED: Final = "/embed/"  # read-only pages, which other sites may show in a frame
_IMMUTABLE: Final = "public, max-age=31536000, immutable"
_REVALIDATE: Final = "no-cache"
_NOT_BUILT: Final = (
    "The server is running, but the web client is not built.\n\n"
    "Run `make page` in the repository (needs Node.js 20 or newer) and restart the server,\n"
    "or set `page` to the folder of a web client that was built elsewhere.\n\n"
    "The API works without the web client: see /openapi.json.\n"
)


def load_page(setting: str) -> Mapping[str, PageFile] | None:
    """Return the files of the page, or None if it is not built."""
    folder = page_folder(setting)
    if folder is None:
        _log.warning("the web client is not built: run `make page`")
        return None
    return read_page(folder)


def page_router(files: Mapping[str, PageFile] | None, public_url: str) -> APIRouter:
    """Return the routes of the page, or of a text that says how to build it.

    The cards of links name `public_url`, or else the address of the request.
    """
    router = APIRouter(include_in_schema=False)
    if files is None:
        for path in PAGE_ROUTES.values():
            router.add_api_route(_route(path), _not_built, methods=["GET", "HEAD"])
        return router

    html = files[INDEX].bodies["identity"].decode()

    def index_of(page: str) -> Callable[[Request], Awaitable[Response]]:
        async def index(request: Request) -> Response:
            url = request.url
            if url.path.startswith(_EMBEDDED):
                request.scope[FRAMEABLE] = True
            worker: Worker = request.app.state.worker
            parameters = {**request.query_params, **request.path_params}
            share = network_of_client(request)
            card = await find_card(worker, page, parameters, share=share)
            address = (public_url or str(request.base_url)).rstrip("/")
            path = f"{url.path}?{url.query}" if url.query else url.path
            return _respond(request, _index_file(write_card(html, card, address, path)))

        return index

    async def asset(request: Request, name: str) -> Response:
        file = files.get(HASHED_PREFIX + name)
        if file is None:
            raise ApiError(404, "NOT_FOUND", "there is no such file: reload the page", path="name")
        return _respond(request, file)

    async def root_file(request: Request) -> Response:
        return _respond(request, files[request.url.path.removeprefix("/")])

    for page, path in PAGE_ROUTES.items():
        router.add_api_route(_route(path), index_of(page), methods=["GET", "HEAD"])
    router.add_api_route(f"/{HASHED_PREFIX}{{name:path}}", asset, methods=["GET", "HEAD"])
    for name, file in files.items():
        if not file.immutable and name != INDEX:
            router.add_api_route(f"/{name}", root_file, methods=["GET", "HEAD"])
    return router


def not_found_page(request: Request, files: Mapping[str, PageFile] | None) -> Response | None:
    """Return the page for a browser at an unknown address; the page shows its 'not found' view."""
    if files is None or "text/html" not in request.headers.get("accept", ""):
        return None
    encoding, body = files[INDEX].choose_encoding(request.headers.get("accept-encoding", ""))
    headers = {"Cache-Control": _REVALIDATE, "Vary": "Accept, Accept-Encoding"}
    if encoding != "identity":
        headers["Content-Encoding"] = encoding
    return Response(body, 404, headers, files[INDEX].media_type)


async def _not_built() -> Response:
    return PlainTextResponse(_NOT_BUILT, 404, {"Cache-Control": _REVALIDATE})


def _route(path: str) -> str:
    """Return `/game/:id` in the syntax of the router."""
    return re.sub(r":(\w+)", r"{\1}", path)


def _index_file(html: str) -> PageFile:
    """Return index.html as it is for one address."""
    body = html.encode()
    bodies = {"identity": body, "gzip": gzip.compress(body, 6, mtime=0)}
    return PageFile(
        "text/html; charset=utf-8", False, MappingProxyType(bodies), sha256(body).hexdigest()[:16]
    )


def _respond(request: Request, file: PageFile) -> Response:
    encoding, body = file.choose_encoding(request.headers.get("accept-encoding", ""))
    tag = f'"{file.tag}-{encoding}"'
    headers = {
        "Cache-Control": _IMMUTABLE if file.immutable else _REVALIDATE,
        "ETag": tag,
        "Vary": "Accept-Encoding",
    }
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if encoding != "identity":
        headers["Content-Encoding"] = encoding
    return Response(body, headers=headers, media_type=file.media_type)
