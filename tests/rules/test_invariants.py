"""The invariants of rules-exact.md §10, along random games and from generated positions."""

from __future__ import annotations

from collections import Counter
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
from ringrift.rules import (
    ContinueCaptureSegment,
    ForcedElimination,
    MoveStack,
    OvertakingCapture,
    Phase,
    State,
    apply,
    bookkeeping,
    conclude,
    find_transition_violations,
    find_violations,
    has_any_ring,
    has_real_action,
    has_turn_material,
    in_rotation,
    is_blocked,
    is_legal,
    legal_moves,
    monotone_sum,
    next_seat,
    nobody_can_play,
)
from ringrift.rules.setup import Setup
from ringrift.rules.wire import dump_state

SMALL = [setup for setup in SETUPS if setup.board in ("square8", "hex8")]
MAKES_PROGRESS = (MoveStack, OvertakingCapture, ContinueCaptureSegment, ForcedElimination)
setups = st.sampled_from(SETUPS)
dice = st.integers(0, 2**32).map(Random)
few = settings(max_examples=60, deadline=None)


def named(setup: Setup) -> str:
    return f"{setup.board}-{setup.players}-{setup.edition}"


def assert_sound(state: State) -> None:
    """Cell exclusivity, rings, heights and caps, territory, checked on the wire object."""
    assert find_violations(state) == []
    wire = dump_state(state)
    board, players = wire["board"], wire["players"]
    cells = [*board["stacks"], *board["markers"], *board["collapsedSpaces"]]
    assert len(cells) == len(set(cells))
    for stack in board["stacks"].values():
        rings = stack["rings"]
        other = next((depth for depth, ring in enumerate(rings) if ring != rings[0]), len(rings))
        assert (stack["stackHeight"], stack["capHeight"]) == (len(rings), other)
        assert stack["controllingPlayer"] == rings[0]
    on_board = Counter(ring for stack in board["stacks"].values() for ring in stack["rings"])
    gone = sum(player["eliminatedRings"] for player in players)
    in_hand = sum(player["ringsInHand"] for player in players)
    assert on_board.total() + in_hand + gone == wire["totalRingsInPlay"]
    for player in players:
        seat = player["playerNumber"]
        assert on_board[seat] + player["ringsInHand"] <= wire["totalRingsInPlay"] // len(players)
        assert player["territorySpaces"] == list(board["collapsedSpaces"].values()).count(seat)
        assert board["eliminatedRings"][str(seat)] == player["eliminatedRings"]


def assert_progress(step: Step) -> None:
    """R191: S never falls, rises with moves, captures and forced eliminations, and is bounded."""
    state = step.after
    risen = monotone_sum(state) - monotone_sum(step.before)
    assert risen >= isinstance(step.move, MAKES_PROGRESS)
    assert monotone_sum(state) <= 2 * len(state.board.grid) + state.total_rings
    assert find_transition_violations(step.before, step.move, state) == []


def assert_something_to_do(state: State) -> None:
    """R200-R203: an active state has a legal or a bookkeeping move; a finished one has none."""
    offered, required = legal_moves(state), bookkeeping(state)
    assert bool(offered) + (required is not None) == (state.outcome is None)


@few
@given(setup=setups, rng=dice)
def test_random_play_from_any_position_keeps_every_invariant(setup: Setup, rng: Random) -> None:
    """R020-R023, R041, R052, R060, R191, R200-R203."""
    state = random_position(setup, rng)
    assert_sound(state)
    assert_something_to_do(state)
    for step in play_randomly(state, rng, 25, prefer_rare_moves):
        assert_sound(step.after)
        assert_progress(step)
        assert_something_to_do(step.after)


@pytest.mark.parametrize("setup", SMALL, ids=named)
def test_a_random_game_keeps_every_invariant_and_ends(setup: Setup) -> None:
    """R020-R023, R041, R052, R060, R191, R200-R203."""
    steps = list(play_random_game(setup, Random(7), limit=5000, choose=choose_uniformly))
    for step in steps:
        assert_progress(step)
        assert_something_to_do(step.after)
    for step in steps[::10]:
        assert_sound(step.after)
    assert steps[-1].after.outcome is not None
    assert steps[-1].after.phase is Phase.GAME_OVER


@few
@given(setup=setups, rng=dice)
def test_no_seat_starts_two_turns_from_the_same_place(setup: Setup, rng: Random) -> None:
    """R191, R200, R203: from one turn of a seat to its next S rises, or more has collapsed."""
    reached: dict[int, int] = {}
    for step in play_randomly(random_position(setup, rng), rng, 80):
        state = step.after
        if state.turn_number == step.before.turn_number or state.outcome is not None:
            continue
        collapsed = sum(state.board.territory(seat) for seat in state.board.seats)
        assert monotone_sum(state) + collapsed > reached.get(state.player, -1)
        reached[state.player] = monotone_sum(state) + collapsed


