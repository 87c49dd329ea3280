"""A second login of a player, which the player ends from the first one."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import TYPE_CHECKING

from tests.simulation.connections import ClientSocket

if TYPE_CHECKING:
    from tests.simulation.players import Player
    from tests.simulation.world import World


class SecondDevice:
    """Watches with its own session until that is revoked, and tries again afterwards."""

    def __init__(self, world: World, player: Player, random: Random) -> None:
        self._world = world
        self._player = player
        self._random = random
        self._process = world.loop.new_process(f"{player.name} elsewhere")
        self._revoked = False
        self.logged_in = False  # whether a socket of the account is open

    def start(self) -> None:
        self._process.start(self._stay_connected(), "second device")
        self._player.process.start(self._revoke(), "revocation")

    @property
    def problem(self) -> str | None:
        """What is wrong when everything is healed."""
        if self._revoked and self.logged_in:
            return f"the revoked session of {self._player.name} still has a socket"
        return None

    def kill(self) -> None:
        self._process.kill()

    async def _stay_connected(self) -> None:
        account = self._player.account
        assert account.second_headers is not None
        while True:
            server = self._random.choice(self._world.workers)
            socket = ClientSocket(server, account.second_headers, account.address, 0.01)
            socket.open()
            while (text := await socket.receive()) is not None:
                message = json.loads(text)
                if message["type"] == "welcome":
                    self.logged_in = message.get("account") is not None
                    socket.send('{"type": "lobby.watch"}')
            self.logged_in = False
            await asyncio.sleep(0.5)

    async def _revoke(self) -> None:
        await asyncio.sleep(self._random.uniform(1.0, 8.0))
        response = await self._player.call("DELETE", "/sessions/others")
        self._revoked = response.status == 204
        self._player.note(f"ends the other sessions: {response.status}")
