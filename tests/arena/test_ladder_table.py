"""A ladder's page keeps what it tells of rungs that were not played again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ringrift.arena.ladder import Rung, RungResult, ladder_rungs
from ringrift.arena.ladder_report import ladder_page
from ringrift.arena.ladder_table import COLUMNS, COLUMNS_WITHOUT_PROVENANCE, read_rows, rung_cells
from ringrift.arena.runner import play_scheduled_game
from ringrift.arena.schedule import ArenaError, Openings
from ringrift.cli.main import main
from tests.arena.result_factory import result

COMMAND = "ringrift arena ladder"
THEN = {"date": "2026-01-31 23:59 UTC", "commit": "then"}
NOW = {"date": "2026-02-01 00:01 UTC", "commit": "now"}


def rung(board: str, players: int, upper: int) -> Rung:
    (one,) = ladder_rungs([board], [players], 0.3, [upper], 3)
    return one


HEX, SQUARE, BIG = rung("hex8", 3, 9), rung("square8", 3, 10), rung("square19", 2, 2)


def climb(one: Rung, winner: int = 0, commit: str = "then", cycles: int = 3) -> RungResult:
    games = one.scheduled_games(Openings(), cycles)
    return RungResult(one, tuple(replace(result(game, winner), commit=commit) for game in games))


def page_of(rung_results: list[RungResult], path: Path, now: dict[str, str] = NOW) -> str:
    """What is written to the file, after what it tells already."""
    text = ladder_page(rung_results, read_rows(path, 1), Openings(), 0.3, now, COMMAND)
    path.write_text(text, encoding="utf-8")
    return text


def rows_of(page: str) -> list[str]:
    """The lines of the table of rungs."""
    lines = page.partition("| board |")[2].partition("\n\n")[0]
    return lines.splitlines()[2:]


def older(page: str) -> str:
    """The page as it was before each row told its commit and its day."""
    first, table, rest = page.partition("| board |")
    rows, gap, rest = (table + rest).partition("\n\n")
    shorter = [" | ".join(line.split(" | ")[:-2]) + " |" for line in rows.splitlines()]
    first = first.replace("- commit: then", "- commit: then\n- commits that played: a1, b2-dirty")
    return first + "\n".join(shorter) + gap + rest


def test_rows_of_other_rungs_stay_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "ladder.md"
    (before,) = rows_of(page_of([climb(HEX)], path, THEN))
    assert before.endswith(" | then | 2026-01-31 |")
    both = page_of([climb(SQUARE, commit="now"), RungResult(HEX, ())], path)
    first, second = rows_of(both)
    assert first.startswith("| square8 | 3 | 10 over 9 | 9 | 100.0% | ")
    assert first.endswith(" | now | 2026-02-01 |")
    assert second == before


def test_a_replayed_rung_is_rewritten_even_with_fewer_games(tmp_path: Path) -> None:
    path = tmp_path / "ladder.md"
    page_of([climb(HEX), climb(BIG)], path, THEN)
    _, row = rows_of(page_of([climb(HEX, winner=1, commit="now", cycles=1)], path))
    assert row.startswith("| hex8 | 3 | 9 over 8 | 3 | 0.0% | ")
    assert row.endswith(" | now | 2026-02-01 |")
    assert "| open |" in row


def test_a_row_names_every_commit_that_played_it(tmp_path: Path) -> None:
    mixed = RungResult(HEX, (*climb(HEX, commit="b").games[:4], *climb(HEX, commit="a").games[4:]))
    (row,) = rows_of(page_of([mixed], tmp_path / "ladder.md"))
    assert row.endswith(" | a, b | 2026-02-01 |")


def test_rows_are_in_ladder_order(tmp_path: Path) -> None:
    path = tmp_path / "ladder.md"
    ladder = [rung("hexagonal", 2, 10), SQUARE, rung("hex8", 3, 2), HEX, rung("square8", 4, 2)]
    for one in (ladder[4], ladder[2], ladder[0], ladder[3], ladder[1]):
        page_of([climb(one)], path)
    rows = rows_of(path.read_text(encoding="utf-8"))
    assert [row.strip("| ").split(" | ")[:3] for row in rows] == [
        [*rung_cells(one)] for one in ladder
    ]


def test_the_summary_counts_all_rows_and_the_games_of_this_run(tmp_path: Path) -> None:
    path = tmp_path / "ladder.md"
    page_of([climb(HEX), climb(BIG)], path, THEN)
    page = page_of([climb(SQUARE, winner=1)], path)
    assert "- games: 24\n- verdicts: 1 stronger, 1 leads, 1 trails, 117 not played\n" in page
    assert "- commit: now\n- games in the journal: 9; 0 crashes, 0 forfeits, 0 overruns\n" in page
    budgets = page.partition("## Budgets")[2]
    assert (
        budgets.index("| square19 | 2 |")
        < budgets.index("| square8 | 3 |")
        < budgets.index("| hex8 | 3 |")
    )


def test_rows_of_an_older_page_take_its_commits_and_date(tmp_path: Path) -> None:
    path = tmp_path / "ladder.md"
    page = page_of([climb(HEX), climb(BIG)], path, THEN)
    path.write_text(older(page), encoding="utf-8")
    assert f"| {' | '.join(COLUMNS_WITHOUT_PROVENANCE)} |\n" in path.read_text(encoding="utf-8")
    kept = rows_of(page_of([], path))
    signed = [
        row.replace("| then | 2026-01-31 |", "| a1, b2-dirty | 2026-01-31 |")
        for row in rows_of(page)
    ]
    assert kept == signed != rows_of(page)


def test_runs_of_different_rungs_share_one_page(tmp_path: Path) -> None:
    pages = [tmp_path / "one.md", tmp_path / "two.md"]
    for path, one in zip(pages, (BIG, HEX), strict=True):
        page_of([climb(one)], path)
    rows = read_rows(pages[0], 1) | read_rows(pages[1], 1)
    together = ladder_page([], rows, Openings(), 0.3, NOW, COMMAND)
    assert rows_of(together) == [
        row for path in pages for row in rows_of(path.read_text(encoding="utf-8"))
    ]


def test_a_missing_page_has_no_rows(tmp_path: Path) -> None:
    empty = tmp_path / "empty.md"
    empty.touch()
    assert read_rows(empty, 1) == read_rows(tmp_path / "none.md", 1) == {}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("| board | players |", "| board | seats |", "it has no table of rungs"),
        ("| hex8 | 3 |", "| hex9 | 3 |", "'hex9 | 3 | 9 over 8' is not a row of its table"),
        ("| hex8 | 3 |", "<<<<<<< ours\n| hex8 | 3 |", " is not a row of its table"),
        (" | then | 2026-01-31 |", " | then |", "'hex8 | 3 | 9 over 8' is not a row of its table"),
        ("| 9 over 8 | 9 |", "| 9 over 8 | |", "lacks a number of games or a verdict"),
        ("| stronger |", "| better |", "lacks a number of games or a verdict"),
        ("- openings: seed 1", "- openings: any", "it has no line '- openings: seed ...'"),
    ],
)
def test_a_corrupted_page_is_refused(tmp_path: Path, old: str, new: str, why: str) -> None:
    path = tmp_path / "ladder.md"
    page = page_of([climb(HEX)], path, THEN)
    assert old in page
    path.write_text(page.replace(old, new), encoding="utf-8")
    with pytest.raises(ArenaError, match="choose another file, or move it away") as refusal:
        read_rows(path, 1)
    assert why in str(refusal.value)


def test_a_duplicate_row_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ladder.md"
    page = page_of([climb(HEX)], path)
    (row,) = rows_of(page)
    path.write_text(page.replace(row, f"{row}\n{row}"), encoding="utf-8")
    with pytest.raises(ArenaError, match=r"'hex8 \| 3 \| 9 over 8' appears twice"):
        read_rows(path, 1)


@pytest.mark.parametrize("text", [b"# My notes\n", b"\xff\xfe"])
def test_another_file_is_refused_before_anything_is_played(
    text: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, journal = tmp_path / "notes.md", tmp_path / "games.jsonl"
    path.write_bytes(text)
    assert main(["arena", "ladder", "--journal", str(journal), "--out", str(path)]) == 2
    said = capsys.readouterr().err
    assert f"--out: {path} is not a ladder report: " in said
    assert said.endswith("; choose another file, or move it away\n")
    assert path.read_bytes() == text
    assert not journal.exists()


def test_another_seed_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ladder.md"
    page = page_of([climb(HEX)], path)
    assert main(["arena", "ladder", "--seed", "2", "--out", str(path)]) == 2
    said = capsys.readouterr().err
    assert f"{path} have openings from seed 1" in said
    assert "use --seed 1, or choose another file" in said
    assert path.read_text(encoding="utf-8") == page


def test_the_command_keeps_rows_without_new_games(tmp_path: Path) -> None:
    path, journal = tmp_path / "ladder.md", tmp_path / "games.jsonl"
    (played,) = ladder_rungs(["square8"], [4], 0.3, [2])
    (before,) = rows_of(page_of([climb(HEX)], path))
    journal.write_text(
        play_scheduled_game(played.scheduled_games(Openings(), 1)[0]), encoding="utf-8"
    )
    asked = ["--players", "3", "--players", "4", "--level", "2", "--level", "9", "--minutes", "0"]
    assert main(["arena", "ladder", *asked, "--journal", str(journal), "--out", str(path)]) == 3
    page = path.read_text(encoding="utf-8")
    kept, new = rows_of(page)
    assert kept == before
    assert new.startswith("| square8 | 4 | 2 over 1 | 0 |  |  | open | ")
    assert "- verdicts: 1 stronger, 1 open, 118 not played\n" in page
    assert read_rows(path, 1).keys() == {rung_cells(HEX), rung_cells(played)}
    assert f"| {' | '.join(COLUMNS)} |\n" in page
