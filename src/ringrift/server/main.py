"""Starting a server: the processes, what they are told, and how they end."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
from dataclasses import asdict
from typing import Final

import uvicorn
from fastapi import FastAPI

from ringrift.host.rules_guard.rules_mode import MODE_VARIABLE
from ringrift.server.app import create_app
from ringrift.server.bus import open_bus
from ringrift.server.operations.logs import start_logging
from ringrift.server.operations.metrics import shared_figures
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.single_instance import SingleInstance

_TOLD: Final = (
    "RINGRIFT_SERVE_SETTINGS"  # how further processes of this server learn their settings
)
_PATIENCE: Final = 10  # seconds that requests under way have at the end
_COLLECT_AFTER: Final = (
    20_000,
    20,
    100,
)  # a full collection with hundreds of games keeps all moves waiting


def serve(settings: Settings) -> None:
    """Serve until the process is told to stop; then games are given back and what waits is written."""
    start_logging(settings.log_level, settings.log_format)
    with SingleInstance.expect(settings.database):
        asyncio.run(_try_out(settings))
        _run(settings)


def _run(settings: Settings) -> None:
    """The processes, until they are told to stop."""
    os.environ[_TOLD] = json.dumps(asdict(settings))
    if settings.rules_mode:
        os.environ[MODE_VARIABLE] = settings.rules_mode  # games read it, in every process
    signal.signal(
        signal.SIGTERM, lambda *_: None
    )  # uvicorn ends in order, then raises it once more
    with shared_figures(settings.workers):
        uvicorn.run(
            "ringrift.server.main:application",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            log_config=None,
            access_log=False,
            ws_max_size=settings.most_message_bytes,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=_PATIENCE,
            server_header=False,
            proxy_headers=False,
        )


async def _try_out(settings: Settings) -> None:
    """Migrate, and reach the bus, once: what is wrong is said in a line before any process begins."""
    database = Database(settings.database)
    try:
        await database.start()
        await (await open_bus(settings.bus_address)).close()
    finally:
        await database.close()


def application() -> FastAPI:
    """The application of one worker process."""
    settings = Settings(**json.loads(os.environ[_TOLD]))
    start_logging(settings.log_level, settings.log_format)
    app = create_app(settings)
    gc.collect()
    gc.freeze()  # what is there now stays: it need not be looked through again
    gc.set_threshold(*_COLLECT_AFTER)
    return app
