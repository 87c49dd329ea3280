"""The tables of the search for games and of the opening explorer."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, String, Table, Text

from ringrift.server.storage.tables import ID_LENGTH, metadata

game_index: Final = Table(
    "game_index",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("board", String(16), nullable=False),
    Column("players", Integer, nullable=False),
    Column("edition", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("reason", String(32), nullable=False),
    Column("winner", Integer, nullable=False),  # the seat
    Column("turns", Integer, nullable=False),
    Column("ended_at", Double, nullable=False),
    Index("ix_game_index_ended_at", "ended_at"),
    Index("ix_game_index_board_players_ended_at", "board", "players", "ended_at"),
    Index("ix_game_index_reason_ended_at", "reason", "ended_at"),
)

game_index_players: Final = Table(
    "game_index_players",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE")),
    Column("level", Integer),  # of a computer
    Column("rank", Integer, nullable=False),
    Column("ended_at", Double, nullable=False),
    Index("ix_game_index_players_account_id_ended_at", "account_id", "ended_at"),
)

# Counts the turns from a position of the first turns. Symmetric positions are one.
openings: Final = Table(
    "openings",
    metadata,
    Column("pool", String(ID_LENGTH), primary_key=True),  # rated, engine, or an account
    Column("position", String(16), primary_key=True),
    Column("next", String(16), primary_key=True),  # the position after the turn
    Column("turn", Text, nullable=False),  # in notation, on the board of the position's key
    Column("games", Integer, nullable=False),
    Column("wins1", Integer, nullable=False),  # by seat
    Column("wins2", Integer, nullable=False),
    Column("wins3", Integer, nullable=False),
    Column("wins4", Integer, nullable=False),
    Index("ix_openings_pool_position_games", "pool", "position", "games", "next"),
)

# The sums of the turns from a position, which can be thousands.
opening_totals: Final = Table(
    "opening_totals",
    metadata,
    Column("pool", String(ID_LENGTH), primary_key=True),
    Column("position", String(16), primary_key=True),
    Column("games", Integer, nullable=False),
    Column("wins1", Integer, nullable=False),  # by seat
    Column("wins2", Integer, nullable=False),
    Column("wins3", Integer, nullable=False),
    Column("wins4", Integer, nullable=False),
)

opening_games: Final = Table(
    "opening_games",
    metadata,
    Column("position", String(16), primary_key=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("ended_at", Double, nullable=False),
    Index("ix_opening_games_position_ended_at", "position", "ended_at"),
)

saved_searches: Final = Table(
    "saved_searches",
    metadata,
    Column("id", String(ID_LENGTH), primary_key=True),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(60), nullable=False),
    Column("query", Text, nullable=False),
    Column("created_at", Double, nullable=False),
)
