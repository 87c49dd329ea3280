"""Record errors. Each names the line and the move, where known."""

from __future__ import annotations

from typing import Self

from ringrift.rules.errors import Refusal, RingRiftError


class RecordError(RingRiftError):
    """A rejected record. `line` and `move` count from 1."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        rule: str | None = None,
        line: int | None = None,
        move: int | None = None,
    ) -> None:
        places = [
            f"{name} {number}"
            for name, number in (("line", line), ("move", move))
            if number is not None
        ]
        super().__init__(Refusal(code, rule, message, ", ".join(places)))
        self.line = line
        self.move = move

    def located_at(self, line: int | None = None, move: int | None = None) -> Self:
        """Return the error with its line and move, where they were unknown."""
        line = line if self.line is None else self.line
        move = move if self.move is None else self.move
        return type(self)(self.code, self.message, rule=self.rule, line=line, move=move)

    def __reduce__(self) -> tuple[object, ...]:
        return _restore_error, (
            type(self),
            self.code,
            self.message,
            self.rule,
            self.line,
            self.move,
        )


class RecordSyntaxError(RecordError):
    """Not a record: malformed text or JSON, unknown encoding, missing or unknown header value."""


class RecordMoveError(RecordError):
    """A missing, illegal or malformed move."""


class RecordResultError(RecordError):
    """The result of the game differs from the record's."""


class ChainError(RecordError):
    """The moves do not match the hash chain."""


class SignatureError(RecordError):
    """The signature is missing or was made with another key."""


class RecordTooLongError(RecordError):
    """The record exceeds the limit on moves or bytes."""


class StoreError(RecordError):
    """A store failure: no such game, not a store, or another writer was faster."""


def _restore_error(
    kind: type[RecordError],
    code: str,
    message: str,
    rule: str | None,
    line: int | None,
    move: int | None,
) -> RecordError:
    return kind(code, message, rule=rule, line=line, move=move)
