"""Train an evaluation network on self-play samples with PyTorch, and quantise it.

Needs Python and torch only: neither the kernel nor NumPy.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ringrift.learning.game_tasks import GAME_NUMBERS, SAMPLE_HEADER, PlayedGames
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
)
from ringrift.rules.errors import Refusal, RingRiftError

if TYPE_CHECKING:
    from torch import Tensor

# Features that are parts of 256; the others are counts and flags, enlarged to a similar range.
FIXED_POINT_FEATURES: Final = (0, 1, 2, 3, 4)
COUNT_SHIFT: Final = 4
ACTIVATION_SCALE: Final = 512  # an activation of 1.0 in integers
WEIGHT_SCALE: Final = 4096
POINTS: Final = 400  # a lead of this many points multiplies the odds by e
_LINEAR_SCALE: Final = 64
_MANY_SAMPLES: Final = 200_000  # from here, larger batches give the same network sooner


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
    correction: float = 1.0  # how much of what it learned the network adds to the linear evaluation
    seed: int = 1


@dataclass(frozen=True, slots=True)
class ValueResult:
    """The numbers of a network with its cross-entropy against the winners of held-out games."""

    numbers: tuple[int, ...]
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
    if sys.byteorder != "little":
        message = "training reads samples of little-endian machines only"
        raise TrainingError(Refusal("BYTE_ORDER", None, message))
    return torch


def training_device(torch: Any) -> Any:
    """Return the GPU, or the CPU if there is none."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def read_rows(torch: Any, blocks: Sequence[bytes], kind: Any, width: int) -> Tensor:
    """Return rows of numbers as a tensor."""
    rows: Tensor = torch.frombuffer(bytearray(b"".join(blocks)), dtype=kind).reshape(-1, width)
    return rows


def number_games(
    torch: Any,
    generations: Sequence[Sequence[PlayedGames]],
    rows: Callable[[PlayedGames], bytes],
    width: int,
) -> Tensor:
    """Return the rows of all generations; their games are numbered on in the first column."""
    parts, before = [], 0
    for played in generations:
        part = read_rows(torch, [rows(one) for one in played], torch.int32, width)
        part[:, 0] += before
        parts.append(part)
        before += sum(len(one.games) for one in played) // (4 * GAME_NUMBERS)
    rows_of_all: Tensor = torch.cat(parts)
    return rows_of_all


