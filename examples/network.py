"""Train a small network on a dataset and play with it (docs/how-to/train.md)."""

import os
import sys
from pathlib import Path

import torch
from torch import nn

from ringrift.learning import Dataset, PolicyPlayer


class Network(nn.Module):
    """Two convolutions and the scalars; then a logit for each action, and the mover's outcome."""

    def __init__(self, planes: int, rows: int, scalars: int, actions: int) -> None:
        super().__init__()
        layers = nn.Conv2d(planes, 32, 3, padding=1), nn.Conv2d(32, 32, 3, padding=1)
        self.board = nn.Sequential(layers[0], nn.ReLU(), layers[1], nn.ReLU(), nn.Flatten())
        self.mix = nn.Sequential(nn.Linear(32 * rows * rows + scalars, 256), nn.ReLU())
        self.policy, self.value = nn.Linear(256, actions), nn.Linear(256, 1)

    def forward(self, planes, scalars, mask):
        mixed = self.mix(torch.cat([self.board(planes), scalars], 1))
        return self.policy(mixed).masked_fill(~mask, -torch.inf), torch.tanh(self.value(mixed))


def train(folder: str, model: str, epochs: int = 5) -> None:
    manifest = (dataset := Dataset(Path(folder))).manifest
    shape = (*manifest["planes"][:2], manifest["scalars"], manifest["actions"])
    network = Network(*shape)
    optimizer = torch.optim.Adam(network.parameters(), 1e-3)
    for epoch in range(epochs):
        for rows in dataset.batches(256, seed=epoch):
            batch = {name: torch.from_numpy(array) for name, array in rows.items()}
            policy, value = network(batch["planes"], batch["scalars"], batch["mask"])
            loss = nn.functional.mse_loss(value[:, 0], batch["outcome"][:, 0])
            loss = loss + nn.functional.cross_entropy(policy, batch["action"])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch + 1}: loss of the last batch {loss.item():.3f}")
    torch.save({"shape": shape, "weights": network.state_dict()}, model)


def create(_seed: int) -> PolicyPlayer:
    network = Network(*(saved := torch.load(os.environ["RINGRIFT_NETWORK"]))["shape"])
    network.load_state_dict(saved["weights"])

    @torch.no_grad()
    def policy(*arrays):
        return network(*(torch.from_numpy(array)[None] for array in arrays))[0].argmax()

    return PolicyPlayer(policy, "network")


if __name__ == "__main__":
    train(*sys.argv[1:])
