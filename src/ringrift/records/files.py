"""Record files: text or JSONL, plain or gzipped, read one game at a time."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Literal, Self, cast

from ringrift.records.errors import RecordError, RecordSyntaxError, RecordTooLongError
from ringrift.records.jsonl import dump_jsonl, load_jsonl
from ringrift.records.record import Record
from ringrift.records.replay import Limits
from ringrift.records.text_read import FIRST_HEADER, load_text
from ringrift.records.text_write import dump_text

Form = Literal["text", "jsonl"]

TEXT_SUFFIX: Final = ".rrg"
_SUFFIXES: Final[dict[str, Form]] = {
    TEXT_SUFFIX: "text",
    ".txt": "text",
    ".jsonl": "jsonl",
    ".json": "jsonl",
}
_BEGINS: Final = FIRST_HEADER.encode()
_UTF8_MARK: Final = b"\xef\xbb\xbf"
_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_GZIP_MARK: Final = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class RawRecord:
    """One game of a file, not yet parsed."""

    line: int  # number of its first line
    form: Form
    text: str
    refusal: RecordError | None = None  # why it cannot be parsed: too long, not UTF-8

    def read(self, limits: Limits | None = None, key: bytes | None = None) -> Record:
        """Return the parsed, replayed and verified record."""
        if self.refusal is not None:
            raise self.refusal
        if self.form == "text":
            return load_text(self.text, first_line=self.line, limits=limits, key=key)
        return load_jsonl(self.text, number=self.line, limits=limits, key=key)


class RecordFile:
    """A file of records, open for reading. Iterating yields one `RawRecord` per game."""

    def __init__(self, path: str | Path, limits: Limits | None = None) -> None:
        self.path = Path(path)
        self.size = self.path.stat().st_size
        self._limits = limits or Limits()
        self._stored: BinaryIO = self.path.open("rb")
        self._plain: BinaryIO = self._stored
        if self._stored.read(2) == _GZIP_MARK:
            self._plain = cast(BinaryIO, gzip.GzipFile(fileobj=self._stored))
        self._stored.seek(0)

    @property
    def position(self) -> int:
        """Return the number of bytes read so far, for progress bars together with `size`."""
        return self._stored.tell()

    def __iter__(self) -> Iterator[RawRecord]:
        lines = _read_lines(self._plain, self._limits.bytes)
        first = next((line for line in lines if line.bytes.strip()), None)
        if first is None:
            message = "The file contains no record: it is empty, or contains only white space."
            raise RecordSyntaxError("NO_RECORD", message)
        begin = first.bytes.lstrip()[:1]
        if begin not in (b"[", b"{"):
            raise _unknown_form_error(first)
        rest = chain([first], lines)
        yield from (
            _split_text(rest, self._limits) if begin == b"[" else _split_jsonl(rest, self._limits)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._plain.close()
        self._stored.close()


def read_file(
    path: str | Path, *, limits: Limits | None = None, key: bytes | None = None
) -> Iterator[Record]:
    """Yield the verified records of a file; the first rejected one raises its `RecordError`."""
    with RecordFile(path, limits) as file:
        for sheet in file:
            yield sheet.read(limits, key)


def form_for_path(path: str | Path) -> Form:
    """Return the form for a file name: text for .rrg and .txt, JSONL for .jsonl and .json."""
    name = Path(path).name.removesuffix(".gz")
    form = _SUFFIXES.get(Path(name).suffix)
    if form is None:
        endings = " or ".join(_SUFFIXES)
        message = (
            f"The format of {name!r} is unknown. "
            f"Use a file name that ends in {endings} (.gz may follow)."
        )
        raise RecordSyntaxError("UNKNOWN_FORM", message)
    return form


def dump_records(records: Iterable[Record], form: Form) -> Iterator[str]:
    """Yield the records as parts of a file."""
    for number, record in enumerate(records):
        if form == "jsonl":
            yield dump_jsonl(record)
        else:
            yield ("\n" if number else "") + dump_text(record)


@dataclass(frozen=True, slots=True)
class _RawLine:
    number: int
    bytes: bytes
    whole: bool = True  # False: truncated at the limit


def _read_lines(stream: BinaryIO, most: int) -> Iterator[_RawLine]:
    """Yield the lines of a stream, each truncated at the limit."""
    number = 0
    try:
        while line := stream.readline(most + 1):
            number += 1
            whole = len(line) <= most
            rest = line
            while not whole and rest and not rest.endswith(b"\n"):
                rest = stream.readline(most)
            yield _RawLine(number, _strip_byte_order_mark(line) if number == 1 else line, whole)
    except (EOFError, zlib.error, gzip.BadGzipFile) as broken:
        raise RecordSyntaxError(
            "MALFORMED", f"The compressed file is damaged: {broken}.", line=number
        ) from broken


def _strip_byte_order_mark(line: bytes) -> bytes:
    if line.startswith(_UTF16_MARKS):
        raise RecordSyntaxError("ENCODING", "The file is in UTF-16. Save it as UTF-8.", line=1)
    return line.removeprefix(_UTF8_MARK)


def _split_jsonl(lines: Iterable[_RawLine], limits: Limits) -> Iterator[RawRecord]:
    for line in lines:
        if line.bytes.strip():
            yield _raw_record(line.number, "jsonl", line.bytes, line.whole, limits)


def _split_text(lines: Iterable[_RawLine], limits: Limits) -> Iterator[RawRecord]:
    held: list[bytes] = []
    first, size, whole = 1, 0, True
    for line in lines:
        if line.bytes.startswith(_BEGINS) and held:
            yield _raw_record(first, "text", b"".join(held), whole, limits)
            held, size, whole = [], 0, True
        if not held:
            first = line.number
        size += len(line.bytes)
        whole = whole and line.whole and size <= limits.bytes
        if whole:
            held.append(line.bytes)
        else:
            held = held[:1] or [b""]  # too long: keep only its position
    yield _raw_record(first, "text", b"".join(held), whole, limits)


def _raw_record(line: int, form: Form, raw: bytes, whole: bool, limits: Limits) -> RawRecord:
    refusal: RecordError | None = None
    text = ""
    if not whole:
        message = (
            f"The record is longer than {limits.bytes} bytes. Raise the limit if it is a game."
        )
        refusal = RecordTooLongError("TOO_LONG", message, line=line)
    else:
        try:
            text = raw.decode()
        except UnicodeDecodeError as broken:
            at = line + raw.count(b"\n", 0, broken.start)
            message = f"The byte {raw[broken.start]:#04x} is not UTF-8. Save the file as UTF-8."
            refusal = RecordSyntaxError("ENCODING", message, line=at)
    return RawRecord(line, form, text, refusal)


def _unknown_form_error(line: _RawLine) -> RecordSyntaxError:
    message = (
        f'This is neither a game record (which starts with {FIRST_HEADER}1"]) '
        "nor JSONL (which starts with {)."
    )
    return RecordSyntaxError("UNKNOWN_FORM", message, line=line.number)
