"""Replays a record move by move and rejects the first deviation.

A replay never fills in a move [R074-R076]. Every reader uses it, whatever the form of the record.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, get_args

from ringrift.records.chain import check_signature, check_signature_form, sign_tip
from ringrift.records.errors import (
    ChainError,
    RecordError,
    RecordMoveError,
    RecordResultError,
    RecordTooLongError,
)
from ringrift.records.marks import check_marks
from ringrift.records.record import Entry, Heading, Record
from ringrift.records.recorder import Recorder
from ringrift.records.variations import check_variations, count_moves, move_refusal
from ringrift.rules import State, bookkeeping
from ringrift.rules.errors import RingRiftError
from ringrift.rules.phases import HOST_REASONS
from ringrift.rules.stack import Seat
from ringrift.rules.state import Outcome, VictoryReason
from ringrift.rules.wire_fields import describe_value

REASONS: Final[tuple[VictoryReason, ...]] = get_args(VictoryReason)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on the length of a record. The defaults exceed any playable game."""

    moves: int = 50_000
    bytes: int = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class RecordClaims:
    """What a record states apart from its moves; None or empty where it states nothing."""

    winner: Seat | None = None  # None: unfinished
    reason: VictoryReason | None = None
    ranks: tuple[int, ...] = ()  # by seat
    length: int | None = None
    swapped_at: int | None = None  # the number of the move that is the swap
    final_hash: str | None = None
    tip: str | None = None
    signature: str | None = None

    @classmethod
    def of(cls, record: Record) -> RecordClaims:
        """Return the claims of a complete record."""
        outcome = record.outcome
        return cls(
            winner=outcome.winner if outcome else None,
            reason=outcome.reason if outcome else None,
            ranks=ranks_by_seat(outcome) if outcome else (),
            length=len(record),
            swapped_at=record.swapped_at,
            final_hash=record.final_hash,
            tip=record.tip,
            signature=record.signature,
        )


class RecordPlayback:
    """Replays a record while it is read; its errors name the move at fault."""

    def __init__(self, heading: Heading, comment: str = "", limits: Limits | None = None) -> None:
        self.recorder = Recorder(heading, comment)
        self._most = (limits or Limits()).moves
        self._in_variations = 0  # number of moves there
        self._compared = 0  # number of links that matched the record's

    @property
    def state(self) -> State:
        return self.recorder.state

    @property
    def number(self) -> int:
        """Return the number of the next move."""
        return len(self.recorder) + 1

    def play(self, entry: Entry, written: str) -> State:
        """Play the next move; error messages quote `written`, its text in the record."""
        if len(self.recorder) + self._in_variations >= self._most:
            raise self._too_long_error()
        try:
            check_marks(self.state.board.grid, entry.marks)
            return self.recorder.enter(entry)
        except RecordError as error:
            raise error.located_at(move=self.number) from None
        except RingRiftError as refused:
            raise self.refusal(written, refused) from refused

    def play_with_variations(self, entry: Entry, written: str) -> State:
        """Play the next move; first play the variations of the entry to check them."""
        self.count_variation_moves(count_moves((entry,)) - 1)
        check_variations(self.state, entry, self.number)
        return self.play(entry, written)

    def count_variation_moves(self, count: int) -> None:
        """Count moves of variations, which the limit includes."""
        self._in_variations += count
        if len(self.recorder) + self._in_variations > self._most:
            raise self._too_long_error()

    def _too_long_error(self) -> RecordError:
        message = f"The record has more than {self._most} moves. Raise the limit if it is a game."
        return RecordTooLongError("TOO_LONG", message, move=self.number)

    def refusal(self, written: str, refused: RingRiftError) -> RecordMoveError:
        """Return the error that explains why the written move is not the next one."""
        return move_refusal(self.state, self.number, written, refused)

    def check_links(self, links: Iterable[str]) -> None:
        """Compare the next links, which may be truncated, with those of the played moves."""
        made = self.recorder.links
        for claimed in links:
            number = self._compared
            if number >= len(made):
                raise self._missing_move_error(number)
            if not made[number].startswith(claimed):
                raise _chain_error_at(number)
            self._compared += 1

    def _missing_move_error(self, number: int) -> RecordError:
        """Return the error for a link whose move is missing."""
        due = bookkeeping(self.state)
        if due is None:
            return ChainError(
                "CHAIN_BROKEN", "The chain continues here, but the move is missing.", move=number
            )
        message = f"`{due.type}` is missing here. A replay never adds moves: record it."
        return RecordMoveError("MOVE_MISSING", message, rule="R075", move=number)

    def finish(self, claims: RecordClaims, key: bytes | None = None) -> Record:
        """Return the record if the game matches its claims."""
        if claims.length is not None and claims.length != len(self.recorder):
            message = (
                f"The record has {len(self.recorder)} moves, but says that it has {claims.length}:"
                " some were lost or added."
            )
            raise RecordMoveError("MOVE_MISSING", message)
        start = self.recorder.heading.start_moves
        if start > len(self.recorder):
            message = f"StartMoves is {start}, but the record has {len(self.recorder)} moves."
            raise RecordMoveError("MOVE_MISSING", message)
        for departure in self.recorder.heading.departures:
            if departure.moves > len(self.recorder):
                message = (
                    f"Seat {departure.seat} left after move {departure.moves},"
                    f" but the record has only {len(self.recorder)} moves."
                )
                raise RecordMoveError("MOVE_MISSING", message)
        if 0 < self._compared <= len(self.recorder):
            raise ChainError(
                "CHAIN_BROKEN", "The move has no link in the chain.", move=self._compared
            )
        if (
            self.state.outcome is None
            and claims.winner is not None
            and claims.reason in HOST_REASONS
        ):
            self._conclude_game(claims.winner, claims.reason)
        self._check_outcome(claims)
        record = self.recorder.record()
        # A record without the claim is from before it existed, or was written by hand.
        if claims.swapped_at not in (None, record.swapped_at):
            found = (
                f"the swap is move {record.swapped_at}" if record.swapped_at else "there is none"
            )
            message = f"The record says that move {claims.swapped_at} is the swap, but {found}."
            raise RecordResultError("WRONG_SWAP", message, rule="R180")
        if claims.final_hash not in (None, record.final_hash):
            claimed = describe_value(claims.final_hash)
            message = f"The final state has the hash {record.final_hash}, not {claimed}."
            raise RecordResultError("WRONG_HASH", message)
        if claims.tip not in (None, record.tip):
            message = (
                f"The chain ends with {record.tip[:16]}…, not with {str(claims.tip)[:16]}…: "
                "the heading, a move"
                " or the result was changed after the record was made."
            )
            raise ChainError("CHAIN_BROKEN", message)
        check_marks(self.state.board.grid, record.marks)
        check_signature_form(claims.signature)
        if key is not None:
            check_signature(record.tip, claims.signature, key)
        return replace(record, signature=claims.signature)

    def _conclude_game(self, winner: Seat, reason: VictoryReason) -> None:
        try:
            self.recorder.conclude(winner, reason)
        except RingRiftError as refused:
            raise RecordResultError(refused.code, refused.message, rule=refused.rule) from refused

    def _check_outcome(self, claims: RecordClaims) -> None:
        outcome = self.state.outcome
        found = (outcome.winner, outcome.reason) if outcome else (None, None)
        if (claims.winner, claims.reason) != found:
            message = (
                f"After move {len(self.recorder)} {_describe_result(*found)};"
                f" the record says that {_describe_result(claims.winner, claims.reason)}."
            )
            raise RecordResultError("WRONG_RESULT", message, rule="R170")
        if outcome is not None and claims.ranks not in ((), ranks_by_seat(outcome)):
            message = f"The ranks by seat are {ranks_by_seat(outcome)}, not {claims.ranks}."
            raise RecordResultError("WRONG_RANKING", message, rule="R170")


