"""Consistency checks for imported states (rules-exact.md §10, wire.md).

Every field is well-formed on its own; these checks reject fields that contradict one another. The
kernel makes the same checks in the same order (native/include/ringrift/state_checks.hpp).
"""

from __future__ import annotations

from typing import Final, NoReturn

from ringrift.rules.capture import can_capture
from ringrift.rules.elimination import paying_stacks
from ringrift.rules.errors import Argument, InvalidStateError
from ringrift.rules.grid import Cell
from ringrift.rules.messages import refusal
from ringrift.rules.placement import stack_can_act
from ringrift.rules.predicates import has_any_ring, has_real_action
from ringrift.rules.stack import cap_height
from ringrift.rules.state import Phase, State
from ringrift.rules.victory import EXCLUSIVE_ROUNDS_TO_WIN

_CAPTURES: Final = (Phase.CAPTURE, Phase.CHAIN_CAPTURE)
_PROCESSING: Final = (Phase.LINE_PROCESSING, Phase.TERRITORY_PROCESSING)


def check_state(state: State) -> None:
    """Raise `InvalidStateError` for a state that contradicts itself."""
    _check_seats(state)
    _check_swap(state)
    _check_actions(state)
    _check_recovery(state)
    _check_placed_stack(state)
    _check_capturer(state)
    _check_payment(state)
    if state.phase is Phase.FORCED_ELIMINATION and not state.board.controls_stack(state.player):
        _refuse("no_forced_elimination", seat=state.player)
    _check_rounds(state)
    _check_outcome(state)


def _check_seats(state: State) -> None:
    """R020: check that no ring is lost or added. R170: check that seat records are in the past."""
    on_board = [ring for cell in state.board.grid.cells for ring in state.board.rings[cell]]
    for number, seat in enumerate(state.seats, start=1):
        owned = seat.hand + on_board.count(number)
        if owned > state.rings_each:
            _refuse(
                "rings_owned", index=number - 1, seat=number, found=owned, limit=state.rings_each
            )
    accounted = len(on_board) + sum(seat.hand + seat.eliminated for seat in state.seats)
    if accounted != state.total_rings:
        _refuse("rings_total", found=accounted, total=state.total_rings)
    for number, seat in enumerate(state.seats, start=1):
        if (seat.last_action_turn or 0) > state.turn_number:
            _refuse("action_in_future", index=number - 1)
        if seat.eliminated_at_turn is None:
            continue
        if has_any_ring(state, number):
            _refuse("elimination_with_rings", index=number - 1, seat=number)
        if seat.eliminated_at_turn > state.turn_number - (state.outcome is None):
            _refuse("elimination_in_future", index=number - 1)


def _check_swap(state: State) -> None:
    """R180: check that a swap has two players and happens from turn 2 on."""
    if state.swap_enabled and len(state.seats) != 2:
        _refuse("swap_players")
    if state.swap_used and (not state.swap_enabled or state.turn_number < 2):
        _refuse("swap_used")


def _check_actions(state: State) -> None:
    """R072, R172: check that the turn's recorded actions fit its phase."""
    turn, phase = state.turn, state.phase
    if turn.took_real_action and not turn.acted:
        _refuse("real_action_not_acted")
    if turn.took_real_action and not turn.had_real_action:
        _refuse("real_action_not_available")
    if phase is Phase.MOVEMENT and turn.acted is (turn.must_move_from is None):
        _refuse("acted_without_placement")
    if phase is Phase.MOVEMENT and turn.acted and not turn.took_real_action:
        _refuse("placement_not_real_action")
    if not turn.acted and state.seat(state.player).last_action_turn == state.turn_number:
        _refuse("action_not_taken", index=state.player - 1)
    if phase in (Phase.RING_PLACEMENT, Phase.FORCED_ELIMINATION) and turn.acted:
        _refuse("acted_too_early", phase=phase.value)
    if phase in _CAPTURES and not turn.took_real_action:
        _refuse("capture_without_action", phase=phase.value)
    at_the_start = phase in (Phase.RING_PLACEMENT, Phase.MOVEMENT) and not turn.acted
    if at_the_start and turn.had_real_action is not has_real_action(state, state.player):
        _refuse("had_real_action")


