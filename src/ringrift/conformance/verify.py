"""Runs vectors against the engine and says, for every disagreement, where it is and what was expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ringrift.conformance.perft import perft_counts
from ringrift.conformance.scenario_claims import differences, unmet_claims
from ringrift.conformance.vectors import GameVector, Json, Legal, PerftVector, Scenario, Vector
from ringrift.drawing.diagram import diagram
from ringrift.rules import apply, bookkeeping, legal_moves
from ringrift.rules.errors import InvalidStateError, RingRiftError
from ringrift.rules.hashing import legal_digest, state_hash
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.setup import Setup
from ringrift.rules.state import State
from ringrift.rules.wire import dump_move, dump_state_without_history, load_move, load_state


@dataclass(frozen=True, slots=True)
class Failure:
    """One disagreement between the engine and a vector."""

    vector: str  # its id
    step: int | None  # of the move, from 0; None: before the first or after the last
    what: str
    expected: object
    found: object
    position: str = ""  # a text diagram of the state asked about

    def __str__(self) -> str:
        at = f"{self.vector}" if self.step is None else f"{self.vector}, step {self.step}"
        lines = [f"{at}: {self.what}", f"  expected: {self.expected}", f"  found:    {self.found}"]
        return "\n".join(lines + [f"  {row}" for row in self.position.splitlines()])


@dataclass(slots=True)
class Verdict:
    """What checking one vector came to."""

    vector: Vector
    moves: int = 0  # applied and compared
    nodes: int = 0  # counted by perft
    failures: list[Failure] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.failures


def check(vector: Vector) -> Verdict:
    """Ask the engine everything that the vector knows the answer to.

    Checking stops behind the first step that fails: what follows it would fail for the same reason.
    """
    verdict = Verdict(vector)
    inquiry = _Inquiry(verdict)
    try:
        match vector:
            case PerftVector():
                _check_perft(vector, inquiry)
            case GameVector():
                _check_game(vector, inquiry)
            case Scenario():
                _check_scenario(vector, inquiry)
    except _StopError:
        pass
    return verdict


class _StopError(Exception):
    """Nothing more can be asked of this vector."""


class _Inquiry:
    """Collects the failures of one vector."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.state: State | None = None
        self.step: int | None = None

    def equal(self, what: str, expected: object, found: object) -> None:
        if expected != found:
            self.fail(what, expected, found)

    def fail(self, what: str, expected: object, found: object) -> None:
        position = "" if self.state is None else diagram(self.state)
        failure = Failure(self.verdict.vector.id, self.step, what, expected, found, position)
        self.verdict.failures.append(failure)

    def stop_if_failed(self) -> None:
        if self.verdict.failures:
            raise _StopError

    def load(self, wire: Json) -> State:
        try:
            self.state = load_state(wire)
        except RingRiftError as error:
            self.fail("the first state is loaded", "accepted", error)
            raise _StopError from None
        return self.state

    def read_move(self, wire: Json) -> Move:
        try:
            return load_move(wire)
        except RingRiftError as error:
            self.fail("the move is read", wire, error)
            raise _StopError from None

    def play(self, state: State, move: Move) -> State:
        """The state after a move; what was asked of the state before it must have passed."""
        self.stop_if_failed()
        try:
            self.state = apply(state, move)
        except RingRiftError as error:
            self.fail("the move is legal", dump_move(move), error)
            raise _StopError from None
        self.verdict.moves += 1
        return self.state

    def setup(self, setup: Setup, state: State) -> None:
        self.equal("board", setup.board, state.board.grid.name)
        self.equal("players", setup.players, len(state.seats))
        self.equal("edition", setup.edition, state.edition.name)

    def whole_state(self, what: str, expected: Json, state: State) -> None:
        found = dump_state_without_history(state)
        if found != expected:
            for path, wanted, got in differences(expected, found):
                self.fail(f"{what}, {path}", wanted, got)


