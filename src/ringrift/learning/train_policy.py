"""Train a policy network on the visits of self-play searches with PyTorch, and quantise it.

Needs Python and torch only: neither the kernel nor NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ringrift.learning.game_tasks import POLICY_HEADER, PlayedGames
from ringrift.learning.train_network import (
    TrainingError,
    TrainingSettings,
    import_torch,
    is_held_out,
    number_games,
    read_rows,
    training_device,
)
from ringrift.players.network import (
    POLICY_CONTEXT,
    POLICY_FEATURES,
    POLICY_HIDDEN,
    POLICY_LINEAR_SHIFT,
    POLICY_MAX_FEATURE,
    POLICY_SHIFT,
)
from ringrift.rules.errors import Refusal

if TYPE_CHECKING:
    from torch import Tensor

ACTIVATION_SCALE: Final = 256  # an activation of 1.0 in integers
MAX_ACTIVATION: Final = 4095 / ACTIVATION_SCALE
# So many points make a move e times as likely as searches visited it; in a search, moves differ
# less than that (`policy_temperature`), which won matches.
SCORE: Final = 35
OUTPUT_SCALE: Final = SCORE * 2**POLICY_SHIFT / ACTIVATION_SCALE
LINEAR_SCALE: Final = SCORE * 2**POLICY_LINEAR_SHIFT
MAX_INTEGER: Final = 2**15 - 1


@dataclass(frozen=True, slots=True)
class PolicyResult:
    """The numbers of a policy and its cross-entropy against the visits of held-out games."""

    numbers: tuple[int, ...]
    loss: float
    uniform_loss: float
    samples: int


@dataclass(frozen=True, slots=True)
class _Positions:
    """Positions with the rows of their moves, on the training device."""

    game: Tensor
    context: Tensor
    first: Tensor  # row of the first move
    count: Tensor  # of moves
    features: Tensor  # by move
    target: Tensor  # by move: its part of the visits
    correction: Tensor  # by move: logarithm of how many unvisited moves it stands for


def train_policy(
    generations: Sequence[Sequence[PlayedGames]],
    settings: TrainingSettings,
    on_epoch: Callable[[int, float], None] | None = None,
) -> PolicyResult:
    """Train a policy network on the sampled decisions of some generations."""
    torch = import_torch()
    data = _read_positions(torch, generations)
    torch.manual_seed(settings.seed)
    held_out = is_held_out(torch, data.game)
    model = _create_model(torch).to(data.game.device)
    rows = torch.nonzero(~held_out)[:, 0]
    batch = min(settings.batch, max(32, len(rows) // 100))
    optimiser = torch.optim.AdamW(
        model.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay
    )
    steps = settings.epochs * (-(-len(rows) // batch))
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for epoch in range(settings.epochs):
        order = rows[torch.randperm(len(rows), device=rows.device)]
        total = torch.zeros((), device=rows.device)
        for at in range(0, len(order), batch):
            some = order[at : at + batch]
            loss = _loss(torch, model, data, some)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            model.clamp()
            total += loss.detach() * len(some)
        if on_epoch is not None:
            on_epoch(epoch + 1, float(total) / len(order))
    with torch.no_grad():
        test = torch.nonzero(held_out)[:, 0]
        loss = float(_loss(torch, model, data, test))
        uniform = float(data.count[test].float().log().mean())
    return PolicyResult(tuple(quantise_policy(model.cpu())), loss, uniform, len(data.game))


def _read_positions(torch: Any, generations: Sequence[Sequence[PlayedGames]]) -> _Positions:
    blocks = [one for played in generations for one in played]
    if not any(one.policy_positions for one in blocks):
        raise TrainingError(Refusal("NO_SAMPLES", None, "there are no decisions to train on"))
    device = training_device(torch)
    header = number_games(torch, generations, lambda one: one.policy_positions, POLICY_HEADER)
    header = header.to(device)
    count = header[:, 1].long()
    visits = read_rows(torch, [one.policy_visits for one in blocks], torch.int32, 1)
    visits = visits[:, 0].to(device).float()
    features = read_rows(
        torch, [one.policy_features for one in blocks], torch.int8, POLICY_FEATURES
    )
    owner = torch.arange(len(count), device=device).repeat_interleave(count)
    total = torch.zeros(len(count), device=device).index_add_(0, owner, visits)
    step = header[:, 2].float().log()[owner]
    return _Positions(
        header[:, 0].long(),
        header[:, 3 : 3 + POLICY_CONTEXT].float(),
        count.cumsum(0) - count,
        count,
        features.to(device).clamp(max=POLICY_MAX_FEATURE),
        visits / total[owner].clamp(min=1),
        torch.where(visits > 0, torch.zeros_like(step), step),
    )


def _loss(torch: Any, model: Any, data: _Positions, some: Tensor) -> Any:
    """Return the mean cross-entropy of the policy against the visits of some positions."""
    count = data.count[some]
    owner = torch.arange(len(some), device=some.device).repeat_interleave(count)
    before = (count.cumsum(0) - count)[owner]
    rows = data.first[some][owner] + torch.arange(len(owner), device=some.device) - before
    scores = model(data.features[rows].float(), data.context[some][owner])
    scores = scores + data.correction[rows]
    most = torch.full((len(some),), -1e9, device=some.device)
    most = most.scatter_reduce(0, owner, scores.detach(), "amax")
    total = torch.zeros(len(some), device=some.device)
    total = total.index_add(0, owner, (scores - most[owner]).exp())
    logits = scores - most[owner] - total.log()[owner]
    return -(logits * data.target[rows]).sum() / len(some)


def _create_model(torch: Any) -> Any:
    class Model(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.move = torch.nn.Linear(POLICY_FEATURES, POLICY_HIDDEN)
            self.context = torch.nn.Linear(POLICY_CONTEXT, POLICY_HIDDEN, bias=False)
            self.output = torch.nn.Linear(POLICY_HIDDEN, 1, bias=False)
            self.linear = torch.nn.Linear(POLICY_FEATURES, 1, bias=False)
            torch.nn.init.normal_(self.context.weight, std=0.05)
            torch.nn.init.normal_(self.output.weight, std=0.1)
            torch.nn.init.zeros_(self.linear.weight)

        def forward(self, move: Tensor, context: Tensor) -> Any:
            units = (self.move(move) + self.context(context)).clamp(0, MAX_ACTIVATION)
            return (self.output(units) + self.linear(move))[..., 0]

        def clamp(self) -> None:
            """Keep the weights within what the integers hold."""
            with torch.no_grad():
                for layer in (self.move, self.context):
                    layer.weight.clamp_(-100, 100)
                self.move.bias.clamp_(-100, 100)
                self.output.weight.clamp_(-MAX_INTEGER / OUTPUT_SCALE, MAX_INTEGER / OUTPUT_SCALE)
                self.linear.weight.clamp_(-MAX_INTEGER / LINEAR_SCALE, MAX_INTEGER / LINEAR_SCALE)

    return Model()


def quantise_policy(model: Any) -> list[int]:
    """Return the numbers of the integer policy of a model."""

    def numbers(values: Any, scale: float) -> list[int]:
        return [round(value * scale) for value in values.detach().reshape(-1).tolist()]

    return [
        *numbers(model.move.weight.T, ACTIVATION_SCALE),
        *numbers(model.context.weight.T, ACTIVATION_SCALE),
        *numbers(model.move.bias, ACTIVATION_SCALE),
        *numbers(model.output.weight, OUTPUT_SCALE),
        *numbers(model.linear.weight, LINEAR_SCALE),
    ]
