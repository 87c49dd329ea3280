"""The kernel explains illegal moves and invalid states exactly as the reference engine does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from ringrift.conformance.illegal_moves import illegal_moves, unusual_state
from ringrift.conformance.positions import SETUPS, random_position
from ringrift.kernel import Position
from ringrift.kernel._native import why_invalid
from ringrift.kernel.explanations import to_refusal
from ringrift.kernel.state_codec import CONTEXTS, MODES, PHASES, REASONS, to_fields
from ringrift.rules import (
    InvalidMoveError,
    InvalidStateError,
    Move,
    Phase,
    PlaceRing,
    Refusal,
    State,
    new_game,
    why_illegal,
)
from ringrift.rules.grid import cells_in
from ringrift.rules.state_checks import check_state
from ringrift.rules.victory import rank_seats
from tests.rules.test_explain import CASES
from tests.rules.test_messages import CATALOGUE

ILLEGAL_MOVES = 100_000
RUNS = 4  # that share them, so they can run in parallel
MOVES_OF_STATE = 60


@pytest.mark.parametrize(
    ("state", "move"),
    [(state, move) for _, _, state, move in CASES],
    ids=[f"{code}-{at}" for at, (code, *_) in enumerate(CASES)],
)
def test_the_kernel_gives_the_reason_of_every_case(state: State, move: Move) -> None:
    assert Position.from_state(state).why_illegal(move) == why_illegal(state, move)


@pytest.mark.parametrize("seed", range(RUNS))
def test_the_kernel_gives_the_same_reason_for_random_illegal_moves(seed: int) -> None:
    """Together with the cases above they reach every message about illegal moves."""
    rng = Random(seed)
    reasons = Counter(key_of(why_illegal(state, move)) for _, _, state, move in CASES)
    explained = made = 0
    while explained < ILLEGAL_MOVES // RUNS:
        state = unusual_state(random_position(SETUPS[made % len(SETUPS)], rng), rng)
        position = Position.from_state(state)
        made += 1
        for move in illegal_moves(state, rng, MOVES_OF_STATE):
            expected = why_illegal(state, move)
            assert position.why_illegal(move) == expected, move
            reasons[key_of(expected)] += 1
            explained += 1
    assert set(reasons) == set(CATALOGUE["illegalMoves"])


def key_of(refusal: Refusal | None) -> str:
    assert refusal is not None
    return refusal.key


def test_a_legal_move_has_no_reason_against_it() -> None:
    assert Position.from_state(new_game("hex8", 3)).why_illegal(PlaceRing(1, (0, 0, 0), 2)) is None


def test_what_is_no_move_is_refused_as_malformed() -> None:
    with pytest.raises(InvalidMoveError, match="load_move"):
        Position.from_state(new_game("square8", 2)).why_illegal(cast(Any, "d4-d5"))


def test_the_kernel_refuses_the_states_that_the_reference_engine_refuses() -> None:
    """Many positions with one or two facts changed: every contradiction gets the same answer."""
    rng = Random(15)
    reached: Counter[str] = Counter()
    for at in range(400):
        state = unusual_state(random_position(SETUPS[at % len(SETUPS)], rng), rng)
        for changed in changed_states(state, rng):
            expected = reference_problem(changed)
            fields = to_fields(changed)
            explanation = why_invalid(fields[0], fields)
            found = explanation and to_refusal(explanation, changed.board.grid)
            assert found == expected, changed
            reached[expected.key if expected else "accepted"] += 1
    # The ranking is no field of its own in a State; a packed state is made by the codec.
    unreachable = {"MALFORMED.kernel_field", "CONTRADICTION.ranking"}
    assert set(CATALOGUE["invalidStates"]) - unreachable <= set(reached)


def reference_problem(state: State) -> Refusal | None:
    try:
        check_state(state)
    except InvalidStateError as error:
        return error.refusal
    return None


def changed_states(state: State, rng: Random) -> Iterator[State]:
    """Yield the state, and with one or two of its facts changed."""
    yield state
    for _ in range(60):
        changed = change(state, rng)
        yield with_ranking(change(changed, rng) if rng.random() < 0.5 else changed)


def change(state: State, rng: Random) -> State:
    seats, turn, rounds = state.seats, state.turn, state.rounds
    some_seats = tuple(seat for seat in state.board.seats if rng.random() < 0.5)
    cell = rng.choice((None, *cells_in(state.board.stacks), rng.choice(state.board.grid.cells)))
    at = rng.randrange(len(seats))
    seat = replace(
        seats[at],
        **rng.choice(
            (
                {"hand": max(0, seats[at].hand + rng.choice((-1, 1, 100)))},
                {"eliminated": max(0, seats[at].eliminated + rng.choice((-1, 1, 10**12)))},
                {"last_action_turn": rng.choice((None, state.turn_number, state.turn_number + 1))},
                {"eliminated_at_turn": rng.choice((None, 1, state.turn_number, 10**15))},
            )
        ),
    )
    changes: list[dict[str, Any]] = [
        {"seats": (*seats[:at], seat, *seats[at + 1 :])},
        {"seats": tuple(replace(one, hand=0) for one in seats)},
        {"swap_enabled": not state.swap_enabled},
        {"swap_used": not state.swap_used},
        {"turn_number": rng.choice((1, 2, 3, 10**15))},
        {"player": rng.choice(state.board.seats)},
        {"turn": replace(turn, must_move_from=cell)},
        {"turn": replace(turn, capture_from=cell)},
        {"turn": replace(turn, must_move_from=cell, acted=True, took_real_action=True)},
        {"turn": replace(turn, pending=rng.choice((None, *CONTEXTS)))},
        {"turn": replace(turn, pending=rng.choice(CONTEXTS), recovery_mode=rng.choice(MODES))},
        {"turn": replace(turn, recovery_mode=rng.choice((None, *MODES)), took_real_action=False)},
        {"turn": replace(turn, acted=not turn.acted)},
        {"turn": replace(turn, had_real_action=not turn.had_real_action)},
        {"turn": replace(turn, took_real_action=not turn.took_real_action)},
        {"turn": replace(turn, acted=False, took_real_action=False)},
        {"turn": replace(turn, acted=True, took_real_action=True, had_real_action=True)},
        {"rounds": replace(rounds, had_action=some_seats)},
        {"rounds": replace(rounds, took_action=some_seats)},
        {"rounds": replace(rounds, exclusive_seat=rng.choice((None, 1)))},
        {"rounds": replace(rounds, exclusive_rounds=rng.choice((0, 1, 2)))},
        {"rounds": replace(rounds, exclusive_seat=1, exclusive_rounds=2)},
        {"rounds": replace(rounds, partial=not rounds.partial)},
    ]
    if state.outcome is None:
        changes += [{"phase": phase} for phase in PHASES if phase is not Phase.GAME_OVER]
    else:
        changes += [{"outcome": replace(state.outcome, reason=reason)} for reason in REASONS]
    return state.replace(**rng.choice(changes))


def with_ranking(state: State) -> State:
    """The state with the ranking that its position gives, as on import."""
    outcome = state.outcome
    if outcome is None:
        return state
    return state.replace(outcome=replace(outcome, ranking=rank_seats(state, outcome.winner)))
