"""Datasets: what is written is read back, from records, stores and self-play."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pyarrow.parquet as pq
import pytest

from ringrift.cli.main import main
from ringrift.conformance.positions import random_position
from ringrift.kernel import Position, decode_observation
from ringrift.learning import Dataset, DatasetError, DatasetWriter
from ringrift.learning.decisions import SelfPlay, decisions_of_record
from ringrift.records import Heading, Record, Recorder, Store, dump_text
from ringrift.rules import apply
from ringrift.rules.setup import Setup
from ringrift.rules.state import State

SQUARE = Setup("square8", 2)


class Run(NamedTuple):
    """What a command returned and wrote."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    def call(*arguments: object) -> Run:
        status = main([str(argument) for argument in arguments])
        return Run(status, *capsys.readouterr())

    return call


def random_record(start: State, seed: int) -> Record:
    recorder = Recorder(Heading.of(start))
    for move in Position.from_state(start).playout_moves(seed):
        recorder.append(move)
    return recorder.record()


def test_the_decisions_of_a_record_can_be_played_again() -> None:
    record = random_record(SQUARE.new_game(), 3)
    game = decisions_of_record(record)
    assert game is not None
    assert sorted(game.rewards) == [-1, 1]
    states = {SQUARE.new_game()}
    state = SQUARE.new_game()
    for move in record.moves:
        state = apply(state, move)
        states.add(state)
    for decision in game.decisions:
        assert decode_observation("square8", decision.planes, decision.scalars) in states
        assert decision.action in decision.legal


def test_a_recovery_is_two_decisions_where_it_has_several_settlements() -> None:
    rng = Random(2)
    for _ in range(200):
        start = random_position(SQUARE, rng, "recovery")
        if start.outcome is None:
            game = decisions_of_record(random_record(start, 1))
            assert game is not None
            if any(one.planes[20].any() for one in game.decisions):
                return
    pytest.fail("no game settled a marker step")


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    game = SelfPlay(Setup("hex8", 3), nodes=20).play(seed=1)
    with DatasetWriter(tmp_path / "set", Setup("hex8", 3), {"test": True}) as writer:
        writer.add_game("1", game.decisions, game.rewards)
    dataset = Dataset(tmp_path / "set")
    dataset.verify()
    assert len(dataset) == len(game.decisions)
    rows = [row for batch in dataset.batches(7) for row in zip(*batch.values(), strict=True)]
    for decision, row in zip(game.decisions, rows, strict=True):
        planes, scalars, mask, action, values, outcome = row
        np.testing.assert_array_equal(planes, decision.planes)
        np.testing.assert_array_equal(scalars, decision.scalars)
        assert np.flatnonzero(mask).tolist() == decision.legal.tolist()
        assert action == decision.action
        assert values == pytest.approx(decision.values)
        assert outcome[0] == pytest.approx(game.rewards[decision.seat - 1])
        assert outcome.sum() == pytest.approx(0, abs=1e-6)


def test_batches_in_random_order_hold_every_decision(tmp_path: Path) -> None:
    game = SelfPlay(SQUARE, nodes=10).play(seed=2)
    with DatasetWriter(tmp_path / "set", SQUARE, {}) as writer:
        writer.add_game("1", game.decisions, game.rewards)
    dataset = Dataset(tmp_path / "set")
    plain = [int(action) for batch in dataset.batches(8) for action in batch["action"]]
    mixed = [int(action) for batch in dataset.batches(8, seed=1) for action in batch["action"]]
    assert plain != mixed
    assert sorted(plain) == sorted(mixed)


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (SelfPlay(SQUARE, nodes=30).play(seed=5) for _ in range(2))
    assert [one.action for one in first.decisions] == [one.action for one in second.decisions]


def test_records_and_stores_are_exported(tmp_path: Path, run: Callable[..., Run]) -> None:
    text, store = tmp_path / "games.txt", tmp_path / "games.sqlite3"
    text.write_text(
        "\n".join(
            dump_text(random_record(setup.new_game(), 1)) for setup in (SQUARE, Setup("hex8"))
        ),
        encoding="utf-8",
    )
    with Store(store) as opened:
        opened.add(random_record(SQUARE.new_game(), 2))
    out = tmp_path / "set"
    done = run("dataset", "export", text, store, "--players", "2", "--out", out)
    assert done.status == 0, done.err
    assert "of 2 games" in done.out
    assert "1 games have another setup" in done.out
    names = pq.read_table(out / "decisions-00000.parquet")["game"].unique().to_pylist()
    assert names == ["games.txt:1", "games.sqlite3#1"]
    shown = run("dataset", "show", out)
    assert "square8, 2 players, standard" in shown.out


def test_self_play_is_written(tmp_path: Path, run: Callable[..., Run]) -> None:
    out = tmp_path / "set"
    arguments = ("--players", "2", "--games", "2", "--nodes", "10", "--out", out)
    done = run("dataset", "selfplay", *arguments)
    assert done.status == 0, done.err
    assert Dataset(out).manifest["source"]["selfplay"]["games"] == 2
    again = run("dataset", "selfplay", *arguments)
    assert again.status == 2
    assert "choose another folder" in again.err


def test_a_damaged_dataset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="no dataset"):
        Dataset(tmp_path)
    game = SelfPlay(SQUARE, nodes=10).play(seed=2)
    with DatasetWriter(tmp_path / "set", SQUARE, {}) as writer:
        writer.add_game("1", game.decisions, game.rewards)
    shard = tmp_path / "set" / "decisions-00000.parquet"
    shard.write_bytes(shard.read_bytes() + b"x")
    with pytest.raises(DatasetError, match="was changed"):
        Dataset(tmp_path / "set").verify()
    manifest = tmp_path / "set" / "manifest.json"
    manifest.write_text(json.dumps({"format": 99}), encoding="utf-8")
    with pytest.raises(DatasetError, match="99"):
        Dataset(tmp_path / "set")
