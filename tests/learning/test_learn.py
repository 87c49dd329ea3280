"""`ringrift learn` runs a complete cycle on a tiny budget, and continues an interrupted run."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from ringrift.cli.main import main
from ringrift.learning.cycle import LearnSettings, learn
from ringrift.learning.game_tasks import SAMPLE_HEADER, GameTask, PlayedGames, pack, play, unpack
from ringrift.learning.train_network import (
    POINTS,
    TrainingError,
    TrainingSettings,
    create_model,
    quantise,
    sample_inputs,
    train_value,
)
from ringrift.learning.train_policy import train_policy
from ringrift.players.network import FEATURES, ONE, Network, evaluate_by_reference, read_network
from ringrift.players.weights import weights_for

torch = pytest.importorskip("torch", reason="`make test-learning` installs PyTorch")

TINY: Final = LearnSettings(
    "square8", 3, "standard", 1, games=48, nodes=16, epochs=2, match_nodes=16, match_games=24
)

CYCLE_SECONDS: Final = 60  # of a complete cycle, on the machine of CI


def silent(_step: str, _done: float, _total: float) -> None:
    pass


def test_a_complete_cycle_writes_its_run_folder_within_a_minute(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    started = time.perf_counter()
    budget = "--players 2 --generations 2 --games 48 --nodes 16 --epochs 2"
    budget += " --match-nodes 16 --match-games 48"
    assert main(["learn", str(folder), *budget.split()]) == 0
    assert time.perf_counter() - started < CYCLE_SECONDS
    printed = capsys.readouterr().out
    assert "generation 2:" in printed
    settings = json.loads((folder / "settings.json").read_text())
    assert settings["settings"]["games"] == 48
    assert set(settings["provenance"]) == {"date", "commit", "machine", "python"}
    assert read_network(folder / "generation-02" / "network.json").players == 2
    assert (folder / "strength.svg").read_text().startswith("<svg")
    journal = (folder / "generation-01" / "match.jsonl").read_text().splitlines()
    assert all(len(json.loads(line)["won"]) == 2 for line in journal)


def test_an_interrupted_run_ends_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    whole = learn(tmp_path / "whole", TINY, silent)

    def interrupt(step: str, done: float, _total: float) -> None:
        if "self-play" in step and done > 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn(tmp_path / "parts", TINY, interrupt)
    assert not (tmp_path / "parts" / "generation-01" / "network.json").exists()
    assert learn(tmp_path / "parts", TINY, silent) == whole
    networks = [tmp_path / name / "generation-01" / "network.json" for name in ("whole", "parts")]
    assert read_network(networks[0]) == read_network(networks[1])
    with pytest.raises(TrainingError, match=r"other settings \(nodes\)"):
        learn(tmp_path / "parts", replace(TINY, nodes=17), silent)


def self_played(players: int, games: int, nodes: int = 16, policy_permille: int = 0) -> PlayedGames:
    setup = ("square8", players, "standard")
    linear = weights_for(*setup)
    return play(
        GameTask(
            setup, [linear], [()], [nodes], 1, 0, games, 12, 40, policy_permille=policy_permille
        )
    )


def test_training_lowers_the_loss() -> None:
    played = self_played(2, 96, policy_permille=500)
    assert unpack(pack(played)) == played
    losses: list[float] = []
    setup = ("square8", 2, "standard")
    linear = weights_for(*setup)
    plan = TrainingSettings(epochs=4, batch=128)
    result = train_value(setup, linear, [[played]], plan, lambda _, loss: losses.append(loss))
    assert losses[-1] < losses[0]
    assert result.samples == len(played.samples) // (4 * (SAMPLE_HEADER + 2 * FEATURES))
    with pytest.raises(TrainingError, match="no samples"):
        train_value(setup, linear, [[PlayedGames()]], plan)
    policy = train_policy([[played]], plan)
    assert policy.loss < policy.uniform_loss
    assert Network(*setup, result.numbers + policy.numbers).has_policy
    with pytest.raises(TrainingError, match="no decisions"):
        train_policy([[self_played(2, 1)]], plan)


def test_the_integer_network_gives_the_scores_of_the_model() -> None:
    torch.manual_seed(3)
    model = create_model(torch)
    torch.nn.init.normal_(model.last.weight, std=0.3)
    linear = weights_for("square8", 3, "standard")
    samples = self_played(3, 3, 8).samples
    width = SAMPLE_HEADER + 3 * FEATURES
    rows = torch.frombuffer(bytearray(samples), dtype=torch.int32).reshape(-1, width)
    inputs, base = sample_inputs(torch, rows, 3, linear)
    with torch.no_grad():
        exact = (model(inputs.float() / ONE) + model.skip * base) * POINTS
    network = Network("square8", 3, "standard", tuple(quantise(model, linear)))
    for row, scores in zip(rows.tolist(), exact.tolist(), strict=True):
        features = [row[at : at + FEATURES] for at in range(SAMPLE_HEADER, width, FEATURES)]
        found = evaluate_by_reference(network, features, row[1], row[2], row[3])
        assert found == pytest.approx(scores, abs=5)


def test_a_part_of_the_correction_lies_between_the_network_and_the_linear_evaluation() -> None:
    torch.manual_seed(4)
    model = create_model(torch)
    torch.nn.init.constant_(model.last.bias, 0.5)
    torch.nn.init.constant_(model.skip, 1.4)
    setup = ("square8", 2, "standard")
    linear = weights_for(*setup)
    row = memoryview(self_played(2, 1, 8).samples).cast("i").tolist()
    seats = [row[at : at + FEATURES] for at in range(SAMPLE_HEADER, SAMPLE_HEADER + 80, FEATURES)]
    whole, half, none = (
        evaluate_by_reference(
            Network(*setup, tuple(quantise(model, linear, part))), seats, row[1], row[2], row[3]
        )
        for part in (1.0, 0.5, 0.0)
    )
    assert max(abs(one - other) for one, other in zip(whole, none, strict=True)) > 20
    middle = [(one + other) / 2 for one, other in zip(whole, none, strict=True)]
    assert half == pytest.approx(middle, abs=5)


@pytest.mark.parametrize("share", ["0", "1.5", "half"])
def test_a_correction_out_of_range_is_refused(
    share: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["learn", str(tmp_path), "--correction", share])
    assert "use a number above 0 and up to 1" in capsys.readouterr().err
