"""What can be wrong with a record. Every error names the line and the move where it is known."""

from __future__ import annotations

from typing import Self

from ringrift.rules.errors import Refusal, RingRiftError


class RecordError(RingRiftError):
    """A refused record. `line` and `move` count from 1."""

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
        """The same error with its line and move, where they were still unknown."""
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
    """Not a record: broken text or JSON, an unknown encoding, a missing or unknown header value."""


class RecordMoveError(RecordError):
    """A move that is missing, illegal or not a move at all."""


class RecordResultError(RecordError):
    """The game did not end as the record says."""


class ChainError(RecordError):
    """The moves are not those that the hash chain was made over."""


class SignatureError(RecordError):
    """Not signed, or not with this key."""


class RecordTooLongError(RecordError):
    """More moves or more bytes than the limits allow."""


class StoreError(RecordError):
    """The store cannot do it: no such game, not a store, another writer was faster."""


def _restore_error(
    kind: type[RecordError],
    code: str,
    message: str,
    rule: str | None,
    line: int | None,
    move: int | None,
) -> RecordError:
    return kind(code, message, rule=rule, line=line, move=move)
