"""Games between settings that are candidates for a level; the levels were chosen on their scale.

python -m bench.level_sweep PLAN OUT [--seconds S] [--jobs N] [--seed N]

PLAN is a JSON object: the pairs of settings to play for each setup, the upper one first, and the
number of openings:

    {"square8/2": {"cycles": 30, "pairs": [["a1.5", "random"], ["n480", "d1"]]}}

`a1.5` notices 1.5 moves on average, `d1` searches one decision ahead, `n480` searches 480 nodes and
`n900d4` at most four decisions deep. The upper settings take one seat and the lower ones all
others; each opening is played with every rotation. With `"balanced": false` no search checks the
openings. All setups advance together until the time is up. Results are appended to OUT as JSON
Lines.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from typing import Any, Final

from ringrift.arena.openings import opening_moves
from ringrift.arena.schedule import Openings
from ringrift.players.level_settings import LevelSettings
from ringrift.players.levels import CountedLevel
from ringrift.players.player import Player
from ringrift.players.random_player import RandomPlayer
from ringrift.players.search import Method, apply_due_bookkeeping
from ringrift.rules import apply, new_game
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.grid import SMALL_BOARDS
from ringrift.rules.setup import Setup
from ringrift.rules.state import State

PAIRS_PER_TASK: Final = 2
SMALL_BOARD_NODES: Final = 60_000  # enough for all moves, one decision ahead
BIG_BOARD_NODES: Final = 120_000


class Candidate(CountedLevel):
    """A player with given settings instead of a level's."""

    def __init__(self, text: str, setup: Setup, seed: int) -> None:
        super().__init__(0, seed=seed)
        self.name = text
        self._settings = parse_settings(text, setup)

    def settings(self, state: State) -> LevelSettings:  # noqa: ARG002
        return self._settings


@dataclass(frozen=True, slots=True)
class Task:
    """Some pairs from one opening."""

    setup: Setup
    pairs: Sequence[Sequence[str]]
    opening: int
    openings: Openings
    progress: float  # the part of the setup's openings before this one


def parse_settings(text: str, setup: Setup) -> LevelSettings:
    """Return the settings that a short text describes."""
    full = SMALL_BOARD_NODES if setup.board in SMALL_BOARDS else BIG_BOARD_NODES
    if text == "d1":
        return LevelSettings(full, Method.ALPHA_BETA, 1)
    if found := re.fullmatch(r"a(\d+(?:\.\d+)?)", text):
        return LevelSettings(full, Method.ALPHA_BETA, 1, attention=float(found[1]))
    if found := re.fullmatch(r"n(\d+)(?:d(\d+))?", text):
        depth = int(found[2]) if found[2] else None
        return LevelSettings(int(found[1]), Method.ALPHA_BETA, depth)
    raise SystemExit(f"{text!r} names no settings; use random, a1.5, d1, n480 or n900d4")


def play_game(setup: Setup, names: Sequence[str], opening: int, openings: Openings) -> int:
    """Play one game and return the winner's seat."""
    state = new_game(setup.board, setup.players, setup.edition)
    for move in opening_moves(setup, opening, openings):
        state = apply(state, move)
    state = apply_due_bookkeeping(state)
    players = [_create(name, setup, 97 * opening + seat) for seat, name in enumerate(names)]
    while state.outcome is None:
        move = players[state.player - 1].choose(state)
        state = apply_due_bookkeeping(apply(state, move))
    return state.outcome.winner


def play_task(task: Task, deadline: float) -> list[dict[str, Any]]:
    """Play every pair with every rotation; start no pair after the deadline."""
    found = []
    for upper, lower in task.pairs:
        started, won = time.time(), []
        if started > deadline:
            break
        for seat in range(task.setup.players):
            names = [lower] * task.setup.players
            names[seat] = upper
            won.append(int(play_game(task.setup, names, task.opening, task.openings) == seat + 1))
        found.append(
            {
                "setup": f"{task.setup.board}/{task.setup.players}",
                "upper": upper,
                "lower": lower,
                "opening": f"{task.openings.seed}.{task.opening}",
                "won": won,
                "seconds": round(time.time() - started, 3),
            }
        )
    return found


def plan_tasks(plan: Mapping[str, Any], seed: int) -> Iterator[Task]:
    """Yield the tasks of a plan, setup by setup."""
    for name, entry in plan.items():
        board, players = name.split("/")
        setup = Setup(board, int(players), DEFAULT_EDITION)
        openings = Openings(seed, balanced=entry.get("balanced", True))
        pairs, cycles = entry["pairs"], entry["cycles"]
        for opening in range(cycles):
            for at in range(0, len(pairs), PAIRS_PER_TASK):
                some = pairs[at : at + PAIRS_PER_TASK]
                yield Task(setup, some, opening, openings, opening / cycles)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.level_sweep", description=__doc__)
    parser.add_argument("plan", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1, help="of the openings (%(default)s)")
    args = parser.parse_args()
    deadline = time.time() + args.seconds
    plan = json.loads(args.plan.read_text(encoding="utf-8"))
    tasks = sorted(plan_tasks(plan, args.seed), key=lambda task: task.progress)
    with Pool(args.jobs) as pool, args.out.open("a", encoding="utf-8") as out:
        waiting = [pool.apply_async(play_task, (task, deadline)) for task in tasks]
        for result in waiting:
            for row in result.get():
                print(json.dumps(row), file=out, flush=True)


def _create(text: str, setup: Setup, seed: int) -> Player:
    return RandomPlayer(seed=seed) if text == "random" else Candidate(text, setup, seed)


if __name__ == "__main__":
    main()
