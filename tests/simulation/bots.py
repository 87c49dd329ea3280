"""A bot: it reads the stream of its games and plays over HTTP, from any worker."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

from ringrift.server.games.seeds import without_seeds
from tests.simulation.connections import ClientStream, request
from tests.simulation.players import RECONNECT_SECONDS, Player, SentCommand
from tests.simulation.replicas import GameReplica

_PATHS: Final = {
    "move": "moves",
    "resign": "resign",
    "take_back.offer": "take-back/offer",
    "take_back.agree": "take-back/agree",
    "take_back.decline": "take-back/decline",
}


class BotPlayer(Player):
    """A player whose connection is a stream of JSON lines."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._stream: ClientStream | None = None

    async def _stay_connected(self) -> None:
        while True:
            server = self.random.choice(self.world.workers)
            self._stream = ClientStream(
                server, "/bot/stream", self.account.headers, self.account.address, self.latency
            )
            self._stream.open()
            self.note(f"streams from {server.name}")
            await self._read_lines(self._stream)
            await asyncio.sleep(RECONNECT_SECONDS)
            for replica in list(self.games.values()):
                if not replica.over:  # a stream names live games only
                    await self._catch_up(replica)

    async def _read_lines(self, stream: ClientStream) -> None:
        while (line := await stream.receive()) is not None:
            message: dict[str, Any] = json.loads(line or '{"type": "keepalive"}')
            match message["type"]:
                case "game":
                    self._follow(message["game"], message["settings"])
                case "events":
                    self._receive(message["game"], message["events"])

    def _follow(self, game: str, settings: dict[str, Any]) -> None:
        if game not in self.games:
            self.games[game] = GameReplica(game, settings, self.world.positions)

    def _receive(self, game: str, events: list[dict[str, Any]]) -> None:
        replica = self.games[game]
        for event in events:
            if event["sequence"] > replica.sequence:  # each stream begins with the first event
                replica.receive(without_seeds(event))
        self.note(f"sees {game[:6]} up to {replica.sequence}")
        self._notify()

    async def _catch_up(self, replica: GameReplica) -> None:
        path = f"/games/{replica.game}/events?since={replica.sequence}"
        response = await self.call("GET", path)
        if response.status == 200:
            self._receive(replica.game, response.body["events"])

    def disconnect(self) -> None:
        if self._stream is not None:
            self._stream.close()

    def _watch(self, game: str) -> None:
        """The stream follows all games of the bot."""

    async def _send_once(self, sent: SentCommand, fields: dict[str, object]) -> None:
        body = {"client_id": sent.client_id, **fields}
        try:
            response = await request(
                self.random.choice(self.world.workers),
                "POST",
                f"/games/{sent.game}/{_PATHS[sent.kind]}",
                body,
                headers=self.account.headers,
                client=self.account.address,
                latency=self.latency,
            )
        except (ConnectionError, TimeoutError) as error:
            self.note(f"{sent.kind} {sent.client_id} gets no response: {error}")
            await asyncio.sleep(RECONNECT_SECONDS)
            return
        self.note(f"{sent.kind} {sent.client_id} gets {response.status}")
        if response.status == 201:
            sent.accepted.append(response.body["sequence"])
            return
        if response.status == 500:
            self.world.server_errors.append(f"{sent.kind} of {self.name}: {response.body}")
        sent.refused.append(response.body["error"]["code"])
        await asyncio.sleep(RECONNECT_SECONDS)
