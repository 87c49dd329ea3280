"""Finds the cards of pages and draws their pictures: once for equal content, within limits."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Final

from ringrift.server.errors import ApiError
from ringrift.server.fair_queue import Requester
from ringrift.server.limits.service import RateLimits
from ringrift.server.link_previews.cards import CARDS, SITE_CARD, LinkCard, Parameters
from ringrift.server.link_previews.pictures import LinkPicture, render
from ringrift.server.storage.failures import FAILURES
from ringrift.server.work_pools import WorkPool

if TYPE_CHECKING:
    from ringrift.server.worker import Worker

_log = logging.getLogger("ringrift.server")
_CACHED: Final = 100  # pictures, of about 60 kB


async def find_card(worker: Worker, page: str, parameters: Parameters, *, share: str) -> LinkCard:
    """Return the card of a page, or that of the site if there is no other.

    Never fail: a page is served without its card, too. `share` is the network that asks: one that
    asks for too many gets the card of the site.
    """
    find = CARDS.get(page)
    if find is None:
        return SITE_CARD
    try:
        worker.limits.check("requests", share)
        return await find(worker, parameters) or SITE_CARD
    except ApiError:  # no such game, player or study, or beyond the limit
        return SITE_CARD
    except FAILURES:
        _log.warning("the card of a link could not be read", exc_info=True)
        return SITE_CARD


class LinkPictures:
    """One per worker: the latest pictures, and those that are being drawn."""

    def __init__(self, pool: WorkPool, limits: RateLimits) -> None:
        self._pool = pool
        self._limits = limits
        self._drawn: OrderedDict[LinkPicture, bytes] = OrderedDict()
        self._drawing: dict[LinkPicture, asyncio.Task[bytes]] = {}

    async def draw(self, picture: LinkPicture, requester: Requester) -> bytes:
        """Return the picture as PNG. Refuse an address that asks for too many new ones."""
        if picture in self._drawn:
            self._drawn.move_to_end(picture)
            return self._drawn[picture]
        if picture not in self._drawing:
            self._limits.check("pictures", requester.share)
            work = self._pool.run(
                partial(render, picture), share=requester.share, priority=requester.priority
            )
            task = asyncio.ensure_future(work)
            self._drawing[picture] = task
            task.add_done_callback(partial(self._keep, picture))
        # Others may wait for the same picture: a client that leaves does not stop it.
        return await asyncio.shield(self._drawing[picture])

    def _keep(self, picture: LinkPicture, task: asyncio.Task[bytes]) -> None:
        del self._drawing[picture]
        if task.cancelled() or task.exception() is not None:
            return
        self._drawn[picture] = task.result()
        while len(self._drawn) > _CACHED:
            self._drawn.popitem(last=False)

    async def close(self) -> None:
        """Wait for the pictures that are being drawn."""
        await asyncio.gather(*self._drawing.values(), return_exceptions=True)
