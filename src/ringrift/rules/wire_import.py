"""Loads a state from the JSON object of wire.md: strict on meaning, lenient on extra fields.

Missing fields are derived; given ones must agree with the rest. The result has passed every check
of `state_checks` and can be played on.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final, get_args

from ringrift.rules.editions import DEFAULT_EDITION, EDITION_NAMES, edition_named
from ringrift.rules.errors import InvalidStateError
from ringrift.rules.explain import positions_of
from ringrift.rules.grid import BOARD_NAMES, Cell, grid_named
from ringrift.rules.moves import EliminationContext, RecoveryMode
from ringrift.rules.predicates import has_real_action
from ringrift.rules.setup import MAX_PLAYERS, MIN_PLAYERS
from ringrift.rules.stack import Seat
from ringrift.rules.state import (
    History,
    Outcome,
    Phase,
    RankedSeat,
    Rounds,
    SeatState,
    State,
    Turn,
    VictoryReason,
)
from ringrift.rules.state_checks import check_state
from ringrift.rules.victory import EXCLUSIVE_ROUNDS_TO_WIN, rank_seats
from ringrift.rules.wire_board import read_board, read_cell
from ringrift.rules.wire_fields import MAX_SAFE_INTEGER, JsonField
from ringrift.rules.wire_moves import read_move

PHASES: Final = tuple(phase.value for phase in Phase)
STATUSES: Final = ("active", "completed")
CONTEXTS: Final[tuple[EliminationContext, ...]] = get_args(EliminationContext)
MODES: Final[tuple[RecoveryMode, ...]] = get_args(RecoveryMode)
REASONS: Final[tuple[VictoryReason, ...]] = get_args(VictoryReason)
MAX_HISTORY_LENGTH: Final = 1_000_000
_IDLE_PHASES: Final = (Phase.RING_PLACEMENT, Phase.MOVEMENT, Phase.FORCED_ELIMINATION)


def load_state(value: object) -> State:
    """Return the state of a JSON object; raise `InvalidStateError` with the field's path."""
    source = JsonField(value, InvalidStateError)
    state = _read_position(source)
    state = replace(
        state, turn=_read_turn(source, state), rounds=_read_rounds(source, len(state.seats))
    )
    state = replace(
        state, outcome=_read_outcome(source, state), history=_read_history(source, state)
    )
    _check_derived(source, state)
    check_state(state)
    return state


def _read_position(source: JsonField) -> State:
    """Read everything except the turn, the rounds, the outcome and the history."""
    edition = source.find("edition", "R020")
    board = source.get("board", "R001")
    grid = grid_named(board.get("type", "R001").choice(BOARD_NAMES, "R001"))
    seats = _read_seats(source.get("players", "R020"))
    swap = source.find("swap", "R180")
    enabled, used = swap and swap.find("enabled", "R180"), swap and swap.find("used", "R180")
    return State(
        edition=edition_named(
            edition.choice(EDITION_NAMES, "R020") if edition else DEFAULT_EDITION
        ),
        board=read_board(board, grid, len(seats)),
        seats=seats,
        player=source.get("currentPlayer", "R070").integer("R070", 1, len(seats)),
        phase=Phase(source.get("currentPhase", "R070").choice(PHASES, "R070")),
        turn_number=source.get("turnNumber", "R070").integer("R070", 1),
        turn=Turn(),
        rounds=Rounds(),
        swap_enabled=enabled.boolean("R180") if enabled else len(seats) == MIN_PLAYERS,
        swap_used=used.boolean("R180") if used else False,
    )


def _read_seats(players: JsonField) -> tuple[SeatState, ...]:
    listed = players.elements("R020", MAX_SAFE_INTEGER)
    if not MIN_PLAYERS <= len(listed) <= MAX_PLAYERS:
        players.refuse("MALFORMED.players", count=len(listed))
    return tuple(_read_seat(player, number) for number, player in enumerate(listed, start=1))


def _read_seat(player: JsonField, number: Seat) -> SeatState:
    player.get("playerNumber", "R020").must_be(number, "R020")
    acted, gone = player.find("lastActionTurn", "R170"), player.find("eliminatedAtTurn", "R170")
    return SeatState(
        hand=player.get("ringsInHand", "R020").integer("R020"),
        eliminated=player.get("eliminatedRings", "R060").integer("R060"),
        last_action_turn=acted.integer_or_null("R170", 1) if acted else None,
        eliminated_at_turn=gone.integer_or_null("R170", 1) if gone else None,
    )


def _read_turn(source: JsonField, state: State) -> Turn:
    """Read the turn so far; missing fields are derived from the phase and the position."""
    turn = source.find("turn", "R070") or JsonField({}, source.error, "turn")
    turn.mapping("R070")
    must_move, capturer = turn.find("mustMoveFrom", "R081"), turn.find("captureFrom", "R103")
    pending, mode = turn.find("pendingElimination", "R122"), turn.find("recoveryMode", "R110")
    must_move_from = _read_cell_or_null(must_move, state)
    recovery_mode = mode.choice_or_null(MODES, "R110") if mode else None
    acted = _read_flag(turn, "acted", state.phase not in _IDLE_PHASES or must_move_from is not None)
    took = _read_flag(turn, "tookRealAction", acted and recovery_mode is None)
    had = turn.find("hadRealAction", "R172")
    return Turn(
        must_move_from=must_move_from,
        capture_from=_read_cell_or_null(capturer, state),
        pending=pending.choice_or_null(CONTEXTS, "R122") if pending else None,
        recovery_mode=recovery_mode,
        acted=acted,
        had_real_action=had.boolean("R172")
        if had
        else took or has_real_action(state, state.player),
        took_real_action=took,
    )


