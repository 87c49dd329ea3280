"""Two engines in lockstep: the same moves, and after each the same questions.

Compared are the whole state, the set of legal moves, the bookkeeping move, the hash (after moves, after an
undo, for a position set up anew, for equal states of other games) and the refusal of a move that is over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal, NoReturn

from ringrift.conformance.hash_collisions import HashBook
from ringrift.conformance.random_play import Chooser, any_move
from ringrift.conformance.scenario_claims import differences
from ringrift.kernel.engines import Engine, ReferencePosition
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.state import State
from ringrift.rules.wire import dump_state_without_history

DifferenceKind = Literal[
    "state", "legal moves", "bookkeeping", "refusal", "hash", "undo", "perft", "failure"
]
_FIELDS_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two engines part: after these moves from that state. The moves are legal by the trusted one."""

    kind: DifferenceKind
    start: State
    moves: tuple[Move, ...]
    what: str
    expected: str  # by the trusted engine
    found: str
    lacking: tuple[Move, ...] = ()  # legal moves that the tested engine does not offer
    invented: tuple[Move, ...] = ()  # moves that only the tested engine offers or accepts


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk of both engines: how far it went and where they parted, if they did."""

    moves: int
    difference: Difference | None


class Lockstep:
    """Compares one engine with another that is trusted; the law, unless told otherwise."""

    def __init__(self, tested: type[Engine], trusted: type[Engine] = ReferencePosition) -> None:
        self.tested = tested
        self.trusted = trusted
        self.book = HashBook()

    def replay(self, start: State, moves: Iterable[Move], never: Collection[Move] = ()) -> Walk:
        """Play these moves; at the end the tested engine must refuse those of `never`.

        A move that the trusted engine refuses raises its `RingRiftError`.
        """
        pair = _Pair(self, start)
        difference = pair.begin()
        for move in moves:
            if difference is not None:
                break
            difference = pair.step(move)
        for move in never:
            difference = difference or pair.refuse(move)
        return Walk(len(pair.moves), difference)

    def wander(self, start: State, rng: Random, limit: int, choose: Chooser = any_move) -> Walk:
        """Play at most so many moves by chance, bookkeeping included."""
        pair = _Pair(self, start)
        difference = pair.begin()
        while difference is None and len(pair.moves) < limit and (moves := pair.choices()):
            difference = pair.step(moves[0] if len(moves) == 1 else choose(rng, moves))
        return Walk(len(pair.moves), difference)

    def explore(self, start: State, depth: int, most: int) -> Walk:
        """Play every sequence of at most `depth` moves, the first of them first, until `most` are played."""
        pair = _Pair(self, start)
        difference = pair.begin()
        played = 0
        ways = [list(pair.choices())[::-1]]
        while difference is None and ways and played < most:
            if not ways[-1]:
                ways.pop()
                difference = pair.back() if ways else None
                continue
            difference = pair.step(ways[-1].pop())
            played += 1
            ways.append(list(pair.choices())[::-1] if len(pair.moves) < depth else [])
        return Walk(played, difference)


class _DifferError(Exception):
    """The engines differ."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference)
        self.difference = difference


