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
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import Scope

from ringrift import __version__
from ringrift.rules.errors import RingRiftError
from ringrift.server.accounts.authentication import address_of
from ringrift.server.accounts.bot_routes import router as bots_router
from ringrift.server.accounts.email_routes import router as email_router
from ringrift.server.accounts.passkey_routes import router as passkeys_router
from ringrift.server.accounts.recovery_routes import router as recovery_router
from ringrift.server.accounts.routes import router as accounts_router
from ringrift.server.accounts.second_factor_routes import router as factors_router
from ringrift.server.accounts.session_routes import router as sessions_router
from ringrift.server.administration.routes import router as administration_router
from ringrift.server.administration.rules_routes import router as rules_control_router
from ringrift.server.analysis.routes import router as analysis_router
from ringrift.server.community.block_routes import router as blocks_router
from ringrift.server.community.challenge_routes import router as challenges_router
from ringrift.server.community.people_routes import router as people_router
from ringrift.server.community.report_routes import router as reports_router
from ringrift.server.correspondence.routes import router as correspondence_router
from ringrift.server.errors import ApiError, StorageError
from ringrift.server.explorer.routes import router as explorer_router
from ringrift.server.games.bot_stream import router as stream_router
from ringrift.server.games.routes import router as games_router
from ringrift.server.games.socket import router as socket_router
from ringrift.server.games.waiting_routes import router as waiting_router
from ringrift.server.idempotency import IdempotencyMiddleware
from ringrift.server.link_previews.routes import router as link_pictures_router
from ringrift.server.lobby.routes import router as lobby_router
from ringrift.server.openapi import ERROR_RESPONSES, DocumentedApi
from ringrift.server.operations.request_log import log_request
from ringrift.server.operations.routes import router as operations_router
from ringrift.server.page.routes import load_page, not_found_page, page_router
from ringrift.server.puzzles.routes import router as puzzles_router
from ringrift.server.ratings.routes import router as ratings_router
from ringrift.server.rules.routes import router as rules_router
from ringrift.server.security_middleware import SecurityMiddleware
from ringrift.server.settings import Settings
from ringrift.server.storage.failures import FAILURES, storage_refusal
from ringrift.server.studies.routes import router as studies_router
from ringrift.server.tournaments.routes import router as tournaments_router
from ringrift.server.validation import malformed
from ringrift.server.worker import Worker

_log = logging.getLogger("ringrift.server")
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
ROUTERS = (
    *(accounts_router, recovery_router, email_router, factors_router, passkeys_router),
    *(sessions_router, bots_router),
    *(waiting_router, games_router, lobby_router, ratings_router, stream_router),
    *(blocks_router, challenges_router, reports_router, tournaments_router, studies_router),
    *(administration_router, rules_control_router, puzzles_router, link_pictures_router),
    *(correspondence_router, people_router, explorer_router),
    *(analysis_router, rules_router, operations_router, socket_router),
)


def create_app(settings: Settings, *, warm_up: bool = False) -> FastAPI:
    """Return the application of one worker, which it opens and closes.

    With `warm_up` it starts its process for rules at once, which takes half a second, so that no
    request waits for it.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.worker = await Worker.open(settings)
        _disconnect_on_signal(app.state.worker)
        if warm_up:
            app.state.worker.warm_up()
        try:
            yield
        finally:
            await app.state.worker.close()

    app = DocumentedApi(
        title="RingRift",
        version=__version__,
        description="Play RingRift with anyone. Live games use the WebSocket /ws.",
        lifespan=lifespan,
        generate_unique_id_function=lambda route: route.name,  # names functions of clients
        docs_url=None,  # loads scripts from other hosts; the page has its own viewer at /docs
        redoc_url=None,
    )
    for router in ROUTERS:
        app.include_router(router, responses=ERROR_RESPONSES)
    app.state.page = load_page(settings.page)
    app.include_router(page_router(app.state.page, settings.public_url))

    app.add_exception_handler(ApiError, _handle_api_error)
    app.add_exception_handler(RingRiftError, _handle_refusal)
    app.add_exception_handler(RequestValidationError, _handle_malformed)
    app.add_exception_handler(HTTPException, _handle_http_error)
    for kind in (StorageError, *FAILURES):
        app.add_exception_handler(kind, _handle_storage_error)

    def observe(route: str, method: str, status: int, seconds: float) -> None:
        app.state.worker.metrics.request_seconds.labels(route, method, str(status)).observe(seconds)

    app.add_middleware(IdempotencyMiddleware)

    def check_body(address: str, size: int) -> None:
        app.state.worker.limits.check_body(address, size)

    def address(scope: Scope) -> str:
        return address_of(HTTPConnection(scope))

    app.add_middleware(
        SecurityMiddleware,
        max_body_bytes=settings.max_body_bytes,
        public_url=settings.public_url,
        address_of=address,
        check_body=check_body,
        observe=observe,
        log_request=log_request if settings.request_log else None,
    )
    return app


def _disconnect_on_signal(worker: Worker) -> None:
    """Hand the games over before the server closes the connections of the clients."""
    if threading.current_thread() is not threading.main_thread():
        return  # only the main thread receives signals
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def handle(number: int, frame: FrameType | None, before: Any = before) -> None:
            loop.call_soon_threadsafe(worker.begin_shutdown)
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
    worker: Worker = request.app.state.worker
    worker.write_check.record_failure(error)
    return _respond(request, storage_refusal(error, changes=request.method not in _SAFE_METHODS))
