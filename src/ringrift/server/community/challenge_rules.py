"""What accounts accept: stored per account, and compared with each new challenge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.settings import GameSettings
from ringrift.server.accounts.types import Account
from ringrift.server.clock import Clock
from ringrift.server.community.challenge_types import ChallengeRules
from ringrift.server.errors import ApiError
from ringrift.server.games.speed import speed_of
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, challenge_rules

EVERYTHING: Final = ChallengeRules()  # of an account that has set no rules
NOT_ACCEPTED: Final = "NOT_ACCEPTED"


class ChallengeRuleBook:
    """The rules of all accounts."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of_account(self, account: str) -> ChallengeRules:
        """Return what the account accepts."""
        async with self._database.reading.connect() as connection:
            return (await rules_of(connection, [account])).get(account, EVERYTHING)

    async def set(self, account: str, rules: ChallengeRules) -> None:
        """Replace what the account accepts."""
        row = {
            "account_id": account,
            "rules": rules.model_dump_json(exclude_defaults=True),
            "updated_at": self._clock.now(),
        }
        async with self._database.engine.begin() as connection:
            if self._database.is_sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            lock = select(accounts.c.id).where(accounts.c.id == account).with_for_update()
            await connection.execute(lock)
            mine = challenge_rules.c.account_id == account
            await connection.execute(delete(challenge_rules).where(mine))
            await connection.execute(insert(challenge_rules), [row])


async def rules_of(connection: AsyncConnection, wanted: Sequence[str]) -> dict[str, ChallengeRules]:
    """Return the rules of those of the accounts that have set any."""
    stored = select(challenge_rules).where(challenge_rules.c.account_id.in_(wanted))
    return {
        row.account_id: ChallengeRules.model_validate_json(row.rules)
        for row in await connection.execute(stored)
    }


def require_accepted(
    rules: ChallengeRules, opponent: Account, challenger: Account, settings: GameSettings
) -> None:
    """Refuse a challenge that the opponent does not accept; the message says what they do."""
    name = opponent.name
    if rules.accepts == "nobody":
        raise _refused(f"{name} takes no challenges", "opponents")
    if rules.accepts == "registered" and challenger.kind == "guest":
        raise _refused(f"{name} takes challenges of registered players only", "opponents")
    if rules.boards is not None and settings.board not in rules.boards:
        raise _refused(f"{name} plays on {_listed(rules.boards)}", "settings.board")
    if rules.players is not None and settings.players not in rules.players:
        numbers = _listed(list(map(str, rules.players)))
        raise _refused(f"{name} plays with {numbers} players", "settings.players")
    if rules.speeds is not None and speed_of(settings.clock) not in rules.speeds:
        raise _refused(f"{name} plays at these speeds: {_listed(rules.speeds)}", "settings.clock")
    if rules.rated != "any" and settings.rated is not (rules.rated == "rated"):
        raise _refused(f"{name} plays {rules.rated} games only", "settings.rated")


def _listed(values: Sequence[str]) -> str:
    *most, last = values
    return f"{', '.join(most)} or {last}" if most else last


def _refused(what: str, path: str) -> ApiError:
    return ApiError(422, NOT_ACCEPTED, f"{what}: change the challenge", path=path)