def is_held_out(torch: Any, game: Tensor) -> Tensor:
    """Return which rows are for testing: whole games, whose positions resemble each other."""
    held_out = game % 20 == 0
    if bool(held_out.all()) or not bool(held_out.any()):
        held_out = torch.zeros_like(held_out)
        held_out[:: max(1, len(game) // 20)] = True
    return held_out


def train_value(
    setup: tuple[str, int, str],
    linear: Sequence[int],
    generations: Sequence[Sequence[PlayedGames]],
    settings: TrainingSettings,
    on_epoch: Callable[[int, float], None] | None = None,
) -> ValueResult:
    """Train an evaluation network on the sampled positions of some generations."""
    torch = import_torch()
    players, width = setup[1], SAMPLE_HEADER + setup[1] * FEATURES
    if sum(len(one.samples) for played in generations for one in played) < 4 * width:
        raise TrainingError(Refusal("NO_SAMPLES", None, "there are no samples to train on"))
    device = training_device(torch)
    rows = number_games(torch, generations, lambda one: one.samples, width).to(device)
    games = [one.games for played in generations for one in played]
    winners = read_rows(torch, games, torch.int32, GAME_NUMBERS)[:, 0].to(device)
    torch.manual_seed(settings.seed)
    inputs, base = sample_inputs(torch, rows, players, linear)
    game = rows[:, 0].long()
    won = torch.nn.functional.one_hot(winners.long()[game], players).float()
    expected = rows[:, 5 : 5 + players].float().clamp(min=0)
    expected = expected / expected.sum(1, keepdim=True).clamp(min=1)
    # The outcome says nothing about a position that the game did not reach.
    detour = rows[:, 4:5] != 0
    outcome = settings.outcome * (~detour).float()
    target = outcome * won + (1 - outcome) * expected
    held_out = is_held_out(torch, game)
    model = create_model(torch).to(device)
    _fit(torch, model, (inputs, base, target), torch.nonzero(~held_out)[:, 0], settings, on_epoch)
    with torch.no_grad():
        test = torch.nonzero(held_out & ~detour[:, 0])[:, 0]
        skip = 1 + settings.correction * (model.skip - 1)
        scores = settings.correction * model(inputs[test].float() / ONE) + skip * base[test]
        loss = float(-(torch.log_softmax(scores, 1) * won[test]).sum(1).mean())
        before = float(-(torch.log_softmax(base[test], 1) * won[test]).sum(1).mean())
    numbers = tuple(quantise(model.cpu(), linear, settings.correction))
    return ValueResult(numbers, loss, before, len(rows))


def sample_inputs(
    torch: Any, rows: Tensor, players: int, linear: Sequence[int]
) -> tuple[Tensor, Tensor]:
    """Return the inputs by sample and seat as integers, and the linear evaluation in logits."""
    count, device = len(rows), rows.device
    features = rows[:, SAMPLE_HEADER:].reshape(count, players, FEATURES)
    shifts = torch.tensor(
        [2**shift for shift in feature_shifts()], dtype=torch.int32, device=device
    )
    progress, player, phase = rows[:, 1], rows[:, 2], rows[:, 3]
    inputs = torch.zeros((count, players, INPUTS), dtype=torch.int16, device=device)
    total = features.sum(1, keepdim=True).to(torch.int32)
    inputs[:, :, :FEATURES] = (features * shifts).clamp(-MAX_ACTIVATION, MAX_ACTIVATION)
    others = ((total - features) * shifts).clamp(-MAX_ACTIVATION, MAX_ACTIVATION)
    inputs[:, :, FEATURES : 2 * FEATURES] = others
    inputs[:, :, 2 * FEATURES] = progress[:, None]
    flags = torch.nn.functional.one_hot(phase.long(), PHASES)[:, None, :]
    inputs[:, :, 2 * FEATURES + 1 : 2 * FEATURES + 1 + PHASES] = flags * ONE
    turns = (torch.arange(players, device=device)[None, :] - player[:, None].long()) % players
    inputs[:, :, -SEATS:] = torch.nn.functional.one_hot(turns, SEATS) * ONE
    start = torch.tensor(linear[:FEATURES], dtype=torch.float32, device=device)
    end = torch.tensor(linear[FEATURES:], dtype=torch.float32, device=device)
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
    batch, rate = settings.batch, settings.learning_rate
    if len(rows) >= _MANY_SAMPLES:
        batch, rate = 8 * batch, 2 * rate
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=settings.weight_decay)
    steps = settings.epochs * (-(-len(rows) // batch))
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for epoch in range(settings.epochs):
        order = rows[torch.randperm(len(rows), device=rows.device)]
        total = torch.zeros((), device=rows.device)
        for at in range(0, len(order), batch):
            some = order[at : at + batch]
            scores = model(inputs[some].float() / ONE) + model.skip * base[some]
            loss = -(torch.log_softmax(scores, 1) * target[some]).sum(1).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            model.clamp()
            total += loss.detach() * len(some)
        if on_epoch is not None:
            on_epoch(epoch + 1, float(total) / len(order))


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


def quantise(model: Any, linear: Sequence[int], correction: float = 1.0) -> list[int]:
    """Return the numbers of the integer network of a model."""
    skip = 1 + correction * (float(model.skip.detach()) - 1)
    numbers = [*feature_shifts(), *(round(weight * skip) for weight in linear)]
    last_scale = correction * WEIGHT_SCALE * POINTS / ACTIVATION_SCALE
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
