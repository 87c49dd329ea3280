"""Health checks and metrics."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from ringrift.server.accounts.authentication import CurrentWorker

router = APIRouter(tags=["operation"])


class Health(BaseModel):
    """The health of a worker."""

    status: Literal["ok", "not ready"]
    checks: dict[str, bool]


@router.get("/healthz")
async def get_health() -> Health:
    """Return 200 while the process responds."""
    return Health(status="ok", checks={})


@router.get("/readyz", responses={503: {"model": Health, "description": "a check failed"}})
async def get_readiness(response: Response, worker: CurrentWorker) -> Health:
    """Return whether games can be played: database, bus, and no shutdown in progress."""
    checks = await worker.readiness()
    ready = all(checks.values())
    response.status_code = 200 if ready else 503
    return Health(status="ok" if ready else "not ready", checks=checks)


@router.get("/metrics", response_class=PlainTextResponse)
async def get_metrics(worker: CurrentWorker) -> Response:
    """Return the metrics in the text format of Prometheus."""
    return Response(worker.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")
