"""Openings come from a seed, are short, and are balanced where a judge is asked."""

from __future__ import annotations

import pytest

from ringrift.arena.openings import FAIR, TRIES, found, opening
from ringrift.arena.schedule import Openings
from ringrift.players.search import settled
from ringrift.rules import apply, legal_moves
from ringrift.rules.moves import Move, SwapSides
from ringrift.rules.setup import Setup
from ringrift.rules.state import State

SETUP = Setup("square8", 2, "standard")


def after(moves: tuple[Move, ...], setup: Setup = SETUP) -> State:
    state = setup.new_game()
    for move in moves:
        state = apply(state, move)
    return state


@pytest.mark.parametrize(("players", "turns"), [(2, 4), (3, 3), (4, 4)])
def test_an_opening_gives_two_players_two_turns_each_and_more_players_one(
    players: int, turns: int
) -> None:
    setup = Setup("hex8", players, "classic")
    state = after(found(setup, 0, Openings(), None), setup)
    assert state.turn_number == turns + 1
    assert legal_moves(state)


def test_openings_differ_by_number_and_seed_and_by_nothing_else() -> None:
    ways = [found(SETUP, number, Openings(seed), None) for seed in (1, 2) for number in (0, 1)]
    assert len(set(ways)) == 4
    assert found(SETUP, 1, Openings(2), None) == ways[3]


def test_nobody_swaps_by_chance_but_the_choice_can_be_left_to_the_players() -> None:
    assert not any(
        isinstance(move, SwapSides)
        for number in range(40)
        for move in found(SETUP, number, Openings(turns=3), None)
    )
    state = after(found(SETUP, 0, Openings(turns=1), None))
    assert SwapSides(2) in legal_moves(state)
    assert found(SETUP, 0, Openings(turns=0), None) == ()


def test_the_judge_refuses_what_is_won_already() -> None:
    seen: list[State] = []

    def judge(state: State) -> tuple[float, ...]:
        seen.append(state)
        return (0.9, 0.1) if len(seen) < 4 else (0.5 + FAIR / 2, 0.5 - FAIR / 2)

    assert after(found(SETUP, 0, Openings(), judge)) == seen[3]
    assert len(seen) == 4


def test_if_none_is_balanced_the_most_balanced_is_taken() -> None:
    seen: list[State] = []

    def judge(state: State) -> tuple[float, ...]:
        seen.append(state)
        return (0.3, 0.7) if len(seen) == 5 else (0.9, 0.1)

    assert after(found(SETUP, 0, Openings(), judge)) == seen[4]
    assert len(seen) == TRIES


def test_the_short_search_judges_in_its_own_way_each_time() -> None:
    first = opening(SETUP, 0, Openings())
    opening(SETUP, 1, Openings())
    opening.cache_clear()
    assert opening(SETUP, 0, Openings()) == first
    assert settled(after(first)) == after(first)
