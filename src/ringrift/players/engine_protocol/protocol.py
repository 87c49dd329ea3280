"""The engine protocol, version 1: shared definitions (docs/reference/engine-protocol.md).

The controller sends commands (`commands`) and the engine sends answers (`answers`). Both are lines
of words; moves are in the game's notation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from ringrift.players.search import apply_due_bookkeeping
from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.play import apply
from ringrift.rules.state import State

VERSION: Final = 1
MAX_LINE_LENGTH: Final = 1 << 20  # bytes, line feed included
WHOLE: Final = 1000  # the sum of all seats' shares
NOTHING: Final = "-"  # notation of a bookkeeping move
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)


class Code(StrEnum):
    """Error codes: the first word of an `error` line."""

    BAD_VALUE = "BAD_VALUE"
    BUSY = "BUSY"
    GAME_OVER = "GAME_OVER"
    ILLEGAL_MOVE = "ILLEGAL_MOVE"
    INTERNAL = "INTERNAL"
    INVALID_POSITION = "INVALID_POSITION"
    INVALID_SETUP = "INVALID_SETUP"
    MALFORMED = "MALFORMED"
    NO_POSITION = "NO_POSITION"
    TOO_LONG = "TOO_LONG"
    UNKNOWN_COMMAND = "UNKNOWN_COMMAND"
    UNKNOWN_OPTION = "UNKNOWN_OPTION"
    UNSUPPORTED = "UNSUPPORTED"


class ProtocolError(RingRiftError):
    """An invalid line. The engine answers with an error and the conversation continues."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(Refusal(code, rule, message))

    def __reduce__(self) -> tuple[object, ...]:
        return ProtocolError, (self.code, self.message, self.rule)


def parse_number(word: str, what: str, least: int = 0, most: int = 10**18) -> int:
    """Parse a number without sign or leading zeros within a range."""
    if not _NUMBER.fullmatch(word):
        raise ProtocolError(
            Code.MALFORMED, f"{what} {word[:40]!r} is not a number; write {least} or more"
        )
    if not least <= (value := int(word)) <= most:
        raise ProtocolError(
            Code.BAD_VALUE, f"{what} {value} is out of range; use {least} to {most}"
        )
    return value


def format_moves(start: State, moves: Sequence[Move]) -> tuple[str, ...]:
    """Return the moves in notation, without the bookkeeping moves."""
    texts: list[str] = []
    state = start
    for move in moves:
        if not move.bookkeeping:
            texts.append(format_move(state, move))
        state = apply(state, move)
    return tuple(texts)


class MoveSequence:
    """A game as moves in notation; bookkeeping moves may be omitted.

    A list that extends the previous one plays only the new moves.
    """

    def __init__(self, start: State) -> None:
        self.start: Final = start
        self._texts: tuple[str, ...] = ()
        self._states = [start]  # before each move, and after the last

    def after(self, texts: Sequence[str]) -> State:
        """Return the state after the moves; a rejected list changes nothing."""
        shared = 0
        while shared < min(len(texts), len(self._texts)) and texts[shared] == self._texts[shared]:
            shared += 1
        states = self._states[: shared + 1]
        for place, text in enumerate(texts[shared:], shared + 1):
            try:
                # Omitted bookkeeping moves are filled in; given ones are played as written.
                state = states[-1] if text == NOTHING else apply_due_bookkeeping(states[-1])
                states.append(apply(state, parse_move(state, text)))
            except RingRiftError as error:
                message = f"move {place}, {text[:40]}: {error.code} [{error.rule}] {error.message}"
                raise ProtocolError(Code.ILLEGAL_MOVE, message, error.rule) from None
        self._texts, self._states = tuple(texts), states
        return apply_due_bookkeeping(states[-1])
