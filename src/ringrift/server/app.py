"""The ASGI application: routers, error responses and middleware."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import FrameType
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException

from ringrift import __version__
from ringrift.rules.errors import RingRiftError
from ringrift.server.accounts.routes import router as accounts_router
from ringrift.server.analysis.routes import router as analysis_router
from ringrift.server.errors import ApiError, StorageError
from ringrift.server.games.bot_stream import router as stream_router
from ringrift.server.games.routes import router as games_router
from ringrift.server.games.socket import router as socket_router
from ringrift.server.lobby.routes import router as lobby_router
from ringrift.server.openapi import ERROR_RESPONSES, DocumentedApi
from ringrift.server.operations.api_page import render_api_page
from ringrift.server.operations.routes import router as operations_router
from ringrift.server.page.routes import load_page, not_found_page, page_router
from ringrift.server.ratings.routes import router as ratings_router
from ringrift.server.rules.routes import router as rules_router
from ringrift.server.security_middleware import SecurityMiddleware
from ringrift.server.settings import Settings
from ringrift.server.validation import malformed
from ringrift.server.worker import Worker

_log = logging.getLogger("ringrift.server")
_ROUTERS = (
    *(accounts_router, games_router, lobby_router, ratings_router, stream_router),
    *(analysis_router, rules_router, operations_router, socket_router),
)


def create_app(settings: Settings) -> FastAPI:
    """Return the application of one worker, which it opens and closes."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.worker = await Worker.open(settings)
        _disconnect_on_signal(app.state.worker)
        try:
            yield
        finally:
            await app.state.worker.close()

    app = DocumentedApi(
        title="RingRift",
        version=__version__,
        description="Play RingRift with anyone. Live games use the WebSocket /ws.",
        lifespan=lifespan,
        docs_url=None,  # FastAPI's page loads external scripts, which our CSP forbids
        redoc_url=None,
    )
    for router in _ROUTERS:
        app.include_router(router, responses=ERROR_RESPONSES)
    app.state.page = load_page(settings.page)
    app.include_router(page_router(app.state.page))

    @app.get("/docs", include_in_schema=False)
    async def get_docs() -> HTMLResponse:
        return HTMLResponse(render_api_page(app.openapi()))

    app.add_exception_handler(ApiError, _handle_api_error)
    app.add_exception_handler(RingRiftError, _handle_refusal)
    app.add_exception_handler(RequestValidationError, _handle_malformed)
    app.add_exception_handler(HTTPException, _handle_http_error)
    app.add_exception_handler(StorageError, _handle_storage_error)

    def observe(route: str, method: str, status: int, seconds: float) -> None:
        app.state.worker.metrics.request_seconds.labels(route, method, str(status)).observe(seconds)

    app.add_middleware(
        SecurityMiddleware,
        max_body_bytes=settings.max_body_bytes,
        public_url=settings.public_url,
        observe=observe,
    )
    return app


def _disconnect_on_signal(worker: Worker) -> None:
    """Ask clients to reconnect before the server closes their connections."""
    if threading.current_thread() is not threading.main_thread():
        return  # only the main thread receives signals
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def handle(number: int, frame: FrameType | None, before: Any = before) -> None:
            loop.call_soon_threadsafe(worker.disconnect_clients)
            if callable(before):
                before(number, frame)

        signal.signal(number, handle)


def _respond(request: Request, error: ApiError) -> JSONResponse:
    request.app.state.worker.metrics.refusals.labels(error.refusal.code).inc()
    headers = {}
    if error.more.get("retryAfter") is not None:
        headers["Retry-After"] = str(error.more["retryAfter"])
    return JSONResponse(error.to_json(), error.status, headers)


async def _handle_api_error(request: Request, error: Any) -> JSONResponse:
    return _respond(request, error)


async def _handle_refusal(request: Request, error: Any) -> JSONResponse:
    return _respond(request, ApiError.of(error.refusal))


async def _handle_malformed(request: Request, error: Any) -> JSONResponse:
    return _respond(request, malformed(error.errors(), skip=1))


async def _handle_http_error(request: Request, error: Any) -> Response:
    page = not_found_page(request, request.app.state.page) if error.status_code == 404 else None
    if page is not None:
        return page
    code = {400: "MALFORMED", 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}.get(
        error.status_code, "REFUSED"
    )
    return _respond(request, ApiError(error.status_code, code, str(error.detail)))


async def _handle_storage_error(request: Request, error: Any) -> JSONResponse:
    _log.error("storage failed: %s", error)
    return _respond(request, ApiError(503, "TRY_AGAIN", "the change was not stored: send it again"))