def ranks_by_seat(outcome: Outcome) -> tuple[int, ...]:
    """Return the ranks in seat order."""
    return tuple(
        placing.rank for placing in sorted(outcome.ranking, key=lambda placing: placing.seat)
    )


def replay(record: Record, key: bytes | None = None) -> Iterator[State]:
    """Yield every state of the game: the first, one per move, and the one after a host's result.

    Raises a `RecordError` at the first move that is illegal or differs from the recorded one, and
    at the end if the result, the hash of the last state, the chain or (with a key) the signature
    differs from the record.
    """
    return _replay_states(record, _playback_of(record), key)


def verify(record: Record, key: bytes | None = None) -> State:
    """Replay the record and return the last state; with a key, require its signature."""
    return deque(replay(record, key), maxlen=1).pop()


def resume(record: Record) -> Recorder:
    """Verify an unfinished record and return a recorder that continues it."""
    if record.outcome is not None:
        raise RecordResultError(
            "GAME_OVER", "The game is over; nothing can be added to its record.", rule="R170"
        )
    playback = _playback_of(record)
    for _ in _replay_states(record, playback, None):
        pass
    return playback.recorder


def sign_record(record: Record, key: bytes) -> Record:
    """Return the record with a signature of its tip by this key."""
    return replace(record, signature=sign_tip(record.tip, key))


def _playback_of(record: Record) -> RecordPlayback:
    limits = Limits(moves=count_moves(record.entries))
    playback = RecordPlayback(record.heading, record.comment, limits)
    playback.recorder.marks = record.marks
    return playback


def _replay_states(record: Record, playback: RecordPlayback, key: bytes | None) -> Iterator[State]:
    links = record.links
    playback.check_links(links[:1])
    yield playback.state
    for number, entry in enumerate(record.entries, 1):
        state = playback.play_with_variations(entry, entry.move.type)
        playback.check_links(links[number : number + 1])
        yield state
    played = playback.state
    playback.finish(RecordClaims.of(record), key)
    if playback.state is not played:
        yield playback.state


def _chain_error_at(number: int) -> ChainError:
    if number == 0:
        message = (
            "The chain was made for a different heading: the setup, names or tags were changed."
        )
        return ChainError("CHAIN_BROKEN", message)
    message = "The chain breaks here: this move was edited, or a move was removed, added or moved."
    return ChainError("CHAIN_BROKEN", message, move=number)


def _describe_result(winner: Seat | None, reason: str | None) -> str:
    return "the game is not over" if winner is None else f"seat {winner} won by {reason}"