def _check_recovery(state: State) -> None:
    """R110: check that a recovery is the only action of its turn."""
    turn = state.turn
    if turn.recovery_mode is None:
        return
    if not state.edition.recovery:
        _refuse("recovery_edition")
    if state.phase not in (*_PROCESSING, Phase.GAME_OVER):
        _refuse("recovery_phase", phase=state.phase.value)
    if not turn.acted or turn.took_real_action:
        _refuse("recovery_action")


def _check_placed_stack(state: State) -> None:
    """R081, R082: check that the placed stack is waiting to move and can."""
    cell = state.turn.must_move_from
    if cell is None:
        return
    if state.phase not in (Phase.MOVEMENT, Phase.GAME_OVER):
        _refuse("placed_stack_phase", phase=state.phase.value)
    if not _is_own_stack(state, cell):
        _refuse("placed_stack_owner", seat=state.player)
    rings = state.board.rings[cell]
    if not stack_can_act(state.board, cell, len(rings), cap_height(rings)):
        _refuse("placed_stack_stuck")


def _check_capturer(state: State) -> None:
    """R103: check that a capture phase has a stack that can capture."""
    cell = state.turn.capture_from
    if cell is None:
        if state.phase in _CAPTURES:
            _refuse("capturer_missing", phase=state.phase.value)
        return
    if state.phase not in (*_CAPTURES, Phase.GAME_OVER):
        _refuse("capturer_phase", phase=state.phase.value)
    if not _is_own_stack(state, cell):
        _refuse("capturer_owner", seat=state.player)
    rings = state.board.rings[cell]
    if state.phase in _CAPTURES and not can_capture(
        state.board, cell, len(rings), cap_height(rings)
    ):
        _refuse("capturer_stuck")


def _check_payment(state: State) -> None:
    """R113, R122: check that a due cost fits the phase and can be paid."""
    turn, phase = state.turn, state.phase
    if turn.pending is None:
        return
    if (turn.pending == "recovery") is (turn.recovery_mode is None):
        _refuse("cost_kind")
    if phase not in (*_PROCESSING, Phase.GAME_OVER):
        _refuse("cost_phase", phase=phase.value)
    if (turn.pending, phase) in (
        ("line", Phase.TERRITORY_PROCESSING),
        ("territory", Phase.LINE_PROCESSING),
    ):
        _refuse("cost_of_other_phase", context=turn.pending, phase=phase.value)
    if phase is Phase.LINE_PROCESSING and turn.recovery_mode in ("fallback", "stack_strike"):
        _refuse("cost_without_line")
    if not turn.acted:
        _refuse("cost_without_action")
    if not paying_stacks(state, state.player):
        _refuse("cost_without_payer", seat=state.player)


def _check_rounds(state: State) -> None:
    """R172: check the round: a seat enters it when its turn ends, and only with an action."""
    rounds, over = state.rounds, state.outcome is not None
    latest = state.player if over else state.player - 1
    if any(seat > latest for seat in rounds.had_action):
        _refuse("round_turn_not_ended")
    if not set(rounds.took_action) <= set(rounds.had_action):
        _refuse("round_took_without_had")
    if (rounds.exclusive_seat is None) is not (rounds.exclusive_rounds == 0):
        _refuse("exclusive_seat")
    if rounds.exclusive_rounds == EXCLUSIVE_ROUNDS_TO_WIN and not over:
        _refuse("exclusive_rounds")


def _check_outcome(state: State) -> None:
    """R170-R173: check that the victory reason holds for the winner."""
    outcome = state.outcome
    if outcome is None:
        return
    board, winner, rounds = state.board, outcome.winner, state.rounds
    own = board.territory(winner)
    others = sum(board.territory(seat) for seat in board.seats) - own
    holds = {
        "ring_elimination": state.seat(winner).eliminated >= state.ring_threshold,
        "territory_control": state.edition.territory_wins(
            own, others, len(board.grid), len(state.seats)
        ),
        "last_player_standing": rounds.partial
        or (rounds.exclusive_seat, rounds.exclusive_rounds) == (winner, EXCLUSIVE_ROUNDS_TO_WIN),
        "stalemate": not board.stacks and not any(seat.hand for seat in state.seats),
    }
    if not holds.get(outcome.reason, True):
        _refuse("not_won", seat=winner, reason=outcome.reason)


def _is_own_stack(state: State, cell: Cell) -> bool:
    return state.board.controlled[state.player] >> cell & 1 == 1


def _refuse(situation: str, **args: Argument) -> NoReturn:
    raise InvalidStateError(refusal(f"CONTRADICTION.{situation}", **args))
