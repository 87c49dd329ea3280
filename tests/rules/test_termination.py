"""Every step of docs/reference/termination.md, the proof that every game ends."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.conformance.random_play import (
    Step,
    choose_uniformly,
    play_random_game,
    play_randomly,
    prefer_rare_moves,
)
from ringrift.conformance.vectors import Scenario, read_vectors
from ringrift.rules import Move, State, apply, in_rotation, monotone_sum
from ringrift.rules.moves import MOVE_TYPES, RecoverySlide
from ringrift.rules.notation import parse_move
from ringrift.rules.setup import Setup
from ringrift.rules.wire_import import load_state

ROOT = Path(__file__).parents[2]
PROOF = (ROOT / "docs/reference/termination.md").read_text(encoding="utf-8")
SCENARIOS = ROOT / "tests/data/vectors/scenarios.jsonl"
SMALL = [setup for setup in SETUPS if setup.board in ("square8", "hex8")]
IDLE_PER_TURN = 4
setups = st.sampled_from(SETUPS)
dice = st.integers(0, 2**32).map(Random)


def stated_changes() -> dict[str, tuple[str, str]]:
    """The proof's table: the changes of S and C by move, written as `1` or `≥ 1`."""
    rows = re.findall(r"^\| (`.+?) \| (≥ \d|\d) \| (≥ \d|\d) \| .+ \|$", PROOF, re.MULTILINE)
    return {
        name.replace("`", ""): (of_sum, of_cells)
        for names, of_sum, of_cells in rows
        for name in re.split(r", (?=`)", names)
    }


CHANGES = stated_changes()


def row_of(move: Move) -> str:
    if not isinstance(move, RecoverySlide):
        return move.type
    if move.mode == "line":
        return f"recovery_slide (line, {'free' if move.extraction is None else 'paid'})"
    return f"recovery_slide ({'strike' if move.mode == 'stack_strike' else 'fallback'})"


def collapsed(state: State) -> int:
    return sum(map(state.board.territory, state.board.seats))


def measure(state: State) -> int:
    """T = S + C."""
    return monotone_sum(state) + collapsed(state)


def max_measure(state: State) -> int:
    return 2 * len(state.board.grid) + state.total_rings


def matches(change: int, stated: str) -> bool:
    least = int(stated.removeprefix("≥ "))
    return change >= least if stated.startswith("≥") else change == least


def assert_stated_change(step: Step) -> None:
    end = step.after.outcome
    of_sum, of_cells = CHANGES[row_of(step.move)]
    in_hand = sum(seat.hand for seat in step.before.seats)
    extra = in_hand if end is not None and end.reason == "stalemate" else 0
    assert matches(monotone_sum(step.after) - monotone_sum(step.before) - extra, of_sum), step.move
    assert matches(collapsed(step.after) - collapsed(step.before), of_cells), step.move
    assert measure(step.after) <= max_measure(step.after)


def test_the_table_names_every_move() -> None:
    assert {name.split(" ")[0] for name in CHANGES} == set(MOVE_TYPES)


def test_the_scenarios_show_every_row_of_the_table() -> None:
    """R191: for each kind of move, recoveries of every mode included."""
    seen = set()
    for scenario in read_vectors(SCENARIOS):
        if not isinstance(scenario, Scenario) or scenario.script is None:
            continue
        before = load_state(scenario.initial)
        for planned in scenario.script.steps:
            move = parse_move(before, planned.notation)
            step = Step(before, move, apply(before, move))
            assert_stated_change(step)
            seen.add(row_of(step.move))
            before = step.after
    assert seen == CHANGES.keys()


@settings(max_examples=80, deadline=None)
@given(setup=setups, rng=dice)
def test_every_move_changes_s_and_the_territory_as_the_table_says(
    setup: Setup, rng: Random
) -> None:
    """R191: for each kind of move."""
    for step in play_randomly(random_position(setup, rng), rng, 30, prefer_rare_moves):
        assert_stated_change(step)


@pytest.mark.parametrize("setup", SMALL, ids=str)
def test_idle_moves_and_idle_turns_are_as_few_as_the_proof_says(setup: Setup) -> None:
    """R191, R200-R203: at most four idle moves a turn, and no idle round."""
    turns: list[list[Step]] = []
    steps = list(play_random_game(setup, Random(3), limit=5000, choose=choose_uniformly))
    for step in steps:
        if not turns or step.before.turn_number != turns[-1][0].before.turn_number:
            turns.append([])
        turns[-1].append(step)
    idle_turns = 0
    for turn in turns:
        idle = [step for step in turn if measure(step.after) == measure(step.before)]
        swaps = sum(step.move.type == "swap_sides" for step in turn)
        assert len(idle) <= IDLE_PER_TURN + swaps
        idle_turns = idle_turns + 1 if len(idle) == len(turn) else 0
        state = turn[-1].after
        rotation = sum(in_rotation(state, seat) for seat in state.board.seats)
        assert idle_turns < max(rotation, 1)
    last = steps[-1].after
    bound = setup.players * (max_measure(last) + 1)
    assert last.outcome is not None
    assert len(turns) <= bound
    assert len(steps) <= max_measure(last) + IDLE_PER_TURN * bound + 1


def test_the_page_gives_the_bound_of_the_smallest_game() -> None:
    state = Setup("square8", 2, "standard").new_game()
    turns = 2 * (max_measure(state) + 1)
    moves = max_measure(state) + IDLE_PER_TURN * turns + 1
    assert f"{turns} turns and {moves:,} moves" in PROOF
