"""The hall plays every fixture once, keeps it, and survives whatever its players do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ringrift.arena.journal import Journal, read_results
from ringrift.arena.results import by_cycle, result_of, shares_of
from ringrift.arena.runner import TournamentRunner, play_fixture
from ringrift.arena.schedule import ArenaError, Openings, ScheduledGame, cycles
from ringrift.records import Store, read_file, verify
from ringrift.rules.setup import Setup
from tests.arena import played

TWO = Setup("hex8", 2, "standard")
CHANCE = Openings(balanced=False)
FIRST, CHEAT, KILLER, NOBODY, SHY = (
    f"python:tests.arena.odd_players:{name}"
    for name in ("First", "Cheat", "Killer", "Unmakable", "Shy")
)


def fixtures(*entrants: str, count: int = 2) -> list[ScheduledGame]:
    return list(cycles("test", TWO, [entrants], count, CHANCE))


def test_a_rerun_goes_on_where_the_journal_ends(tmp_path: Path) -> None:
    path, wanted = tmp_path / "games.jsonl", fixtures("random", FIRST)
    with TournamentRunner(Journal(path), jobs=0) as hall:
        begun = list(hall.play(wanted[:3]))
    size = path.stat().st_size
    with TournamentRunner(Journal(path), jobs=0) as hall:
        whole = list(hall.play(wanted))
    assert whole[:3] == begun
    assert path.stat().st_size > size
    assert list(read_results(path)) == [fixture.key for fixture in wanted]
    with TournamentRunner(Journal(path), jobs=0) as hall:
        assert list(hall.play(wanted)) == whole


def test_a_game_that_was_half_written_is_played_again(tmp_path: Path) -> None:
    path, wanted = tmp_path / "games.jsonl", fixtures("random", FIRST, count=1)
    with TournamentRunner(Journal(path), jobs=0) as hall:
        first, second = hall.play(wanted)
    path.write_bytes(path.read_bytes()[:-100])
    with TournamentRunner(Journal(path), jobs=0) as hall:
        again = list(hall.play(wanted))
    assert again[0] == first
    assert (again[1].key, again[1].scores) == (second.key, second.scores)
    assert len(list(read_file(path))) == 2


def test_a_journal_is_a_file_of_true_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with TournamentRunner(Journal(path), jobs=0) as hall:
        results = list(hall.play(fixtures("random", CHEAT)))
    records = list(read_file(path))
    for record, result in zip(records, results, strict=True):
        verify(record)
        assert record.heading.tags["ScheduledGame"] == result.key
    with Store(tmp_path / "games.db") as store:
        assert {added.status for added in store.add_all(records)} == {"added"}


def test_what_is_no_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann,\nyours, Ben", encoding="utf-8")
    with pytest.raises(ArenaError, match="line 1 of"):
        Journal(path)
    assert path.read_text(encoding="utf-8").endswith("Ben")


@pytest.mark.parametrize("end", ["", "\n"])
@pytest.mark.parametrize("text", ['{"name":"my config"}', "Dear Ann,", '["format"]', "7"])
def test_one_line_that_is_no_game_is_left_alone_whether_it_ends_or_not(
    text: str, end: str, tmp_path: Path
) -> None:
    path = tmp_path / "conf.json"
    path.write_text(text + end, encoding="utf-8")
    with pytest.raises(ArenaError, match=r"line 1 of .* is no game of an arena; name another file"):
        Journal(path)
    assert path.read_text(encoding="utf-8") == text + end


@pytest.mark.parametrize("letters", [1, 10, 40])
def test_of_a_first_game_a_few_letters_are_enough_to_know_it(letters: int, tmp_path: Path) -> None:
    path, wanted = tmp_path / "games.jsonl", fixtures("random", FIRST, count=1)
    path.write_bytes(play_fixture(wanted[0]).encode()[:letters])
    with TournamentRunner(Journal(path), jobs=0) as hall:
        assert len(list(hall.play(wanted))) == 2
    assert len(list(read_file(path))) == 2


def test_a_game_that_lacks_its_line_feed_only_is_kept(tmp_path: Path) -> None:
    path, wanted = tmp_path / "games.jsonl", fixtures("random", FIRST, count=1)
    path.write_text(play_fixture(wanted[0]).rstrip("\n"), encoding="utf-8")
    with TournamentRunner(Journal(path), jobs=0) as hall:
        assert list(hall.journal.results) == [wanted[0].key]
        list(hall.play(wanted))
    assert list(read_results(path)) == [fixture.key for fixture in wanted]
    assert len(list(read_file(path))) == 2


def test_a_journal_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "file" / "games.jsonl"):
        with pytest.raises(ArenaError, match=r"cannot be used: .*; name a file that can be"):
            Journal(path)


def test_the_same_fixture_is_the_same_game_in_any_process() -> None:
    wanted = fixtures("random", FIRST)
    with TournamentRunner(Journal(), jobs=2) as hall:
        elsewhere = {result.key: result for result in hall.play(wanted)}
    for fixture in wanted:
        here = result_of(play_fixture(fixture))
        assert here is not None
        there = elsewhere[fixture.key]
        assert (here.scores, here.turns, here.decisions) == (
            there.scores,
            there.turns,
            there.decisions,
        )


def test_scores_follow_the_entrants_through_the_rotations() -> None:
    with TournamentRunner(Journal(), jobs=0) as hall:
        results = list(hall.play(fixtures("random", CHEAT)))
    assert {result.entrants for result in results} == {("random", CHEAT)}
    assert {result.scores for result in results} == {(1.0, 0.0)}
    assert [result.first_to_last for result in results[:2]] == [(1.0, 0.0), (0.0, 1.0)]
    assert {result.forfeit for result in results} == {1}
    assert shares_of(results) == [1.0, 1.0]


@pytest.mark.parametrize(
    ("absent", "why"),
    [
        (NOBODY, "OSError: no chair"),
        ("engine:/no/such", "/no/such cannot be started"),
        ("python:no_such_module:Bot", "No module named 'no_such_module'"),
    ],
)
def test_nobody_plays_against_whoever_cannot_sit_down(absent: str, why: str) -> None:
    with (
        TournamentRunner(Journal(), jobs=0) as hall,
        pytest.raises(ArenaError, match="cannot take a seat") as refusal,
    ):
        list(hall.play(fixtures("random", absent)))
    assert repr(absent) in str(refusal.value)
    assert why in str(refusal.value)
    assert hall.journal.results == {}


def test_whoever_can_no_longer_sit_down_loses() -> None:
    with TournamentRunner(Journal(), jobs=0) as hall:
        results = list(hall.play(fixtures(SHY, "random", count=1)))
    assert {result.scores for result in results} == {(0.0, 1.0)}
    assert all("no chair any more" in result.fault for result in results)
    assert all(result.broken for result in results)


def test_a_forfeit_is_broken_whatever_was_written_about_it() -> None:
    game = played.series(("a", "b"), [0])[0]
    assert not game.broken
    assert replace(game, forfeit=1).broken
    assert not replace(game, forfeit=1, fault="late: 7.1 s for a decision of 1 s").broken


def test_games_that_are_known_need_no_player() -> None:
    wanted = fixtures(NOBODY, "random", count=1)
    with TournamentRunner(Journal(), jobs=0) as hall:
        hall.journal.results |= {fixture.key: played.result(fixture, 0) for fixture in wanted}
        assert [game.key for game in hall.play(wanted)] == [fixture.key for fixture in wanted]


def test_a_player_that_ends_its_process_ends_no_tournament() -> None:
    wanted = fixtures(KILLER, "random", count=1) + fixtures(FIRST, "random", count=1)
    with TournamentRunner(Journal(), jobs=2) as hall:
        results = {result.key: result for result in hall.play(wanted)}
    assert len(results) == 4
    assert [results[fixture.key].crashed for fixture in wanted] == [True, True, False, False]
    assert results[wanted[0].key].fault == "the process ended with 7"
    assert len(list(by_cycle(results.values()))) == 1


def test_no_game_begins_when_the_time_is_up() -> None:
    for jobs in (0, 1):
        with TournamentRunner(Journal(), jobs=jobs, minutes=0) as hall:
            assert list(hall.play(fixtures("random", FIRST))) == []
            assert hall.closing


def test_names_are_checked_before_the_first_game() -> None:
    with (
        TournamentRunner(Journal(), jobs=0) as hall,
        pytest.raises(ArenaError, match="'nobody' is nobody we know"),
    ):
        list(hall.play(fixtures("random", "nobody")))
