"""Mode `kernel`: the kernel decides; the reference engine checks a sample of its results."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from ringrift.conformance.random_play import prefer_rare_moves
from ringrift.conformance.vectors import read_vectors
from ringrift.conformance.verify import check_vector
from ringrift.host.rules_guard.backend import RulesBackend
from ringrift.host.rules_guard.circuit_breaker import CircuitBreaker
from ringrift.host.rules_guard.counters import (
    BREAKER_OPENED,
    COMPARED,
    FALLBACKS,
    HASH_MISMATCHES,
    S_MISMATCHES,
    VALIDITY_MISMATCHES,
)
from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.host.rules_guard.sampling import Sampler, sample_every, sample_fraction
from ringrift.kernel.engines import Engine, KernelMissingError, ReferencePosition, installed_kernel
from ringrift.rules import (
    IllegalMoveError,
    InvalidMoveError,
    Move,
    MoveStack,
    State,
    legal_moves,
    new_game,
)
from tests.host.rules_guard.faulty_engines import (
    Crashes,
    LosesAMarker,
    OmitsSkipCapture,
    OmitsTerritoryBookkeeping,
    PlacesFourRings,
    PlaysAnything,
    TurnNumberTooHigh,
)
from tests.rules.playing import play

START = new_game("square8", 2)
LATER = play(START, "@d4", "d4-d5", "-", "-", "@a1", "a1-b1", "-", "-", "@h8")
ILLEGAL = MoveStack(1, (0, 0), (0, 1))


def deciding(
    kernel: type[Engine], sampler: Sampler | None = None, limit: int = 100
) -> RulesBackend:
    """A backend whose kernel decides; every result is checked by default."""
    rules_guard = RulesGuard(CircuitBreaker(limit))
    return RulesBackend(
        "kernel",
        kernel=kernel,
        rules_guard=rules_guard,
        sampler=sampler or sample_every(1),
        environment={},
    )


def replay(backend: RulesBackend) -> State:
    state = START
    for move in LATER.history:
        state = backend.apply(state, move)
    return state


def never() -> bool:
    """Check no result."""
    return False


def test_a_correct_kernel_decides_whole_games_as_the_reference_engine_does() -> None:
    backend, rng = deciding(ReferencePosition), Random(3)
    state = START
    while state.outcome is None:
        required = backend.bookkeeping(state)
        moves = backend.legal_moves(state) if required is None else (required,)
        state = backend.apply(state, prefer_rare_moves(rng, moves))
    again = START
    for move in state.history:
        again = RulesBackend(environment={}).apply(again, move)
    assert again == state
    assert backend.counters[FALLBACKS] == backend.counters[VALIDITY_MISMATCHES] == 0
    assert backend.counters[COMPARED] > len(state.history)


@pytest.mark.parametrize("mode", ["shadow", "kernel"])
def test_the_built_kernel_plays_a_game_without_a_mismatch(mode: str) -> None:
    try:
        kernel = installed_kernel()
    except KernelMissingError as missing:
        pytest.skip(str(missing))
    rng = Random(8)
    with RulesBackend(mode, kernel=kernel, sampler=sample_every(1), environment={}) as backend:
        state = new_game("hex8", 3)
        while state.outcome is None:
            required = backend.bookkeeping(state)
            moves = backend.legal_moves(state) if required is None else (required,)
            state = backend.apply(state, prefer_rare_moves(rng, moves))
    counts = {name: count for name, count in backend.counters.items() if count}
    assert list(counts) == [COMPARED]
    assert counts[COMPARED] >= len(state.history)


def test_an_unsampled_result_of_the_kernel_stands() -> None:
    backend = deciding(TurnNumberTooHigh, never)
    after = backend.apply(START, LATER.history[0])
    assert after.turn_number == 2  # which is wrong, and shows who decided
    assert backend.counters[COMPARED] == 0


def test_a_state_from_the_kernel_carries_the_history_of_the_game() -> None:
    class WithoutHistory(ReferencePosition):
        """Keeps no history."""

        def to_state(self) -> State:
            return super().to_state().replace(history=START.history)

    assert replay(deciding(WithoutHistory, never)).history == LATER.history


def test_the_sampler_chooses_which_results_are_compared() -> None:
    backend = deciding(ReferencePosition, sample_fraction(0.5, Random(11)))
    rng = sample_fraction(0.5, Random(11))
    replay(backend)
    assert backend.counters[COMPARED] == sum(rng() for _ in LATER.history)


def test_by_default_one_result_in_twenty_is_compared() -> None:
    backend = RulesBackend("kernel", kernel=ReferencePosition, environment={})
    for _ in range(41):
        backend.legal_moves(START)
    assert backend.counters[COMPARED] == 3


def test_the_reference_engine_takes_over_when_the_kernel_fails(
    caplog: pytest.LogCaptureFixture,
) -> None:
    backend = deciding(Crashes, never)
    assert replay(backend) == LATER
    assert backend.counters[FALLBACKS] == 2
    assert backend.counters[VALIDITY_MISMATCHES] == 0
    assert "the kernel failed, and the reference engine took over: ZeroDivisionError" in caplog.text


def test_the_reference_engine_overrules_a_different_state() -> None:
    for kernel, names in (
        (TurnNumberTooHigh, {HASH_MISMATCHES: 3}),
        (LosesAMarker, {HASH_MISMATCHES: 2, S_MISMATCHES: 2}),
    ):
        backend = deciding(kernel)
        assert replay(backend) == LATER
        assert {name: backend.counters[name] for name in names} == names
        assert backend.counters[FALLBACKS] == names[HASH_MISMATCHES]


def test_the_reference_engine_overrules_a_kernel_that_plays_an_illegal_move() -> None:
    backend = deciding(PlaysAnything)
    with pytest.raises(IllegalMoveError) as refused:
        backend.apply(START, ILLEGAL)
    assert refused.value.code == "WRONG_PHASE"
    assert backend.counters[VALIDITY_MISMATCHES] == backend.counters[FALLBACKS] == 1


def test_a_refusal_comes_from_the_reference_engine_even_when_unsampled() -> None:
    class RefusesWithoutReason(ReferencePosition):
        """Refuses with another error type."""

        def apply(self, move: Move, /) -> None:
            try:
                super().apply(move)
            except IllegalMoveError as error:
                raise InvalidMoveError(error.refusal) from None

    backend = deciding(RefusesWithoutReason, never)
    with pytest.raises(IllegalMoveError) as refused:
        backend.apply(START, ILLEGAL)
    assert refused.value.code == "WRONG_PHASE"
    assert backend.counters[VALIDITY_MISMATCHES] == 0


def test_a_kernel_that_refuses_a_legal_move_is_overruled_even_when_unsampled() -> None:
    class Refuses(ReferencePosition):
        """Refuses every move."""

        def apply(self, move: Move, /) -> None:  # noqa: ARG002 - it does not look at the move
            super().apply(ILLEGAL)

    backend = deciding(Refuses, never)
    assert backend.apply(START, LATER.history[0]) == play(START, "@d4")
    assert backend.counters[VALIDITY_MISMATCHES] == backend.counters[FALLBACKS] == 1


def test_an_illegal_move_that_crashes_the_kernel_is_refused_by_the_reference_engine() -> None:
    class FailsOnIllegal(ReferencePosition):
        """Crashes on illegal moves."""

        def apply(self, move: Move, /) -> None:
            if move not in legal_moves(self.to_state()):
                raise KeyError(move)
            super().apply(move)

    backend = deciding(FailsOnIllegal, never)
    with pytest.raises(IllegalMoveError):
        backend.apply(START, ILLEGAL)
    assert backend.counters[FALLBACKS] == 1


@pytest.mark.parametrize("kernel", [ReferencePosition, Crashes, PlaysAnything])
def test_a_value_that_is_no_move_is_refused_and_counted_as_no_fault(kernel: type[Engine]) -> None:
    backend = deciding(kernel, never)
    with pytest.raises(InvalidMoveError):
        backend.apply(START, "d4")  # type: ignore[arg-type]
    assert backend.counters[FALLBACKS] == backend.counters[VALIDITY_MISMATCHES] == 0


def test_the_reference_engine_overrules_different_legal_moves() -> None:
    backend = deciding(PlacesFourRings)
    assert backend.legal_moves(START) == legal_moves(START)
    assert backend.counters[VALIDITY_MISMATCHES] == backend.counters[FALLBACKS] == 1


def test_the_reference_engine_overrules_a_different_bookkeeping_move() -> None:
    backend = deciding(OmitsTerritoryBookkeeping)
    state = play(START, "@d4", "d4-d5", "-")
    required = backend.bookkeeping(state)
    assert required is not None
    assert required.type == "no_territory_action"
    assert backend.counters[VALIDITY_MISMATCHES] == 1


def test_another_order_of_moves_is_no_mismatch() -> None:
    class ReversedMoves(ReferencePosition):
        """Lists its moves in reverse order."""

        def legal_moves(self) -> Sequence[Move]:
            return super().legal_moves()[::-1]

    backend = deciding(ReversedMoves)
    assert backend.legal_moves(START) == legal_moves(START)[::-1]
    assert backend.counters[VALIDITY_MISMATCHES] == 0


def test_the_reference_engine_lists_the_moves_when_the_kernel_fails() -> None:
    class CrashesOnLegalMoves(ReferencePosition):
        """Crashes when it generates moves."""

        def legal_moves(self) -> Sequence[Move]:
            raise MemoryError

    backend = deciding(CrashesOnLegalMoves, never)
    assert backend.legal_moves(START) == legal_moves(START)
    assert backend.counters[FALLBACKS] == 1


def test_a_legal_moves_mismatch_is_logged_with_a_vector(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    skipping = play(START, "@d4", "d4-d5", "-", "-", "@a1", "a1-a2")
    for kernel, state in (
        (PlacesFourRings, START),
        (OmitsSkipCapture, skipping),
        (OmitsTerritoryBookkeeping, START),
    ):
        backend = deciding(kernel)
        backend.legal_moves(state)
        backend.bookkeeping(play(START, "@d4", "d4-d5", "-"))
    logged = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    path = tmp_path / "mismatches.jsonl"
    path.write_text("\n".join(message.split("; vector: ")[1] for message in logged))
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert [len(row["finalLegal"]["notContaining"]) for row in rows] == [64, 0, 0]
    assert [len(row["finalLegal"]["containing"]) for row in rows] == [0, 1, 0]
    assert all(check_vector(vector).passed for vector in read_vectors(path))


def test_failures_open_the_breaker_and_the_reference_engine_plays_on() -> None:
    backend = deciding(Crashes, never, limit=2)
    assert replay(backend) == LATER
    assert backend.mode == "python"
    assert backend.counters[BREAKER_OPENED] == 1
    assert backend.apply(START, LATER.history[0]) == play(START, "@d4")
    assert backend.counters[FALLBACKS] == 2


def test_resetting_the_breaker_returns_to_the_kernel() -> None:
    breaker = CircuitBreaker(limit=1)
    backend = RulesBackend(
        "kernel", kernel=Crashes, rules_guard=RulesGuard(breaker), environment={}
    )
    assert replay(backend) == LATER
    assert backend.mode == "python"
    breaker.reset()
    assert backend.mode == "kernel"
    assert replay(backend) == LATER
    assert backend.counters[FALLBACKS] == 2


def test_games_that_share_a_guard_share_its_breaker() -> None:
    rules_guard = RulesGuard(CircuitBreaker(limit=2))
    games = [
        RulesBackend(
            "kernel", kernel=Crashes, rules_guard=rules_guard, sampler=never, environment={}
        )
        for _ in range(2)
    ]
    later = play(START, "@d4", "d4-d5", "-", "-")
    for game in games:
        assert game.mode == "kernel"
        game.apply(later, legal_moves(later)[0])
    assert [game.mode for game in games] == ["python", "python"]
