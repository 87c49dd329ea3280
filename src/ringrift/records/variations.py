"""Variations: moves that could have been played instead, with remarks and variations of their own.

They are remarks: neither the result nor the hash chain depends on them. But they are legal: a
reader plays each of them from the state before the move that it replaces.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ringrift.records.errors import RecordError, RecordMoveError, RecordSyntaxError
from ringrift.records.marks import check_marks
from ringrift.records.record import Entry
from ringrift.rules import State, apply, bookkeeping
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.wire_fields import describe_value

MAX_NESTING: Final = 100  # variations within variations


def count_moves(entries: Iterable[Entry]) -> int:
    """Return the number of moves, those of the variations included."""
    count = 0
    remaining = list(entries)
    while remaining:
        entry = remaining.pop()
        count += 1
        for variation in entry.variations:
            remaining += variation
    return count


def check_variations(state: State, entry: Entry, number: int, nesting: int = 1) -> None:
    """Raise an error unless all variations of the entry can be played in the state before it.

    `number` is the number of the entry's move in its line.
    """
    if not entry.variations:
        return
    check_nesting(nesting)
    check_first_moves(entry, number)
    for variation in entry.variations:
        now = state
        for at, each in enumerate(variation, number):
            check_variations(now, each, at, nesting + 1)
            now = play_in_variation(now, each, at, each.move.type)


def play_in_variation(state: State, entry: Entry, number: int, written: str) -> State:
    """Return the state after the entry's move; errors quote `written`, its text in the record."""
    try:
        after = apply(state, entry.move)
        check_marks(state.board.grid, entry.marks)
    except RecordError as error:
        raise error.located_at(move=number) from None
    except RingRiftError as refused:
        raise move_refusal(state, number, written, refused) from refused
    return after


def check_nesting(nesting: int) -> None:
    """Raise an error for variations that are nested too deeply."""
    if nesting > MAX_NESTING:
        message = f"Variations are nested more than {MAX_NESTING} deep. Make chapters of them."
        raise RecordSyntaxError("TOO_DEEP", message)


def check_first_moves(entry: Entry, number: int) -> None:
    """Raise an error unless the entry and its variations begin with different moves."""
    moves: list[Move] = [entry.move]
    for variation in entry.variations:
        if not variation:
            raise RecordSyntaxError("MALFORMED", "A variation needs a move.", move=number)
        if variation[0].move in moves:
            message = (
                "A variation begins with a move that is played here already: "
                "continue that line instead."
            )
            raise RecordSyntaxError("MALFORMED", message, move=number)
        moves.append(variation[0].move)


def move_refusal(
    state: State, number: int, written: str, refused: RingRiftError
) -> RecordMoveError:
    """Return the error that explains why the written move is not the next one."""
    due = bookkeeping(state)
    word = f"`{describe_value(written)[1:-1]}`"
    if due is not None and written not in ("-", due.type):
        message = f"`{due.type}` is missing before {word}. A replay never adds moves: record it."
        return RecordMoveError("MOVE_MISSING", message, rule="R075", move=number)
    return RecordMoveError(
        refused.code, f"{word}: {refused.message}", rule=refused.rule, move=number
    )
