"""A server with known secrets, to detect leaks."""

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
from ringrift.server.storage.tables import accounts, events, login_sessions, recovery_codes, tokens
from tests.server.running_server import TWO_PLAYERS, Client, RunningServer, begin

PASSWORD: Final = "a secret between us"
SAID: Final = "secret words of a private game"


@dataclass
class SecretsFixture:
    """The server, ids for requests, and the secrets that no response may contain."""

    server: RunningServer
    owner: Client  # of the secrets
    known: dict[str, list[str]]  # values of path parameters, by name
    private: str
    secrets: dict[str, str]  # description and text

    def find_leaks(self, text: str) -> list[str]:
        """Return the names of the secrets that the text contains."""
        return [name for name, secret in self.secrets.items() if secret in text]


def plant_secrets(server: RunningServer) -> SecretsFixture:
    """Create a person with a private game, chat, a bot and an analysis, and public games."""
    owner, other = server.person("SecretsFixture Owner", PASSWORD), server.guest()
    assert other.account is not None
    made = owner.post("/bots", {"name": "SecretsFixture Bot"}, status=201)
    code = owner.post("/accounts/me/recovery-codes", status=201)["codes"][0]
    challenge = owner.post("/challenges", {"opponents": [other.account["name"]]}, status=201)
    against_level = [{"kind": "me"}, {"kind": "level", "level": 1}]
    private = owner.post("/games", {"visibility": "private", "seats": against_level}, status=201)
    with owner.socket() as socket:
        socket.send(type="chat", game=private["id"], text=SAID)
        socket.send(type="ping", t=0.0)
        socket.until("pong")
    waiting = owner.post("/games", TWO_PLAYERS | {"visibility": "private"}, status=201)
    watched = owner.post(
        "/games", {"seats": [{"kind": "me"}, {"kind": "level", "level": 2}]}, status=201
    )["id"]
    public = [owner.post("/games", TWO_PLAYERS, status=201)["id"] for _ in range(3)]
    for game in public[:2]:
        other.post(f"/games/{game}/join")
    begin(owner, public[0])
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
        "a recovery code": code,
        "a session": owner.http.cookies["ringrift_session"],
        "a csrf token": owner.csrf,
        "an invitation": private["invite"],
        "an invitation to an open game": waiting["invite"],
        "the id of a private game": waiting["id"],
    }
    assert owner.account is not None
    return SecretsFixture(
        server=server,
        owner=owner,
        known={
            "name": [owner.account["name"], made["account"]["name"], "Nobody", "No\x00body"],
            "game": [private["id"], watched, *public],
            "number": [asked["id"]],
            "code": ["nothing", "x" * 32],
            "challenge": [challenge["id"]],
            "study": ["0" * 32],
            "chapter": ["0" * 32],
            "tournament": ["0" * 32],
            "club": ["0" * 32],
            "account": [owner.id, made["account"]["id"], "0" * 32],
        },
        private=private["id"],
        secrets=secrets
        | asyncio.run(_stored(server.settings.database, owner.id, [private["id"], watched])),
    )


async def _stored(address: str, owner: str, live: list[str]) -> dict[str, str]:
    """Return the secrets that are stored in the database."""
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
            codes = await connection.scalars(
                select(recovery_codes.c.code_hash).where(recovery_codes.c.account_id == owner)
            )
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
                **_numbered("a recovery code's hash", codes),
                **_numbered("a level's seed", map(str, _seeds(map(json.loads, bodies)))),
            }
    finally:
        await database.close()
    return found


def _numbered(name: str, values: Iterable[str]) -> dict[str, str]:
    return {f"{name} ({number})": value for number, value in enumerate(values)}


def _seeds(bodies: Iterable[dict[str, Any]]) -> list[int]:
    return [seat["seed"] for body in bodies for seat in body.get("seats", ()) if seat.get("seed")]
