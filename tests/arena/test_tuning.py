"""Tuning on tiny numbers: it repeats itself, goes on where it was, and finds weights that are known."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ringrift.arena.tuning import half_way, main
from ringrift.arena.tuning_fit import SPREAD, fit, sound
from ringrift.arena.tuning_games import Played, Terms, match, play
from ringrift.arena.tuning_plan import in_order, plan_for, polish_for
from ringrift.arena.tuning_start import SCALE, hand_made
from ringrift.kernel import _native
from ringrift.players.weights import Book, Table, all_names, read_book, shipped, write_book

TINY = (
    "--games",
    "12",
    "--cycles",
    "3",
    "--generations",
    "1",
    "--nodes",
    "30",
    "--jobs",
    "1",
    "--seed",
    "5",
)
HAND_MADE = hand_made(_native.feature_names())
HOPELESS = Table(tuple(-one for one in HAND_MADE.start), tuple(-one for one in HAND_MADE.end))


def terms(board: str, players: int) -> Terms:
    return Terms(board, players, "standard", nodes=30, method=0, opening=8, dice=100)


def tune(folder: Path, *more: str) -> str:
    folder.mkdir(exist_ok=True)
    book = folder / "weights.json"
    main([*TINY, "--state", str(folder / "state"), "--book", str(book), *more])
    return book.read_text("utf-8")


@pytest.mark.parametrize(("board", "players"), [("square8", 2), ("hex8", 3)])
def test_the_same_seed_plays_the_same_games_with_any_number_of_jobs(
    board: str, players: int
) -> None:
    one, two = (play(terms(board, players), [HAND_MADE], 7, 30, jobs) for jobs in (1, 2))
    assert np.array_equal(one.winners, two.winners)
    assert np.array_equal(one.features, two.features)
    other = play(terms(board, players), [HAND_MADE], 8, 30)
    assert not np.array_equal(one.turns, other.turns)


def test_samples_belong_to_games_and_lie_within_them() -> None:
    played = play(terms("square8", 2), [HAND_MADE], 1, 20)
    assert set(played.winners.tolist()) == {0, 1}
    assert played.game.min() >= 0
    assert played.game.max() <= 19
    assert played.progress.min() >= 0
    assert played.progress.max() <= 256
    assert np.abs(played.shares.sum(axis=1) - 1000).max() <= 2
    assert played.features.shape[1:] == (2, len(HAND_MADE.start))


@pytest.mark.parametrize("players", [2, 3])
def test_equals_share_every_cycle(players: int) -> None:
    verdict = match(terms("square8", players), HAND_MADE, HAND_MADE, 3, 8)
    assert verdict.share == pytest.approx(1 / players)
    assert verdict.error == pytest.approx(0)
    assert not verdict.accepted


def test_weights_that_want_to_lose_are_refused() -> None:
    assert not match(terms("square8", 2), HOPELESS, HAND_MADE, 3, 20).accepted
    assert match(terms("square8", 2), HAND_MADE, HOPELESS, 3, 20).accepted


@pytest.mark.parametrize("seats", [2, 3])
def test_a_fit_finds_the_weights_that_made_the_results(seats: int) -> None:
    dice = np.random.default_rng(4)
    games, truth = 4000, np.array([90, -50, 0, 70, -30, 0])  # points a piece: start, then end
    features = dice.integers(-6, 7, (games, seats, 3)).astype(np.int32)
    progress = dice.integers(0, 257, games).astype(np.int32)
    late = progress[:, None] / 256
    scores = features @ truth[:3] * (1 - late) + features @ truth[3:] * late
    luck = dice.gumbel(size=scores.shape)
    order = np.argsort(-(scores / SPREAD + luck), axis=1)
    ranks = np.argsort(order, axis=1).astype(np.int32) + 1
    even = np.full((games, seats), 1000 // seats, np.int32)
    numbers = np.arange(games, dtype=np.int32)
    nobody = np.zeros((games, seats), np.int32)
    winners = order[:, 0].astype(np.int32)
    played = Played(winners, numbers, numbers, ranks, numbers, progress, nobody, even, features)
    found = fit([played], Table((0, 0, 0), (0, 0, 0)))
    assert found.after < found.before
    likeness = np.corrcoef(np.array(found.table.flat()) / SCALE, truth)[0, 1]
    assert likeness > 0.95


def test_no_way_to_a_victory_counts_against_its_seat_at_the_end() -> None:
    features = ("eliminated", "eliminated_near", "territory", "territory_near")
    assert sound(Table((-9, -9, -9, -9), (76, -158, 300, 20)), features).end == (76, -12, 300, 20)
    assert sound(Table((-9, -9, -9, -9), (-76, 0, 1, 2)), features) == Table(
        (-9, -9, -9, -9), (-76, 140, 1, 63)
    )


def test_tuning_repeats_itself_and_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = ("--setup", "square8/2/standard")
    first = tune(tmp_path / "a", *setup)
    told = capsys.readouterr().out
    assert "generation 1" in told
    assert "against the weights at first" in told
    assert tune(tmp_path / "b", *setup) == first
    assert capsys.readouterr().out == told
    assert tune(tmp_path / "a", *setup) == first
    assert "generation 1, surprise" not in capsys.readouterr().out, "nothing is left to play"


def test_polishing_starts_from_the_weights_that_are_there(tmp_path: Path) -> None:
    setup = ("--setup", "square8/2/standard")
    tune(tmp_path, *setup, "--polish")
    course = json.loads((tmp_path / "state" / "square8-2-standard-polish.json").read_text("utf-8"))
    assert tuple(course["first"]["start"]) == shipped().tables["square8/2/standard"].start
    assert course["plan"]["opening"] == polish_for("square8/2/standard").opening
    assert {trial["origin"] for trial in course["trials"]} == {"generation 1"}, (
        "no other table is tried"
    )


def test_polishing_a_big_board_tries_half_of_its_kin_and_goes_on_between_them(
    tmp_path: Path,
) -> None:
    tables = {**shipped().tables, "square19/3/standard": HOPELESS}
    book, kept = tmp_path / "weights.json", tmp_path / "state" / "square19-3-standard-polish.json"
    asked = ("--setup", "square19/3/standard", "--polish", "--generations", "0")
    write_book(Book(shipped().features, tables), book)
    tune(tmp_path, *asked)
    course = json.loads(kept.read_text("utf-8"))
    kin = ["square19/2/standard", "hexagonal/3/standard"]
    assert [trial["origin"] for trial in course["trials"]] == [f"half of {name}" for name in kin]
    found = HOPELESS
    for name, trial in zip(kin, course["trials"], strict=True):
        found = half_way(found, tables[name]) if trial["accepted"] else found
    assert found != HOPELESS, "anything is better than weights that want to lose"
    assert read_book(book.read_text("utf-8")).tables["square19/3/standard"] == found

    after_one = half_way(HOPELESS, tables[kin[0]]) if course["trials"][0]["accepted"] else HOPELESS
    table = {"start": after_one.start, "end": after_one.end}
    cut = {**course, "trials": course["trials"][:1], "table": table, "against_first": None}
    kept.write_text(json.dumps(cut), "utf-8")
    write_book(Book(shipped().features, tables), book)
    tune(tmp_path, *asked)
    assert json.loads(kept.read_text("utf-8")) == course


def test_half_way_lies_between_two_tables() -> None:
    assert half_way(Table((0, -9), (7, 4)), Table((10, 3), (7, -4))) == Table((5, -3), (7, 0))
    assert half_way(Table((0, -3), (1, 2)), Table((3, 0), (2, 2))) == Table((2, -2), (2, 2)), (
        "to the even"
    )


def test_a_course_of_other_weights_is_not_gone_on_with(tmp_path: Path) -> None:
    setup = ("--setup", "square8/2/standard", "--polish")
    tune(tmp_path, *setup)
    kept = tmp_path / "state" / "square8-2-standard-polish.json"
    before = json.loads(kept.read_text("utf-8"))
    other = {**shipped().tables, "square8/2/standard": HAND_MADE}
    write_book(Book(shipped().features, other), tmp_path / "weights.json")
    tune(tmp_path, *setup)
    after = json.loads(kept.read_text("utf-8"))
    assert before["first"] != after["first"]
    assert tuple(after["first"]["start"]) == HAND_MADE.start
    kept.write_text(json.dumps({"seed": 5}), "utf-8")
    tune(tmp_path, *setup)
    assert json.loads(kept.read_text("utf-8"))["trials"], "what another version kept is begun anew"


def test_tuning_leaves_other_tables_alone(tmp_path: Path) -> None:
    book = read_book(tune(tmp_path, "--setup", "hex8/2/classic"))
    assert {name for name in all_names() if book.tables[name] != shipped().tables[name]} <= {
        "hex8/2/classic"
    }


def test_every_table_is_tuned_after_the_one_it_starts_from() -> None:
    order = in_order()
    assert sorted(order) == sorted(all_names())
    for name in order:
        parent = plan_for(name).parent
        assert parent is None or order.index(parent) < order.index(name)
        for fewer in polish_for(name).kin[:1]:
            assert order.index(fewer) < order.index(name)
