"""A server on which somebody else has secrets, so that whatever leaks is seen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select

from ringrift.rules import new_game
from ringrift.rules.position_string import dump_position
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, events, login_sessions, tokens
from tests.server.running_server import RunningServer, Visitor

PASSWORD: Final = "planted password"
SAID: Final = "planted words of a private game"


@dataclass
class Planted:
    """What there is to be found, and what nobody may find."""

    server: RunningServer
    owner: Visitor  # whose secrets they are
    known: dict[str, list[str]]  # what may stand in a path, by the parameter's name
    private: str
    secrets: dict[str, str]  # what it is, and the text of it

    def leaked(self, text: str) -> list[str]:
        """The names of the secrets that a text gives away."""
        return [name for name, secret in self.secrets.items() if secret in text]


def plant(server: RunningServer) -> Planted:
    """Somebody with a private game against a level, chat, a bot, an analysis; and games for everybody."""
    owner, other = server.person("Planted Owner", PASSWORD), server.guest()
    made = owner.post("/bots", {"name": "Planted Bot"}, status=201)
    against_level = [{"kind": "me"}, {"kind": "level", "level": 1}]
    private = owner.post("/games", {"visibility": "private", "seats": against_level}, status=201)
    with owner.socket() as wire:
        wire.send(type="chat", game=private["id"], text=SAID)
        wire.send(type="ping", t=0.0)
        wire.until("pong")
    waiting = owner.post("/games", {"visibility": "private"}, status=201)
    watched = owner.post(
        "/games", {"seats": [{"kind": "me"}, {"kind": "level", "level": 2}]}, status=201
    )["id"]
    public = [owner.post("/games", status=201)["id"] for _ in range(3)]
    for game in public[:2]:
        other.post(f"/games/{game}/join")
    other.post(f"/games/{public[0]}/resign", status=201)
    asked = owner.post(
        "/analyses", {"position": dump_position(new_game("square8", 2)), "seconds": 0.1}, status=202
    )
    with owner.http.stream("GET", f"/analyses/{asked['id']}/stream") as stream:
        stream.read()
    secrets = {
        "the words of a private game": SAID,
        "a password": PASSWORD,
        "a password's hash": "$argon2",
        "a token": made["token"],
        "a session": owner.http.cookies["ringrift_session"],
        "a csrf token": owner.csrf,
        "an invitation": private["invite"],
        "an invitation to an open game": waiting["invite"],
        "the id of a private game": waiting["id"],
    }
    assert owner.account is not None
    return Planted(
        server=server,
        owner=owner,
        known={
            "name": [owner.account["name"], made["account"]["name"], "Nobody", "No\x00body"],
            "game": [private["id"], watched, *public],
            "number": [asked["id"]],
            "code": ["nothing", "x" * 32],
        },
        private=private["id"],
        secrets=secrets
        | asyncio.run(_stored(server.settings.database, owner.id, [private["id"], watched])),
    )


async def _stored(address: str, owner: str, live: list[str]) -> dict[str, str]:
    """The secrets that only the database knows."""
    database = Database(address)
    try:
        async with database.engine.connect() as connection:
            hashes = await connection.scalars(
                select(login_sessions.c.token_hash).where(login_sessions.c.account_id == owner)
            )
            ids = await connection.scalars(
                select(login_sessions.c.id).where(login_sessions.c.account_id == owner)
            )
            of_bots = await connection.scalars(select(tokens.c.token_hash))
            stored = await connection.scalar(
                select(accounts.c.password_hash).where(accounts.c.id == owner)
            )
            bodies = await connection.scalars(
                select(events.c.body).where(events.c.game_id.in_(live))
            )
            found = {
                "a stored password": str(stored),
                **_numbered("a session's hash", hashes),
                **_numbered("a session's id", ids),
                **_numbered("a token's hash", of_bots),
                **_numbered("a level's seed", map(str, _seeds(map(json.loads, bodies)))),
            }
    finally:
        await database.close()
    return found


def _numbered(name: str, values: Iterable[str]) -> dict[str, str]:
    return {f"{name} ({number})": value for number, value in enumerate(values)}


def _seeds(bodies: Iterable[dict[str, Any]]) -> list[int]:
    return [seat["seed"] for body in bodies for seat in body.get("seats", ()) if seat.get("seed")]
