"""Follows, messages and clubs over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from ringrift.server.accounts.authentication import (
    AuthenticatedCaller,
    CurrentWorker,
    OptionalCaller,
    RegisteredCaller,
)
from ringrift.server.community.block_routes import AccountId
from ringrift.server.community.clubs import ClubChange, ClubInfo, ClubView, NewClub, RoleChange
from ringrift.server.community.follows import FollowInfo
from ringrift.server.community.private_messages import (
    Conversation,
    MessageRequest,
    PrivateMessage,
)
from ringrift.server.games.service import visible_to
from ringrift.server.games.types import GameInfo

router = APIRouter(tags=["community"])
ClubId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


@router.get("/follows")
async def get_follows(worker: CurrentWorker, caller: AuthenticatedCaller) -> list[FollowInfo]:
    """Return whom you follow, those who are connected first."""
    return await worker.follows.of_account(caller.account.id)


@router.put("/follows/{account}", status_code=204)
async def follow(account: AccountId, worker: CurrentWorker, caller: AuthenticatedCaller) -> None:
    """Follow an account. It does not learn of it."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    await worker.follows.add(caller.account.id, account)


@router.delete("/follows/{account}", status_code=204)
async def unfollow(account: AccountId, worker: CurrentWorker, caller: AuthenticatedCaller) -> None:
    """Follow an account no longer."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    await worker.follows.remove(caller.account.id, account)


@router.get("/messages")
async def get_conversations(worker: CurrentWorker, caller: RegisteredCaller) -> list[Conversation]:
    """Return with whom you have messages, the latest first: at most 200."""
    return await worker.private_messages.conversations(caller.account.id)


@router.get("/messages/{account}")
async def get_messages(
    account: AccountId,
    worker: CurrentWorker,
    caller: RegisteredCaller,
    before: Annotated[float | None, Query(description="only messages before this time")] = None,
) -> list[PrivateMessage]:
    """Return your latest messages with an account, oldest first: at most 100. This reads them."""
    return await worker.private_messages.between(caller.account.id, account, before)


@router.post("/messages/{account}", status_code=201)
async def send_message(
    account: AccountId, request: MessageRequest, worker: CurrentWorker, caller: RegisteredCaller
) -> PrivateMessage:
    """Write to a registered person, at most five times before they answer."""
    return await worker.private_messages.send(caller.account, account, request.text)


@router.get("/clubs")
async def get_clubs(
    worker: CurrentWorker,
    caller: OptionalCaller,
    mine: Annotated[bool, Query(description="only those that you are in")] = False,
) -> list[ClubInfo]:
    """Return the clubs, the largest first: at most 100."""
    account = None if caller is None else caller.account.id
    return await worker.clubs.find(account, mine=mine)


@router.post("/clubs", status_code=201)
async def create_club(
    request: NewClub, worker: CurrentWorker, caller: RegisteredCaller
) -> ClubView:
    """Create a club, which you lead."""
    await worker.limits.check_shared("clubs", caller.account.id, account=caller.account.id)
    return await worker.clubs.create(caller.account.id, request)


@router.get("/clubs/{club}")
async def get_club(club: ClubId, worker: CurrentWorker, caller: OptionalCaller) -> ClubView:
    """Return a club with its members."""
    return await worker.clubs.view(club, None if caller is None else caller.account.id)


@router.put("/clubs/{club}")
async def change_club(
    club: ClubId, request: ClubChange, worker: CurrentWorker, caller: RegisteredCaller
) -> ClubView:
    """Change the description of your club, or who may join it."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    return await worker.clubs.change(club, caller.account.id, request)


@router.delete("/clubs/{club}", status_code=204)
async def delete_club(club: ClubId, worker: CurrentWorker, caller: RegisteredCaller) -> None:
    """Delete your club. Its tournaments stay."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    await worker.clubs.delete(club, caller.account.id)


@router.get("/clubs/{club}/games")
async def get_club_games(
    club: ClubId, worker: CurrentWorker, caller: OptionalCaller
) -> list[GameInfo]:
    """Return the latest public games between members: at most 50."""
    viewer = None if caller is None else caller.account.id
    ids = await worker.clubs.games(club)
    found = [visible_to(info, viewer) for info in await worker.games.infos(ids)] if ids else []
    await worker.listing.complete(found)
    return found


@router.post("/clubs/{club}/join")
async def join_club(club: ClubId, worker: CurrentWorker, caller: RegisteredCaller) -> ClubView:
    """Join a club, or ask its leaders to."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    return await worker.clubs.join(club, caller.account.id)


@router.put("/clubs/{club}/members/{account}")
async def set_member_role(
    club: ClubId,
    account: AccountId,
    request: RoleChange,
    worker: CurrentWorker,
    caller: RegisteredCaller,
) -> ClubView:
    """Accept who wants to join your club, or let a member lead it."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    return await worker.clubs.set_role(club, caller.account.id, account, request.role)


@router.delete("/clubs/{club}/members/{account}")
async def remove_member(
    club: ClubId, account: AccountId, worker: CurrentWorker, caller: RegisteredCaller
) -> ClubView:
    """Leave a club, or remove somebody from yours."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    return await worker.clubs.remove(club, caller.account.id, account)
