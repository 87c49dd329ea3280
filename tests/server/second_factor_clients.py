"""Clients with second factors: authenticator apps and passkeys in software."""

from __future__ import annotations

import asyncio
from base64 import b32decode
from typing import Any, Final

from ringrift.server.accounts.cookies import SESSION_COOKIE, cookie_name
from ringrift.server.accounts.totp import STEP_SECONDS, compute_code
from ringrift.server.accounts.types import Account
from tests.server.running_server import TIMEOUT, Client, RunningServer
from tests.server.software_authenticator import SoftwareAuthenticator

PASSWORD: Final = "correct horse"
SITE: Final = "https://play.example.org"  # of the passkeys


def adopt(client: Client, session: dict[str, Any]) -> None:
    """Use the session although its cookie is `Secure` and the test has no TLS."""
    client.sign(session)
    for cookie in client.http.cookies.jar:
        cookie.secure = False


def with_password_alone(server: RunningServer, person: Client) -> Client:
    """Return a client of the person in a session that used no factor, as older servers left."""
    account = Account(id=person.id, name="", kind="person")
    opening = server.worker.login_sessions.open(account, server.worker.clock.now())
    secret, caller = asyncio.run_coroutine_threadsafe(opening, server.loop).result(TIMEOUT)
    visitor = server.visitor()
    visitor.http.cookies.set(cookie_name(SESSION_COOKIE, server.settings), secret)
    visitor.csrf = caller.csrf or ""
    return visitor


def log_in(server: RunningServer, name: str) -> tuple[Client, dict[str, Any]]:
    """Return a visitor on a new device and the second step that is due."""
    visitor = server.visitor()
    due = visitor.post("/sessions", {"name": name, "password": PASSWORD}, status=202)
    visitor.get("/sessions/current", status=401)
    return visitor, due


def log_in_with_app(server: RunningServer, name: str, secret: str) -> Client:
    """Return a client on a new device that logged in with the present code of the app."""
    visitor, due = log_in(server, name)
    body = {"challenge": due["challenge"], "authenticator": code_of(server, secret)}
    adopt(visitor, visitor.post("/sessions/second-factor", body, status=201))
    return visitor


def code_of(server: RunningServer, secret: str, steps: int = 0) -> str:
    """Return the code of the app, some steps from now."""
    step = int(server.worker.clock.now() // STEP_SECONDS) + steps
    return compute_code(b32decode(secret), step)


def add_app(server: RunningServer, person: Client) -> str:
    """Turn an authenticator app on with the code of the step before; return its secret."""
    secret: str = person.post("/accounts/me/authenticator", status=201)["secret"]
    person.put("/accounts/me/authenticator", {"code": code_of(server, secret, -1)})
    return secret


def add_passkey(person: Client, **wanted: Any) -> SoftwareAuthenticator:
    """Add a passkey of the site."""
    device = SoftwareAuthenticator(SITE, **wanted)
    due = person.post("/accounts/me/passkeys/options")
    body = {"challenge": due["challenge"], "credential": device.create(due["options"])}
    person.post("/accounts/me/passkeys", body | {"label": "phone"}, status=201)
    return device