def _check_perft(vector: PerftVector, inquiry: _Inquiry) -> None:
    setup = vector.setup
    if vector.state is None:
        inquiry.state = state = setup.new_game()
    else:
        state = inquiry.load(vector.state)
        inquiry.setup(setup, state)
    counts = perft_counts(state, len(vector.counts))
    inquiry.verdict.nodes += sum(counts)
    for depth, (expected, found) in enumerate(zip(vector.counts, counts, strict=True), 1):
        inquiry.equal(f"sequences of {depth} moves", expected, found)


def _check_game(vector: GameVector, inquiry: _Inquiry) -> None:
    state = inquiry.load(vector.initial)
    inquiry.setup(vector.setup, state)
    inquiry.whole_state("first state", vector.initial, state)
    for index, step in enumerate(vector.steps):
        inquiry.step = index
        moves = legal_moves(state)
        inquiry.equal("number of interactive moves", step.legal, len(moves))
        inquiry.equal("digest of the interactive moves", step.legal_digest, legal_digest(moves))
        state = inquiry.play(state, inquiry.read_move(step.move))
        inquiry.equal(
            f"digest of the state after {step.move}", step.state_digest, state_hash(state)
        )
        inquiry.stop_if_failed()
        if index + 1 in vector.checkpoints:
            inquiry.whole_state("checkpoint", vector.checkpoints[index + 1], state)
    inquiry.step = None
    inquiry.whole_state("last state", vector.final, state)


def _check_scenario(scenario: Scenario, inquiry: _Inquiry) -> None:
    if scenario.story is None:
        _check_refusal(scenario, inquiry)
        return
    story = scenario.story
    state = inquiry.load(scenario.initial)
    inquiry.setup(scenario.setup, state)
    inquiry.equal("digest of the first state", story.initial_digest, state_hash(state))
    phases = [state.phase.value]
    for index, step in enumerate(story.steps):
        inquiry.step = index
        _check_legal(step.legal_before, state, inquiry)
        move = inquiry.read_move(step.move)
        _check_notation(step.notation, move, state, inquiry)
        state = inquiry.play(state, move)
        for claim, expected, found in unmet_claims(step.after, state):
            inquiry.fail(f"after {step.notation}, {claim}", expected, found)
        inquiry.equal(
            f"digest of the state after {step.notation}", step.state_digest, state_hash(state)
        )
        inquiry.stop_if_failed()
        if phases[-1] != state.phase.value:
            phases.append(state.phase.value)
    inquiry.step = None
    _check_legal(story.final_legal, state, inquiry)
    required = bookkeeping(state)
    inquiry.equal(
        "bookkeeping move", story.bookkeeping, None if required is None else dump_move(required)
    )
    inquiry.equal("phases visited", list(story.phases), phases)


def _check_refusal(scenario: Scenario, inquiry: _Inquiry) -> None:
    try:
        inquiry.state = load_state(scenario.initial)
    except InvalidStateError:
        return
    inquiry.fail("the first state is refused", f"refused: {scenario.title}", "accepted")


def _check_notation(text: str, move: Move, state: State, inquiry: _Inquiry) -> None:
    inquiry.equal("notation", text, _answer(format_move, state, move))
    inquiry.equal(f"move that is called {text}", move, _answer(parse_move, state, text))


def _answer(question: Any, *about: object) -> object:
    """What a function returns, or the error that it raises: either can be compared and shown."""
    try:
        return question(*about)
    except RingRiftError as error:
        return error


def _check_legal(expected: Legal, state: State, inquiry: _Inquiry) -> None:
    moves = legal_moves(state)
    inquiry.equal("number of interactive moves", expected.count, len(moves))
    types = Counter(move.type for move in moves)
    inquiry.equal("interactive moves by type", dict(expected.types), dict(types))
    inquiry.equal("digest of the interactive moves", expected.digest, legal_digest(moves))
    for move in _read(expected.containing, inquiry):
        if move not in moves:
            inquiry.fail("interactive moves", f"{move} among them", "it is not")
    for move in _read(expected.not_containing, inquiry):
        if move in moves:
            inquiry.fail("interactive moves", f"{move} not among them", "it is")


def _read(wires: tuple[Json, ...], inquiry: _Inquiry) -> Iterator[Move]:
    return (inquiry.read_move(wire) for wire in wires)
