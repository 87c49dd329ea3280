"""Books of balanced starts: made by games, the same with any number of processes, and checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringrift.arena.journal import Journal
from ringrift.arena.runner import TournamentRunner
from ringrift.arena.start_book_check import (
    check_page,
    entry_errors,
    format_shares,
    schedule_check,
    seat_shares,
)
from ringrift.arena.start_books import (
    BookInProgress,
    book_size,
    book_unfairness,
    choose_balanced,
    make_books,
)
from ringrift.arena.start_candidates import (
    KEEP_ERRORS,
    Candidate,
    confirm_entry,
    confirmations_for,
    excess_errors,
    judge_candidate,
    strengths_for,
    turns_each,
)
from ringrift.cli.main import main
from ringrift.conformance.positions import SETUPS
from ringrift.players.level_settings import LEVEL_SETTINGS
from ringrift.rules.setup import Setup
from ringrift.starts.book import load_book, replay_entry

EASY = Setup("hex8", 3, "classic")  # more than half of its candidates are kept
HEX8 = Setup("hex8", 2, "standard")


def candidate(number: int, *wins: tuple[int, ...], entry: str = "") -> Candidate:
    return Candidate(number, entry, wins, kept=True)


def test_a_candidate_depends_on_setup_seed_and_number_alone() -> None:
    first = judge_candidate(EASY, 1, 0)
    assert first is not None
    assert judge_candidate(EASY, 1, 0) == first
    assert judge_candidate(EASY, 2, 0) != first


def test_a_kept_candidate_is_a_start_that_favours_no_seat_clearly() -> None:
    judged = [judge_candidate(EASY, 1, number) for number in range(6)]
    kept = [one for one in judged if one is not None and one.kept]
    assert kept
    for one in kept:
        assert [sum(wins) for wins in one.wins] == [each.games for each in strengths_for(EASY)]
        assert excess_errors([sum(seat) for seat in zip(*one.wins, strict=True)]) <= KEEP_ERRORS
        state = replay_entry(EASY, one.entry)
        assert state.turn_number == 1 + turns_each(EASY) * EASY.players


@pytest.mark.parametrize("setup", [Setup("hex8", 3), Setup("square8", 4)], ids=str)
def test_where_levels_favour_seat_1_a_kept_candidate_is_confirmed_by_games_like_theirs(
    setup: Setup,
) -> None:
    entry = load_book(setup)[0]
    wins = confirm_entry(setup, 1, 0, entry)
    assert [sum(won) for won in wins] == [each.games for each in confirmations_for(setup)]
    assert confirm_entry(setup, 1, 0, entry) == wins
    level_8 = LEVEL_SETTINGS[setup.board, setup.players][7]
    assert confirmations_for(setup)[-1].depth == level_8.depth


def test_where_no_seat_is_favoured_no_candidate_needs_further_games() -> None:
    assert confirm_entry(HEX8, 1, 0, load_book(HEX8)[0]) == []


def test_the_excess_is_measured_in_standard_errors() -> None:
    assert excess_errors((8, 8)) == 0
    assert excess_errors((12, 4)) == pytest.approx(2)
    assert excess_errors((0, 6, 6)) > excess_errors((3, 4, 5))


def test_any_number_of_processes_makes_the_same_book() -> None:
    one, two = (make_books([EASY], 1, jobs, size=lambda _: 2)[0] for jobs in (1, 2))
    assert one.chosen() == two.chosen()
    assert len(one.chosen()) == 2
    assert not list(entry_errors(EASY, [found.entry for found in one.chosen()]))


def test_without_time_no_book_is_complete() -> None:
    [book] = make_books([HEX8], 1, 1, minutes=0)
    assert not book.is_complete()
    assert book.size == book_size(HEX8) == 64


def test_a_start_that_equals_an_earlier_one_by_symmetry_is_dropped() -> None:
    square8 = Setup("square8", 2, "standard")
    book = BookInProgress(square8, 2, 2)
    starts = ("@a1 a1-a3 @h8 h8-e5", "@h1 h1-f1 @a8 a8-d5", "@a1 a1-a4 @h8 h8-e5")
    for number in (2, 0, 1):  # whatever the order in which processes return them
        book.add(number, candidate(number, (1, 1), entry=starts[number]))
    assert [found.number for found in book.kept] == [0, 2]


def test_the_choice_balances_the_book_at_every_strength() -> None:
    lean = [candidate(number, (14, 10), (6, 2)) for number in range(4)]
    against = [candidate(number, (10, 14), (2, 6)) for number in range(4, 8)]
    chosen = choose_balanced([*lean, *against], 4)
    assert book_unfairness(chosen) == 0
    assert [one.number for one in chosen] == sorted(one.number for one in chosen)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_shipped_books_pass_the_check(setup: Setup) -> None:
    assert not list(entry_errors(setup, load_book(setup)))


@pytest.mark.parametrize(
    ("entries", "error"),
    [
        (["@a5 a5-z9"], "entry 1 is not legal"),
        (["@e5 e5-e6"], "the same number of turns"),
        ([load_book(HEX8)[0]] * 2, "entry 2 equals entry 1 by a symmetry"),
    ],
)
def test_the_check_names_a_wrong_entry(entries: list[str], error: str) -> None:
    [found] = entry_errors(HEX8, entries)
    assert error in found


def test_the_check_counts_the_wins_of_each_seat(tmp_path: Path) -> None:
    games = schedule_check(HEX8, 1, 4, seed=1000)
    with TournamentRunner(Journal(tmp_path / "games.jsonl"), jobs=0) as runner:
        shares = seat_shares(HEX8, 1, runner.play(games))
    assert shares.games == sum(shares.wins) == 4
    assert shares.greatest_difference == pytest.approx(25 * abs(shares.wins[0] - 2))
    assert all(
        score.low <= won / 4 <= score.high
        for won, score in zip(shares.wins, shares.scores, strict=True)
    )
    page = check_page([shares], 1000, {"commit": "abc"}, "ringrift arena books check")
    assert f"| hex8 | 2 | standard | 1 | 4 | {shares.wins[0]} : {shares.wins[1]} |" in page
    assert format_shares(shares) in page
    assert "- seed of the games: 1000" in page


def test_the_commands_make_and_check_books(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = ["--board", "hex8", "--players", "3", "--edition", "classic"]
    make = ["arena", "books", "make", *chosen, "--entries", "1", "--out", str(tmp_path)]
    assert main(make) == 0
    assert "1 kept" in capsys.readouterr().out
    [file] = tmp_path.iterdir()
    assert file.name == "hex8-3-classic.txt"
    assert not list(entry_errors(EASY, file.read_text().splitlines()))
    assert main(["arena", "books", "check", *chosen]) == 0
    assert "1 books, 64 entries" in capsys.readouterr().out
    none = ["arena", "books", "make", *chosen, "--minutes", "0", "--out", str(tmp_path)]
    assert main(none) == 3
    assert "only 0 of 64 entries; not written" in capsys.readouterr().out
