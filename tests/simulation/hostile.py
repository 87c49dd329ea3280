"""A client that attacks: malformed and huge messages, floods, other people's games, no reading."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final

from tests.simulation.connections import ClientSocket

if TYPE_CHECKING:
    from tests.simulation.world import World

_GARBAGE: Final = (
    "{",
    "[]",
    "null",
    '{"type": "nothing"}',
    '{"type": "move", "game": 1}',
    "[" * 3000,
    json.dumps({"type": "chat", "game": "0" * 32, "text": "x" * 15_000}),
    json.dumps({"type": "ping", "t": 1e308, "unknown": {"a": ["b"] * 500}}),
)
_SECONDS: Final = 3.0


class HostileClient:
    """One attack from one account, over several sockets."""

    def __init__(self, world: World, random: Random) -> None:
        self._world = world
        self._random = random
        self._account = random.choice(world.strangers)
        self._process = world.loop.new_process(f"hostile {self._account.name}")

    async def attack(self) -> None:
        """Attack for a while, then disappear."""
        kind = self._random.choice(("garbage", "flood", "unread answers", "moves of others"))
        self._world.trace.add(self._process.name, f"attacks with {kind}")
        attack = {
            "garbage": self._send_garbage,
            "flood": self._flood,
            "unread answers": self._leave_unread,
            "moves of others": self._move_for_others,
        }[kind]
        for _ in range(2):
            self._process.start(self._run(attack), kind)
        await asyncio.sleep(_SECONDS)
        self._process.kill()

    async def _run(self, attack: Callable[[], str]) -> None:
        """Send messages at the permitted rate; the answers are never read."""
        while True:
            server = self._random.choice(self._world.workers)
            socket = ClientSocket(server, self._account.headers, self._account.address, 0.001)
            socket.open()
            await asyncio.sleep(0.1)
            while not socket.closed:
                socket.send(attack())
                await asyncio.sleep(0.005 if attack == self._flood else 0.025)

    def _send_garbage(self) -> str:
        return self._random.choice(_GARBAGE)

    def _flood(self) -> str:
        return '{"type": "ping", "t": 0}'

    def _leave_unread(self) -> str:
        games = [plan.game for player in self._world.players for plan in player.plans if plan.game]
        if not games:
            return '{"type": "lobby.watch"}'
        return json.dumps({"type": "watch", "game": self._random.choice(games)})

    def _move_for_others(self) -> str:
        games = [plan.game for player in self._world.players for plan in player.plans if plan.game]
        game = self._random.choice(games) if games else "0" * 32
        return json.dumps({"type": "resign", "game": game, "client_id": "1"})
