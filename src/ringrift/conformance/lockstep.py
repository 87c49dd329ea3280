"""Plays two engines in lockstep: the same moves, with everything compared after each move.

Compares the whole state, the set of legal moves, the bookkeeping move, the hash (after a move or an
undo, in a fresh position, for equal states of other games) and the rejection of illegal moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal, NoReturn

from ringrift.conformance.hash_collisions import HashRegistry
from ringrift.conformance.illegal_moves import illegal_moves
from ringrift.conformance.random_play import MoveChooser, choose_uniformly
from ringrift.conformance.scenario_claims import find_differences
from ringrift.kernel.engines import Engine, ReferencePosition
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.state import State
from ringrift.rules.wire import dump_state_without_history

DifferenceKind = Literal[
    "state",
    "legal moves",
    "bookkeeping",
    "refusal",
    "explanation",
    "hash",
    "undo",
    "perft",
    "failure",
]
_MAX_LISTED: Final = 10


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between two engines. The trusted engine accepts all moves that lead to it."""

    kind: DifferenceKind
    start: State
    moves: tuple[Move, ...]
    what: str
    expected: str  # from the trusted engine
    found: str
    missing: tuple[Move, ...] = ()  # legal moves that the tested engine does not offer
    invented: tuple[Move, ...] = ()  # moves that only the tested engine offers or accepts
    misexplained: tuple[Move, ...] = ()  # illegal moves that the engines explain differently


@dataclass(frozen=True, slots=True)
class WalkResult:
    """The result of a walk: the number of moves and the first difference, if any."""

    moves: int
    difference: Difference | None


class Lockstep:
    """Compares an engine with a trusted one, by default the reference engine."""

    def __init__(
        self,
        tested: type[Engine],
        trusted: type[Engine] = ReferencePosition,
        illegal: int = 0,
    ) -> None:
        self.tested = tested
        self.trusted = trusted
        self.illegal = illegal  # random illegal moves to explain in each state
        self.hashes = HashRegistry()

    def replay(
        self, start: State, moves: Iterable[Move], never: Collection[Move] = ()
    ) -> WalkResult:
        """Play these moves; at the end the tested engine must reject the moves in `never`.

        A move that the trusted engine rejects raises its `RingRiftError`.
        """
        pair = _EnginePair(self, start)
        difference = pair.set_up()
        for move in moves:
            if difference is not None:
                break
            difference = pair.play_move(move)
        for move in never:
            difference = difference or pair.check_refused(move)
        return WalkResult(len(pair.moves), difference)

    def play_randomly(
        self, start: State, rng: Random, limit: int, choose: MoveChooser = choose_uniformly
    ) -> WalkResult:
        """Play at most `limit` random moves, bookkeeping included."""
        pair = _EnginePair(self, start)
        difference = pair.set_up()
        while difference is None and len(pair.moves) < limit and (moves := pair.choices()):
            difference = pair.play_move(moves[0] if len(moves) == 1 else choose(rng, moves))
        return WalkResult(len(pair.moves), difference)

    def play_all_sequences(self, start: State, depth: int, most: int) -> WalkResult:
        """Play every sequence of up to `depth` moves in order, until `most` moves are played."""
        pair = _EnginePair(self, start)
        difference = pair.set_up()
        played = 0
        ways = [list(pair.choices())[::-1]]
        while difference is None and ways and played < most:
            if not ways[-1]:
                ways.pop()
                difference = pair.undo_move() if ways else None
                continue
            difference = pair.play_move(ways[-1].pop())
            played += 1
            ways.append(list(pair.choices())[::-1] if len(pair.moves) < depth else [])
        return WalkResult(played, difference)