@few
@given(setup=setups, rng=dice)
def test_only_what_is_offered_is_legal(setup: Setup, rng: Random) -> None:
    """R074-R076: a bookkeeping move is legal only where nothing else is."""
    state = random_position(setup, rng)
    offered, required = legal_moves(state), bookkeeping(state)
    assert len(set(offered)) == len(offered)
    assert all(is_legal(state, move) and not move.bookkeeping for move in offered)
    assert required is None or is_legal(state, required)
    later = [step.move for step in play_randomly(state, rng, 10)][1:]
    for move in later:
        assert is_legal(state, move) == (move in offered or move == required)


@few
@given(setup=setups, rng=dice)
def test_every_change_belongs_to_one_recorded_move(setup: Setup, rng: Random) -> None:
    """R074-R076: playing the history again from the start gives the same state, move for move."""
    start = random_position(setup, rng)
    known = len(start.history)
    states = [start, *(step.after for step in play_randomly(start, rng, 30, prefer_rare_moves))]
    again = start
    for move, expected in zip(states[-1].history[known:], states[1:], strict=True):
        again = apply(again, move)
        assert again == expected


ORDER = [
    Phase.RING_PLACEMENT,
    Phase.MOVEMENT,
    Phase.CAPTURE,
    Phase.CHAIN_CAPTURE,
    Phase.LINE_PROCESSING,
    Phase.TERRITORY_PROCESSING,
    Phase.FORCED_ELIMINATION,
]
ALWAYS_VISITED = {
    Phase.RING_PLACEMENT,
    Phase.MOVEMENT,
    Phase.LINE_PROCESSING,
    Phase.TERRITORY_PROCESSING,
}


@few
@given(setup=setups, rng=dice)
def test_a_turn_goes_through_its_phases_in_order(setup: Setup, rng: Random) -> None:
    """R070, R071, R073, R075, R208, R209: a turn starts with placement and keeps phase order."""
    turns: dict[int, list[Phase]] = {}
    first = random_position(setup, rng)
    for step in play_randomly(first, rng, 60, prefer_rare_moves):
        turns.setdefault(step.before.turn_number, []).append(step.before.phase)
    whole = [turn for number, turn in turns.items() if number > first.turn_number]
    for turn in whole:
        assert turn[0] is Phase.RING_PLACEMENT
        assert turn == sorted(turn, key=ORDER.index)
    for turn in whole[:-1]:
        assert set(turn) >= ALWAYS_VISITED


@few
@given(setup=setups, rng=dice)
def test_the_rotation_passes_over_seats_without_a_ring_in_standard_only(
    setup: Setup, rng: Random
) -> None:
    """R201: in classic every seat keeps its turns."""
    for step in play_randomly(random_position(setup, rng), rng, 60):
        before, after = step.before, step.after
        if after.outcome is not None or after.turn_number == before.turn_number:
            continue
        seat = before.player % setup.players + 1
        while setup.edition == "standard" and not has_any_ring(after, seat):
            seat = seat % setup.players + 1
        assert after.player == seat
        assert in_rotation(after, seat)


@few
@given(setup=setups, rng=dice)
def test_predicates_of_seats_fit_together(setup: Setup, rng: Random) -> None:
    """R172, R200-R203: material, real actions and blocked seats mean what they say."""
    state = random_position(setup, rng)
    for seat in range(1, setup.players + 1):
        assert is_blocked(state, seat) == (
            has_turn_material(state, seat) and not has_real_action(state, seat)
        )
        assert has_turn_material(state, seat) <= has_any_ring(state, seat)
        assert has_real_action(state, seat) <= has_turn_material(state, seat)
        assert has_real_action(state, seat) <= (not nobody_can_play(state))
    follower = next_seat(state)
    assert (follower is None) == (
        not any(in_rotation(state, s) for s in range(1, setup.players + 1))
    )
    assert follower is None or in_rotation(state, follower)


@few
@given(setup=setups, rng=dice)
def test_a_blocked_player_with_a_stack_pays_a_forced_elimination(setup: Setup, rng: Random) -> None:
    """R100, R202-R206: a turn without any turn action costs a cap, if there is a stack to give."""
    state = random_position(setup, rng, "shut in")
    acted = (
        state.phase is not Phase.RING_PLACEMENT
    )  # of the first turn only the whole can be judged
    for step in play_randomly(state, rng, 40):
        acted |= step.move.turn_action
        if step.after.outcome is not None:
            break
        if step.after.turn_number > step.before.turn_number:
            assert acted or not step.before.board.controls_stack(step.move.player)
            acted = False
        if isinstance(step.move, ForcedElimination):
            assert step.before.phase is Phase.FORCED_ELIMINATION


def test_a_game_that_a_host_ended_keeps_its_invariants() -> None:
    """R200-R203."""
    for setup in SETUPS:
        over = conclude(random_position(setup, Random(4)), 2, "resignation")
        assert find_violations(over) == []
        assert_something_to_do(over)
