"""Personal data of an account: export and erasure."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any, Final

from sqlalchemy import Select, Table, or_, select, tuple_, update

from ringrift.server.accounts.renaming import outdate_tournaments, rename_in_events
from ringrift.server.community.clubs import leave_all_clubs
from ringrift.server.games.seeds import without_seeds
from ringrift.server.storage.database import Database
from ringrift.server.storage.game_index_tables import opening_totals, openings, saved_searches
from ringrift.server.storage.meeting_tables import (
    club_members,
    conditional_moves,
    follows,
    private_messages,
    tournament_entrants,
    tournaments,
    turn_mails,
    vacations,
)
from ringrift.server.storage.tables import (
    accounts,
    analyses,
    blocks,
    challenge_opponents,
    challenge_rules,
    challenges,
    chat,
    email_addresses,
    events,
    games,
    known_devices,
    login_challenges,
    login_sessions,
    outgoing_mails,
    passkeys,
    puzzle_days,
    puzzle_results,
    puzzle_solvers,
    rating_changes,
    ratings,
    recovery_codes,
    reports,
    reset_tokens,
    roles,
    sanctions,
    seats,
    seeks,
    studies,
    study_chapters,
    tokens,
    totp_secrets,
)

_JSON_COLUMNS: Final = ("settings", "body", "request", "result", "rules", "arguments")
_HIDDEN_COLUMNS: Final = ("invite_code", "owner", "owner_term", "lease_until")
_KEY: Final = "key of "  # begins the names of columns that only order the rows
_PAGE_ROWS: Final = 100
_OWN_TABLES: Final = (
    *(login_sessions, known_devices, tokens, recovery_codes, reset_tokens),
    *(email_addresses, outgoing_mails, totp_secrets, passkeys, login_challenges),
    *(ratings, rating_changes, analyses, seeks, chat),
    *(studies, saved_searches),
    *(puzzle_results, puzzle_days, puzzle_solvers),
    *(roles, sanctions, reports, blocks),
    *(challenges, challenge_opponents, challenge_rules),
    *(vacations, conditional_moves, turn_mails, follows, private_messages),
)


async def export_data(database: Database, account: str) -> AsyncIterator[str]:
    """Yield all data of an account, except credentials, as pieces of one JSON object.

    A piece is a page of rows. Between two pages no connection is held: the client may read slowly.
    """
    for number, (part, query) in enumerate(export_queries(account).items()):
        yield f"{',' if number else '{'}{json.dumps(part)}:["
        separator = ""
        async for page in _pages(database, query):
            yield separator + ",".join(json.dumps(_export_row(row)) for row in page)
            separator = ","
        yield "]"
    yield "}"


async def _pages(database: Database, query: Select[Any]) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield the rows of a query in the order of the primary key of its table."""
    [table] = query.get_final_froms()
    assert isinstance(table, Table)
    keys = [column.label(f"{_KEY}{column.name}") for column in table.primary_key]
    ordered = query.add_columns(*keys).order_by(*table.primary_key).limit(_PAGE_ROWS)
    last: list[Any] | None = None
    while True:
        following = (
            ordered if last is None else ordered.where(tuple_(*table.primary_key) > tuple_(*last))
        )
        async with database.reading.connect() as connection:
            rows = [dict(row) for row in (await connection.execute(following)).mappings()]
        if rows:
            last = [rows[-1][key.name] for key in keys]
            yield rows
        if len(rows) < _PAGE_ROWS:
            return


