"""Checks the records of chapters. It replays them, so it runs in the pool for rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ringrift.records import Limits, Record, RecordError, load_text, verify
from ringrift.records.text_read import FIRST_HEADER
from ringrift.rules.grid import BoardName
from ringrift.rules.position_string import dump_position
from ringrift.server.errors import ApiError
from ringrift.server.rules.positions import require_bounded
from ringrift.server.studies.types import MAX_CHAPTERS, MAX_MOVES, MAX_RECORD_LENGTH

CHAPTER_TAG: Final = "Chapter"
STUDY_TAG: Final = "Study"
_MAX_NAME_LENGTH: Final = 100
_LIMITS: Final = Limits(moves=MAX_MOVES, bytes=MAX_RECORD_LENGTH)
_FIRST_LINE: Final = re.compile("^" + re.escape(FIRST_HEADER), re.MULTILINE)


@dataclass(frozen=True, slots=True)
class CheckedChapter:
    """A valid record, and what lists show of it."""

    name: str
    record: str
    board: BoardName
    players: int
    position: str


def check_chapter(text: str, name: str) -> CheckedChapter:
    """Return the chapter of a record; refuse one that does not replay."""
    try:
        record = load_text(text.strip() + "\n", limits=_LIMITS)
    except RecordError as error:
        message = f"{error.message} ({error.refusal.path})" if error.refusal.path else error.message
        raise ApiError(422, error.code, message, path="record", rule=error.rule) from error
    return _checked(text, record, name)


def check_chapters(text: str) -> list[CheckedChapter]:
    """Return the chapters of a file of records, named by their tags or by their number."""
    starts = [found.start() for found in _FIRST_LINE.finditer(text)]
    if not starts or text[: starts[0]].strip():
        message = 'send game records as text: each starts with the line [RingRift "1"]'
        raise ApiError(422, "NO_RECORD", message, path="records")
    if len(starts) > MAX_CHAPTERS:
        message = f"the file has {len(starts)} games, and a study at most {MAX_CHAPTERS} chapters"
        raise ApiError(422, "TOO_MANY_CHAPTERS", message, path="records")
    found = []
    for number, (begin, end) in enumerate(zip(starts, [*starts[1:], len(text)], strict=True), 1):
        part = text[begin:end]
        if len(part) > MAX_RECORD_LENGTH:
            message = f"chapter {number} has more than {MAX_RECORD_LENGTH} characters: divide it"
            raise ApiError(422, "TOO_LONG", message, path="records")
        try:
            first_line = 1 + text.count("\n", 0, begin)
            record = load_text(part.strip() + "\n", first_line=first_line, limits=_LIMITS)
        except RecordError as error:
            message = f"chapter {number}, {error.refusal.path}: {error.message}"
            raise ApiError(422, error.code, message, path="records", rule=error.rule) from error
        tags = record.heading.tags
        name = tags.get(CHAPTER_TAG) or tags.get("Event") or _players(record) or f"{number}"
        found.append(_checked(part, record, name[:_MAX_NAME_LENGTH]))
    return found


def _players(record: Record) -> str:
    names = record.heading.names
    return " - ".join(names) if all(names) else ""


def _checked(text: str, record: Record, name: str) -> CheckedChapter:
    if record.heading.position is not None:
        require_bounded(record.heading.position, "record")
    return CheckedChapter(
        name=name,
        record=text.strip() + "\n",
        board=record.heading.board,
        players=record.heading.players,
        position=dump_position(verify(record)),
    )
