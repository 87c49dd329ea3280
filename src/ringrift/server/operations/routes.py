"""Health and figures, for those who run the server."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from ringrift.server.accounts.authentication import ThisWorker

router = APIRouter(tags=["operation"])


class Health(BaseModel):
    """How the worker is."""

    status: Literal["ok", "not ready"]
    checks: dict[str, bool]


@router.get("/healthz")
async def alive() -> Health:
    """Whether the process answers at all."""
    return Health(status="ok", checks={})


@router.get("/readyz", responses={503: {"model": Health, "description": "what is not well"}})
async def ready(response: Response, worker: ThisWorker) -> Health:
    """Whether games can be played: database, bus, and no shutdown under way."""
    checks = await worker.checks()
    fine = all(checks.values())
    response.status_code = 200 if fine else 503
    return Health(status="ok" if fine else "not ready", checks=checks)


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(worker: ThisWorker) -> Response:
    """Figures in the format of Prometheus."""
    return Response(worker.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")
