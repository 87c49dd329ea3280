"""`ringrift records` from the outside: what it prints, what it writes, how it ends."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ringrift.cli.main import main
from ringrift.cli.record_sources import STORE_VARIABLE
from ringrift.conformance.positions import SETUPS
from ringrift.records import (
    Record,
    Store,
    dump_jsonl,
    dump_records,
    dump_text,
    load_jsonl,
    load_text,
    read_file,
    sign_record,
)
from tests.records.games import short_game, short_record, whole_game

Run = Callable[..., int]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `ringrift records` with these arguments, in an empty folder; gives the exit code."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(STORE_VARIABLE, raising=False)

    def command(*arguments: object) -> int:
        return main(["records", *map(str, arguments)])

    return command


@pytest.fixture
def games(tmp_path: Path) -> list[Record]:
    """Three games, in games.rrg of the folder."""
    three = [
        short_record(Id="first"),
        short_game(("Cleo", "Dan"), Id="second").record(),
        whole_game(SETUPS[7], 3),
    ]
    (tmp_path / "games.rrg").write_text("".join(dump_records(three, "text")))
    return three


def test_games_are_imported_once(
    run: Run, games: list[Record], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("import", "games.rrg") == 0
    assert capsys.readouterr().out == "3 added, 0 extended, 0 already present, 0 rejected\n"
    assert run("import", "games.rrg") == 0
    assert capsys.readouterr().out == "0 added, 0 extended, 3 already present, 0 rejected\n"
    with Store("ringrift.sqlite3") as store:
        assert [store.get(game) for game in store.ids()] == games


def test_a_broken_game_is_refused_and_the_others_are_imported(
    run: Run, games: list[Record], capsys: pytest.CaptureFixture[str]
) -> None:
    text = Path("games.rrg").read_text()
    Path("games.rrg").write_text(text.replace("f3-f5 - -", "f3-f5 -", 1))
    assert run("import", "games.rrg") == 1
    shown = capsys.readouterr()
    assert shown.out == f"{len(games) - 1} added, 0 extended, 0 already present, 1 rejected\n"
    assert shown.err.startswith(
        "games.rrg: MOVE_MISSING [R075] at line 18, move 9: `no_territory_action`"
    )


@pytest.mark.usefixtures("games")
def test_a_file_that_is_no_record_is_refused_beside_one_that_is(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("noise.bin").write_bytes(bytes(range(256)))
    assert run("import", "noise.bin", "games.rrg") == 1
    shown = capsys.readouterr()
    assert "3 added" in shown.out
    assert shown.err.startswith("noise.bin: UNKNOWN_FORM")


@pytest.mark.usefixtures("games")
def test_a_file_that_cannot_be_opened_is_refused_and_the_others_are_imported(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("more.jsonl").write_text(dump_jsonl(short_record(Id="fourth")))
    Path("folder").mkdir()
    assert run("import", "games.rrg", "nothing.rrg", "folder", "more.jsonl") == 2
    shown = capsys.readouterr()
    assert shown.out == "4 added, 0 extended, 0 already present, 2 rejected\n"
    assert shown.err.splitlines() == [
        "ringrift records: nothing.rrg: No such file or directory",
        "ringrift records: folder: Is a directory",
    ]
    assert run("verify", "nothing.rrg", "games.rrg") == 2
    assert capsys.readouterr().out == "3 verified, 1 rejected\n"


@pytest.mark.usefixtures("games")
def test_an_interrupted_import_keeps_what_it_has_read(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("last.rrg").write_text(Path("games.rrg").read_text())
    opened = Path.open

    def open_until_interrupted(path: Path, mode: str = "r") -> object:
        if path.name == "last.rrg":
            raise KeyboardInterrupt
        return opened(path, mode)

    monkeypatch.setattr(Path, "open", open_until_interrupted)
    assert run("import", "games.rrg", "last.rrg") == 130
    assert capsys.readouterr().out == "3 added, 0 extended, 0 already present, 0 rejected\n"
    with Store("ringrift.sqlite3") as store:
        assert len(store) == 3


def test_a_file_without_a_record_is_refused(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty.rrg").touch()
    Path("blank.jsonl.gz").write_bytes(gzip.compress(b" \n\n"))
    assert run("verify", "empty.rrg", "blank.jsonl.gz") == 1
    shown = capsys.readouterr()
    assert shown.out == "0 verified, 2 rejected\n"
    assert shown.err.startswith("empty.rrg: NO_RECORD")


def test_a_signature_of_the_key_replaces_one_of_another(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("key").write_text("a secret\n")
    record = short_record()
    Path("forged.rrg").write_text(dump_text(sign_record(record, b"another secret")))
    Path("true.rrg").write_text(dump_text(sign_record(record, b"a secret")))
    assert run("import", "forged.rrg") == 0
    assert run("verify", "--key-file", "key") == 1
    assert run("import", "true.rrg", "--key-file", "key") == 0
    assert run("verify", "--key-file", "key") == 0
    assert run("import", "forged.rrg") == 0
    assert run("verify", "--key-file", "key") == 0
    assert capsys.readouterr().out.endswith("1 verified, 0 rejected\n")


@pytest.mark.usefixtures("games")
def test_the_store_is_named_by_option_or_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run("import", "games.rrg", "--store", "one.sqlite3")
    monkeypatch.setenv("RINGRIFT_STORE", "two.sqlite3")
    run("import", "games.rrg")
    assert {path.name for path in Path().glob("*.sqlite3")} == {"one.sqlite3", "two.sqlite3"}
    capsys.readouterr()
    assert run("list", "--store", "one.sqlite3") == 0
    assert "3 of 3 games" in capsys.readouterr().out


@pytest.mark.usefixtures("games")
def test_list_and_search_print_a_table(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    run("import", "games.rrg")
    capsys.readouterr()
    assert run("list", "--limit", 2) == 0
    assert capsys.readouterr().out.splitlines() == [
        "id  board    edition   players    moves  result            opening",
        "1   square8  standard  Ben, Ann   13     Ann: resignation  @d4x2 d4-d6 swap @f3",
        "2   square8  standard  Dan, Cleo  13     unfinished        @d4x2 d4-d6 swap @f3",
        "2 of 3 games",
    ]
    assert (
        run(
            "search",
            "--name",
            "cleo",
            "--opening",
            "@d4x2 d4-d6",
            "--result",
            "unfinished",
            "--json",
        )
        == 0
    )
    (row,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert (row["id"], row["names"]) == (2, ["Dan", "Cleo"])
    assert run("search", "--board", "hexagonal") == 0
    assert capsys.readouterr().out.endswith("0 of 0 games\n")


def test_show_prints_the_record(
    run: Run, games: list[Record], capsys: pytest.CaptureFixture[str]
) -> None:
    run("import", "games.rrg")
    capsys.readouterr()
    assert run("show", 1) == 0
    assert capsys.readouterr().out == dump_text(games[0], links=False)
    assert run("show", 1, "--links") == 0
    assert load_text(capsys.readouterr().out) == games[0]
    assert run("show", 3, "--json") == 0
    assert load_jsonl(capsys.readouterr().out) == games[2]


def test_what_is_exported_can_be_imported(
    run: Run, games: list[Record], capsys: pytest.CaptureFixture[str]
) -> None:
    run("import", "games.rrg")
    for name in ("out.rrg", "out.jsonl", "out.txt.gz"):
        assert run("export", "-o", name) == 0
        assert list(read_file(name)) == games
    capsys.readouterr()
    assert run("export", 2, "--format", "jsonl") == 0
    assert capsys.readouterr().out == dump_jsonl(games[1])
    assert run("export", "--reason", "resignation") == 0
    assert load_text(capsys.readouterr().out) == games[0]


def test_exported_games_are_signed_and_verified_with_the_key(
    run: Run, games: list[Record], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("key").write_text("a secret\n")
    Path("other").write_text("another secret\n")
    run("import", "games.rrg")
    assert run("export", "-o", "signed.rrg", "--key-file", "key") == 0
    assert run("verify", "signed.rrg", "--key-file", "key") == 0
    assert run("import", "signed.rrg") == 0
    assert run("verify", "--key-file", "key") == 0
    capsys.readouterr()
    assert run("verify", "signed.rrg", "--key-file", "other") == 1
    shown = capsys.readouterr()
    assert shown.out == f"0 verified, {len(games)} rejected\n"
    assert shown.err.count("BAD_SIGNATURE") == len(games)


@pytest.mark.usefixtures("games")
def test_verify_checks_stores_games_and_files(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    run("import", "games.rrg")
    capsys.readouterr()
    assert run("verify") == 0
    assert run("verify", 2, "games.rrg") == 0
    assert capsys.readouterr().out == "3 verified, 0 rejected\n4 verified, 0 rejected\n"


def test_verify_names_the_game_and_the_move(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    line = dump_jsonl(short_record())
    Path("games.jsonl").write_text(line + line.replace('"placementCount":2', '"placementCount":1'))
    assert run("verify", "games.jsonl") == 1
    shown = capsys.readouterr()
    assert shown.out == "1 verified, 1 rejected\n"
    assert shown.err.startswith("games.jsonl: CHAIN_BROKEN at line 2, move 1:")


def test_games_are_converted_both_ways(run: Run, games: list[Record]) -> None:
    assert run("convert", "games.rrg", "games.jsonl.gz") == 0
    assert gzip.decompress(Path("games.jsonl.gz").read_bytes()).startswith(
        b'{"format":"ringrift-record"'
    )
    assert run("convert", "games.jsonl.gz", "again.rrg") == 0
    assert list(read_file("again.rrg")) == games


@pytest.mark.usefixtures("games")
def test_a_conversion_that_fails_leaves_nothing_behind(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("games.rrg").write_text(Path("games.rrg").read_text().replace("f3-f5", "f3-f6", 1))
    Path("out.jsonl").write_text("kept")
    assert run("convert", "games.rrg", "out.jsonl") == 1
    assert "CHAIN_BROKEN" in capsys.readouterr().err
    assert Path("out.jsonl").read_text() == "kept"
    assert not list(Path().glob("*.part"))


@pytest.mark.usefixtures("games")
def test_replay_prints_boards(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", "games.rrg", "--at", 2) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("move 2: d4-d6\n")
    rows = [line.split() for line in shown.splitlines()]
    assert ["6", ".", ".", ".", "11", ".", ".", ".", "."] in rows
    assert ["4", ".", ".", ".", "*1", ".", ".", ".", "."] in rows
    run("import", "games.rrg")
    capsys.readouterr()
    assert run("replay", 1) == 0
    shown = capsys.readouterr().out
    assert [line.split(":")[0] for line in shown.splitlines() if line.startswith("move ")] == [
        f"move {number}" for number in range(14)
    ]
    assert shown.endswith("Seat 2 (Ann) wins by resignation.\n")
    assert run("replay", "games.rrg", "--game", 3, "--at", 0) == 0


def test_stats_count_the_games(
    run: Run, games: list[Record], capsys: pytest.CaptureFixture[str]
) -> None:
    run("import", "games.rrg")
    capsys.readouterr()
    assert run("stats") == 0
    shown = capsys.readouterr().out
    moves = sorted(map(len, games))
    assert shown.splitlines()[:5] == [
        "games: 3",
        "unfinished: 1",
        f"moves: {sum(moves):,}",
        f"moves in the shortest game: {moves[0]:,}",
        f"moves in the longest game: {moves[-1]:,}",
    ]
    assert {"on square8: 2", "standard edition: 3", "2 players: 3", "won by resignation: 1"} < set(
        shown.splitlines()
    )
    assert any(line.startswith("seat 2 won: ") for line in shown.splitlines())
    assert run("stats", "--json") == 0
    assert json.loads(capsys.readouterr().out)["games"] == 3


def test_limits_can_be_set(
    run: Run, games: list[Record], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("import", "games.rrg", "--max-moves", 13) == 1
    assert "TOO_LONG" in capsys.readouterr().err
    assert run("verify", "games.rrg", "--max-bytes", 300) == 1
    assert capsys.readouterr().err.count("TOO_LONG") == len(games)


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    "arguments",
    [
        ("list", "--store", "nothing.sqlite3"),
        ("list", "--store", "games.rrg"),
        ("show", "77"),
        ("show", "9" * 30),
        ("verify", "9" * 30),
        ("verify", "77"),
        ("verify", "nothing.rrg"),
        ("import", "nothing.rrg"),
        ("export", "77", "-o", "out.rrg"),
        ("export", "-o", "no/such/folder/out.rrg"),
        ("replay", "nothing.rrg"),
        ("replay", "games.rrg", "--game", "9"),
        ("replay", "games.rrg", "--at", "99"),
        ("search", "--opening", "-"),
        ("search", "--opening", "foo"),
        ("search", "--opening", "@d4 Nf3"),
        ("search", "--board", "square8", "--opening", "@i1"),
        ("convert", "games.rrg", "games.pgn"),
        ("export", "-o", "games.pgn"),
        ("verify", "--key-file", "nothing"),
        ("verify", "--key-file", "empty"),
    ],
)
def test_what_cannot_be_done_ends_with_2(
    run: Run, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("empty").touch()
    run("import", "games.rrg")
    capsys.readouterr()
    assert run(*arguments) == 2
    assert capsys.readouterr().err.startswith("ringrift records: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("juggle",),
        ("show",),
        ("show", "zero"),
        ("show", "0"),
        ("list", "--limit", "0"),
        ("search", "--board", "go"),
    ],
)
def test_arguments_that_mean_nothing_end_with_2(run: Run, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as refused:
        run(*arguments)
    assert refused.value.code == 2
