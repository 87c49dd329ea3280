"""Networks: their numbers, their files, and reference implementations.

An evaluation network gives each seat a score from its inputs: 92 → 32 → 16 → 1 units, in integers,
added to a linear evaluation. A policy network, which may come with it, scores moves: 44 features of
the move and 7 numbers of the position → 16 → 1, added to a linear score. `search/network.hpp` and
`search/move_policy.hpp` compute the same in the kernel; docs/reference/evaluation.md explains both.
"""

from __future__ import annotations

import json
import struct
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NoReturn

from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.grid import BOARD_NAMES

FORMAT: Final = "ringrift-network-2"
FEATURES: Final = 40
PHASES: Final = 7
SEATS: Final = 4
INPUTS: Final = 2 * FEATURES + 1 + PHASES + SEATS
HIDDEN1: Final = 32
HIDDEN2: Final = 16
LAYERS: Final = ((INPUTS, HIDDEN1), (HIDDEN1, HIDDEN2), (HIDDEN2, 1))
SHIFTS: Final = (11, 12, 12)  # of the sums of each layer
ONE: Final = 256  # a flag among the inputs
MAX_ACTIVATION: Final = 4095  # inputs and activations are clipped to this
MAX_SHIFT: Final = 8
MAX_LINEAR: Final = 1_000_000
MAX_EVALUATION: Final = 100_000
NUMBERS: Final = 3 * FEATURES + sum(units * (inputs + 1) for inputs, units in LAYERS)
POLICY_FEATURES: Final = 44
POLICY_CONTEXT: Final = 7
POLICY_HIDDEN: Final = 16
POLICY_MAX_FEATURE: Final = 31
POLICY_SHIFT: Final = 12  # of the sum of the units
POLICY_LINEAR_SHIFT: Final = 4  # of the linear score
POLICY_NUMBERS: Final = (POLICY_FEATURES + POLICY_CONTEXT + 2) * POLICY_HIDDEN + POLICY_FEATURES


class NetworkError(RingRiftError):
    """A network that is damaged or does not fit."""


@dataclass(frozen=True, slots=True)
class Network:
    """A network for one setup; `numbers` in the order that the kernel reads.

    They are the shift of each feature, the linear weights for the start and the end of a game, and
    for each unit of each layer its weights and its bias; then, with a policy, the units of each
    feature of a move, of each number of the position, the biases, the outputs and the linear
    weights.
    """

    board: str
    players: int
    edition: str
    numbers: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.board not in BOARD_NAMES:
            _refuse("board", f"there is no board {self.board!r}")
        if self.players not in (2, 3, 4):
            _refuse("players", f"{self.players!r} players: use 2, 3 or 4")
        if self.edition not in EDITION_NAMES:
            _refuse("edition", f"there is no edition {self.edition!r}")
        _check_numbers(self.numbers)

    @property
    def name(self) -> str:
        return f"{self.board}/{self.players}/{self.edition}"

    @property
    def has_policy(self) -> bool:
        return len(self.numbers) > NUMBERS


def dump_network(network: Network) -> str:
    """Return the network as JSON: its setup, and its numbers as 32-bit integers in base64."""
    data = struct.pack(f"<{len(network.numbers)}i", *network.numbers)
    body = {
        "format": FORMAT,
        "board": network.board,
        "players": network.players,
        "edition": network.edition,
        "sha256": sha256(data).hexdigest(),
        "numbers": b64encode(data).decode("ascii"),
    }
    return json.dumps(body, indent=1) + "\n"


def parse_network(text: str) -> Network:
    """Parse a network; raise `NetworkError` if it is damaged."""
    try:
        body: Any = json.loads(text)
        kind = body["format"]
    except (KeyError, TypeError, ValueError):
        _refuse("format", f"this is not a network file; it needs the format {FORMAT!r}")
    if kind != FORMAT:
        _refuse("format", f"the format {kind!r} is unknown; this version reads {FORMAT!r}")
    try:
        data = b64decode(body["numbers"], validate=True)
        setup = body["board"], body["players"], body["edition"]
        digest = body["sha256"]
    except (KeyError, TypeError, ValueError) as error:
        _refuse("numbers", f"the file is damaged ({error}); download or train the network again")
    if len(data) % 4 != 0 or sha256(data).hexdigest() != digest:
        _refuse(
            "numbers",
            "the numbers are damaged: their length or checksum is wrong;"
            " download or train the network again",
        )
    return Network(*setup, struct.unpack(f"<{len(data) // 4}i", data))


