"""The generators reach everything that can happen in a game, and nothing that cannot."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from ringrift.conformance.positions import (
    RECIPES,
    SETUPS,
    VICTORIES,
    possible_move_kinds,
    random_position,
    recipes_for,
)
from ringrift.conformance.random_play import (
    choose_uniformly,
    move_kind,
    play_random_game,
    play_randomly,
    prefer_rare_moves,
)
from ringrift.rules import MOVE_TYPES, Phase, find_violations, legal_moves, state_hash
from ringrift.rules.setup import Setup

ROUNDS = 80  # of all recipes: many times what was ever needed
ALWAYS = {
    "place_ring",
    "skip_placement",
    "no_placement_action",
    "move_stack",
    "overtaking_capture",
    "continue_capture_segment",
    "skip_capture",
    "no_movement_action",
    "process_line",
    "choose_line_reward/1",
    "choose_line_reward/2",
    "no_line_action",
    "process_territory_region/border",
    "process_territory_region/no border",
    "skip_territory_processing",
    "no_territory_action",
    "eliminate_rings_from_stack/line",
    "eliminate_rings_from_stack/territory",
    "forced_elimination",
}
WITH_TWO_PLAYERS = {"swap_sides"}
IN_STANDARD = {
    "recovery_slide/line 1",
    "recovery_slide/line 2",
    "recovery_slide/fallback",
    "recovery_slide/stack_strike",
    "skip_recovery",
    "eliminate_rings_from_stack/recovery",
}


def named(setup: Setup) -> str:
    return f"{setup.board}-{setup.players}-{setup.edition}"


@pytest.mark.parametrize("setup", SETUPS, ids=named)
def test_what_can_occur(setup: Setup) -> None:
    """R180: a swap needs two players. R110: recovery is of the standard edition."""
    expected = ALWAYS | (WITH_TWO_PLAYERS if setup.players == 2 else set())
    expected |= IN_STANDARD if setup.edition == "standard" else set()
    assert possible_move_kinds(setup) == expected
    assert {name.split("/")[0] for name in ALWAYS | WITH_TWO_PLAYERS | IN_STANDARD} == set(
        MOVE_TYPES
    )


@pytest.mark.parametrize("setup", SETUPS, ids=named)
def test_every_kind_of_move_and_every_victory_is_reached(setup: Setup) -> None:
    """R170-R173: and nothing else."""
    rng = Random(2025)
    missing = possible_move_kinds(setup) | set(VICTORIES)
    seen: Counter[str] = Counter()
    for _, recipe in product(range(ROUNDS), recipes_for(setup)):
        for step in play_randomly(random_position(setup, rng, recipe), rng, 40, prefer_rare_moves):
            seen[move_kind(step.move)] += 1
            if step.after.outcome is not None:
                seen[step.after.outcome.reason] += 1
        if missing <= set(seen):
            break
    assert set(seen) == missing


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_recipe_makes_sound_positions_of_every_setup(recipe: str) -> None:
    """R020-R023: what a recipe makes has passed the import, and breaks no invariant."""
    for number, setup in enumerate(SETUPS):
        if recipe not in recipes_for(setup):
            continue
        state = random_position(setup, Random(number), recipe)
        assert not find_violations(state)
        assert (state.board.grid.name, len(state.seats)) == (setup.board, setup.players)
        assert state.edition.name == setup.edition


def test_positions_start_in_every_phase() -> None:
    rng = Random(3)
    phases = {random_position(setup, rng).phase for setup in SETUPS for _ in range(15)}
    assert phases >= set(Phase) - {Phase.GAME_OVER}


def test_equal_dice_give_equal_positions() -> None:
    """R190."""
    for setup in SETUPS:
        first, again = (random_position(setup, Random(9)) for _ in range(2))
        assert state_hash(first) == state_hash(again)


def test_a_taste_for_rare_moves_finds_the_swap() -> None:
    """R180: one move among two hundred, yet played every other time."""
    setup = Setup("square8", 2, "standard")
    swaps = Counter[str]()
    for choose in (choose_uniformly, prefer_rare_moves):
        for seed in range(10):
            types = {step.move.type for step in play_random_game(setup, Random(seed), 6, choose)}
            swaps[choose.__name__] += "swap_sides" in types
    assert swaps["choose_uniformly"] < 3 <= swaps["prefer_rare_moves"]


def test_a_walk_ends_with_the_game_or_its_limit() -> None:
    setup = Setup("hex8", 3, "classic")
    assert len(list(play_random_game(setup, Random(1), 7))) == 7
    *_, last = play_random_game(setup, Random(1), 10_000)
    assert last.after.outcome is not None
    assert not legal_moves(last.after)
