"""Stores studies. A chapter is a game record with variations, checked before it is stored."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.types import Account
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.fair_queue import Requester
from ringrift.server.request_key import digest, id_for
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, studies, study_chapters
from ringrift.server.studies.chapters import CheckedChapter, check_chapter, check_chapters
from ringrift.server.studies.types import (
    MAX_CHAPTERS,
    MAX_STUDIES,
    Chapter,
    ChapterChange,
    ChapterInfo,
    NewChapter,
    NewStudy,
    StudyChange,
    StudyInfo,
    StudyList,
)
from ringrift.server.work_pools import WorkPool

_PAGE: Final = 30  # studies
_ID_LENGTH: Final = 32


class Studies:
    """One per worker."""

    def __init__(self, database: Database, clock: Clock, pool: WorkPool) -> None:
        self._database = database
        self._clock = clock
        self._pool = pool

    async def create(self, owner: Account, sent: NewStudy, requester: Requester) -> StudyInfo:
        """Create a study with a chapter for each record."""
        checked = await self._pool.run(
            partial(check_chapters, sent.records),
            share=requester.share,
            priority=requester.priority,
        )
        study, now = id_for("study"), self._clock.now()
        row = {
            "id": study,
            "account_id": owner.id,
            "name": sent.name,
            "visibility": sent.visibility,
            "created_at": now,
            "updated_at": now,
        }
        chapters = [
            _chapter_row(digest(study, str(number))[:_ID_LENGTH], study, number, one, now)
            for number, one in enumerate(checked)
        ]
        try:
            async with self._database.engine.begin() as connection:
                await self._lock(connection, owner.id)
                count = select(func.count()).where(studies.c.account_id == owner.id)
                if (await connection.scalar(count) or 0) >= MAX_STUDIES:
                    message = f"you have {MAX_STUDIES} studies already: delete one first"
                    raise ApiError(409, "TOO_MANY_STUDIES", message)
                await connection.execute(insert(studies), [row])
                await connection.execute(insert(study_chapters), chapters)
        except IntegrityError:  # a repeat of the request was faster
            return await self.find(study, owner.id)
        return await self.find(study, owner.id)

    async def of_account(self, account: str, before: float | None) -> StudyList:
        """Return the account's own studies."""
        return await self._list(account, studies.c.account_id == account, before)

    async def public(self, viewer: str | None, before: float | None) -> StudyList:
        """Return the public studies."""
        return await self._list(viewer, studies.c.visibility == "public", before)

    async def find(self, study: str, viewer: str | None) -> StudyInfo:
        """Return a study if the viewer may see it."""
        async with self._database.reading.connect() as connection:
            return await self._find(connection, study, viewer)

    async def change(self, study: str, owner: str, sent: StudyChange) -> StudyInfo:
        """Rename, share or reorder a study."""
        values: dict[str, Any] = sent.model_dump(include={"name", "visibility"}, exclude_none=True)
        async with self._database.engine.begin() as connection:
            await self._require_own(connection, study, owner)
            if sent.visibility not in (None, "private"):
                await self._require_not_removed(connection, study)
            changed = update(studies).where(studies.c.id == study)
            await connection.execute(changed.values(**values, updated_at=self._clock.now()))
            if sent.chapters is not None:
                known = await connection.scalars(
                    select(study_chapters.c.id).where(study_chapters.c.study_id == study)
                )
                if sorted(known) != sorted(sent.chapters):
                    message = "list the id of each chapter of the study once"
                    raise ApiError(422, "MALFORMED", message, path="chapters")
                for number, chapter in enumerate(sent.chapters):
                    moved = update(study_chapters).where(study_chapters.c.id == chapter)
                    await connection.execute(moved.values(number=number))
            return await self._find(connection, study, owner)

    async def remove(self, study: str, owner: str) -> None:
        """Delete a study with its chapters."""
        async with self._database.engine.begin() as connection:
            await self._require_own(connection, study, owner)
            await connection.execute(delete(studies).where(studies.c.id == study))

    async def records(self, study: str, viewer: str | None) -> str:
        """Return all chapters as a file of records."""
        async with self._database.reading.connect() as connection:
            await self._find(connection, study, viewer)
            wanted = (
                select(study_chapters.c.record)
                .where(study_chapters.c.study_id == study)
                .order_by(study_chapters.c.number)
            )
            return "\n".join(await connection.scalars(wanted))

    async def chapter(self, study: str, chapter: str, viewer: str | None) -> Chapter:
        """Return a chapter with its record."""
        async with self._database.reading.connect() as connection:
            await self._find(connection, study, viewer)
            return await self._chapter(connection, study, chapter)

    async def add_chapter(
        self, study: str, owner: str, sent: NewChapter, requester: Requester
    ) -> Chapter:
        """Add a chapter at the end."""
        checked = await self._check(sent.record, sent.name, requester)
        chapter, now = id_for("chapter"), self._clock.now()
        try:
            async with self._database.engine.begin() as connection:
                await self._require_own(connection, study, owner)
                mine = study_chapters.c.study_id == study
                found = select(func.count(), func.max(study_chapters.c.number)).where(mine)
                count, last = (await connection.execute(found)).one()
                if count >= MAX_CHAPTERS:
                    message = f"a study has at most {MAX_CHAPTERS} chapters: create another study"
                    raise ApiError(409, "TOO_MANY_CHAPTERS", message)
                row = _chapter_row(chapter, study, last + 1, checked, now)
                await connection.execute(insert(study_chapters), [row])
                await self._touch(connection, study, now)
        except IntegrityError:  # a repeat of the request was faster
            pass
        return await self.chapter(study, chapter, owner)

    async def change_chapter(
        self, study: str, chapter: str, owner: str, sent: ChapterChange, requester: Requester
    ) -> Chapter:
        """Replace a chapter, unless it has changed since the revision that the change builds on."""
        async with self._database.reading.connect() as connection:  # refuse before the replay
            await self._require_own(connection, study, owner, lock=False)
        checked = await self._check(sent.record, sent.name or "", requester)
        now = self._clock.now()
        values = _content(checked, now) | {"revision": sent.revision + 1}
        if sent.name is not None:
            values["name"] = sent.name
        async with self._database.engine.begin() as connection:
            await self._require_own(connection, study, owner)
            changed = update(study_chapters).where(
                study_chapters.c.id == chapter,
                study_chapters.c.study_id == study,
                study_chapters.c.revision == sent.revision,
            )
            if not (await connection.execute(changed.values(**values))).rowcount:
                current = await self._chapter(connection, study, chapter)
                if current.revision == sent.revision + 1 and current.record == checked.record:
                    return current  # this request, repeated after its response was lost
                message = (
                    "the chapter was changed elsewhere: load it again, or save yours as a new"
                    " chapter"
                )
                raise ApiError(
                    409, "CONFLICT", message, path="revision", more={"revision": current.revision}
                )
            await self._touch(connection, study, now)
            return await self._chapter(connection, study, chapter)

    async def remove_chapter(self, study: str, chapter: str, owner: str) -> None:
        """Delete a chapter; a study keeps its last one."""
        async with self._database.engine.begin() as connection:
            await self._require_own(connection, study, owner)
            await self._chapter(connection, study, chapter)
            count = select(func.count()).where(study_chapters.c.study_id == study)
            if await connection.scalar(count) == 1:
                message = "this is the only chapter: delete the study"
                raise ApiError(409, "LAST_CHAPTER", message)
            gone = delete(study_chapters).where(study_chapters.c.id == chapter)
            await connection.execute(gone)
            await self._touch(connection, study, self._clock.now())

    async def _check(self, record: str, name: str, requester: Requester) -> CheckedChapter:
        return await self._pool.run(
            partial(check_chapter, record, name),
            share=requester.share,
            priority=requester.priority,
        )

    async def _lock(self, connection: AsyncConnection, account: str) -> None:
        """Let concurrent changes of an account's studies wait for each other."""
        if self._database.is_sqlite:
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        lock = select(accounts.c.id).where(accounts.c.id == account)
        await connection.execute(lock.with_for_update(key_share=True))

    async def _require_own(
        self, connection: AsyncConnection, study: str, account: str, *, lock: bool = True
    ) -> None:
        if lock:
            await self._lock(connection, account)
        wanted = select(studies.c.account_id, studies.c.visibility).where(studies.c.id == study)
        row = (await connection.execute(wanted)).one_or_none()
        if row is None or (row.account_id != account and row.visibility == "private"):
            raise _not_found()
        if row.account_id != account:
            message = "only its owner can change a study: make a copy of your own"
            raise ApiError(403, "NOT_YOUR_STUDY", message)

    async def _require_not_removed(self, connection: AsyncConnection, study: str) -> None:
        removed = select(studies.c.removed_at).where(studies.c.id == study)
        if await connection.scalar(removed) is not None:
            message = "the staff of this server has removed this study: it stays private"
            raise ApiError(403, "REMOVED", message, path="visibility")

    async def _touch(self, connection: AsyncConnection, study: str, now: float) -> None:
        changed = update(studies).where(studies.c.id == study)
        await connection.execute(changed.values(updated_at=now))

    async def _list(
        self, viewer: str | None, condition: ColumnElement[bool], before: float | None
    ) -> StudyList:
        wanted = [condition]
        if before is not None:
            wanted.append(studies.c.updated_at < before)
        async with self._database.reading.connect() as connection:
            found = await self._select(connection, viewer, *wanted, limit=_PAGE + 1)
        more = len(found) > _PAGE
        return StudyList(studies=found[:_PAGE], next=found[_PAGE - 1].updated_at if more else None)

    async def _find(self, connection: AsyncConnection, study: str, viewer: str | None) -> StudyInfo:
        visible = or_(studies.c.visibility != "private", studies.c.account_id == (viewer or ""))
        found = await self._select(connection, viewer, studies.c.id == study, visible)
        if not found:
            raise _not_found()
        return found[0]

    async def _select(
        self,
        connection: AsyncConnection,
        viewer: str | None,
        *conditions: ColumnElement[bool],
        limit: int = 1,
    ) -> list[StudyInfo]:
        wanted = (
            select(studies, accounts.c.name.label("owner"), accounts.c.kind)
            .join(accounts, accounts.c.id == studies.c.account_id)
            .where(*conditions)
            .order_by(studies.c.updated_at.desc())
            .limit(limit)
        )
        rows = (await connection.execute(wanted)).all()
        chapters = await self._chapters(connection, [row.id for row in rows])
        return [
            StudyInfo(
                id=row.id,
                name=row.name,
                owner=Account(id=row.account_id, name=row.owner, kind=row.kind),
                visibility=row.visibility,
                created_at=row.created_at,
                updated_at=row.updated_at,
                chapters=chapters[row.id],
                editable=row.account_id == viewer,
            )
            for row in rows
        ]

    async def _chapters(
        self, connection: AsyncConnection, ids: Sequence[str]
    ) -> dict[str, list[ChapterInfo]]:
        wanted = (
            select(*(column for column in study_chapters.c if column.name != "record"))
            .where(study_chapters.c.study_id.in_(ids))
            .order_by(study_chapters.c.number)
        )
        found: dict[str, list[ChapterInfo]] = {study: [] for study in ids}
        for row in await connection.execute(wanted):
            found[row.study_id].append(ChapterInfo(**_shown(row)))
        return found

    async def _chapter(self, connection: AsyncConnection, study: str, chapter: str) -> Chapter:
        wanted = select(study_chapters).where(
            study_chapters.c.id == chapter, study_chapters.c.study_id == study
        )
        row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            raise ApiError(404, "NOT_FOUND", "the study has no such chapter", path="chapter")
        return Chapter(**_shown(row), record=row.record)


def _not_found() -> ApiError:
    return ApiError(404, "NOT_FOUND", "there is no such study, or it is private", path="study")


def _shown(row: Row[Any]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ChapterInfo.model_fields}


def _content(checked: CheckedChapter, now: float) -> dict[str, Any]:
    return {
        "record": checked.record,
        "board": checked.board,
        "players": checked.players,
        "position": checked.position,
        "updated_at": now,
    }


def _chapter_row(
    chapter: str, study: str, number: int, checked: CheckedChapter, now: float
) -> dict[str, Any]:
    return _content(checked, now) | {
        "id": chapter,
        "study_id": study,
        "number": number,
        "name": checked.name,
        "revision": 1,
    }
