"""The schema of SQLite and PostgreSQL. Times are UTC seconds, ids random hex, documents JSON text.

A test compares it with the result of the migrations.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
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
    text,
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


LISTED_ACCOUNTS: Final = "kind != 'guest' AND deleted_at IS NULL"
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
    Index(  # finds names by their beginning
        "ix_accounts_listed_name_key",
        "name_key",
        postgresql_where=text(LISTED_ACCOUNTS),
        sqlite_where=text(LISTED_ACCOUNTS),
        postgresql_ops={"name_key": "varchar_pattern_ops"},
    ),
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
    Column("second_factor_at", Double),  # when a second factor was last used
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

recovery_codes: Final = Table(
    "recovery_codes",
    metadata,
    _id(),  # also the salt of the hash
    _account(),
    Column("code_hash", String(64), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("used_at", Double),
)

reset_tokens: Final = Table(
    "reset_tokens",
    metadata,
    _id(),
    _account(),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("reason", String(16), nullable=False),  # who asked for it
    Column("created_at", Double, nullable=False),
    Column("expires_at", Double, nullable=False, index=True),
    Column("used_at", Double),
    CheckConstraint("reason IN ('email', 'operator')", name="reason"),
)

email_addresses: Final = Table(
    "email_addresses",
    metadata,
    _id(),
    _account(),
    Column("address", String(254), nullable=False),
    Column("address_key", String(254), nullable=False, index=True),  # equal for any case
    Column("language", String(16), nullable=False),  # of the mails, as the page has it
    Column("created_at", Double, nullable=False),
    Column("verified_at", Double),  # null: its link was not opened yet
    Column("token_hash", String(64), unique=True),  # of the link that verifies it
    Column("token_expires_at", Double),
)

# Mails that were not handed to the SMTP server yet. They contain no secrets: a link gets its token
# when its mail is written.
outgoing_mails: Final = Table(
    "outgoing_mails",
    metadata,
    _id(),
    _account(nullable=True),
    Column("address", String(254)),  # null: the verified address of the account
    Column("template", String(32), nullable=False),
    Column("arguments", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("due_at", Double, nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
    Column("claimed_until", Double, nullable=False),  # by the worker that sends it
)

totp_secrets: Final = Table(
    "totp_secrets",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("secret", String(200), nullable=False),  # encrypted with the key of the server
    Column("created_at", Double, nullable=False, index=True),
    Column("confirmed_at", Double),  # null: no code was entered yet
    Column("last_step", Integer),  # of the last code that was used
)

passkeys: Final = Table(
    "passkeys",
    metadata,
    _id(),
    _account(),
    Column("credential_id", String(1400), nullable=False, unique=True),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(80), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("last_used_at", Double),
)

login_challenges: Final = Table(
    "login_challenges",
    metadata,
    _id(),
    _account(nullable=True),  # whose password was right
    Column("purpose", String(16), nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("nonce", String(100)),  # that a passkey must sign
    Column("expires_at", Double, nullable=False, index=True),
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
    Column(
        "index_due", Boolean, nullable=False, server_default=false(), index=True
    ),  # over, but the search and the opening explorer do not know it yet
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
    Column("removed_at", Double),  # by a moderator: only the staff sees it since
    Column(
        "spectator", Boolean, nullable=False, server_default=false()
    ),  # whether its writer had no seat
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

roles: Final = Table(
    "roles",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("role", String(10), nullable=False),
    Column("granted_at", Double, nullable=False),
    CheckConstraint("role IN ('admin', 'moderator')", name="role"),
)

sanctions: Final = Table(
    "sanctions",
    metadata,
    _id(),
    _account(),
    Column("kind", String(10), nullable=False),
    Column("reason", String(500), nullable=False),  # that the person sees
    Column("created_at", Double, nullable=False),
    Column("ends_at", Double),  # null: until it is lifted
    Column("lifted_at", Double),
    CheckConstraint("kind IN ('suspension', 'ban')", name="kind"),
)

# Its rows name accounts and games by id, without foreign keys: they outlive what they name.
# Triggers refuse to change or delete them.
audit_log: Final = Table(
    "audit_log",
    metadata,
    _id(),
    Column("at", Double, nullable=False, index=True),
    Column("actor", String(ID_LENGTH)),  # the account; null: the command line or the server
    Column("action", String(32), nullable=False),
    Column("target", String(ID_LENGTH), index=True),  # an account, game, chat line or report
    Column("reason", String(500), nullable=False),
    Column("details", Text, nullable=False),
)

reports: Final = Table(
    "reports",
    metadata,
    _id(),
    Column("reporter_id", ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
    _account(),  # who is reported
    Column("kind", String(10), nullable=False),
    Column("game_id", ForeignKey("games.id", ondelete="SET NULL"), index=True),
    Column("chat_id", ForeignKey("chat.id", ondelete="SET NULL"), index=True),
    Column("quote", String(500), nullable=False, server_default=""),  # what is reported
    Column("reason", String(12), nullable=False),
    Column("text", String(1000), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("status", String(10), nullable=False, server_default="open"),
    Column("decided_at", Double),
    Column("note", String(500), nullable=False, server_default=""),  # that the reporter sees
    Column("seen_at", Double),  # when the reporter saw the decision
    Column("subject_id", String(ID_LENGTH)),  # the message, study, club or tournament
    CheckConstraint(
        "kind IN ('account', 'chat', 'game', 'message', 'study', 'club', 'tournament')",
        name="kind",
    ),
    CheckConstraint("status IN ('open', 'upheld', 'dismissed')", name="status"),
    Index("ix_reports_status_created_at", "status", "created_at"),
)

blocks: Final = Table(
    "blocks",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("other_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("kind", String(5), nullable=False),
    Column("created_at", Double, nullable=False),
    CheckConstraint("kind IN ('block', 'mute')", name="kind"),
)

challenges: Final = Table(
    "challenges",
    metadata,
    _id(),
    _account(),  # the challenger
    Column("settings", Text, nullable=False),
    Column("seat", Integer),  # of the challenger; null: the seats are shuffled
    Column("visibility", String(8), nullable=False),
    Column("status", String(10), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("expires_at", Double, nullable=False, index=True),
    Column("closed_at", Double),
    Column("game_id", ForeignKey("games.id", ondelete="SET NULL"), index=True),
    CheckConstraint("status IN ('open', 'accepted', 'declined', 'withdrawn')", name="status"),
)

challenge_opponents: Final = Table(
    "challenge_opponents",
    metadata,
    Column("challenge_id", ForeignKey("challenges.id", ondelete="CASCADE"), primary_key=True),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, nullable=False),  # among the opponents
    Column("status", String(8), nullable=False),
    Column("reason", String(8)),  # why it was declined
    CheckConstraint("status IN ('waiting', 'accepted', 'declined')", name="status"),
    Index("ix_challenge_opponents_account_id", "account_id"),
)

challenge_rules: Final = Table(
    "challenge_rules",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("rules", Text, nullable=False),  # what the account accepts
    Column("updated_at", Double, nullable=False),
)

server_control: Final = Table(
    "server_control",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # always 1
    Column("revision", Integer, nullable=False),  # incremented by each change of the operator
    Column("rules_mode", String(8)),  # null: as the server was started
    Column("rules_share", Double, nullable=False),  # of the games that get the mode
    Column("rules_unrated_only", Boolean, nullable=False),
    Column("kernel_enabled", Boolean, nullable=False),
    Column("invariant_share", Double, nullable=False),  # of the games whose states are checked
    Column("breaker_opened_at", Double),  # null: closed
    Column("breaker_resets", Integer, nullable=False),
)

game_closures: Final = Table(
    "game_closures",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("requested_at", Double, nullable=False),
)

studies: Final = Table(
    "studies",
    metadata,
    _id(),
    _account(),
    Column("name", String(100), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
    Column("removed_at", Double),  # by staff: it stays private
    CheckConstraint("visibility IN ('private', 'link', 'public')", name="visibility"),
    Index("ix_studies_visibility_updated_at", "visibility", "updated_at"),
)

study_chapters: Final = Table(
    "study_chapters",
    metadata,
    _id(),
    Column("study_id", ForeignKey("studies.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("number", Integer, nullable=False),  # orders the chapters
    Column("name", String(100), nullable=False),
    Column("record", Text, nullable=False),  # with variations, as text
    Column("board", String(16), nullable=False),
    Column("players", Integer, nullable=False),
    Column("position", Text, nullable=False),  # at the end of the main line
    Column("revision", Integer, nullable=False),  # incremented by each change
    Column("updated_at", Double, nullable=False),
)

puzzle_solvers: Final = Table(
    "puzzle_solvers",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("best_run", Integer, nullable=False),  # most solved in one streak
    Column("updated_at", Double, nullable=False),
)

puzzle_results: Final = Table(
    "puzzle_results",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle_id", String(8), primary_key=True),
    Column("solved", Boolean, nullable=False),  # by the first attempt
    Column("at", Double, nullable=False),
    Column("rating", Double, nullable=False),  # of the account after it
    Index("ix_puzzle_results_account_id_at", "account_id", "at"),
)

puzzle_days: Final = Table(  # on which an account solved the puzzle of the day
    "puzzle_days",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("day", String(10), primary_key=True),  # such as 2026-11-18, in UTC
)
