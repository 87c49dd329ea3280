"""The runner plays every game once, keeps it, and survives whatever its players do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ringrift.arena.journal import Journal, read_results
from ringrift.arena.results import by_cycle, cycle_shares, parse_result
from ringrift.arena.runner import TournamentRunner, play_scheduled_game
from ringrift.arena.schedule import ArenaError, Openings, ScheduledGame, schedule_cycles
from ringrift.records import Store, read_file, verify
from ringrift.rules.setup import Setup
from ringrift.starts.book import balanced_moves
from tests.arena import result_factory

TWO = Setup("hex8", 2, "standard")
CHANCE = Openings(balanced=False)
FIRST, CHEAT, KILLER, NOBODY, SHY = (
    f"python:tests.arena.misbehaving_players:{name}"
    for name in (
        "FirstMove",
        "PlacesTooManyRings",
        "KillsItsProcess",
        "CannotBeCreated",
        "CreatedOnlyOnce",
    )
)


def games(*entrants: str, count: int = 2) -> list[ScheduledGame]:
    return list(schedule_cycles("test", TWO, [entrants], count, CHANCE))


def test_a_rerun_resumes_from_the_journal(tmp_path: Path) -> None:
    path, wanted = tmp_path / "games.jsonl", games("random", FIRST)
    with TournamentRunner(Journal(path), jobs=0) as runner:
        begun = list(runner.play(wanted[:3]))
    size = path.stat().st_size
    with TournamentRunner(Journal(path), jobs=0) as runner:
        whole = list(runner.play(wanted))
    assert whole[:3] == begun
    assert path.stat().st_size > size
    assert list(read_results(path)) == [game.key for game in wanted]
    with TournamentRunner(Journal(path), jobs=0) as runner:
        assert list(runner.play(wanted)) == whole


def test_a_truncated_game_is_played_again(tmp_path: Path) -> None:
    path, wanted = tmp_path / "games.jsonl", games("random", FIRST, count=1)
    with TournamentRunner(Journal(path), jobs=0) as runner:
        first, second = runner.play(wanted)
    path.write_bytes(path.read_bytes()[:-100])
    with TournamentRunner(Journal(path), jobs=0) as runner:
        again = list(runner.play(wanted))
    assert again[0] == first
    assert (again[1].key, again[1].scores) == (second.key, second.scores)
    assert len(list(read_file(path))) == 2


def test_a_journal_is_a_record_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with TournamentRunner(Journal(path), jobs=0) as runner:
        results = list(runner.play(games("random", CHEAT)))
    records = list(read_file(path))
    for record, result in zip(records, results, strict=True):
        verify(record)
        assert record.heading.tags["Fixture"] == result.key
    with Store(tmp_path / "games.db") as store:
        assert {added.status for added in store.add_all(records)} == {"added"}


def test_a_file_that_is_no_journal_is_refused_and_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann,\nyours, Ben", encoding="utf-8")
    with pytest.raises(ArenaError, match="line 1 of"):
        Journal(path)
    assert path.read_text(encoding="utf-8").endswith("Ben")


@pytest.mark.parametrize("end", ["", "\n"])
@pytest.mark.parametrize("text", ['{"name":"my config"}', "Dear Ann,", '["format"]', "7"])
def test_a_file_with_one_foreign_line_is_refused_and_not_changed(
    text: str, end: str, tmp_path: Path
) -> None:
    path = tmp_path / "conf.json"
    path.write_text(text + end, encoding="utf-8")
    with pytest.raises(ArenaError, match=r"line 1 of .* is not an arena game; choose another file"):
        Journal(path)
    assert path.read_text(encoding="utf-8") == text + end


@pytest.mark.parametrize("letters", [1, 10, 40])
def test_a_truncated_first_line_is_recognised_by_its_prefix(letters: int, tmp_path: Path) -> None:
    path, wanted = tmp_path / "games.jsonl", games("random", FIRST, count=1)
    path.write_bytes(play_scheduled_game(wanted[0]).encode()[:letters])
    with TournamentRunner(Journal(path), jobs=0) as runner:
        assert len(list(runner.play(wanted))) == 2
    assert len(list(read_file(path))) == 2


def test_a_complete_game_without_line_feed_is_kept(tmp_path: Path) -> None:
    path, wanted = tmp_path / "games.jsonl", games("random", FIRST, count=1)
    path.write_text(play_scheduled_game(wanted[0]).rstrip("\n"), encoding="utf-8")
    with TournamentRunner(Journal(path), jobs=0) as runner:
        assert list(runner.journal.results) == [wanted[0].key]
        list(runner.play(wanted))
    assert list(read_results(path)) == [game.key for game in wanted]
    assert len(list(read_file(path))) == 2


def test_an_unwritable_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "file" / "games.jsonl"):
        with pytest.raises(ArenaError, match=r"cannot be used: .*; choose a file that can be"):
            Journal(path)


def test_a_scheduled_game_is_the_same_in_any_process() -> None:
    wanted = games("random", FIRST)
    with TournamentRunner(Journal(), jobs=2) as runner:
        elsewhere = {result.key: result for result in runner.play(wanted)}
    for game in wanted:
        here = parse_result(play_scheduled_game(game))
        assert here is not None
        there = elsewhere[game.key]
        assert (here.scores, here.turns, here.decisions) == (
            there.scores,
            there.turns,
            there.decisions,
        )


def test_scores_follow_the_entrants_through_the_rotations() -> None:
    with TournamentRunner(Journal(), jobs=0) as runner:
        results = list(runner.play(games("random", CHEAT)))
    assert {result.entrants for result in results} == {("random", CHEAT)}
    assert {result.scores for result in results} == {(1.0, 0.0)}
    assert [result.scores_by_seat for result in results[:2]] == [(1.0, 0.0), (0.0, 1.0)]
    assert {result.forfeit for result in results} == {1}
    assert cycle_shares(results) == [1.0, 1.0]


@pytest.mark.parametrize(
    ("absent", "why"),
    [
        (NOBODY, "OSError: not available"),
        ("engine:/no/such", "/no/such cannot be started"),
        ("python:no_such_module:Bot", "No module named 'no_such_module'"),
    ],
)
def test_an_entrant_that_cannot_be_created_is_refused(absent: str, why: str) -> None:
    with (
        TournamentRunner(Journal(), jobs=0) as runner,
        pytest.raises(ArenaError, match="cannot start") as refusal,
    ):
        list(runner.play(games("random", absent)))
    assert repr(absent) in str(refusal.value)
    assert why in str(refusal.value)
    assert runner.journal.results == {}


def test_an_entrant_that_can_no_longer_be_created_forfeits() -> None:
    with TournamentRunner(Journal(), jobs=0) as runner:
        results = list(runner.play(games(SHY, "random", count=1)))
    assert {result.scores for result in results} == {(0.0, 1.0)}
    assert all("no longer available" in result.fault for result in results)
    assert all(result.unusable for result in results)


def test_a_result_with_a_forfeit_is_unusable() -> None:
    game = result_factory.series(("a", "b"), [0])[0]
    assert not game.unusable
    assert replace(game, forfeit=1).unusable
    assert not replace(game, forfeit=1, fault="late: 7.1 s for a decision of 1 s").unusable


def test_games_in_the_journal_need_no_player() -> None:
    wanted = games(NOBODY, "random", count=1)
    with TournamentRunner(Journal(), jobs=0) as runner:
        runner.journal.results |= {game.key: result_factory.result(game, 0) for game in wanted}
        assert [game.key for game in runner.play(wanted)] == [game.key for game in wanted]


def test_a_player_that_kills_its_process_does_not_end_the_tournament() -> None:
    wanted = games(KILLER, "random", count=1) + games(FIRST, "random", count=1)
    with TournamentRunner(Journal(), jobs=2) as runner:
        results = {result.key: result for result in runner.play(wanted)}
    assert len(results) == 4
    assert [results[game.key].crashed for game in wanted] == [True, True, False, False]
    assert results[wanted[0].key].fault == "the process ended with 7"
    assert len(list(by_cycle(results.values()))) == 1


def test_no_game_starts_after_the_time_limit() -> None:
    for jobs in (0, 1):
        with TournamentRunner(Journal(), jobs=jobs, minutes=0) as runner:
            assert list(runner.play(games("random", FIRST))) == []
            assert runner.time_is_up


def test_names_are_checked_before_the_first_game() -> None:
    with (
        TournamentRunner(Journal(), jobs=0) as runner,
        pytest.raises(ArenaError, match="there is no player 'nobody'"),
    ):
        list(runner.play(games("random", "nobody")))


def test_a_cycle_can_begin_with_a_balanced_start(tmp_path: Path) -> None:
    openings = Openings(seed=4, book=True)
    wanted = list(schedule_cycles("test", TWO, [("random", FIRST)], 2, openings))
    with TournamentRunner(Journal(tmp_path / "games.jsonl"), jobs=0) as runner:
        results = list(runner.play(wanted))
    assert not any(result.swapped for result in results)
    records = list(read_file(tmp_path / "games.jsonl"))
    starts = [balanced_moves(TWO, seed) for seed in (4, 4, 5, 5)]
    for record, start in zip(records, starts, strict=True):
        assert record.heading.start_moves == len(start)
        assert record.moves[: len(start)] == start
        verify(record)
    assert len({game.key for game in wanted}) == 4
    assert wanted[0].cycle_key != replace(wanted[0], openings=Openings(seed=4)).cycle_key
