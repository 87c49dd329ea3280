"""Openings come from a seed, are short, and are balanced where a judge is asked."""

from __future__ import annotations

import pytest

from ringrift.arena.openings import MAX_EXCESS, MAX_TRIES, find_opening, opening_moves
from ringrift.arena.schedule import Openings
from ringrift.players.search import apply_due_bookkeeping
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
    state = after(find_opening(setup, 0, Openings(), None), setup)
    assert state.turn_number == turns + 1
    assert legal_moves(state)


def test_an_opening_depends_on_number_and_seed_alone() -> None:
    ways = [
        find_opening(SETUP, number, Openings(seed), None) for seed in (1, 2) for number in (0, 1)
    ]
    assert len(set(ways)) == 4
    assert find_opening(SETUP, 1, Openings(2), None) == ways[3]


def test_an_opening_has_no_swap_and_can_leave_the_choice_to_the_players() -> None:
    assert not any(
        isinstance(move, SwapSides)
        for number in range(40)
        for move in find_opening(SETUP, number, Openings(turns=3), None)
    )
    state = after(find_opening(SETUP, 0, Openings(turns=1), None))
    assert SwapSides(2) in legal_moves(state)
    assert find_opening(SETUP, 0, Openings(turns=0), None) == ()


def test_an_unbalanced_start_is_rejected() -> None:
    seen: list[State] = []

    def judge(state: State) -> tuple[float, ...]:
        seen.append(state)
        return (0.9, 0.1) if len(seen) < 4 else (0.5 + MAX_EXCESS / 2, 0.5 - MAX_EXCESS / 2)

    assert after(find_opening(SETUP, 0, Openings(), judge)) == seen[3]
    assert len(seen) == 4


def test_without_a_balanced_start_the_most_balanced_is_used() -> None:
    seen: list[State] = []

    def judge(state: State) -> tuple[float, ...]:
        seen.append(state)
        return (0.3, 0.7) if len(seen) == 5 else (0.9, 0.1)

    assert after(find_opening(SETUP, 0, Openings(), judge)) == seen[4]
    assert len(seen) == MAX_TRIES


def test_an_opening_does_not_depend_on_earlier_searches() -> None:
    first = opening_moves(SETUP, 0, Openings())
    opening_moves(SETUP, 1, Openings())
    opening_moves.cache_clear()
    assert opening_moves(SETUP, 0, Openings()) == first
    assert apply_due_bookkeeping(after(first)) == after(first)
