"""The schema of SQLite and PostgreSQL. Times are UTC seconds, ids random hex, documents JSON text.

A test compares it with the result of the migrations.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

ID_LENGTH: Final = 32

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def _id() -> Column[str]:
    return Column("id", String(ID_LENGTH), primary_key=True)


def _account(*, nullable: bool = False, on_delete: str = "CASCADE") -> Column[str]:
    return Column(
        "account_id", ForeignKey("accounts.id", ondelete=on_delete), nullable=nullable, index=True
    )


accounts: Final = Table(
    "accounts",
    metadata,
    _id(),
    Column("name", String(40), nullable=False),
    Column("name_key", String(80), nullable=False, unique=True),  # equal for spellings of a name
    Column(  # equal for names that look alike
        "look_key", String(120), nullable=False, server_default="", index=True, unique=True
    ),
    Column("kind", String(8), nullable=False),
    Column("password_hash", String(200)),
    Column(
        "made_by", ForeignKey("accounts.id", ondelete="SET NULL"), index=True
    ),  # the owner of a bot
    Column("created_at", Double, nullable=False),
    Column("deleted_at", Double),
    Column("seen_at", Double),  # when it was last connected
    CheckConstraint("kind IN ('guest', 'person', 'bot')", name="kind"),
)

login_sessions: Final = Table(
    "login_sessions",
    metadata,
    _id(),
    _account(),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("csrf", String(64), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False, index=True),
    Column("expires_at", Double, nullable=False, index=True),
    Column("authenticated_at", Double),  # when the password was last entered
    Column("browser", String(40), nullable=False, server_default=""),
    Column("system", String(40), nullable=False, server_default=""),
    Column("address", String(64), nullable=False, server_default=""),
)

known_devices: Final = Table(
    "known_devices",
    metadata,
    _id(),
    _account(),
    Column("token_hash", String(64), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False, index=True),
    UniqueConstraint("token_hash", "account_id"),
)

tokens: Final = Table(
    "tokens",
    metadata,
    _id(),
    _account(),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("label", String(80), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("revoked_at", Double),
    Column("expires_at", Double, index=True),
    Column("last_used_at", Double),
    Column("scope", String(8), nullable=False, server_default="play"),
    Column("prefix", String(8), nullable=False, server_default=""),  # how the token begins
)

games: Final = Table(
    "games",
    metadata,
    _id(),
    Column("settings", Text, nullable=False),
    Column("status", String(8), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column(
        "unlisted", Boolean, nullable=False, server_default=false()
    ),  # private in all lists, but everybody who knows its address may watch it
    Column("rated", Boolean, nullable=False),
    Column("invite_code", String(32), nullable=False, unique=True),
    Column("created_by", ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
    Column("created_at", Double, nullable=False),
    Column("started_at", Double),
    Column("ended_at", Double),
    Column("sequence", Integer, nullable=False),  # of the last event; 0 before the start
    Column("winner", Integer),
    Column("reason", String(32)),
    Column("final_position", Text),  # as a position string; null until its end, and in old games
    Column("rematch_of", ForeignKey("games.id", ondelete="SET NULL"), index=True),
    Column(
        "rating_due", Boolean, nullable=False, server_default=false(), index=True
    ),  # over, but the ratings do not include it yet
    Column("rating_outcome", String(16)),  # whether it counted, and if not why
    Column("owner", String(ID_LENGTH), index=True),  # the worker that runs it
    Column("lease_until", Double),  # by the clock of the database, if that is PostgreSQL
    Column("alive_at", Double),  # when the owner last renewed the lease, by the owner's clock
    Column(
        "owner_term", Integer, nullable=False
    ),  # incremented per owner: fences off the previous one
    CheckConstraint("status IN ('open', 'live', 'over', 'aborted')", name="status"),
    CheckConstraint("visibility IN ('public', 'private')", name="visibility"),
    Index("ix_games_status_created_at", "status", "created_at"),
    Index("ix_games_ended_at", "ended_at"),
)

workers: Final = Table(
    "workers",
    metadata,
    _id(),
    Column("lease_until", Double, nullable=False),  # of all its games
    Column("alive_at", Double, nullable=False),  # when it last renewed, by its own clock
)

seats: Final = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    _account(nullable=True, on_delete="SET NULL"),
    Column("level", Integer),
    Column("rank", Integer),  # of the seat, when the game is over
    Column("left_reason", String(16)),  # why its person left: as in the event `left`
    Column("left_at", Double),
    CheckConstraint("kind IN ('open', 'person', 'level', 'bot')", name="kind"),
)

events: Final = Table(
    "events",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("body", Text, nullable=False),
    Column("client_id", String(80)),  # the journal key of the command that ends with this event
    UniqueConstraint("game_id", "client_id"),
)

chat: Final = Table(
    "chat",
    metadata,
    _id(),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    _account(nullable=True, on_delete="SET NULL"),
    Column("at", Double, nullable=False),
    Column("text", String(500), nullable=False),
)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("players", Integer, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated_at", Double, nullable=False),
)

rating_changes: Final = Table(
    "rating_changes",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("players", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu_after", Double, nullable=False),
    Column("sigma_after", Double, nullable=False),
    Column("weight", Double, nullable=False, server_default="1"),  # 1/k for the k-th pairing
    Column("board", String(16), nullable=False, server_default=""),
    Column("speed", String(16), nullable=False, server_default=""),  # by the time control
    Index("ix_rating_changes_account_id_at", "account_id", "at"),
)

analyses: Final = Table(
    "analyses",
    metadata,
    _id(),
    _account(),
    Column("request", Text, nullable=False),
    Column("status", String(8), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("finished_at", Double),
    Column("result", Text),
    CheckConstraint("status IN ('queued', 'running', 'done', 'failed', 'stopped')", name="status"),
    Index("ix_analyses_status_created_at", "status", "created_at"),
)

seeks: Final = Table(
    "seeks",
    metadata,
    _id(),
    Column(
        "account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, unique=True
    ),
    Column("settings", Text, nullable=False),
    Column("rating", Double, nullable=False),
    Column("reach", Double, nullable=False),  # the largest rating difference
    Column("created_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),  # when the request was last repeated
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE")),  # the matched game
)

rate_limits: Final = Table(
    "rate_limits",
    metadata,
    Column("key", String(160), primary_key=True),  # the limit and its account or address
    Column("tokens", Double, nullable=False),  # left at `updated_at`
    Column("updated_at", Double, nullable=False),
    Column("full_at", Double, nullable=False, index=True),  # from then on the row can be deleted
)

repeatable_responses: Final = Table(
    "repeatable_responses",
    metadata,
    _id(),  # derived from the account and its Idempotency-Key
    _account(),
    Column("fingerprint", String(64), nullable=False),  # of the request
    Column("status", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("created_at", Double, nullable=False, index=True),
)

write_checks: Final = Table(
    "write_checks",
    metadata,
    _id(),  # of the worker
    Column("at", Double, nullable=False),
    Column("padding", Text, nullable=False),
)
