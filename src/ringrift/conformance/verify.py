"""Runs vectors against the engine and reports each disagreement with the expected answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ringrift.conformance.perft import perft_counts
from ringrift.conformance.scenario_claims import find_differences, find_unmet_claims
from ringrift.conformance.vectors import (
    GameVector,
    Json,
    LegalSummary,
    PerftVector,
    Scenario,
    Vector,
)
from ringrift.drawing.diagram import format_diagram
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

    vector: str  # the vector's id
    step: int | None  # index of the move; None: before the first or after the last
    what: str
    expected: object
    found: object
    position: str = ""  # a text diagram of the state in question

    def __str__(self) -> str:
        at = f"{self.vector}" if self.step is None else f"{self.vector}, step {self.step}"
        lines = [f"{at}: {self.what}", f"  expected: {self.expected}", f"  found:    {self.found}"]
        return "\n".join(lines + [f"  {row}" for row in self.position.splitlines()])


@dataclass(slots=True)
class VectorResult:
    """The result of checking one vector."""

    vector: Vector
    moves: int = 0  # moves applied and compared
    nodes: int = 0  # sequences counted by perft
    failures: list[Failure] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether the engine gave every answer of the vector."""
        return not self.failures


def check_vector(vector: Vector) -> VectorResult:
    """Check every answer of the vector against the engine.

    Checking stops after the first failed step: later steps would fail for the same reason.
    """
    verdict = VectorResult(vector)
    check = _VectorCheck(verdict)
    try:
        match vector:
            case PerftVector():
                _check_perft(vector, check)
            case GameVector():
                _check_game(vector, check)
            case Scenario():
                _check_scenario(vector, check)
    except _CheckAbortedError:
        pass
    return verdict


class _CheckAbortedError(Exception):
    """The rest of this vector cannot be checked."""


class _VectorCheck:
    """Collects the failures of one vector."""

    def __init__(self, verdict: VectorResult) -> None:
        self.verdict = verdict
        self.state: State | None = None
        self.step: int | None = None

    def expect_equal(self, what: str, expected: object, found: object) -> None:
        if expected != found:
            self.add_failure(what, expected, found)

    def add_failure(self, what: str, expected: object, found: object) -> None:
        position = "" if self.state is None else format_diagram(self.state)
        failure = Failure(self.verdict.vector.id, self.step, what, expected, found, position)
        self.verdict.failures.append(failure)

    def stop_if_failed(self) -> None:
        if self.verdict.failures:
            raise _CheckAbortedError

    def load_state(self, wire: Json) -> State:
        try:
            self.state = load_state(wire)
        except RingRiftError as error:
            self.add_failure("the first state is loaded", "accepted", error)
            raise _CheckAbortedError from None
        return self.state

    def read_move(self, wire: Json) -> Move:
        try:
            return load_move(wire)
        except RingRiftError as error:
            self.add_failure("the move is read", wire, error)
            raise _CheckAbortedError from None

    def play(self, state: State, move: Move) -> State:
        """Return the state after a move; all checks of the previous state must have passed."""
        self.stop_if_failed()
        try:
            self.state = apply(state, move)
        except RingRiftError as error:
            self.add_failure("the move is legal", dump_move(move), error)
            raise _CheckAbortedError from None
        self.verdict.moves += 1
        return self.state

    def setup(self, setup: Setup, state: State) -> None:
        self.expect_equal("board", setup.board, state.board.grid.name)
        self.expect_equal("players", setup.players, len(state.seats))
        self.expect_equal("edition", setup.edition, state.edition.name)

    def expect_state(self, what: str, expected: Json, state: State) -> None:
        found = dump_state_without_history(state)
        if found != expected:
            for path, wanted, got in find_differences(expected, found):
                self.add_failure(f"{what}, {path}", wanted, got)


