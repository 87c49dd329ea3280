"""Tuning with few games: it is reproducible, resumes, and recovers known weights."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ringrift.arena.tuning import average_weights, main
from ringrift.arena.tuning_fit import SPREAD, clamp_victory_weights, fit_weights
from ringrift.arena.tuning_games import SelfPlayGames, SelfPlaySettings, play_match, self_play
from ringrift.arena.tuning_plan import plan_for, polish_plan_for, tuning_order
from ringrift.arena.tuning_start import SCALE, initial_weights
from ringrift.kernel import _native
from ringrift.players.weights import (
    EvaluationWeights,
    WeightSet,
    all_weight_set_names,
    load_shipped_weights,
    parse_weights,
    write_weights,
)

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
INITIAL_WEIGHTS = initial_weights(_native.feature_names())
LOSING_WEIGHTS = WeightSet(
    tuple(-one for one in INITIAL_WEIGHTS.start), tuple(-one for one in INITIAL_WEIGHTS.end)
)


def settings(board: str, players: int) -> SelfPlaySettings:
    return SelfPlaySettings(
        board, players, "standard", nodes=30, method=0, max_random_turns=8, random_permille=100
    )


def tune(folder: Path, *more: str) -> str:
    folder.mkdir(exist_ok=True)
    book = folder / "weights.json"
    main([*TINY, "--state", str(folder / "state"), "--book", str(book), *more])
    return book.read_text("utf-8")


@pytest.mark.parametrize(("board", "players"), [("square8", 2), ("hex8", 3)])
def test_the_same_seed_plays_the_same_games_with_any_number_of_jobs(
    board: str, players: int
) -> None:
    one, two = (
        self_play(settings(board, players), [INITIAL_WEIGHTS], 7, 30, jobs) for jobs in (1, 2)
    )
    assert np.array_equal(one.winners, two.winners)
    assert np.array_equal(one.features, two.features)
    other = self_play(settings(board, players), [INITIAL_WEIGHTS], 8, 30)
    assert not np.array_equal(one.turns, other.turns)


def test_samples_refer_to_their_games() -> None:
    played = self_play(settings("square8", 2), [INITIAL_WEIGHTS], 1, 20)
    assert set(played.winners.tolist()) == {0, 1}
    assert played.game.min() >= 0
    assert played.game.max() <= 19
    assert played.progress.min() >= 0
    assert played.progress.max() <= 256
    assert np.abs(played.shares.sum(axis=1) - 1000).max() <= 2
    assert played.features.shape[1:] == (2, len(INITIAL_WEIGHTS.start))


@pytest.mark.parametrize("players", [2, 3])
def test_equal_weights_share_every_cycle(players: int) -> None:
    verdict = play_match(settings("square8", players), INITIAL_WEIGHTS, INITIAL_WEIGHTS, 3, 8)
    assert verdict.share == pytest.approx(1 / players)
    assert verdict.error == pytest.approx(0)
    assert not verdict.accepted


def test_losing_weights_are_rejected() -> None:
    assert not play_match(settings("square8", 2), LOSING_WEIGHTS, INITIAL_WEIGHTS, 3, 20).accepted
    assert play_match(settings("square8", 2), INITIAL_WEIGHTS, LOSING_WEIGHTS, 3, 20).accepted


@pytest.mark.parametrize("seats", [2, 3])
def test_a_fit_recovers_the_weights_behind_the_results(seats: int) -> None:
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
    played = SelfPlayGames(
        winners, numbers, numbers, ranks, numbers, progress, nobody, even, features
    )
    found = fit_weights([played], WeightSet((0, 0, 0), (0, 0, 0)))
    assert found.after < found.before
    likeness = np.corrcoef(np.array(found.weights.to_list()) / SCALE, truth)[0, 1]
    assert likeness > 0.95


def test_victory_progress_never_counts_against_its_seat_at_the_end() -> None:
    features = ("eliminated", "eliminated_near", "territory", "territory_near")
    assert clamp_victory_weights(
        WeightSet((-9, -9, -9, -9), (76, -158, 300, 20)), features
    ).end == (
        76,
        -12,
        300,
        20,
    )
    assert clamp_victory_weights(
        WeightSet((-9, -9, -9, -9), (-76, 0, 1, 2)), features
    ) == WeightSet((-9, -9, -9, -9), (-76, 140, 1, 63))


def test_tuning_is_reproducible_and_resumes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = ("--setup", "square8/2/standard")
    first = tune(tmp_path / "a", *setup)
    told = capsys.readouterr().out
    assert "generation 1" in told
    assert "against the initial weights" in told
    assert tune(tmp_path / "b", *setup) == first
    assert capsys.readouterr().out == told
    assert tune(tmp_path / "a", *setup) == first
    assert "generation 1, log loss" not in capsys.readouterr().out, "nothing is left to self_play"


def test_polishing_starts_from_the_current_weights(tmp_path: Path) -> None:
    setup = ("--setup", "square8/2/standard")
    tune(tmp_path, *setup, "--polish")
    run = json.loads((tmp_path / "state" / "square8-2-standard-polish.json").read_text("utf-8"))
    assert tuple(run["first"]["start"]) == load_shipped_weights().tables["square8/2/standard"].start
    assert run["plan"]["max_random_turns"] == polish_plan_for("square8/2/standard").max_random_turns
    assert {trial["origin"] for trial in run["trials"]} == {"generation 1"}, (
        "no other table is tried"
    )


def test_polishing_a_big_board_tries_averages_with_related_weights_and_resumes(
    tmp_path: Path,
) -> None:
    tables = {**load_shipped_weights().tables, "square19/3/standard": LOSING_WEIGHTS}
    book, kept = tmp_path / "weights.json", tmp_path / "state" / "square19-3-standard-polish.json"
    asked = ("--setup", "square19/3/standard", "--polish", "--generations", "0")
    write_weights(EvaluationWeights(load_shipped_weights().features, tables), book)
    tune(tmp_path, *asked)
    run = json.loads(kept.read_text("utf-8"))
    kin = ["square19/2/standard", "hexagonal/3/standard"]
    assert [trial["origin"] for trial in run["trials"]] == [f"half of {name}" for name in kin]
    found = LOSING_WEIGHTS
    for name, trial in zip(kin, run["trials"], strict=True):
        found = average_weights(found, tables[name]) if trial["accepted"] else found
    assert found != LOSING_WEIGHTS, "anything is better than weights that want to lose"
    assert parse_weights(book.read_text("utf-8")).tables["square19/3/standard"] == found

    after_one = (
        average_weights(LOSING_WEIGHTS, tables[kin[0]])
        if run["trials"][0]["accepted"]
        else LOSING_WEIGHTS
    )
    table = {"start": after_one.start, "end": after_one.end}
    cut = {**run, "trials": run["trials"][:1], "table": table, "against_first": None}
    kept.write_text(json.dumps(cut), "utf-8")
    write_weights(EvaluationWeights(load_shipped_weights().features, tables), book)
    tune(tmp_path, *asked)
    assert json.loads(kept.read_text("utf-8")) == run


def test_average_weights_are_the_mean() -> None:
    assert average_weights(WeightSet((0, -9), (7, 4)), WeightSet((10, 3), (7, -4))) == WeightSet(
        (5, -3), (7, 0)
    )
    assert average_weights(WeightSet((0, -3), (1, 2)), WeightSet((3, 0), (2, 2))) == WeightSet(
        (2, -2), (2, 2)
    ), "to the even"


def test_a_saved_run_of_other_weights_is_not_resumed(tmp_path: Path) -> None:
    setup = ("--setup", "square8/2/standard", "--polish")
    tune(tmp_path, *setup)
    kept = tmp_path / "state" / "square8-2-standard-polish.json"
    before = json.loads(kept.read_text("utf-8"))
    other = {**load_shipped_weights().tables, "square8/2/standard": INITIAL_WEIGHTS}
    write_weights(
        EvaluationWeights(load_shipped_weights().features, other), tmp_path / "weights.json"
    )
    tune(tmp_path, *setup)
    after = json.loads(kept.read_text("utf-8"))
    assert before["first"] != after["first"]
    assert tuple(after["first"]["start"]) == INITIAL_WEIGHTS.start
    kept.write_text(json.dumps({"seed": 5}), "utf-8")
    tune(tmp_path, *setup)
    assert json.loads(kept.read_text("utf-8"))["trials"], "another version's run starts again"


def test_tuning_does_not_change_other_weights(tmp_path: Path) -> None:
    book = parse_weights(tune(tmp_path, "--setup", "hex8/2/classic"))
    assert {
        name
        for name in all_weight_set_names()
        if book.tables[name] != load_shipped_weights().tables[name]
    } <= {"hex8/2/classic"}


def test_every_setup_is_tuned_after_its_parent() -> None:
    order = tuning_order()
    assert sorted(order) == sorted(all_weight_set_names())
    for name in order:
        parent = plan_for(name).parent
        assert parent is None or order.index(parent) < order.index(name)
        for fewer in polish_plan_for(name).related[:1]:
            assert order.index(fewer) < order.index(name)


def test_a_big_board_starts_from_the_weights_of_the_small_board_of_its_shape() -> None:
    assert plan_for("square19/2/standard").parent == "square8/2/standard"
    assert plan_for("hexagonal/2/standard").parent == "hex8/2/standard"
    assert plan_for("hex8/2/standard").parent is None
