"""Blocks and mutes over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from ringrift.server.accounts.authentication import AuthenticatedCaller, CurrentWorker
from ringrift.server.community.blocks import BlockInfo, BlockRequest

router = APIRouter(tags=["community"])
AccountId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


@router.get("/blocks")
async def get_blocks(worker: CurrentWorker, caller: AuthenticatedCaller) -> list[BlockInfo]:
    """Return whom you blocked or muted, the latest first."""
    return await worker.blocks.of_account(caller.account.id)


@router.put("/blocks/{account}")
async def set_block(
    account: AccountId, body: BlockRequest, worker: CurrentWorker, caller: AuthenticatedCaller
) -> BlockInfo:
    """Block or mute an account.

    Blocked accounts cannot challenge you, join your games, be matched with you or chat with you.
    Of muted ones you do not see the chat. Both do not learn of it.
    """
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    return await worker.blocks.set(caller.account, account, body.kind)


@router.delete("/blocks/{account}", status_code=204)
async def remove_block(
    account: AccountId, worker: CurrentWorker, caller: AuthenticatedCaller
) -> None:
    """Unblock or unmute an account."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    await worker.blocks.remove(caller.account.id, account)