def _read_cell_or_null(found: JsonField | None, state: State) -> Cell | None:
    return None if found is None or found.is_null else read_cell(found, state.board.grid)


def _read_flag(turn: JsonField, name: str, derived: bool) -> bool:
    found = turn.find(name, "R072")
    return found.boolean("R072") if found else derived


def _read_rounds(source: JsonField, seats: int) -> Rounds:
    """Read the rounds for last player standing; an unknown round counts as partial."""
    lps = source.find("lps", "R172") or JsonField({}, source.error, "lps")
    partial, rounds = lps.find("roundPartial", "R172"), lps.find("exclusiveRounds", "R172")
    exclusive = lps.find("exclusivePlayer", "R172")
    return Rounds(
        had_action=_read_round(lps.find("roundHadAction", "R172"), seats),
        took_action=_read_round(lps.find("roundTookAction", "R172"), seats),
        partial=partial.boolean("R172") if partial else True,
        exclusive_seat=exclusive.integer_or_null("R172", 1, seats) if exclusive else None,
        exclusive_rounds=rounds.integer("R172", 0, EXCLUSIVE_ROUNDS_TO_WIN) if rounds else 0,
    )


def _read_round(found: JsonField | None, seats: int) -> tuple[Seat, ...]:
    if found is None:
        return ()
    listed = tuple(seat.integer("R172", 1, seats) for seat in found.elements("R172", seats))
    if any(after <= before for before, after in pairwise(listed)):
        found.refuse("MALFORMED.seat_order")
    return listed


def _read_outcome(source: JsonField, state: State) -> Outcome | None:
    """Read winner, reason and ranking: all in a finished game, none in a running one."""
    status = source.find("gameStatus", "R170")
    over = state.phase is Phase.GAME_OVER
    if status is not None and status.choice(STATUSES, "R170") != STATUSES[over]:
        status.refuse("CONTRADICTION.status", phase=state.phase.value, status=STATUSES[over])
    if not over:
        for name in ("winner", "victoryReason", "ranking"):
            found = source.find(name, "R170")
            if found is not None and not found.is_null:
                found.refuse("CONTRADICTION.still_running")
        return None
    winner = source.get("winner", "R170").integer("R170", 1, len(state.seats))
    reason = source.get("victoryReason", "R170").choice(REASONS, "R170")
    outcome = Outcome(winner, reason, rank_seats(state, winner))
    ranking = source.find("ranking", "R170")
    if (
        ranking is not None
        and not ranking.is_null
        and _read_ranking(ranking, len(state.seats)) != outcome.ranking
    ):
        ranking.refuse("CONTRADICTION.ranking")
    return outcome


def _read_ranking(ranking: JsonField, seats: int) -> tuple[RankedSeat, ...]:
    return tuple(
        RankedSeat(
            placing.get("playerNumber", "R170").integer("R170", 1, seats),
            placing.get("rank", "R170").integer("R170", 1, seats),
        )
        for placing in ranking.elements("R170", seats)
    )


def _read_history(source: JsonField, state: State) -> History:
    """R074: read the recorded moves, with seats of this game and cells of this board."""
    grid = state.board.grid
    found = source.find("moveHistory", "R074")
    listed = found.elements("R074", MAX_HISTORY_LENGTH) if found else []
    moves = [read_move(element) for element in listed]
    for element, move in zip(listed, moves, strict=True):
        if move.player > len(state.seats):
            element.refuse("CONTRADICTION.history_seat", seat=move.player)
        if any(position not in grid.cell_of for position in positions_of(move)):
            element.refuse("CONTRADICTION.history_cell", board=grid.name)
    return History(moves)


def _check_derived(source: JsonField, state: State) -> None:
    """Check totals and thresholds, which are optional but must be right if given."""
    board = source.get("board", "R001")
    credited = board.find("eliminatedRings", "R060")
    players = source.get("players", "R020").elements("R020", MAX_PLAYERS)
    for number, (player, seat) in enumerate(zip(players, state.seats, strict=True), start=1):
        territory = player.find("territorySpaces", "R041")
        rings = credited.find(str(number), "R060") if credited else None
        if territory is not None:
            territory.must_be(state.board.territory(number), "R041")
        if rings is not None:
            rings.must_be(seat.eliminated, "R060")
    for name, value, rule in (
        ("totalRingsInPlay", state.total_rings, "R020"),
        ("totalRingsEliminated", sum(seat.eliminated for seat in state.seats), "R060"),
        ("victoryThreshold", state.ring_threshold, "R061"),
        ("territoryVictoryThreshold", state.territory_threshold, "R062"),
    ):
        found = source.find(name, rule)
        if found is not None:
            found.must_be(value, rule)
