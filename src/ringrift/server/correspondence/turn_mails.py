"""Mails to players who are not connected when their turn begins in a correspondence game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from sqlalchemy import delete, insert, select

from ringrift.host.clocks import Correspondence
from ringrift.server.games.live_game import LiveGame
from ringrift.server.mail.service import MailService
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES
from ringrift.server.storage.meeting_tables import turn_mails

_TEMPLATE: Final = "your_turn"
_MAX_GAMES: Final = 20_000  # that are remembered
_log = logging.getLogger("ringrift.server.correspondence")


class TurnMails:
    """One per worker; it follows the games that this worker owns.

    The first look at a game only notes whose turn it is: a restart sends no mail again.
    """

    def __init__(
        self,
        database: Database,
        mail: MailService,
        is_connected: Callable[[str], bool],
        address: str,
    ) -> None:
        self._database = database
        self._mail = mail
        self._is_connected = is_connected
        self._address = address  # of the site
        self._turns: dict[str, tuple[str, int]] = {}  # by game: who is to move, in which turn
        self._tasks: set[asyncio.Task[None]] = set()

    async def wanted(self, account: str) -> bool:
        """Return whether the account wants mails."""
        found = select(turn_mails.c.account_id).where(turn_mails.c.account_id == account)
        async with self._database.reading.connect() as connection:
            return await connection.scalar(found) is not None

    async def set_wanted(self, account: str, wanted: bool, now: float) -> None:
        """Send mails to the account from now on, or no longer."""
        async with self._database.engine.begin() as connection:
            await connection.execute(delete(turn_mails).where(turn_mails.c.account_id == account))
            if wanted:
                row = {"account_id": account, "created_at": now}
                await connection.execute(insert(turn_mails), [row])

    def update(self, game: LiveGame) -> None:
        """Note whose turn it is, and mail them if it has just begun."""
        session = game.session
        if not isinstance(session.settings.clock, Correspondence):
            return
        if session.over or game.lost:
            self._turns.pop(game.id, None)
            return
        seat = session.seat_to_move
        player = "" if seat is None else getattr(session.occupant(seat), "id", "")
        turn = (player, session.state.turn_number)
        before = self._turns.get(game.id)
        if len(self._turns) < _MAX_GAMES or before is not None:
            self._turns[game.id] = turn
        if before is None or before == turn or not player or before[0] == player:
            return
        if self._mail.enabled and not self._is_connected(player):
            others = [one.name for one in session.people.values() if one.id != player]
            task = asyncio.create_task(self._send(player, game.id, ", ".join(others)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _send(self, account: str, game: str, opponents: str) -> None:
        try:
            if await self.wanted(account):
                link = f"{self._address}/game/{game}"
                await self._mail.send_mail(account, _TEMPLATE, opponents=opponents, link=link)
        except FAILURES:
            _log.exception("a mail about a turn could not be stored")
