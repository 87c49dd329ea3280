"""Train an evaluation network from self-play samples with PyTorch, and quantise it.

Needs Python and torch only: neither the kernel nor NumPy.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ringrift.players.network import (
    FEATURES,
    HIDDEN1,
    HIDDEN2,
    INPUTS,
    LAYERS,
    MAX_ACTIVATION,
    ONE,
    PHASES,
    SEATS,
    Network,
)
from ringrift.rules.errors import Refusal, RingRiftError

if TYPE_CHECKING:
    from torch import Tensor

SAMPLE_HEADER: Final = 8  # game, progress, seat to move, phase, expected shares of four seats
GAME_NUMBERS: Final = 8  # winner, reason, turns, decisions, ranks of four seats
# Features that are parts of 256; the others are counts and flags, enlarged to a similar range.
FIXED_POINT_FEATURES: Final = (0, 1, 2, 3, 4)
COUNT_SHIFT: Final = 4
ACTIVATION_SCALE: Final = 512  # an activation of 1.0 in integers
WEIGHT_SCALE: Final = 4096
POINTS: Final = 400  # a lead of this many points multiplies the odds by e
_LINEAR_SCALE: Final = 64


class TrainingError(RingRiftError):
    """Training that cannot run."""


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How a network is trained."""

    epochs: int = 6
    batch: int = 512
    learning_rate: float = 2e-3
    weight_decay: float = 1e-5
    outcome: float = 0.5  # weight of the game's outcome; the search's shares have the rest
    seed: int = 1


@dataclass(frozen=True, slots=True)
class TrainingResult:
    """A network with its cross-entropy against the winners of games that it was not trained on."""

    network: Network
    loss: float
    linear_loss: float
    samples: int


def import_torch() -> Any:
    """Import PyTorch; raise `TrainingError` with what to do if it is missing."""
    try:
        import torch
    except ModuleNotFoundError as error:
        message = "training needs PyTorch: pip install torch"
        raise TrainingError(Refusal("PACKAGE_MISSING", None, message)) from error
    return torch


