"""The tables of tournaments, correspondence games and what connects people."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from ringrift.server.storage.tables import ID_LENGTH, metadata


def _id() -> Column[str]:
    return Column("id", String(ID_LENGTH), primary_key=True)


def _account(*, nullable: bool = False, on_delete: str = "CASCADE") -> Column[str]:
    return Column(
        "account_id", ForeignKey("accounts.id", ondelete=on_delete), nullable=nullable, index=True
    )


tournaments: Final = Table(
    "tournaments",
    metadata,
    _id(),
    Column("name", String(60), nullable=False),
    Column("description", String(1000), nullable=False),
    Column("format", String(8), nullable=False),
    Column("settings", Text, nullable=False),  # of its games
    Column("status", String(10), nullable=False),
    Column("created_by", ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
    Column("created_at", Double, nullable=False),
    Column("starts_at", Double, nullable=False),
    Column("started_at", Double),
    Column("ended_at", Double),
    Column("seconds", Double, nullable=False),  # of an arena
    Column("rounds", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("break_seconds", Double, nullable=False),
    Column("next_at", Double),  # when the next transition is due; null: after a result
    Column("max_entrants", Integer, nullable=False),
    Column("repeat_days", Integer, nullable=False),  # 0: once
    Column("series_id", String(ID_LENGTH), nullable=False),  # of the first of a repeated one
    Column("revision", Integer, nullable=False),  # incremented by every change
    CheckConstraint("format IN ('arena', 'swiss', 'tables')", name="format"),
    CheckConstraint("status IN ('upcoming', 'running', 'over', 'cancelled')", name="status"),
    UniqueConstraint("series_id", "starts_at"),
    Index("ix_tournaments_status_starts_at", "status", "starts_at"),
)

tournament_entrants: Final = Table(
    "tournament_entrants",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    _account(nullable=True, on_delete="SET NULL"),
    Column("level", Integer),  # of a computer
    Column("rating", Double, nullable=False),  # when it joined
    Column("status", String(10), nullable=False),
    Column("joined_at", Double, nullable=False),
    CheckConstraint("status IN ('in', 'paused', 'withdrawn')", name="status"),
    UniqueConstraint("tournament_id", "account_id"),
)

tournament_matches: Final = Table(
    "tournament_matches",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("round", Integer, nullable=False),
    Column("game_id", ForeignKey("games.id", ondelete="SET NULL"), index=True),
    Column("seats", String(40), nullable=False),  # the numbers of the entrants, as JSON
    Column("ranks", String(40)),  # their places, as JSON; null until it is over
    Column("absent", Integer),  # the seat that did not make the first turn
    Column("status", String(8), nullable=False),
    Column("ended_at", Double),
    CheckConstraint("status IN ('playing', 'over', 'void')", name="status"),
)

follows: Final = Table(
    "follows",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("other_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("created_at", Double, nullable=False),
)

private_messages: Final = Table(
    "private_messages",
    metadata,
    _id(),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("other_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("at", Double, nullable=False, index=True),
    Column("text", String(1000), nullable=False),
    Column("read_at", Double),
    Index("ix_private_messages_account_id_other_id", "account_id", "other_id", "at"),
    Index("ix_private_messages_other_id_account_id", "other_id", "account_id", "at"),
)

clubs: Final = Table(
    "clubs",
    metadata,
    _id(),
    Column("name", String(40), nullable=False),
    Column("name_key", String(80), nullable=False, unique=True),
    Column("description", String(1000), nullable=False),
    Column("access", String(8), nullable=False),
    Column("created_at", Double, nullable=False),
    CheckConstraint("access IN ('open', 'request')", name="access"),
)

club_members: Final = Table(
    "club_members",
    metadata,
    Column("club_id", ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    Column("role", String(10), nullable=False),
    Column("joined_at", Double, nullable=False),
    CheckConstraint("role IN ('leader', 'member', 'applicant')", name="role"),
)

club_tournaments: Final = Table(
    "club_tournaments",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("club_id", ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created_at", Double, nullable=False),
)

vacations: Final = Table(
    "vacations",
    metadata,
    _id(),
    _account(),
    Column("started_at", Double, nullable=False),
    Column("ends_at", Double, nullable=False, index=True),
)

conditional_moves: Final = Table(
    "conditional_moves",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    Column("sequence", Integer, nullable=False),  # the event after which the lines begin
    Column("lines", Text, nullable=False),
)

turn_mails: Final = Table(  # who wants a mail when their turn begins
    "turn_mails",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("created_at", Double, nullable=False),
)
