"""Replays a game record for a client without an engine."""

from __future__ import annotations

from typing import Final

from ringrift.records import Entry, Limits, Record, load_jsonl, load_text, replay
from ringrift.records.chain import outcome_json
from ringrift.rules import apply
from ringrift.rules.notation import format_move
from ringrift.rules.position_string import dump_position
from ringrift.rules.state import State
from ringrift.rules.wire import dump_state_without_history
from ringrift.rules.wire_moves import dump_move
from ringrift.server.rules.types import (
    PlayedMove,
    ReplayedRecord,
    ReplayRequest,
    Setup,
    VariationMove,
)

LIMITS: Final = Limits(moves=2000, bytes=200_000)  # the longest games have a few hundred moves


def replay_record(request: ReplayRequest) -> ReplayedRecord:
    """Return the record move by move; an error names the line and the move at fault."""
    text = request.record
    load = load_jsonl if text.lstrip().startswith("{") else load_text
    record = load(text, limits=LIMITS)
    states = tuple(replay(record))
    heading = record.heading
    return ReplayedRecord(
        setup=Setup(
            board=heading.board, players=heading.players, edition=heading.edition, swap=heading.swap
        ),
        start=dump_position(states[0]),
        names=list(heading.names),
        holders=list(record.holders),
        swapped=record.swapped_at,
        tags=dict(heading.tags),
        comment=record.comment,
        marks=list(map(str, record.marks)),
        moves=_moves(record, states),
        outcome=None if record.outcome is None else outcome_json(record.outcome),
        state=dump_state_without_history(states[-1]),
        hash=record.final_hash,
    )


def _moves(record: Record, states: tuple[State, ...]) -> list[PlayedMove]:
    # A game that the host ended has one state more than it has moves.
    return [
        _played(before, entry, after)
        for before, entry, after in zip(states, record.entries, states[1:], strict=False)
    ]


def _played(before: State, entry: Entry, after: State) -> PlayedMove:
    move = _annotated(before, entry)
    return PlayedMove(seat=entry.move.player, position=dump_position(after), **dict(move))


def _annotated(before: State, entry: Entry) -> VariationMove:
    return VariationMove(
        move=dump_move(entry.move),
        notation=format_move(before, entry.move),
        bookkeeping=entry.move.bookkeeping,
        turn=before.turn_number,
        comment=entry.comment,
        timestamp=entry.timestamp,
        think_time_ms=entry.think_time_ms,
        marks=list(map(str, entry.marks)),
        variations=[_variation(before, variation) for variation in entry.variations],
    )


def _variation(state: State, variation: tuple[Entry, ...]) -> list[VariationMove]:
    moves: list[VariationMove] = []
    for entry in variation:
        moves.append(_annotated(state, entry))
        state = apply(state, entry.move)
    return moves
