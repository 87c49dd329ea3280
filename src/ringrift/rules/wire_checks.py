"""What an imported state must keep, so that the rules can play on from it (RULES.md §10, WIRE.md "Import").

The fields are well-formed when these checks see them; here they must also be true together.
"""

from __future__ import annotations

from typing import Final, NoReturn

from ringrift.rules.capture import can_capture
from ringrift.rules.elimination import payers
from ringrift.rules.errors import InvalidStateError, Refusal
from ringrift.rules.grid import Cell
from ringrift.rules.placement import can_act
from ringrift.rules.predicates import has_any_ring, has_real_action
from ringrift.rules.stack import cap_height
from ringrift.rules.state import Phase, State
from ringrift.rules.victory import EXCLUSIVE_ROUNDS_TO_WIN
from ringrift.rules.wire_fields import CONTRADICTION

_CAPTURES: Final = (Phase.CAPTURE, Phase.CHAIN_CAPTURE)
_PROCESSING: Final = (Phase.LINE_PROCESSING, Phase.TERRITORY_PROCESSING)


def check_state(state: State) -> None:
    """Refuse a state that contradicts itself."""
    _check_seats(state)
    _check_swap(state)
    _check_turn(state)
    _check_rounds(state)
    _check_outcome(state)


def _check_seats(state: State) -> None:
    """R020: no ring is lost or made. R170: notes about seats are of the past and true."""
    on_board = [ring for cell in state.board.grid.cells for ring in state.board.rings[cell]]
    for number, seat in enumerate(state.seats, start=1):
        owned = seat.hand + on_board.count(number)
        if owned > state.rings_each:
            _refuse(
                f"players[{number - 1}].ringsInHand",
                "R020",
                f"seat {number} has {owned} rings in hand and on the board; a player owns {state.rings_each}",
            )
    accounted = len(on_board) + sum(seat.hand + seat.eliminated for seat in state.seats)
    if accounted != state.total_rings:
        _refuse(
            "players",
            "R020",
            f"in hand, on the board and eliminated are {accounted} rings; the game has {state.total_rings}",
        )
    for number, seat in enumerate(state.seats, start=1):
        if (seat.last_action_turn or 0) > state.turn_number:
            _refuse(
                f"players[{number - 1}].lastActionTurn",
                "R170",
                "that turn has not come yet; give an earlier one or null",
            )
        if seat.eliminated_at_turn is None:
            continue
        if has_any_ring(state, number):
            _refuse(
                f"players[{number - 1}].eliminatedAtTurn",
                "R170",
                f"seat {number} still has rings, so it is not out; give null",
            )
        if seat.eliminated_at_turn > state.turn_number - (state.outcome is None):
            _refuse(
                f"players[{number - 1}].eliminatedAtTurn",
                "R170",
                "that turn has not ended yet; give an earlier one or null",
            )


def _check_swap(state: State) -> None:
    """R180: two players, from turn 2 on."""
    if state.swap_enabled and len(state.seats) != 2:
        _refuse("swap.enabled", "R180", "only two players can swap sides; give false")
    if state.swap_used and (not state.swap_enabled or state.turn_number < 2):
        _refuse("swap.used", "R180", "sides cannot have been swapped here; give false")


def _check_turn(state: State) -> None:
    """R070-R076: what the turn says of itself fits its phase, which has something to offer [R200-R203]."""
    _check_actions(state)
    _check_recovery(state)
    _check_placed_stack(state)
    _check_capturer(state)
    _check_payment(state)
    if state.phase is Phase.FORCED_ELIMINATION and not state.board.controls_a_stack(state.player):
        _refuse(
            "currentPhase", "R100", f"seat {state.player} controls no stack that it could give up"
        )


def _check_actions(state: State) -> None:
    turn, phase = state.turn, state.phase
    if turn.took_real_action and not turn.acted:
        _refuse("turn.tookRealAction", "R072", "a real action is a turn action: 'acted' is true")
    if turn.took_real_action and not turn.had_real_action:
        _refuse("turn.hadRealAction", "R172", "a real action was taken, so there was one to take")
    if phase is Phase.MOVEMENT and turn.acted is (turn.must_move_from is None):
        _refuse(
            "turn.acted",
            "R081",
            "before the movement only a placement counts; it sets 'mustMoveFrom'",
        )
    if phase is Phase.MOVEMENT and turn.acted and not turn.took_real_action:
        _refuse("turn.tookRealAction", "R172", "a placement is a real action; give true")
    if not turn.acted and state.seat(state.player).last_action_turn == state.turn_number:
        _refuse(
            f"players[{state.player - 1}].lastActionTurn",
            "R170",
            "nothing has been done in this turn yet; give an earlier turn or null",
        )
    if phase in (Phase.RING_PLACEMENT, Phase.FORCED_ELIMINATION) and turn.acted:
        _refuse("turn.acted", "R072", f"in {phase} the turn holds no turn action yet; give false")
    if phase in _CAPTURES and not turn.took_real_action:
        _refuse("turn.tookRealAction", "R093", f"{phase} follows a move or a capture; give true")
    at_the_start = phase in (Phase.RING_PLACEMENT, Phase.MOVEMENT) and not turn.acted
    if at_the_start and turn.had_real_action is not has_real_action(state, state.player):
        _refuse(
            "turn.hadRealAction",
            "R172",
            "the position says otherwise, and nothing has been done yet",
        )