def read_network(path: Path) -> Network:
    """Read a network file."""
    try:
        return parse_network(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        _refuse("network", f"{path} cannot be read ({error}); choose a network file")


@cache
def shipped_network(board: str, players: int, edition: str) -> Network | None:
    """Return the network that ships with the package for this setup; None: it has none."""
    name = f"{board}-{players}-{edition}.json"
    path = files("ringrift.players").joinpath("networks", name)
    return parse_network(path.read_text("utf-8")) if path.is_file() else None


def evaluate_by_reference(
    network: Network, features: Sequence[Sequence[int]], progress: int, player: int, phase: int
) -> list[int]:
    """Return the score of each seat from its evaluation features, as the kernel computes it."""
    numbers = network.numbers
    shifts, linear = numbers[:FEATURES], numbers[FEATURES : 3 * FEATURES]
    total = [sum(column) for column in zip(*features, strict=True)]
    scores = []
    for seat, own in enumerate(features):
        flags = [0] * (PHASES + SEATS)
        flags[phase] = flags[PHASES + (seat - player) % len(features)] = ONE
        values = [
            *(_clip(one << shift, -MAX_ACTIVATION) for one, shift in zip(own, shifts, strict=True)),
            *(
                _clip((every - one) << shift, -MAX_ACTIVATION)
                for every, one, shift in zip(total, own, shifts, strict=True)
            ),
            progress,
            *flags,
        ]
        at = 3 * FEATURES
        for layer, (inputs, units) in enumerate(LAYERS):
            sums = []
            for _ in range(units):
                row = numbers[at : at + inputs]
                bias = numbers[at + inputs]
                sums.append(
                    (bias + sum(a * b for a, b in zip(row, values, strict=True))) >> SHIFTS[layer]
                )
                at += inputs + 1
            values = sums if layer == len(LAYERS) - 1 else [_clip(one, 0) for one in sums]
        score = _linear_score(own, linear, progress) + values[0]
        scores.append(min(max(score, -MAX_EVALUATION), MAX_EVALUATION))
    return scores


def score_move_by_reference(
    network: Network, features: Sequence[int], context: Sequence[int]
) -> int:
    """Return the score of a move by the network's policy, as the kernel computes it."""
    numbers = network.numbers[NUMBERS:]
    rows = [
        numbers[at : at + POLICY_HIDDEN]
        for at in range(0, len(numbers) - POLICY_FEATURES, POLICY_HIDDEN)
    ]
    moves, positions = rows[:POLICY_FEATURES], rows[POLICY_FEATURES:-2]
    bias, output = rows[-2:]
    linear = numbers[-POLICY_FEATURES:]
    total = 0
    for unit in range(POLICY_HIDDEN):
        value = bias[unit]
        value += sum(number * row[unit] for number, row in zip(context, positions, strict=True))
        value += sum(number * row[unit] for number, row in zip(features, moves, strict=True))
        total += _clip(value, 0) * output[unit]
    score = sum(number * weight for number, weight in zip(features, linear, strict=True))
    return (score >> POLICY_LINEAR_SHIFT) + (total >> POLICY_SHIFT)


def _linear_score(features: Sequence[int], weights: Sequence[int], progress: int) -> int:
    """Return the weighted sum, rounded towards zero and clipped, as in `evaluation.hpp`."""
    total = sum(
        one * (start * (ONE - progress) + end * progress)
        for one, start, end in zip(features, weights[:FEATURES], weights[FEATURES:], strict=True)
    )
    score = abs(total) // (ONE * 64) * (1 if total > 0 else -1)
    return min(max(score, -MAX_EVALUATION), MAX_EVALUATION)


def _clip(value: int, least: int) -> int:
    return min(max(value, least), MAX_ACTIVATION)


def _check_numbers(numbers: Sequence[int]) -> None:
    """Check the ranges that the kernel requires: no sum may exceed 32 bits."""
    if len(numbers) not in (NUMBERS, NUMBERS + POLICY_NUMBERS):
        _refuse(
            "numbers",
            f"a network has {NUMBERS} numbers, or {NUMBERS + POLICY_NUMBERS} with a policy,"
            f" not {len(numbers)}",
        )
    if not all(-(2**15) <= one < 2**15 for one in numbers[NUMBERS:]):
        _refuse("numbers", "a weight of the policy exceeds 16 bits")
    if not all(0 <= one <= MAX_SHIFT for one in numbers[:FEATURES]):
        _refuse("numbers", f"a feature shift must be 0 to {MAX_SHIFT}")
    if not all(abs(one) <= MAX_LINEAR for one in numbers[FEATURES : 3 * FEATURES]):
        _refuse("numbers", f"a linear weight must be -{MAX_LINEAR} to {MAX_LINEAR}")
    at = 3 * FEATURES
    for inputs, units in LAYERS:
        for _ in range(units):
            row, bias = numbers[at : at + inputs], numbers[at + inputs]
            if not all(-(2**15) <= one < 2**15 for one in row):
                _refuse("numbers", "a weight exceeds 16 bits")
            if sum(map(abs, row)) * MAX_ACTIVATION + abs(bias) >= 2**31:
                _refuse("numbers", "the sum of a unit can exceed 32 bits")
            at += inputs + 1


def _refuse(path: str, message: str) -> NoReturn:
    raise NetworkError(Refusal("BAD_NETWORK", None, f"the network: {message}", path))
