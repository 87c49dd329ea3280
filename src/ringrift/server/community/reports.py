"""Reports by users: of accounts, of what they wrote, and of a player's conduct in a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, get_args

from sqlalchemy import Select, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.types import Account
from ringrift.server.clock import Clock
from ringrift.server.community.report_types import NewReport, ReportInfo, ReportKind, TextKind
from ringrift.server.errors import ApiError
from ringrift.server.storage.database import Database
from ringrift.server.storage.meeting_tables import (
    club_members,
    clubs,
    private_messages,
    tournaments,
)
from ringrift.server.storage.tables import accounts, chat, games, reports, seats, studies

MAX_OPEN: Final = 20  # reports of one account
MAX_SHOWN: Final = 100
_QUOTE_LENGTH: Final = 500
TEXTS: Final[tuple[TextKind, ...]] = get_args(TextKind)


@dataclass(frozen=True, slots=True)
class _Subject:
    kind: ReportKind
    account: str
    game: str | None = None
    line: str | None = None
    text: str | None = None  # a message, study, club or tournament
    quote: str = ""


class Reports:
    """Reports as their authors see them. `administration.report_queue` decides them."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def add(self, reporter: Account, new: NewReport) -> ReportInfo:
        """Store a report; a second open report of the same subject is refused."""
        _require_one_subject(new)
        async with self._database.engine.begin() as connection:
            if self._database.is_sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            lock = select(accounts.c.id).where(accounts.c.id == reporter.id)
            await connection.execute(lock.with_for_update(key_share=True))
            subject = await _find_subject(connection, reporter, new)
            await _require_reportable(connection, reporter, subject)
            row = {
                "id": new_id(),
                "reporter_id": reporter.id,
                "account_id": subject.account,
                "kind": subject.kind,
                "game_id": subject.game,
                "chat_id": subject.line,
                "subject_id": subject.text,
                "quote": subject.quote[:_QUOTE_LENGTH],
                "reason": new.reason,
                "text": new.text,
                "created_at": self._clock.now(),
            }
            await connection.execute(insert(reports), [row])
            [added] = await _select(connection, reports.c.id == row["id"])
            return added

    async def of_reporter(self, account: str) -> list[ReportInfo]:
        """Return the reports of an account, the latest first."""
        async with self._database.reading.connect() as connection:
            return await _select(connection, reports.c.reporter_id == account)

    async def mark_seen(self, account: str) -> None:
        """Store that the reporter has seen all decisions."""
        decided = (
            reports.c.reporter_id == account,
            reports.c.decided_at.is_not(None),
            reports.c.seen_at.is_(None),
        )
        seen = update(reports).where(*decided).values(seen_at=self._clock.now())
        async with self._database.engine.begin() as connection:
            await connection.execute(seen)


def _require_one_subject(new: NewReport) -> None:
    texts = {name: getattr(new, name) for name in ("line", *TEXTS)}
    sent = [name for name, one in texts.items() if one is not None]
    if len(sent) > 1 or (sent and (new.account is not None or new.game is not None)):
        message = f"send the {sent[0]} alone: it says whom you report"
        raise ApiError(422, "MALFORMED", message, path=sent[0])
    if not sent and new.account is None:
        message = "send the account that you report, or what it wrote"
        raise ApiError(422, "MALFORMED", message, path="account")
    if new.reason == "other" and not new.text:
        raise ApiError(422, "MALFORMED", "say what happened", path="text")


async def _find_subject(connection: AsyncConnection, reporter: Account, new: NewReport) -> _Subject:
    """Return what is reported, as far as the reporter may see it."""
    if new.line is not None:
        wanted = select(chat.c.account_id, chat.c.game_id, chat.c.text).where(
            chat.c.id == new.line, chat.c.removed_at.is_(None)
        )
        row = (await connection.execute(wanted)).one_or_none()
        if row is None or not await _may_see(connection, reporter, row.game_id):
            message = "there is no such line of chat, or it was removed"
            raise ApiError(404, "NOT_FOUND", message, path="line")
        if row.account_id is None:
            message = "its author has deleted their account"
            raise ApiError(409, "ACCOUNT_DELETED", message, path="line")
        return _Subject("chat", row.account_id, row.game_id, new.line, quote=row.text)
    for kind in TEXTS:
        if getattr(new, kind) is not None:
            return await _find_text(connection, reporter, kind, getattr(new, kind))
    assert new.account is not None
    known = select(accounts.c.id).where(
        accounts.c.id == new.account, accounts.c.deleted_at.is_(None)
    )
    if await connection.scalar(known) is None:
        raise ApiError(404, "NOT_FOUND", "there is no such account", path="account")
    if new.game is None:
        return _Subject("account", new.account)
    if not await _may_see(connection, reporter, new.game):
        raise ApiError(404, "NOT_FOUND", "there is no such game", path="game")
    seated = select(seats.c.game_id).where(
        seats.c.game_id == new.game, seats.c.account_id == new.account
    )
    if await connection.scalar(seated.limit(1)) is None:
        message = "this account does not play in the game"
        raise ApiError(422, "NOT_A_PLAYER", message, path="account")
    return _Subject("game", new.account, new.game)