def _check_recovery(state: State) -> None:
    turn = state.turn
    if turn.recovery_mode is None:
        return
    if not state.edition.recovery:
        _refuse(
            "turn.recoveryMode",
            "R110",
            f"the edition {state.edition.name} has no recovery; give null",
        )
    if state.phase not in (*_PROCESSING, Phase.GAME_OVER):
        _refuse(
            "turn.recoveryMode",
            "R110",
            f"no recovery has been played yet in {state.phase}; give null",
        )
    if not turn.acted or turn.took_real_action:
        _refuse(
            "turn.recoveryMode",
            "R110",
            "a recovery is a turn action but no real action, and it is the only one",
        )


def _check_placed_stack(state: State) -> None:
    cell = state.turn.must_move_from
    if cell is None:
        return
    if state.phase not in (Phase.MOVEMENT, Phase.GAME_OVER):
        _refuse(
            "turn.mustMoveFrom",
            "R081",
            f"no placed stack is left to move in {state.phase}; give null",
        )
    if not _own_stack(state, cell):
        _refuse(
            "turn.mustMoveFrom",
            "R081",
            f"seat {state.player} controls no stack there; give null or a stack of its own",
        )
    rings = state.board.rings[cell]
    if not can_act(state.board, cell, len(rings), cap_height(rings)):
        _refuse(
            "turn.mustMoveFrom",
            "R082",
            "that stack has no move and no capture: it was not placed there",
        )


def _check_capturer(state: State) -> None:
    cell = state.turn.capture_from
    if cell is None:
        if state.phase in _CAPTURES:
            _refuse("turn.captureFrom", "R103", f"say which stack captures in {state.phase}")
        return
    if state.phase not in (*_CAPTURES, Phase.GAME_OVER):
        _refuse("turn.captureFrom", "R103", f"no stack is capturing in {state.phase}; give null")
    if not _own_stack(state, cell):
        _refuse("turn.captureFrom", "R103", f"seat {state.player} controls no stack there")
    rings = state.board.rings[cell]
    if state.phase in _CAPTURES and not can_capture(
        state.board, cell, len(rings), cap_height(rings)
    ):
        _refuse(
            "turn.captureFrom",
            "R103",
            "that stack can capture nothing; the phase is line_processing",
        )


def _check_payment(state: State) -> None:
    turn, phase = state.turn, state.phase
    if turn.pending is None:
        return
    if (turn.pending == "recovery") is (turn.recovery_mode is None):
        _refuse(
            "turn.pendingElimination",
            "R113",
            "after a recovery, and only then, costs are of the kind 'recovery'",
        )
    if phase not in (*_PROCESSING, Phase.GAME_OVER):
        _refuse("turn.pendingElimination", "R122", f"nothing is due in {phase}; give null")
    if (turn.pending, phase) in (
        ("line", Phase.TERRITORY_PROCESSING),
        ("territory", Phase.LINE_PROCESSING),
    ):
        _refuse("turn.pendingElimination", "R122", f"a {turn.pending} is not paid for in {phase}")
    if phase is Phase.LINE_PROCESSING and turn.recovery_mode in ("fallback", "stack_strike"):
        _refuse(
            "turn.pendingElimination",
            "R114",
            "after such a slide no line is processed, so none is to be paid for",
        )
    if not turn.acted:
        _refuse(
            "turn.pendingElimination",
            "R072",
            "a cost is due for something done in this turn: 'acted' is true",
        )
    if not payers(state, state.player):
        _refuse("turn.pendingElimination", "R122", f"seat {state.player} has no stack to pay with")


def _check_rounds(state: State) -> None:
    """R172: seats are booked when their turn has ended, and only who had an action took one."""
    rounds, over = state.rounds, state.outcome is not None
    latest = state.player if over else state.player - 1
    if any(seat > latest for seat in rounds.had_action):
        _refuse("lps.roundHadAction", "R172", "a seat is booked when its turn has ended")
    if not set(rounds.took_action) <= set(rounds.had_action):
        _refuse("lps.roundTookAction", "R172", "only a seat that had an action took one")
    if (rounds.exclusive_seat is None) is not (rounds.exclusive_rounds == 0):
        _refuse(
            "lps.exclusiveRounds",
            "R172",
            "exclusive rounds belong to a seat: give 'exclusivePlayer' and their number, or null and 0",
        )
    if rounds.exclusive_rounds == EXCLUSIVE_ROUNDS_TO_WIN and not over:
        _refuse("lps.exclusiveRounds", "R172", "two exclusive rounds end the game; give 0 or 1")


def _check_outcome(state: State) -> None:
    """R170-R173: the reason holds for the winner."""
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
        _refuse(
            "victoryReason",
            "R170",
            f"seat {winner} has not won by {outcome.reason} in this position",
        )


def _own_stack(state: State, cell: Cell) -> bool:
    return state.board.controlled[state.player] >> cell & 1 == 1


def _refuse(path: str, rule: str, message: str) -> NoReturn:
    raise InvalidStateError(Refusal(CONTRADICTION, rule, message, path))
