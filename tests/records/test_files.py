"""Files that hold many records."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from ringrift.records import (
    Limits,
    Record,
    RecordError,
    RecordFile,
    RecordMoveError,
    RecordSyntaxError,
    RecordTooLongError,
    dump_records,
    dump_text,
    form_for_path,
    read_file,
    sign_record,
)
from ringrift.records.files import Form
from tests.records.games import short_record

GAMES = [short_record(Id=str(number)) for number in range(3)]
FORMS: list[Form] = ["text", "jsonl"]


def text_of(games: list[Record], form: Form = "text") -> str:
    return "".join(dump_records(games, form))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("compressed", [False, True])
def test_a_file_holds_several_games(tmp_path: Path, form: Form, compressed: bool) -> None:
    path = tmp_path / "games"
    raw = text_of(GAMES, form).encode()
    path.write_bytes(gzip.compress(raw) if compressed else raw)
    assert list(read_file(path)) == GAMES


def test_a_file_is_read_one_game_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "games.rrg"
    path.write_text(text_of(GAMES * 200))
    with RecordFile(path) as file:
        sheets = iter(file)
        assert next(sheets).read() == GAMES[0]
        assert 0 < file.position < file.size


def test_a_mark_in_front_of_utf_8_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "games.rrg"
    path.write_text(text_of(GAMES), encoding="utf-8-sig")
    assert list(read_file(path)) == GAMES


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "NO_RECORD"),
        (b"\n \n", "NO_RECORD"),
        (b"1. e4 e5", "UNKNOWN_FORM"),
        (b"\x00\x01\x02\x03", "UNKNOWN_FORM"),
        (text_of(GAMES).encode("utf-16"), "ENCODING"),
        (text_of(GAMES).replace("Ann", "Ann\xe9").encode("latin-1"), "ENCODING"),
        (b'{"format": "ringrift-record", "names": ["\xff"]}', "ENCODING"),
        (gzip.compress(text_of(GAMES).encode(), mtime=0)[:-20], "MALFORMED"),
        (b"\x1f\x8b garbage", "MALFORMED"),
        (b"[\x00\x00\x00", "MALFORMED"),
        (b"{\x00\x00\x00", "MALFORMED"),
    ],
)
def test_garbage_gets_a_clear_error(tmp_path: Path, raw: bytes, code: str) -> None:
    path = tmp_path / "games"
    path.write_bytes(raw)
    with pytest.raises(RecordError) as refused:
        list(read_file(path))
    assert refused.value.code == code
    assert isinstance(refused.value, RecordSyntaxError)


def test_a_broken_game_is_named_by_its_line_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.rrg"
    texts = [dump_text(game) for game in GAMES]
    texts[1] = texts[1].replace("f3-f5", "f3-f9")
    path.write_text("\n".join(texts))
    read: list[Record] = []
    errors: list[RecordError] = []
    with RecordFile(path) as file:
        for sheet in file:
            try:
                read.append(sheet.read())
            except RecordError as error:
                errors.append(error)
    assert read == [GAMES[0], GAMES[2]]
    (refused,) = errors
    assert isinstance(refused, RecordMoveError)
    assert refused.line is not None
    assert "f3-f9" in path.read_text().splitlines()[refused.line - 1]


@pytest.mark.parametrize("form", FORMS)
def test_an_over_long_game_is_refused_and_the_others_are_read(tmp_path: Path, form: Form) -> None:
    path = tmp_path / "games"
    long = text_of([GAMES[1]], form).replace("Ann", "Ann" * 300)
    path.write_text(text_of([GAMES[0]], form) + long + text_of([GAMES[2]], form))
    limits = Limits(bytes=len(long) - 100)
    with RecordFile(path, limits) as file:
        first, second, third = file
    assert first.read(limits) == GAMES[0]
    with pytest.raises(RecordTooLongError):
        second.read(limits)
    assert third.read(limits) == GAMES[2]


def test_a_line_without_end_is_not_held_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"{" + b" " * 1_000_000)
    with RecordFile(path, Limits(bytes=1000)) as file:
        (sheet,) = file
    assert sheet.text == ""
    with pytest.raises(RecordTooLongError):
        sheet.read()


def test_text_before_the_first_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.rrg"
    path.write_text('[Event "x"]\n' + text_of(GAMES))
    with pytest.raises(RecordSyntaxError, match="starts with"):
        list(read_file(path))


def test_with_a_key_every_game_must_be_signed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text_of([sign_record(game, b"key") for game in GAMES], "jsonl"))
    assert len(list(read_file(path, key=b"key"))) == 3
    with pytest.raises(RecordError) as refused:
        list(read_file(path, key=b"other"))
    assert (refused.value.code, refused.value.line) == ("BAD_SIGNATURE", 1)


def test_the_name_of_a_file_says_its_form() -> None:
    assert form_for_path("a.rrg") == form_for_path("b/c.txt.gz") == "text"
    assert form_for_path("a.jsonl") == form_for_path("a.json.gz") == "jsonl"
    with pytest.raises(RecordSyntaxError, match=r"\.jsonl"):
        form_for_path("games.pgn")


def test_a_file_that_is_not_there_is_the_systems_own_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(read_file(tmp_path / "nothing"))