async def _find_text(
    connection: AsyncConnection, reporter: Account, kind: TextKind, text: str
) -> _Subject:
    """Return a message, study, club or tournament that the reporter may see."""
    wanted: Select[Any]
    match kind:
        case "message":
            wanted = select(private_messages.c.account_id, private_messages.c.text).where(
                private_messages.c.id == text, private_messages.c.other_id == reporter.id
            )
        case "study":
            wanted = select(studies.c.account_id, studies.c.name).where(
                studies.c.id == text, studies.c.visibility != "private"
            )
        case "club":
            led = (club_members.c.club_id == clubs.c.id) & (club_members.c.role == "leader")
            wanted = (
                select(club_members.c.account_id, clubs.c.name, clubs.c.description)
                .join(club_members, led)
                .where(clubs.c.id == text)
                .order_by(club_members.c.joined_at, club_members.c.account_id)
                .limit(1)
            )
        case "tournament":
            columns = (tournaments.c.created_by, tournaments.c.name, tournaments.c.description)
            wanted = select(*columns).where(tournaments.c.id == text)
    row = (await connection.execute(wanted)).one_or_none()
    if row is None:
        raise ApiError(404, "NOT_FOUND", f"there is no such {kind}", path=kind)
    author: str | None = row[0]
    quoted: Sequence[str] = row[1:]
    if author is None:
        message = "its author has deleted their account"
        raise ApiError(409, "ACCOUNT_DELETED", message, path=kind)
    return _Subject(kind, author, text=text, quote=": ".join(filter(None, quoted)))


async def _may_see(connection: AsyncConnection, reporter: Account, game: str) -> bool:
    """Return whether the reporter may see a game: private ones only as a player."""
    visible = or_(
        games.c.visibility == "public",
        games.c.unlisted,
        select(seats.c.game_id)
        .where(seats.c.game_id == games.c.id, seats.c.account_id == reporter.id)
        .correlate(games)
        .exists(),
    )
    wanted = select(games.c.id).where(games.c.id == game, visible)
    return await connection.scalar(wanted) is not None


async def _require_reportable(
    connection: AsyncConnection, reporter: Account, subject: _Subject
) -> None:
    """Refuse a report of oneself, a repeated one, and one too many."""
    owner = select(accounts.c.made_by).where(accounts.c.id == subject.account)
    if reporter.id in (subject.account, await connection.scalar(owner)):
        raise ApiError(422, "OWN_ACCOUNT", "you cannot report yourself or your own bot")
    mine = (reports.c.reporter_id == reporter.id, reports.c.status == "open")
    same = (
        reports.c.account_id == subject.account,
        reports.c.kind == subject.kind,
        reports.c.game_id.is_not_distinct_from(subject.game),
        reports.c.chat_id.is_not_distinct_from(subject.line),
        reports.c.subject_id.is_not_distinct_from(subject.text),
    )
    if await connection.scalar(select(reports.c.id).where(*mine, *same).limit(1)) is not None:
        message = "you have reported this already: the staff will look at it"
        raise ApiError(409, "ALREADY_REPORTED", message)
    count = select(func.count()).select_from(reports).where(*mine)
    if (await connection.scalar(count) or 0) >= MAX_OPEN:
        message = f"{MAX_OPEN} of your reports are open: wait until the staff has decided some"
        raise ApiError(409, "TOO_MANY_REPORTS", message)


async def _select(connection: AsyncConnection, condition: Any) -> list[ReportInfo]:
    wanted = (
        select(reports, accounts.c.name, accounts.c.kind.label("account_kind"))
        .join(accounts, accounts.c.id == reports.c.account_id)
        .where(condition)
        .order_by(reports.c.created_at.desc(), reports.c.id)
        .limit(MAX_SHOWN)
    )
    return [
        ReportInfo(
            id=row.id,
            kind=row.kind,
            account=Account(id=row.account_id, name=row.name, kind=row.account_kind),
            game=row.game_id,
            subject=row.subject_id,
            quote=row.quote,
            reason=row.reason,
            text=row.text,
            created_at=row.created_at,
            status=row.status,
            decided_at=row.decided_at,
            note=row.note,
            seen=row.decided_at is None or row.seen_at is not None,
        )
        for row in await connection.execute(wanted)
    ]
