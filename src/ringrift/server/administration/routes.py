"""Administration over HTTP. Every action is in the audit log."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from ringrift.server.accounts.authentication import CurrentWorker
from ringrift.server.accounts.types import STORABLE
from ringrift.server.administration.authorization import (
    AppointModerators,
    Ban,
    CloseGames,
    DecideReports,
    FindAccounts,
    ReadLog,
    RemoveChat,
    RemoveTexts,
    Rename,
    ResetPasswords,
    Suspend,
)
from ringrift.server.administration.types import (
    MAX_PAGE,
    AccountDetails,
    Decision,
    FoundAccount,
    LogEntry,
    NewBan,
    NewName,
    NewRole,
    NewSuspension,
    QueuedReport,
    ResetLink,
    WithReason,
)
from ringrift.server.community.report_types import TextKind
from ringrift.server.worker import Worker

router = APIRouter(prefix="/administration", tags=["administration"])
Id = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
Limit = Annotated[int, Query(ge=1, le=MAX_PAGE)]
Time = Annotated[float | None, Query(ge=0, le=1e12, allow_inf_nan=False)]


@router.get("/accounts")
async def find_accounts(
    worker: CurrentWorker,
    _actor: FindAccounts,
    name: Annotated[str, Query(min_length=1, max_length=40, pattern=STORABLE)],
    limit: Limit = 20,
) -> list[FoundAccount]:
    """Return the accounts whose name begins with the text, or looks like it, or with this id."""
    return await worker.account_search.find(name, worker.clock.now(), limit=limit)


@router.get("/accounts/{account}")
async def get_account(account: Id, worker: CurrentWorker, _actor: FindAccounts) -> AccountDetails:
    """Return an account with its sanctions, games and reports."""
    return await worker.account_search.details(account, worker.clock.now())


@router.post("/accounts/{account}/password-reset", status_code=201)
async def reset_password(
    account: Id, body: WithReason, worker: CurrentWorker, actor: ResetPasswords
) -> ResetLink:
    """Create a link that sets a new password once, within a day; it replaces an earlier one."""
    return await worker.administration.reset_password(actor, account, body.reason)


@router.post("/accounts/{account}/suspension")
async def suspend(
    account: Id, body: NewSuspension, worker: CurrentWorker, actor: Suspend
) -> AccountDetails:
    """Keep an account out for at most 30 days. Its sessions end; its live games go on."""
    await worker.administration.suspend(actor, account, body.reason, body.days)
    return await _finish(worker, account)


@router.post("/accounts/{account}/ban")
async def ban(account: Id, body: NewBan, worker: CurrentWorker, actor: Ban) -> AccountDetails:
    """Keep an account out. Its sessions end, and it resigns its games."""
    await worker.administration.ban(actor, account, body.reason, body.days)
    return await _finish(worker, account)


@router.post("/accounts/{account}/lift")
async def lift(
    account: Id, body: WithReason, worker: CurrentWorker, actor: Suspend
) -> AccountDetails:
    """End the suspension of an account. To lift a ban needs the permission to ban."""
    await worker.administration.lift(actor, account, body.reason)
    return await _finish(worker, account)


@router.put("/accounts/{account}/name")
async def rename(
    account: Id, body: NewName, worker: CurrentWorker, actor: Rename
) -> AccountDetails:
    """Give an account another name."""
    await worker.administration.rename(actor, account, body.name, body.reason)
    return await _finish(worker, account)


@router.put("/accounts/{account}/role")
async def set_role(
    account: Id, body: NewRole, worker: CurrentWorker, actor: AppointModerators
) -> AccountDetails:
    """Make an account a moderator, or take that role away."""
    await worker.administration.set_role(actor, account, body.role, body.reason)
    return await _finish(worker, account)


@router.post("/chat/{line}/removal", status_code=204)
async def remove_chat(line: Id, body: WithReason, worker: CurrentWorker, actor: RemoveChat) -> None:
    """Hide a line of chat from everybody."""
    await worker.administration.remove_chat(actor, line, body.reason)
    await worker.audit_log_follower.catch_up()


@router.post("/texts/{kind}/{text}/removal", status_code=204)
async def remove_text(
    kind: TextKind, text: Id, body: WithReason, worker: CurrentWorker, actor: RemoveTexts
) -> None:
    """Remove a message between people, or what they read of a study, club or tournament.

    A message is deleted. A study becomes private and stays so. A club or a tournament, with those
    that repeat it, goes on under a neutral name and without a description.
    """
    await worker.administration.remove_text(actor, kind, text, body.reason)


@router.post("/games/{game}/closure", status_code=204)
async def close_game(game: Id, body: WithReason, worker: CurrentWorker, actor: CloseGames) -> None:
    """End an open or live game without a result."""
    await worker.administration.close_game(actor, game, body.reason)
    await worker.audit_log_follower.catch_up()


@router.get("/reports")
async def get_queue(
    worker: CurrentWorker,
    actor: DecideReports,
    status: Literal["open", "upheld", "dismissed"] = "open",
    account: Annotated[str | None, Query(pattern="^[0-9a-f]{32}$")] = None,
    after: Time = None,
    limit: Limit = 50,
) -> list[QueuedReport]:
    """Return reports of a status, the oldest first; `after` is the time of the last one read."""
    return await worker.report_queue.find(
        actor, status=status, account=account, after=after, limit=limit
    )


@router.post("/reports/{report}/decision")
async def decide_report(
    report: Id, body: Decision, worker: CurrentWorker, actor: DecideReports
) -> QueuedReport:
    """Decide an open report. Sanctions are separate actions."""
    return await worker.report_queue.decide(actor, report, body)


@router.get("/log")
async def get_log(
    worker: CurrentWorker,
    _actor: ReadLog,
    target: Annotated[str | None, Query(pattern="^[0-9a-f]{32}$")] = None,
    before: Time = None,
    limit: Limit = 50,
) -> list[LogEntry]:
    """Return the entries of the audit log, the latest first."""
    return await worker.audit_log.entries(target=target, before=before, limit=limit)


async def _finish(worker: Worker, account: str) -> AccountDetails:
    """Apply the action in this worker before the response; the others follow."""
    await worker.audit_log_follower.catch_up()
    return await worker.account_search.details(account, worker.clock.now())