class _DifferenceFoundError(Exception):
    """The engines differ."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference)
        self.difference = difference


class _EnginePair:
    """Both engines at the same point of a game."""

    def __init__(self, lockstep: Lockstep, start: State) -> None:
        self.start = start
        self.moves: tuple[Move, ...] = ()
        self._tested = lockstep.tested
        self._hashes = lockstep.hashes
        self._illegal = lockstep.illegal
        self._trusted = lockstep.trusted.from_state(start)
        self._state = start

    def choices(self) -> Sequence[Move]:
        """Return the moves that the trusted engine offers."""
        required = self._trusted.bookkeeping()
        return self._trusted.legal_moves() if required is None else (required,)

    def set_up(self) -> Difference | None:
        """Set up the tested engine and compare."""
        try:
            self._tested_position = self._tested.from_state(self.start)
            self._compare_all()
        except _DifferenceFoundError as found:
            return found.difference
        except Exception as problem:  # noqa: BLE001 - whatever the tested engine raises is a finding
            return self._report_exception(problem)
        return None

    def play_move(self, move: Move) -> Difference | None:
        """Play the move on both engines, undo and replay it on the tested one, and compare."""
        before = self._state
        self._trusted.apply(move)
        self._state = self._trusted.to_state()
        self.moves = (*self.moves, move)
        try:
            self._play_and_replay(move, before)
            self._compare_all()
            if move not in self.choices():
                self._expect_refusal(move)
        except _DifferenceFoundError as found:
            return found.difference
        except Exception as problem:  # noqa: BLE001 - whatever the tested engine raises is a finding
            return self._report_exception(problem)
        return None

    def undo_move(self) -> Difference | None:
        """Undo the last move on both engines."""
        self._trusted.undo()
        self._state = self._trusted.to_state()
        try:
            self._tested_position.undo()
            self._compare_states(
                "undo", "moves are taken back", self._state, self._tested_position.to_state()
            )
            self.moves = self.moves[:-1]
        except _DifferenceFoundError as found:
            return found.difference
        except Exception as problem:  # noqa: BLE001 - whatever the tested engine raises is a finding
            return self._report_exception(problem)
        return None

    def check_refused(self, move: Move) -> Difference | None:
        """Check that the tested engine rejects a move that the trusted one does not offer."""
        try:
            if move not in self.choices():
                self._expect_refusal(move)
        except _DifferenceFoundError as found:
            return found.difference
        except Exception as problem:  # noqa: BLE001 - whatever the tested engine raises is a finding
            return self._report_exception(problem)
        return None

    def _play_and_replay(self, move: Move, before: State) -> None:
        twin, hash_before = self._tested_position, self._tested_position.hash
        try:
            twin.apply(move)
        except RingRiftError as error:
            self._report_difference(
                "refusal", "a legal move is refused", f"{move} is played", repr(error)
            )
        hash_after = twin.hash
        twin.undo()
        self._compare_hashes(
            "undo", "the hash when the last move is taken back", hash_before, twin.hash
        )
        self._compare_states("undo", "the last move is taken back", before, twin.to_state())
        twin.apply(move)
        self._compare_hashes(
            "undo", "the hash when the move is played again", hash_after, twin.hash
        )

    def _compare_all(self) -> None:
        """Compare all answers about the current state."""
        self._compare_states("state", "the state", self._state, self._tested_position.to_state())
        self._compare_legal_moves()
        required, found = self._trusted.bookkeeping(), self._tested_position.bookkeeping()
        if required != found:
            self._report_difference(
                "bookkeeping", "the bookkeeping move", str(required), str(found)
            )
        self._compare_hash_with_fresh_setup()
        if self._illegal:
            rng = Random(self._tested_position.hash)
            for move in illegal_moves(self._state, rng, self._illegal):
                self._compare_explanations(move)

    def _compare_explanations(self, move: Move) -> None:
        expected = self._trusted.why_illegal(move)
        found = self._tested_position.why_illegal(move)
        if expected != found:
            self._report_difference(
                "explanation",
                f"why {move} is illegal",
                str(expected),
                str(found),
                misexplained=(move,),
            )

    def _compare_legal_moves(self) -> None:
        mine, theirs = list(self._trusted.legal_moves()), list(self._tested_position.legal_moves())
        if mine == theirs:
            return
        missing, invented = set(mine) - set(theirs), set(theirs) - set(mine)
        if missing or invented:
            expected = f"{len(mine)} moves" + _list_moves(", among them ", missing)
            found = f"{len(theirs)} moves" + _list_moves(", among them ", invented)
            self._report_difference(
                "legal moves", "the legal moves", expected, found, missing, invented
            )
        if len(mine) != len(theirs):
            self._report_difference(
                "legal moves", "each legal move once", f"{len(mine)} moves", f"{len(theirs)} moves"
            )

    def _compare_hash_with_fresh_setup(self) -> None:
        found = self._tested_position.hash
        fresh = self._tested.from_state(self._state).hash
        self._compare_hashes("hash", "the hash of the same state set up again", fresh, found)
        earlier = self._hashes.find_different_hash(self._state, found)
        if earlier is not None:
            self._compare_hashes("hash", "the hash of an equal state seen before", earlier, found)
        if self._hashes.is_collision(self._state, found):
            self._report_difference(
                "hash", "the hash of another position", f"not {found}", str(found)
            )

    def _expect_refusal(self, move: Move) -> None:
        hash_before = self._tested_position.hash
        try:
            self._tested_position.apply(move)
        except RingRiftError:
            self._compare_hashes(
                "refusal",
                "the hash when a move is refused",
                hash_before,
                self._tested_position.hash,
            )
            self._compare_states(
                "refusal", "a move is refused", self._state, self._tested_position.to_state()
            )
            self._compare_explanations(move)
            return
        self._report_difference(
            "refusal", "an illegal move", f"{move} is refused", "it is played", invented=(move,)
        )

    def _compare_hashes(self, kind: DifferenceKind, what: str, expected: int, found: int) -> None:
        if expected != found:
            self._report_difference(kind, what, str(expected), str(found))

    def _compare_states(
        self, kind: DifferenceKind, what: str, expected: State, found: State
    ) -> None:
        """Compare fields and their types: 1 == True in Python but not in JSON."""
        if expected == found and _fields_without_board(expected) == _fields_without_board(found):
            return
        wires = dump_state_without_history(expected), dump_state_without_history(found)
        fields = list(find_differences(*wires))[:_MAX_LISTED]
        if not fields:  # such as `1` for `true`, or an inconsistent board
            self._report_difference(kind, what, repr(expected), repr(found))
        self._report_difference(
            kind,
            f"{what}: {', '.join(path for path, _, _ in fields)}",
            ", ".join(str(wanted) for _, wanted, _ in fields),
            ", ".join(str(got) for _, _, got in fields),
        )

    def _report_difference(
        self,
        kind: DifferenceKind,
        what: str,
        expected: str,
        found: str,
        missing: Iterable[Move] = (),
        invented: Iterable[Move] = (),
        misexplained: Iterable[Move] = (),
    ) -> NoReturn:
        raise _DifferenceFoundError(
            Difference(
                kind,
                self.start,
                self.moves,
                what,
                expected,
                found,
                _sort_moves(missing),
                _sort_moves(invented),
                _sort_moves(misexplained),
            )
        )

    def _report_exception(self, problem: Exception) -> Difference:
        return Difference("failure", self.start, self.moves, "an answer", "one", repr(problem))


def _fields_without_board(state: State) -> str:
    """Return every field of a state except its board, with types."""
    return repr(state.replace(board=None))


def _sort_moves(moves: Iterable[Move]) -> tuple[Move, ...]:
    return tuple(sorted(moves, key=str))


def _list_moves(lead: str, moves: Collection[Move]) -> str:
    return lead + "; ".join(map(str, _sort_moves(moves)[:_MAX_LISTED])) if moves else ""
