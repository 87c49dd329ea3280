"""Starting a server: the processes, what they are told, and how they end."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import Final

import uvicorn
from fastapi import FastAPI

from ringrift.server.app import create_app
from ringrift.server.operations.logs import start_logging
from ringrift.server.settings import Settings

_TOLD: Final = "RINGRIFT_SERVE_SETTINGS"  # how further processes of this server learn their settings
_PATIENCE: Final = 10  # seconds that requests under way have at the end


def serve(settings: Settings) -> None:
    """Serve until the process is told to stop; then games are given back and what waits is written."""
    start_logging(settings.log_level, settings.log_format)
    os.environ[_TOLD] = json.dumps(asdict(settings))
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


def application() -> FastAPI:
    """The application of one worker process."""
    settings = Settings(**json.loads(os.environ[_TOLD]))
    start_logging(settings.log_level, settings.log_format)
    return create_app(settings)