def export_queries(account: str) -> dict[str, Select[Any]]:
    """Return the parts of an export, each a query of one table."""
    played = select(seats.c.game_id).where(seats.c.account_id == account)
    shown = (
        accounts.c.id,
        accounts.c.name,
        accounts.c.kind,
        accounts.c.created_at,
        accounts.c.seen_at,
    )
    own_studies = select(studies.c.id).where(studies.c.account_id == account)
    bots = select(accounts.c.id).where(accounts.c.made_by == account)
    of_bots = tokens.c.account_id.in_(bots)
    return {
        "account": select(*shown).where(accounts.c.id == account),
        "sessions": select(
            login_sessions.c.created_at,
            login_sessions.c.seen_at,
            login_sessions.c.expires_at,
            login_sessions.c.browser,
            login_sessions.c.system,
            login_sessions.c.address,
        ).where(login_sessions.c.account_id == account),
        "devices": select(known_devices.c.created_at, known_devices.c.seen_at).where(
            known_devices.c.account_id == account
        ),
        "bots": select(*shown).where(
            accounts.c.made_by == account, accounts.c.deleted_at.is_(None)
        ),
        "tokens": select(
            tokens.c.account_id,
            tokens.c.label,
            tokens.c.scope,
            tokens.c.created_at,
            tokens.c.expires_at,
            tokens.c.last_used_at,
            tokens.c.revoked_at,
        ).where(or_(tokens.c.account_id == account, of_bots)),
        "recovery_codes": select(recovery_codes.c.created_at, recovery_codes.c.used_at).where(
            recovery_codes.c.account_id == account
        ),
        "password_resets": select(
            reset_tokens.c.reason,
            reset_tokens.c.created_at,
            reset_tokens.c.expires_at,
            reset_tokens.c.used_at,
        ).where(reset_tokens.c.account_id == account),
        "email_addresses": select(
            email_addresses.c.address,
            email_addresses.c.language,
            email_addresses.c.created_at,
            email_addresses.c.verified_at,
        ).where(email_addresses.c.account_id == account),
        "authenticator_apps": select(totp_secrets.c.created_at, totp_secrets.c.confirmed_at).where(
            totp_secrets.c.account_id == account
        ),
        "passkeys": select(passkeys.c.label, passkeys.c.created_at, passkeys.c.last_used_at).where(
            passkeys.c.account_id == account
        ),
        "unfinished_logins": select(
            login_challenges.c.purpose, login_challenges.c.expires_at
        ).where(login_challenges.c.account_id == account),
        "outgoing_mails": select(
            outgoing_mails.c.template, outgoing_mails.c.arguments, outgoing_mails.c.created_at
        ).where(outgoing_mails.c.account_id == account),
        "ratings": select(ratings).where(ratings.c.account_id == account),
        "rating_changes": select(rating_changes).where(rating_changes.c.account_id == account),
        "chat": select(chat.c.game_id, chat.c.at, chat.c.text).where(chat.c.account_id == account),
        "seeks": select(seeks.c.settings, seeks.c.rating, seeks.c.reach, seeks.c.created_at).where(
            seeks.c.account_id == account
        ),
        "role": select(roles.c.role, roles.c.granted_at).where(roles.c.account_id == account),
        "sanctions": select(
            sanctions.c.kind,
            sanctions.c.reason,
            sanctions.c.created_at,
            sanctions.c.ends_at,
            sanctions.c.lifted_at,
        ).where(sanctions.c.account_id == account),
        "blocks": select(blocks.c.other_id, blocks.c.kind, blocks.c.created_at).where(
            blocks.c.account_id == account
        ),
        "challenges": select(challenges).where(challenges.c.account_id == account),
        "received_challenges": select(
            challenge_opponents.c.challenge_id,
            challenge_opponents.c.status,
            challenge_opponents.c.reason,
        ).where(challenge_opponents.c.account_id == account),
        "challenge_rules": select(challenge_rules.c.rules, challenge_rules.c.updated_at).where(
            challenge_rules.c.account_id == account
        ),
        "puzzle_rating": select(puzzle_solvers).where(puzzle_solvers.c.account_id == account),
        "puzzle_results": select(puzzle_results).where(puzzle_results.c.account_id == account),
        "puzzle_days": select(puzzle_days.c.day).where(puzzle_days.c.account_id == account),
        "follows": select(follows.c.other_id, follows.c.created_at).where(
            follows.c.account_id == account
        ),
        "messages": select(private_messages).where(
            or_(private_messages.c.account_id == account, private_messages.c.other_id == account)
        ),
        "clubs": select(
            club_members.c.club_id, club_members.c.role, club_members.c.joined_at
        ).where(club_members.c.account_id == account),
        "vacations": select(vacations.c.started_at, vacations.c.ends_at).where(
            vacations.c.account_id == account
        ),
        "conditional_moves": select(conditional_moves.c.game_id, conditional_moves.c.lines).where(
            conditional_moves.c.account_id == account
        ),
        "turn_mails": select(turn_mails.c.created_at).where(turn_mails.c.account_id == account),
        "tournaments": select(tournaments).where(tournaments.c.created_by == account),
        "tournament_entries": select(
            tournament_entrants.c.tournament_id,
            tournament_entrants.c.rating,
            tournament_entrants.c.status,
            tournament_entrants.c.joined_at,
        ).where(tournament_entrants.c.account_id == account),
        "reports": select(
            reports.c.account_id,
            reports.c.kind,
            reports.c.game_id,
            reports.c.subject_id,
            reports.c.quote,
            reports.c.reason,
            reports.c.text,
            reports.c.created_at,
            reports.c.status,
            reports.c.decided_at,
            reports.c.note,
        ).where(reports.c.reporter_id == account),
        "openings": select(openings).where(openings.c.pool == account),
        "saved_searches": select(saved_searches).where(saved_searches.c.account_id == account),
        "studies": select(studies).where(studies.c.account_id == account),
        "study_chapters": select(study_chapters).where(study_chapters.c.study_id.in_(own_studies)),
        "analyses": select(analyses).where(analyses.c.account_id == account),
        "games": select(games).where(or_(games.c.id.in_(played), games.c.created_by == account)),
        "events": select(events).where(events.c.game_id.in_(played)),
    }


def _export_row(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row with its JSON parsed and internal columns removed."""
    for name in _JSON_COLUMNS:
        if row.get(name) is not None:
            row[name] = without_seeds(json.loads(row[name]))
    return {
        name: value
        for name, value in row.items()
        if name not in _HIDDEN_COLUMNS and not name.startswith(_KEY)
    }


async def erase(database: Database, account: str, now: float) -> str:
    """Erase an account and return the name that replaces its own.

    Its games stay without its name: they belong to the opponents too.
    """
    new_name = f"deleted {account[:8]}"
    received = select(challenge_opponents.c.challenge_id).where(
        challenge_opponents.c.account_id == account
    )
    async with database.engine.begin() as connection:
        await connection.execute(  # they lack a player
            challenges.delete().where(challenges.c.id.in_(received))
        )
        await leave_all_clubs(connection, account)
        await outdate_tournaments(connection, account)
        for table in _OWN_TABLES:
            await connection.execute(table.delete().where(table.c.account_id == account))
        for table in (blocks, follows, private_messages):
            await connection.execute(table.delete().where(table.c.other_id == account))
        for table in (openings, opening_totals):
            await connection.execute(table.delete().where(table.c.pool == account))
        await connection.execute(  # the staff still decides it
            update(reports).where(reports.c.reporter_id == account).values(reporter_id=None)
        )
        await rename_in_events(connection, account, new_name)
        await connection.execute(
            update(accounts)
            .where(accounts.c.id == account)
            .values(
                name=new_name,
                name_key=f"deleted {account}",
                look_key=f"deleted {account}",
                password_hash=None,
                made_by=None,
                seen_at=None,
                deleted_at=now,
            )
        )
    return new_name