def _check_perft(vector: PerftVector, check: _VectorCheck) -> None:
    setup = vector.setup
    if vector.state is None:
        check.state = state = setup.new_game()
    else:
        state = check.load_state(vector.state)
        check.setup(setup, state)
    counts = perft_counts(state, len(vector.counts))
    check.verdict.nodes += sum(counts)
    for depth, (expected, found) in enumerate(zip(vector.counts, counts, strict=True), 1):
        check.expect_equal(f"sequences of {depth} moves", expected, found)


def _check_game(vector: GameVector, check: _VectorCheck) -> None:
    state = check.load_state(vector.initial)
    check.setup(vector.setup, state)
    check.expect_state("first state", vector.initial, state)
    for index, step in enumerate(vector.steps):
        check.step = index
        moves = legal_moves(state)
        check.expect_equal("number of interactive moves", step.legal, len(moves))
        check.expect_equal(
            "digest of the interactive moves", step.legal_digest, legal_digest(moves)
        )
        state = check.play(state, check.read_move(step.move))
        check.expect_equal(
            f"digest of the state after {step.move}", step.state_digest, state_hash(state)
        )
        check.stop_if_failed()
        if index + 1 in vector.checkpoints:
            check.expect_state("checkpoint", vector.checkpoints[index + 1], state)
    check.step = None
    check.expect_state("last state", vector.final, state)


def _check_scenario(scenario: Scenario, check: _VectorCheck) -> None:
    if scenario.script is None:
        _check_refusal(scenario, check)
        return
    script = scenario.script
    state = check.load_state(scenario.initial)
    check.setup(scenario.setup, state)
    check.expect_equal("digest of the first state", script.initial_digest, state_hash(state))
    phases = [state.phase.value]
    for index, step in enumerate(script.steps):
        check.step = index
        _check_legal_moves(step.legal_before, state, check)
        move = check.read_move(step.move)
        _check_notation(step.notation, move, state, check)
        state = check.play(state, move)
        for claim, expected, found in find_unmet_claims(step.after, state):
            check.add_failure(f"after {step.notation}, {claim}", expected, found)
        check.expect_equal(
            f"digest of the state after {step.notation}", step.state_digest, state_hash(state)
        )
        check.stop_if_failed()
        if phases[-1] != state.phase.value:
            phases.append(state.phase.value)
    check.step = None
    _check_legal_moves(script.final_legal, state, check)
    required = bookkeeping(state)
    check.expect_equal(
        "bookkeeping move", script.bookkeeping, None if required is None else dump_move(required)
    )
    check.expect_equal("phases visited", list(script.phases), phases)


def _check_refusal(scenario: Scenario, check: _VectorCheck) -> None:
    try:
        check.state = load_state(scenario.initial)
    except InvalidStateError:
        return
    check.add_failure("the first state is refused", f"refused: {scenario.title}", "accepted")


def _check_notation(text: str, move: Move, state: State, check: _VectorCheck) -> None:
    check.expect_equal("notation", text, _result_or_error(format_move, state, move))
    check.expect_equal(
        f"move that is called {text}", move, _result_or_error(parse_move, state, text)
    )


def _result_or_error(question: Any, *about: object) -> object:
    """Return the result of a function or the error it raises: both can be compared and shown."""
    try:
        return question(*about)
    except RingRiftError as error:
        return error


def _check_legal_moves(expected: LegalSummary, state: State, check: _VectorCheck) -> None:
    moves = legal_moves(state)
    check.expect_equal("number of interactive moves", expected.count, len(moves))
    types = Counter(move.type for move in moves)
    check.expect_equal("interactive moves by type", dict(expected.types), dict(types))
    check.expect_equal("digest of the interactive moves", expected.digest, legal_digest(moves))
    for move in _load_moves(expected.containing, check):
        if move not in moves:
            check.add_failure("interactive moves", f"{move} among them", "it is not")
    for move in _load_moves(expected.not_containing, check):
        if move in moves:
            check.add_failure("interactive moves", f"{move} not among them", "it is")


def _load_moves(wires: tuple[Json, ...], check: _VectorCheck) -> Iterator[Move]:
    return (check.read_move(wire) for wire in wires)
