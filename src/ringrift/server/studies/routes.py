"""Studies over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse

from ringrift.server.accounts.authentication import (
    CurrentWorker,
    OptionalCaller,
    RegisteredCaller,
)
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.errors import ApiError
from ringrift.server.requester import CurrentRequester
from ringrift.server.studies.types import (
    Chapter,
    ChapterChange,
    NewChapter,
    NewStudy,
    StudyChange,
    StudyInfo,
    StudyList,
)

router = APIRouter(prefix="/studies", tags=["studies"])
StudyId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
ChapterId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
Before = Annotated[float | None, Query(ge=0, allow_inf_nan=False, description="as in `next`")]


@router.get("")
async def get_studies(
    worker: CurrentWorker,
    caller: OptionalCaller,
    of: Literal["me", "everybody"] = "me",
    before: Before = None,
) -> StudyList:
    """Return your studies, or the public ones of everybody, 30 at a time."""
    viewer = _id_of(caller)
    if of == "everybody":
        return await worker.studies.public(viewer, before)
    if viewer is None:
        raise ApiError(401, "NOT_LOGGED_IN", "log in to see your studies: POST /sessions")
    return await worker.studies.of_account(viewer, before)


@router.post("", status_code=201)
async def create_study(
    request: NewStudy, worker: CurrentWorker, caller: RegisteredCaller, requester: CurrentRequester
) -> StudyInfo:
    """Create a study from one or more game records: each becomes a chapter."""
    worker.limits.check("study changes", caller.account.id, account=caller.account.id)
    return await worker.studies.create(caller.account, request, requester)


@router.get("/{study}")
async def get_study(study: StudyId, worker: CurrentWorker, caller: OptionalCaller) -> StudyInfo:
    """Return a study and its list of chapters."""
    return await worker.studies.find(study, _id_of(caller))


@router.put("/{study}")
async def change_study(
    study: StudyId, request: StudyChange, worker: CurrentWorker, caller: RegisteredCaller
) -> StudyInfo:
    """Rename or share your study, or reorder its chapters."""
    worker.limits.check("study changes", caller.account.id, account=caller.account.id)
    return await worker.studies.change(study, caller.account.id, request)


@router.delete("/{study}", status_code=204)
async def delete_study(study: StudyId, worker: CurrentWorker, caller: RegisteredCaller) -> None:
    """Delete your study with all its chapters."""
    worker.limits.check("study changes", caller.account.id, account=caller.account.id)
    await worker.studies.remove(study, caller.account.id)


@router.get("/{study}/record", response_class=PlainTextResponse)
async def get_study_record(
    study: StudyId, worker: CurrentWorker, caller: OptionalCaller
) -> Response:
    """Return the study as a file of game records with variations (.rrg), one per chapter."""
    text = await worker.studies.records(study, _id_of(caller))
    return Response(text, media_type="text/plain; charset=utf-8")


@router.post("/{study}/chapters", status_code=201)
async def add_chapter(
    study: StudyId,
    request: NewChapter,
    worker: CurrentWorker,
    caller: RegisteredCaller,
    requester: CurrentRequester,
) -> Chapter:
    """Add a chapter at the end of your study."""
    worker.limits.check("study changes", caller.account.id, account=caller.account.id)
    return await worker.studies.add_chapter(study, caller.account.id, request, requester)


@router.get("/{study}/chapters/{chapter}")
async def get_chapter(
    study: StudyId, chapter: ChapterId, worker: CurrentWorker, caller: OptionalCaller
) -> Chapter:
    """Return a chapter with its record."""
    return await worker.studies.chapter(study, chapter, _id_of(caller))


@router.put("/{study}/chapters/{chapter}")
async def change_chapter(
    study: StudyId,
    chapter: ChapterId,
    request: ChapterChange,
    worker: CurrentWorker,
    caller: RegisteredCaller,
    requester: CurrentRequester,
) -> Chapter:
    """Replace a chapter of your study.

    It is refused with `CONFLICT` if the chapter has changed since the given revision: no change of
    another tab is lost.
    """
    worker.limits.check("study changes", caller.account.id, account=caller.account.id)
    return await worker.studies.change_chapter(
        study, chapter, caller.account.id, request, requester
    )


@router.delete("/{study}/chapters/{chapter}", status_code=204)
async def delete_chapter(
    study: StudyId, chapter: ChapterId, worker: CurrentWorker, caller: RegisteredCaller
) -> None:
    """Delete a chapter of your study, which must have another one."""
    worker.limits.check("study changes", caller.account.id, account=caller.account.id)
    await worker.studies.remove_chapter(study, chapter, caller.account.id)


def _id_of(caller: Caller | None) -> str | None:
    return None if caller is None else caller.account.id
