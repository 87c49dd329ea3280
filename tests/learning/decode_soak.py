"""Decode observations of many states: `python -m tests.learning.decode_soak --states 1000000`.

Games of every setup are played at random from the start and from generated positions. After every
decision the observation, from the view of a random seat, must give back every field of the state.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

import numpy as np

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.kernel._native import Games, read_observation
from ringrift.kernel.observation import observation_shape
from ringrift.kernel.state_codec import board_number, to_fields
from ringrift.rules.setup import Setup

_GAMES = 64
_DECISIONS = 200


def check_setup(setup: Setup, states: int, seed: int) -> int:
    """Check at least this many states of a setup; return how many."""
    rng = Random(f"{setup} {seed}")
    board = board_number(setup.new_game().board.grid)
    shape = observation_shape(setup.board)
    planes = np.zeros((_GAMES, *shape.planes), np.float32)
    scalars = np.zeros((_GAMES, *shape.scalars), np.float32)
    choices = np.zeros(_GAMES, np.int64)
    checked = 0
    while checked < states:
        starts = [
            setup.new_game() if game % 2 else random_position(setup, rng) for game in range(_GAMES)
        ]
        games = Games(board, [to_fields(state) for state in starts], 1)
        generators = np.array([rng.getrandbits(64) for _ in range(_GAMES)], np.uint64)
        for _ in range(_DECISIONS):
            games.observations(planes, scalars, rng.randrange(-1, setup.players))
            for game in range(_GAMES):
                fields, step = read_observation(board, planes[game], scalars[game])
                expected = games.fields(game)
                if fields != expected:
                    raise AssertionError(f"{setup}, seed {seed}: {expected} decodes to {fields}")
                if step != games.step_to_settle(game):
                    raise AssertionError(f"{setup}, seed {seed}: step {step} in {expected}")
            checked += _GAMES
            games.random_choices(generators, choices)
            if checked >= states or (choices < 0).all():
                break
            games.step(choices)
    return checked


def main() -> int:
    """Check all setups; return 1 if a state is not decoded."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--states", type=int, default=1_000_000, help="in all (default: 10⁶)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    begun, total = time.monotonic(), 0
    for setup in SETUPS:
        try:
            total += check_setup(setup, arguments.states // len(SETUPS) + 1, arguments.seed)
        except AssertionError as error:
            print(error, file=sys.stderr)
            return 1
    print(f"{total:,} states decoded in {time.monotonic() - begun:.0f} s, none differs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
