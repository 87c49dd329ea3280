"""Request and response bodies about studies."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field, StringConstraints

from ringrift.rules.grid import BoardName
from ringrift.server.accounts.types import Account, RequestBody

MAX_STUDIES: Final = 200  # of an account
MAX_CHAPTERS: Final = 64  # of a study
MAX_MOVES: Final = 3000  # of a chapter, with its variations
MAX_RECORD_LENGTH: Final = 100_000  # characters
MAX_IMPORT_LENGTH: Final = 200_000  # characters of a file of chapters
MAX_REVISION: Final = 2**31 - 1

StudyVisibility = Literal["private", "link", "public"]
Title = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        min_length=1,
        max_length=100,
        pattern=r"^[^\x00-\x1f\x7f-\x9f]*$",
    ),
]
VISIBILITY_TEXT: Final = (
    "`private`: only for you; `link`: for everybody who knows its address; `public`: in the list of"
    " studies, too"
)


class NewStudy(RequestBody):
    """A study to create from game records, one chapter each."""

    name: Title
    visibility: StudyVisibility = Field(default="private", description=VISIBILITY_TEXT)
    records: str = Field(
        min_length=1,
        max_length=MAX_IMPORT_LENGTH,
        description="one or more records as text; docs/reference/game-record.md",
    )


class StudyChange(RequestBody):
    """What to change; what is missing stays."""

    name: Title | None = None
    visibility: StudyVisibility | None = Field(default=None, description=VISIBILITY_TEXT)
    chapters: list[str] | None = Field(
        default=None,
        max_length=MAX_CHAPTERS,
        description="the ids of all chapters in their new order",
    )


class NewChapter(RequestBody):
    """A chapter to add at the end."""

    name: Title
    record: str = Field(min_length=1, max_length=MAX_RECORD_LENGTH)


class ChapterChange(RequestBody):
    """The new content of a chapter; refused if it has changed since that revision."""

    name: Title | None = None
    record: str = Field(min_length=1, max_length=MAX_RECORD_LENGTH)
    revision: int = Field(
        ge=1, le=MAX_REVISION, description="the revision that the change builds on"
    )


class ChapterInfo(BaseModel):
    """A chapter without its moves."""

    id: str
    name: str
    board: BoardName
    players: int
    position: str = Field(description="at the end of its main line, as a position string")
    revision: int = Field(description="incremented by each change")
    updated_at: float


class Chapter(ChapterInfo):
    """A chapter."""

    record: str = Field(description="with variations; docs/reference/game-record.md")


class StudyInfo(BaseModel):
    """A study in a list."""

    id: str
    name: str
    owner: Account
    visibility: StudyVisibility
    created_at: float
    updated_at: float
    chapters: list[ChapterInfo]
    editable: bool = Field(description="it is yours")


class StudyList(BaseModel):
    """A page of a list of studies, those that changed last first."""

    studies: list[StudyInfo]
    next: float | None = Field(description="pass it as `before` for the next page; null: no more")