def train(
    setup: tuple[str, int, str],
    linear: list[int],
    games: bytes,
    samples: bytes,
    settings: TrainingSettings,
    on_epoch: Callable[[int, float], None] | None = None,
) -> TrainingResult:
    """Train a network on samples as `kernel._native.self_play` returns them."""
    torch = import_torch()
    players = setup[1]
    width = SAMPLE_HEADER + players * FEATURES
    if len(samples) < 4 * width or sys.byteorder != "little":
        raise TrainingError(Refusal("NO_SAMPLES", None, "there are no samples to train on"))
    rows = torch.frombuffer(bytearray(samples), dtype=torch.int32).reshape(-1, width)
    winners = torch.frombuffer(bytearray(games), dtype=torch.int32).reshape(-1, GAME_NUMBERS)[:, 0]
    torch.manual_seed(settings.seed)
    inputs, base = sample_inputs(torch, rows, players, linear)
    game = rows[:, 0].long()
    won = torch.nn.functional.one_hot(winners.long()[game], players).float()
    expected = rows[:, 4 : 4 + players].float().clamp(min=0)
    expected = expected / expected.sum(1, keepdim=True).clamp(min=1)
    target = settings.outcome * won + (1 - settings.outcome) * expected
    held_out = game % 20 == 0  # whole games: positions of one game resemble each other
    if bool(held_out.all()) or not bool(held_out.any()):
        held_out = torch.zeros_like(held_out)
        held_out[:: max(1, len(rows) // 20)] = True
    model = create_model(torch)
    _fit(torch, model, (inputs, base, target), torch.nonzero(~held_out)[:, 0], settings, on_epoch)
    network = Network(*setup, tuple(quantise(model, linear)))
    with torch.no_grad():
        test = torch.nonzero(held_out)[:, 0]
        scores = model(inputs[test].float() / ONE) + model.skip * base[test]
        loss = float(-(torch.log_softmax(scores, 1) * won[test]).sum(1).mean())
        before = float(-(torch.log_softmax(base[test], 1) * won[test]).sum(1).mean())
    return TrainingResult(network, loss, before, len(rows))


def sample_inputs(
    torch: Any, rows: Tensor, players: int, linear: list[int]
) -> tuple[Tensor, Tensor]:
    """Return the inputs by sample and seat as integers, and the linear evaluation in logits."""
    count = len(rows)
    features = rows[:, SAMPLE_HEADER:].reshape(count, players, FEATURES)
    shifts = torch.tensor([2**shift for shift in feature_shifts()], dtype=torch.int32)
    progress, player, phase = rows[:, 1], rows[:, 2], rows[:, 3]
    inputs = torch.zeros((count, players, INPUTS), dtype=torch.int16)
    total = features.sum(1, keepdim=True).to(torch.int32)
    inputs[:, :, :FEATURES] = (features * shifts).clamp(-MAX_ACTIVATION, MAX_ACTIVATION)
    others = ((total - features) * shifts).clamp(-MAX_ACTIVATION, MAX_ACTIVATION)
    inputs[:, :, FEATURES : 2 * FEATURES] = others
    inputs[:, :, 2 * FEATURES] = progress[:, None]
    flags = torch.nn.functional.one_hot(phase.long(), PHASES)[:, None, :]
    inputs[:, :, 2 * FEATURES + 1 : 2 * FEATURES + 1 + PHASES] = flags * ONE
    turns = (torch.arange(players)[None, :] - player[:, None].long()) % players
    inputs[:, :, -SEATS:] = torch.nn.functional.one_hot(turns, SEATS) * ONE
    start = torch.tensor(linear[:FEATURES], dtype=torch.float32)
    end = torch.tensor(linear[FEATURES:], dtype=torch.float32)
    part = (progress.float() / ONE)[:, None, None]
    weights = start * (1 - part) + end * part
    base = (features.float() * weights).sum(2) / (_LINEAR_SCALE * POINTS)
    return inputs, base


def _fit(
    torch: Any,
    model: Any,
    data: tuple[Tensor, Tensor, Tensor],
    rows: Tensor,
    settings: TrainingSettings,
    on_epoch: Callable[[int, float], None] | None,
) -> None:
    inputs, base, target = data
    optimiser = torch.optim.AdamW(
        model.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay
    )
    steps = settings.epochs * (-(-len(rows) // settings.batch))
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for epoch in range(settings.epochs):
        order = rows[torch.randperm(len(rows))]
        total = 0.0
        for at in range(0, len(order), settings.batch):
            some = order[at : at + settings.batch]
            scores = model(inputs[some].float() / ONE) + model.skip * base[some]
            loss = -(torch.log_softmax(scores, 1) * target[some]).sum(1).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            model.clamp()
            total += float(loss.detach()) * len(some)
        if on_epoch is not None:
            on_epoch(epoch + 1, total / len(order))


def create_model(torch: Any) -> Any:
    """Return the network in floating point, which starts as the linear evaluation."""

    class Model(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.first = torch.nn.Linear(INPUTS, HIDDEN1)
            self.second = torch.nn.Linear(HIDDEN1, HIDDEN2)
            self.last = torch.nn.Linear(HIDDEN2, 1)
            self.skip = torch.nn.Parameter(torch.ones(()))
            torch.nn.init.zeros_(self.last.weight)
            torch.nn.init.zeros_(self.last.bias)

        def forward(self, inputs: Tensor) -> Any:
            most = MAX_ACTIVATION / ACTIVATION_SCALE
            hidden = self.first(inputs).clamp(0, most)
            hidden = self.second(hidden).clamp(0, most)
            return self.last(hidden)[..., 0]

        def clamp(self) -> None:
            """Keep the weights within what the integers hold."""
            with torch.no_grad():
                for layer in (self.first, self.second, self.last):
                    layer.weight.clamp_(-1.35, 1.35)
                    layer.bias.clamp_(-16, 16)

    return Model()


def feature_shifts() -> list[int]:
    """Return by how many bits each feature is enlarged."""
    return [0 if at in FIXED_POINT_FEATURES else COUNT_SHIFT for at in range(FEATURES)]


def quantise(model: Any, linear: list[int]) -> list[int]:
    """Return the numbers of the integer network of a model."""
    skip = float(model.skip.detach())
    numbers = [*feature_shifts(), *(round(weight * skip) for weight in linear)]
    last_scale = WEIGHT_SCALE * POINTS / ACTIVATION_SCALE
    scales = (
        (WEIGHT_SCALE, WEIGHT_SCALE * ONE),
        (WEIGHT_SCALE, WEIGHT_SCALE * ACTIVATION_SCALE),
        (last_scale, last_scale * ACTIVATION_SCALE),
    )
    layers = (model.first, model.second, model.last)
    for layer, (of_weight, of_bias), (_, units) in zip(layers, scales, LAYERS, strict=True):
        weights, biases = layer.weight.detach().tolist(), layer.bias.detach().tolist()
        for unit in range(units):
            numbers += [round(one * of_weight) for one in weights[unit]]
            numbers.append(round(biases[unit] * of_bias))
    return numbers
