"""Whose share of the server's threads a request uses."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from ringrift.server.accounts.authentication import OptionalCaller, network_of_client
from ringrift.server.fair_queue import Priority, Requester


async def current_requester(request: Request, caller: OptionalCaller) -> Requester:
    """Return the share of the request. A coroutine, as FastAPI runs plain functions in threads."""
    if caller is None or caller.account.kind == "guest":
        return Requester(network_of_client(request), Priority.GUEST)
    return Requester(caller.account.id, Priority.ACCOUNT)


CurrentRequester = Annotated[Requester, Depends(current_requester)]
