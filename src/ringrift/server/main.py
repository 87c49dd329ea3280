"""Starts the server processes."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import sys
from dataclasses import asdict
from typing import Final

import uvicorn
from fastapi import FastAPI

from ringrift.host.rules_guard.rules_mode import MODE_VARIABLE
from ringrift.server.app import create_app
from ringrift.server.bus import open_bus
from ringrift.server.http_protocol import HttpProtocol
from ringrift.server.operations.logs import start_logging
from ringrift.server.operations.metrics import shared_metrics
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.single_instance import SingleInstance
from ringrift.server.websocket_frames import FrameProtocol

_SETTINGS_VARIABLE: Final = "RINGRIFT_SERVE_SETTINGS"  # passes the settings to worker processes
_SHUTDOWN_SECONDS: Final = 10  # for running requests
_SWITCH_SECONDS: Final = 0.0005  # after which threads give the GIL back to the event loop
# A collection takes about 0.6 µs per object, and all moves wait for it: 2 ms for the young ones,
# 12 ms for the middle generation every few thousand moves; full collections are rare.
_GC_THRESHOLDS: Final = (4_000, 5, 2_000)


def serve(settings: Settings) -> None:
    """Serve until the process is stopped; then flush the journal and release the games."""
    start_logging(settings.log_level, settings.log_format)
    with SingleInstance.acquire(settings.database):
        asyncio.run(_check_start(settings))
        _run(settings)


def _run(settings: Settings) -> None:
    """Run the worker processes."""
    os.environ[_SETTINGS_VARIABLE] = json.dumps(asdict(settings))
    if settings.rules_mode:
        os.environ[MODE_VARIABLE] = settings.rules_mode  # read by games in every process
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn handles it and then raises it again
    with shared_metrics(settings.workers):
        uvicorn.run(
            "ringrift.server.main:application",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            log_config=None,
            access_log=False,
            http=HttpProtocol,
            ws=FrameProtocol,
            ws_max_size=settings.max_message_bytes,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
            server_header=False,
            proxy_headers=False,
        )


async def _check_start(settings: Settings) -> None:
    """Migrate and connect the bus once: report problems before any worker starts."""
    database = Database(settings.database)
    try:
        await database.start()
        await (await open_bus(settings.bus_address)).close()
    finally:
        await database.close()


def application() -> FastAPI:
    """Return the application of one worker process."""
    settings = Settings(**json.loads(os.environ[_SETTINGS_VARIABLE]))
    start_logging(settings.log_level, settings.log_format)
    app = create_app(settings, warm_up=True)
    gc.collect()
    gc.freeze()  # long-lived objects: skip them in collections
    gc.set_threshold(*_GC_THRESHOLDS)
    sys.setswitchinterval(_SWITCH_SECONDS)
    return app
