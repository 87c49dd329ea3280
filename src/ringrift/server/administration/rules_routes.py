"""The rules mode at run time, over HTTP."""

from __future__ import annotations

import os
from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from ringrift.host.rules_guard.rules_mode import (
    GATE_VARIABLE,
    KILL_SWITCH_VARIABLE,
    choose_rules_mode,
    kernel_disabled,
)
from ringrift.kernel.engines import KernelMissingError, installed_kernel
from ringrift.server.accounts.authentication import CurrentWorker
from ringrift.server.administration.authorization import ControlRules
from ringrift.server.administration.rules import RulesChange, RulesControlInfo
from ringrift.server.administration.types import WithReason
from ringrift.server.worker import Worker

router = APIRouter(prefix="/administration/rules", tags=["administration"])
Mode = Literal["python", "shadow", "kernel"]


class RulesStatus(RulesControlInfo):
    """The control, and what the worker that responds makes of it."""

    started_mode: Mode = Field(description="the mode with which the server was started")
    gate: str = Field(description=f"{GATE_VARIABLE}: the highest mode, or empty")
    kernel_built: bool
    killed: bool = Field(description=f"whether {KILL_SWITCH_VARIABLE} is set")
    live_games: dict[str, int] = Field(description="the live games of this worker by mode")
    counters: dict[str, int] = Field(description="of this worker since its start")


@router.get("")
async def get_rules_status(worker: CurrentWorker, _actor: ControlRules) -> RulesStatus:
    """Return the rules mode of live games and what the operator has set."""
    return await _status(worker)


@router.post("")
async def change_rules(
    body: RulesChange, worker: CurrentWorker, actor: ControlRules
) -> RulesStatus:
    """Change the rules mode of all workers; live games follow from their next move."""
    await worker.rules_control.change(actor, body)
    return await _status(worker)


@router.post("/breaker-reset")
async def reset_breaker(
    body: WithReason, worker: CurrentWorker, actor: ControlRules
) -> RulesStatus:
    """Close the circuit breaker of all workers: games return to their modes."""
    await worker.rules_control.reset_breaker(actor, body.reason)
    return await _status(worker)


async def _status(worker: Worker) -> RulesStatus:
    await worker.audit_log_follower.catch_up()
    control = await worker.rules_control.read()
    modes = [game.session.rules.mode for game in worker.directory.live]
    try:
        installed_kernel()
        built = True
    except KernelMissingError:
        built = False
    return RulesStatus(
        **control.model_dump(),
        started_mode=choose_rules_mode(None, os.environ).value,
        gate=os.environ.get(GATE_VARIABLE, ""),
        kernel_built=built,
        killed=kernel_disabled(os.environ),
        live_games={str(mode): modes.count(mode) for mode in sorted(set(modes))},
        counters=dict(worker.rules_guard.counters),
    )
