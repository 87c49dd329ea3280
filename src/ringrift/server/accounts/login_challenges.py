"""Steps of a login that are not finished: each is a secret that works once, for a few minutes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import delete, insert, select, update

from ringrift.server.accounts.credentials import hash_secret, new_id, new_secret
from ringrift.server.errors import ApiError
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import login_challenges

CHALLENGE_SECONDS: Final = 300.0
Purpose = Literal["second_factor", "passkey_login", "passkey_check", "passkey_creation"]


@dataclass(frozen=True, slots=True)
class LoginChallenge:
    """`account` is known after the password; `nonce` is what a passkey must sign."""

    id: str
    account: str | None
    nonce: str | None


class LoginChallenges:
    """The unfinished steps of all workers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self, purpose: Purpose, now: float, *, account: str | None = None, nonce: str | None = None
    ) -> str:
        """Return the secret of a new step."""
        secret = new_secret()
        row = {
            "id": new_id(),
            "account_id": account,
            "purpose": purpose,
            "token_hash": hash_secret(secret),
            "nonce": nonce,
            "expires_at": now + CHALLENGE_SECONDS,
        }
        async with self._database.engine.begin() as connection:
            await connection.execute(insert(login_challenges), [row])
        return secret

    async def find(self, secret: str, purpose: Purpose, now: float) -> LoginChallenge:
        """Return a step that is not finished, or refuse the request."""
        wanted = select(login_challenges).where(
            login_challenges.c.token_hash == hash_secret(secret),
            login_challenges.c.purpose == purpose,
            login_challenges.c.expires_at > now,
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            raise bad_challenge()
        return LoginChallenge(row.id, row.account_id, row.nonce)

    async def finish(self, challenge: LoginChallenge) -> None:
        """Finish a step, which works once, or refuse the request."""
        done = delete(login_challenges).where(login_challenges.c.id == challenge.id)
        async with self._database.engine.begin() as connection:
            if not (await connection.execute(done)).rowcount:
                raise bad_challenge()

    async def set_nonce(self, challenge: LoginChallenge, nonce: str) -> None:
        """Store what a passkey must sign in this step."""
        changed = update(login_challenges).where(login_challenges.c.id == challenge.id)
        async with self._database.engine.begin() as connection:
            await connection.execute(changed.values(nonce=nonce))


def bad_challenge() -> ApiError:
    message = "this took too long or was used already: start again"
    return ApiError(401, "BAD_CHALLENGE", message, path="challenge")