class _Pair:
    """Both engines at one place of a game."""

    def __init__(self, lockstep: Lockstep, start: State) -> None:
        self.start = start
        self.moves: tuple[Move, ...] = ()
        self._tested = lockstep.tested
        self._book = lockstep.book
        self._guide = lockstep.trusted.from_state(start)
        self._state = start

    def choices(self) -> Sequence[Move]:
        """What can come next by the trusted engine."""
        required = self._guide.bookkeeping()
        return self._guide.legal_moves() if required is None else (required,)

    def begin(self) -> Difference | None:
        """Set the tested engine up and compare."""
        try:
            self._twin = self._tested.from_state(self.start)
            self._look()
        except _DifferError as found:
            return found.difference
        except Exception as problem:  # noqa: BLE001 - whatever the tested engine raises is a finding
            return self._failure(problem)
        return None

    def step(self, move: Move) -> Difference | None:
        """Play the move on both, take it back on the tested one and play it again; compare."""
        before = self._state
        self._guide.apply(move)
        self._state = self._guide.to_state()
        self.moves = (*self.moves, move)
        try:
            self._play(move, before)
            self._look()
            if move not in self.choices():
                self._must_refuse(move)
        except _DifferError as found:
            return found.difference
        except Exception as problem:  # noqa: BLE001 - whatever the tested engine raises is a finding
            return self._failure(problem)
        return None

    def back(self) -> Difference | None:
        """Take the last move back on both."""
        self._guide.undo()
        self._state = self._guide.to_state()
        try:
            self._twin.undo()
            self._same_state("undo", "moves are taken back", self._state, self._twin.to_state())
            self.moves = self.moves[:-1]
        except _DifferError as found:
            return found.difference
        except Exception as problem:  # noqa: BLE001 - whatever the tested engine raises is a finding
            return self._failure(problem)
        return None

    def refuse(self, move: Move) -> Difference | None:
        """See that the tested engine refuses a move that the trusted one does not offer."""
        try:
            if move not in self.choices():
                self._must_refuse(move)
        except _DifferError as found:
            return found.difference
        except Exception as problem:  # noqa: BLE001 - whatever the tested engine raises is a finding
            return self._failure(problem)
        return None

    def _play(self, move: Move, before: State) -> None:
        twin, hash_before = self._twin, self._twin.hash
        try:
            twin.apply(move)
        except RingRiftError as error:
            self._differ("refusal", "a legal move is refused", f"{move} is played", repr(error))
        hash_after = twin.hash
        twin.undo()
        self._same_hash("undo", "the hash when the last move is taken back", hash_before, twin.hash)
        self._same_state("undo", "the last move is taken back", before, twin.to_state())
        twin.apply(move)
        self._same_hash("undo", "the hash when the move is played again", hash_after, twin.hash)

    def _look(self) -> None:
        """Ask about the state as it is."""
        self._same_state("state", "the state", self._state, self._twin.to_state())
        self._same_offer()
        required, found = self._guide.bookkeeping(), self._twin.bookkeeping()
        if required != found:
            self._differ("bookkeeping", "the bookkeeping move", str(required), str(found))
        self._hash()

    def _same_offer(self) -> None:
        mine, theirs = list(self._guide.legal_moves()), list(self._twin.legal_moves())
        if mine == theirs:
            return
        lacking, invented = set(mine) - set(theirs), set(theirs) - set(mine)
        if lacking or invented:
            expected = f"{len(mine)} moves" + _listed(", among them ", lacking)
            found = f"{len(theirs)} moves" + _listed(", among them ", invented)
            self._differ("legal moves", "the legal moves", expected, found, lacking, invented)
        if len(mine) != len(theirs):
            self._differ(
                "legal moves", "each legal move once", f"{len(mine)} moves", f"{len(theirs)} moves"
            )

    def _hash(self) -> None:
        found = self._twin.hash
        anew = self._tested.from_state(self._state).hash
        self._same_hash("hash", "the hash of the same state set up anew", anew, found)
        earlier = self._book.other_hash(self._state, found)
        if earlier is not None:
            self._same_hash("hash", "the hash of an equal state seen before", earlier, found)
        if self._book.is_shared(self._state, found):
            self._differ("hash", "the hash of another position", f"not {found}", str(found))

    def _must_refuse(self, move: Move) -> None:
        hash_before = self._twin.hash
        try:
            self._twin.apply(move)
        except RingRiftError:
            self._same_hash(
                "refusal", "the hash when a move is refused", hash_before, self._twin.hash
            )
            self._same_state("refusal", "a move is refused", self._state, self._twin.to_state())
            return
        self._differ(
            "refusal", "an illegal move", f"{move} is refused", "it is played", invented=(move,)
        )

    def _same_hash(self, kind: DifferenceKind, what: str, expected: int, found: int) -> None:
        if expected != found:
            self._differ(kind, what, str(expected), str(found))

    def _same_state(self, kind: DifferenceKind, what: str, expected: State, found: State) -> None:
        """Equal fields make equal wire objects if their types agree too: 1 == True, but not as JSON."""
        if expected == found and _small_fields(expected) == _small_fields(found):
            return
        wires = dump_state_without_history(expected), dump_state_without_history(found)
        fields = list(differences(*wires))[:_FIELDS_SHOWN]
        if not fields:  # such as a `1` for a `true`, or a board with an inner contradiction
            self._differ(kind, what, repr(expected), repr(found))
        self._differ(
            kind,
            f"{what}: {', '.join(path for path, _, _ in fields)}",
            ", ".join(str(wanted) for _, wanted, _ in fields),
            ", ".join(str(got) for _, _, got in fields),
        )

    def _differ(
        self,
        kind: DifferenceKind,
        what: str,
        expected: str,
        found: str,
        lacking: Iterable[Move] = (),
        invented: Iterable[Move] = (),
    ) -> NoReturn:
        raise _DifferError(
            Difference(
                kind,
                self.start,
                self.moves,
                what,
                expected,
                found,
                _in_order(lacking),
                _in_order(invented),
            )
        )

    def _failure(self, problem: Exception) -> Difference:
        return Difference("failure", self.start, self.moves, "an answer", "one", repr(problem))


def _small_fields(state: State) -> str:
    """All of a state but its board, types and all."""
    return repr(state.replace(board=None))


def _in_order(moves: Iterable[Move]) -> tuple[Move, ...]:
    return tuple(sorted(moves, key=str))


def _listed(lead: str, moves: Collection[Move]) -> str:
    return lead + "; ".join(map(str, _in_order(moves)[:_FIELDS_SHOWN])) if moves else ""
