"""Mode `shadow`: the reference engine decides; the kernel is compared in the background."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Event

import pytest

from ringrift.conformance.random_play import prefer_rare_moves
from ringrift.conformance.vectors import read_vectors
from ringrift.conformance.verify import check_vector
from ringrift.host.rules_guard.backend import RulesBackend
from ringrift.host.rules_guard.circuit_breaker import CircuitBreaker
from ringrift.host.rules_guard.counters import (
    BREAKER_OPENED,
    COMPARED,
    DROPPED,
    FALLBACKS,
    HASH_MISMATCHES,
    S_MISMATCHES,
    VALIDITY_MISMATCHES,
)
from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.kernel.engines import Engine, ReferencePosition
from ringrift.rules import (
    IllegalMoveError,
    InvalidMoveError,
    Move,
    MoveStack,
    State,
    apply,
    new_game,
)
from ringrift.rules.grid import Cell
from tests.host.rules_guard.faulty_engines import (
    Crashes,
    LosesAMarker,
    PlaysAnything,
    TurnNumberTooHigh,
)
from tests.rules.playing import play

START = new_game("square8", 2)
LATER = play(START, "@d4", "d4-d5", "-", "-", "@a1", "a1-b1", "-", "-", "@h8")
ILLEGAL = MoveStack(1, (0, 0), (0, 1))
Shadowed = Callable[..., RulesBackend]


@pytest.fixture
def shadow() -> Iterator[Shadowed]:
    """A factory of shadow-mode backends; their threads end with the test."""
    with ExitStack() as stack:

        def make(kernel: type[Engine], limit: int = 100, queue_size: int = 1000) -> RulesBackend:
            rules_guard = RulesGuard(CircuitBreaker(limit), queue_size)
            stack.callback(rules_guard.close)
            return RulesBackend("shadow", kernel=kernel, rules_guard=rules_guard, environment={})

        yield make


def replay(backend: RulesBackend) -> State:
    """Play the moves of `LATER` through a backend and wait for all comparisons."""
    state = START
    for move in LATER.history:
        state = backend.apply(state, move)
    backend.wait_for_comparisons()
    return state


def test_a_correct_kernel_logs_nothing(shadow: Shadowed, caplog: pytest.LogCaptureFixture) -> None:
    backend = shadow(ReferencePosition)
    assert replay(backend) == LATER
    assert backend.mode == "shadow"
    assert backend.counters[COMPARED] == len(LATER.history)
    assert {name: n for name, n in backend.counters.items() if n} == {COMPARED: len(LATER.history)}
    assert caplog.records == []


def test_a_correct_kernel_follows_whole_games_without_a_mismatch(shadow: Shadowed) -> None:
    rng = Random(5)
    backend = shadow(ReferencePosition)
    state = new_game("hex8", 3)
    while state.outcome is None:
        required = backend.bookkeeping(state)
        moves = backend.legal_moves(state) if required is None else (required,)
        state = backend.apply(state, prefer_rare_moves(rng, moves))
        backend.wait_for_comparisons()
    assert backend.counters[COMPARED] == len(state.history)
    assert backend.counters[VALIDITY_MISMATCHES] == backend.counters[HASH_MISMATCHES] == 0


def test_a_kernel_failure_counts_as_a_validity_mismatch_and_the_game_goes_on(
    shadow: Shadowed,
) -> None:
    backend = shadow(Crashes)
    assert replay(backend) == LATER
    assert backend.counters[VALIDITY_MISMATCHES] == 2
    assert backend.counters[HASH_MISMATCHES] == backend.counters[FALLBACKS] == 0


def test_a_different_state_is_a_hash_mismatch(shadow: Shadowed) -> None:
    backend = shadow(TurnNumberTooHigh)
    assert replay(backend) == LATER
    assert backend.counters[HASH_MISMATCHES] == 3
    assert backend.counters[S_MISMATCHES] == backend.counters[VALIDITY_MISMATCHES] == 0


def test_a_lost_marker_is_a_hash_and_an_s_mismatch(shadow: Shadowed) -> None:
    backend = shadow(LosesAMarker)
    assert replay(backend) == LATER
    assert backend.counters[HASH_MISMATCHES] == backend.counters[S_MISMATCHES] == 2


def test_a_refused_move_must_be_refused_by_the_kernel_too(shadow: Shadowed) -> None:
    for kernel, mismatches in ((ReferencePosition, 0), (PlaysAnything, 1)):
        backend = shadow(kernel)
        with pytest.raises(IllegalMoveError):
            backend.apply(START, ILLEGAL)
        backend.wait_for_comparisons()
        assert backend.counters[COMPARED] == 1
        assert backend.counters[VALIDITY_MISMATCHES] == mismatches


def test_a_value_that_is_no_move_is_refused_at_once(shadow: Shadowed) -> None:
    backend = shadow(ReferencePosition)
    with pytest.raises(InvalidMoveError):
        backend.apply(START, "d4")  # type: ignore[arg-type]
    backend.wait_for_comparisons()
    assert backend.counters[COMPARED] == 0


@pytest.mark.parametrize("kernel", [Crashes, TurnNumberTooHigh, LosesAMarker, PlaysAnything])
def test_a_mismatch_is_logged_with_a_vector_that_verify_accepts(
    shadow: Shadowed, kernel: type[Engine], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    backend = shadow(kernel)
    replay(backend)
    with pytest.raises(IllegalMoveError):
        backend.apply(START, ILLEGAL)
    backend.wait_for_comparisons()
    logged = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    rows = [message.split("; vector: ")[1] for message in logged]
    assert rows
    path = tmp_path / "mismatches.jsonl"
    path.write_text("\n".join(rows))
    vectors = list(read_vectors(path))
    assert all(check_vector(vector).passed for vector in vectors)
    assert {json.loads(row)["initial"]["board"]["type"] for row in rows} == {"square8"}


def test_the_kernel_keeps_its_position_from_move_to_move(shadow: Shadowed) -> None:
    class CountsStarts(ReferencePosition):
        """Counts how often it was created."""

        starts = 0

        def __init__(self, state: State) -> None:
            super().__init__(state)
            CountsStarts.starts += 1

    backend = shadow(CountsStarts)
    state = replay(backend)
    assert CountsStarts.starts == 1
    assert backend.apply(START, LATER.history[0]) == play(START, "@d4")  # the host went back
    backend.wait_for_comparisons()
    assert CountsStarts.starts == 2
    assert state == LATER


def test_a_slow_kernel_blocks_no_game_and_dropped_comparisons_are_counted(shadow: Shadowed) -> None:
    started, release = Event(), Event()

    class Blocks(ReferencePosition):
        """Waits until it is released."""

        def apply(self, move: Move, /) -> None:
            started.set()
            release.wait()
            super().apply(move)

    backend = shadow(Blocks, queue_size=2)
    try:
        state = backend.apply(START, LATER.history[0])
        started.wait()  # one job is running, so the queue is empty
        for move in LATER.history[1:]:
            state = backend.apply(state, move)
        assert state == LATER
        assert backend.counters[DROPPED] == len(LATER.history) - 3
    finally:
        release.set()
    backend.wait_for_comparisons()
    assert backend.counters[COMPARED] == 3
    assert backend.counters[VALIDITY_MISMATCHES] == backend.counters[HASH_MISMATCHES] == 0


def test_closing_a_backend_runs_the_queued_comparisons_and_drops_later_ones() -> None:
    backend = RulesBackend("shadow", kernel=ReferencePosition, environment={})
    state = backend.apply(START, LATER.history[0])
    backend.close()
    assert backend.counters[COMPARED] == 1
    assert backend.apply(state, LATER.history[1]) == play(START, "@d4", "d4-d5")
    assert (backend.counters[COMPARED], backend.counters[DROPPED]) == (1, 1)
    backend.close()


def test_a_shared_guard_outlives_its_games() -> None:
    rules_guard = RulesGuard()
    for _ in range(3):
        with RulesBackend(
            "shadow", kernel=ReferencePosition, rules_guard=rules_guard, environment={}
        ) as backend:
            backend.apply(START, LATER.history[0])
    rules_guard.close()
    assert rules_guard.counters[COMPARED] == 3


def test_too_many_mismatches_fall_back_to_python_and_are_logged(
    shadow: Shadowed, caplog: pytest.LogCaptureFixture
) -> None:
    backend = shadow(TurnNumberTooHigh, limit=2)
    assert replay(backend) == LATER
    assert backend.mode == "python"
    assert backend.effective_mode.requested == "shadow"
    assert backend.effective_mode.reason == "the circuit breaker is open: too many mismatches"
    assert backend.counters[BREAKER_OPENED] == 1
    compared = backend.counters[COMPARED]
    assert backend.apply(START, LATER.history[0]) == play(START, "@d4")
    backend.wait_for_comparisons()
    assert backend.counters[COMPARED] == compared
    said = [record.getMessage() for record in caplog.records]
    assert (
        sum(
            "2 mismatches within 600 s: the rules mode falls back to python" in text
            for text in said
        )
        == 1
    )
    assert "rules mode: python (the circuit breaker is open: too many mismatches)" in said


def _fail() -> None:
    raise OverflowError


def test_a_failed_comparison_does_not_stop_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rules_guard = RulesGuard()
    done = Event()
    rules_guard.compare_in_background(_fail)
    rules_guard.compare_in_background(done.set)
    rules_guard.wait_for_comparisons()
    assert done.is_set()
    assert "A comparison of the two engines failed" in caplog.text
    rules_guard.close()


def test_a_result_that_is_no_state_is_a_mismatch(shadow: Shadowed) -> None:
    class ReturnsNoState(ReferencePosition):
        """Returns no state."""

        def to_state(self) -> State:
            return apply(super().to_state(), None) if len(self._states) > 1 else super().to_state()  # type: ignore[arg-type]

    cell: Cell = START.board.grid.cell_of[3, 3]
    backend = shadow(ReturnsNoState)
    after = backend.apply(START, LATER.history[0])
    backend.wait_for_comparisons()
    assert after.board.rings[cell] == (1,)
    assert backend.counters[VALIDITY_MISMATCHES] == 1
