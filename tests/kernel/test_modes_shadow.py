"""`shadow`: the law decides, the kernel follows behind and is compared."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Event

import pytest

from ringrift.contract.random_play import rare_move
from ringrift.contract.vectors import read_vectors
from ringrift.contract.verify import check
from ringrift.kernel.backend import RulesBackend
from ringrift.kernel.breaker import Breaker
from ringrift.kernel.counters import (
    BREAKS,
    COMPARED,
    DROPPED,
    FALLBACKS,
    HASH_MISMATCHES,
    S_MISMATCHES,
    VALIDITY_MISMATCHES,
)
from ringrift.kernel.engines import Engine, LawPosition
from ringrift.kernel.oversight import Oversight
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
from tests.kernel.faulty_engines import Crashes, LosesAMarker, PlaysAnything, SkipsATurn
from tests.rules.playing import play

START = new_game("square8", 2)
LATER = play(START, "@d4", "d4-d5", "-", "-", "@a1", "a1-b1", "-", "-", "@h8")
ILLEGAL = MoveStack(1, (0, 0), (0, 1))
Shadowed = Callable[..., RulesBackend]


@pytest.fixture
def shadow() -> Iterator[Shadowed]:
    """Makes backends with this kernel in the law's shadow; their threads end with the test."""
    with ExitStack() as open_until_the_end:

        def make(kernel: type[Engine], limit: int = 100, queue_size: int = 1000) -> RulesBackend:
            oversight = Oversight(Breaker(limit), queue_size)
            open_until_the_end.callback(oversight.close)
            return RulesBackend("shadow", kernel=kernel, oversight=oversight, environment={})

        yield make


def replay(backend: RulesBackend) -> State:
    """The moves of `LATER` through a backend, and all of them compared."""
    state = START
    for move in LATER.history:
        state = backend.apply(state, move)
    backend.settle()
    return state


def test_the_law_decides_and_an_equal_kernel_is_silent(
    shadow: Shadowed, caplog: pytest.LogCaptureFixture
) -> None:
    backend = shadow(LawPosition)
    assert replay(backend) == LATER
    assert backend.mode == "shadow"
    assert backend.counters[COMPARED] == len(LATER.history)
    assert {name: n for name, n in backend.counters.items() if n} == {COMPARED: len(LATER.history)}
    assert caplog.records == []


def test_whole_games_are_followed_without_a_difference(shadow: Shadowed) -> None:
    rng = Random(5)
    backend = shadow(LawPosition)
    state = new_game("hex8", 3)
    while state.outcome is None:
        required = backend.bookkeeping(state)
        moves = backend.legal_moves(state) if required is None else (required,)
        state = backend.apply(state, rare_move(rng, moves))
        backend.settle()
    assert backend.counters[COMPARED] == len(state.history)
    assert backend.counters[VALIDITY_MISMATCHES] == backend.counters[HASH_MISMATCHES] == 0


def test_a_kernel_that_fails_is_a_mismatch_of_validity_and_the_game_goes_on(
    shadow: Shadowed,
) -> None:
    backend = shadow(Crashes)
    assert replay(backend) == LATER
    assert backend.counters[VALIDITY_MISMATCHES] == 2  # two rings go down beside a stack
    assert backend.counters[HASH_MISMATCHES] == backend.counters[FALLBACKS] == 0


def test_another_state_is_a_mismatch_of_the_hash_alone(shadow: Shadowed) -> None:
    backend = shadow(SkipsATurn)
    assert replay(backend) == LATER
    assert backend.counters[HASH_MISMATCHES] == 3
    assert backend.counters[S_MISMATCHES] == backend.counters[VALIDITY_MISMATCHES] == 0


def test_a_lost_marker_is_a_mismatch_of_s_too(shadow: Shadowed) -> None:
    backend = shadow(LosesAMarker)
    assert replay(backend) == LATER
    assert backend.counters[HASH_MISMATCHES] == backend.counters[S_MISMATCHES] == 2


def test_a_refused_move_must_be_refused_by_the_kernel_too(shadow: Shadowed) -> None:
    for kernel, mismatches in ((LawPosition, 0), (PlaysAnything, 1)):
        backend = shadow(kernel)
        with pytest.raises(IllegalMoveError):
            backend.apply(START, ILLEGAL)
        backend.settle()
        assert backend.counters[COMPARED] == 1
        assert backend.counters[VALIDITY_MISMATCHES] == mismatches


def test_what_is_no_move_is_refused_on_the_spot(shadow: Shadowed) -> None:
    backend = shadow(LawPosition)
    with pytest.raises(InvalidMoveError):
        backend.apply(START, "d4")  # type: ignore[arg-type]
    backend.settle()
    assert backend.counters[COMPARED] == 0


@pytest.mark.parametrize("kernel", [Crashes, SkipsATurn, LosesAMarker, PlaysAnything])
def test_a_difference_is_logged_with_a_vector_that_verify_accepts(
    shadow: Shadowed, kernel: type[Engine], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    backend = shadow(kernel)
    replay(backend)
    with pytest.raises(IllegalMoveError):
        backend.apply(START, ILLEGAL)
    backend.settle()
    logged = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    rows = [message.split("; vector: ")[1] for message in logged]
    assert rows
    kept = tmp_path / "kept.jsonl"
    kept.write_text("\n".join(rows))
    vectors = list(read_vectors(kept))
    assert all(check(vector).passed for vector in vectors)
    assert {json.loads(row)["initial"]["board"]["type"] for row in rows} == {"square8"}


def test_the_kernel_moves_on_with_the_game_instead_of_starting_anew(shadow: Shadowed) -> None:
    class CountsStarts(LawPosition):
        """Remembers how often it was set up."""

        starts = 0

        def __init__(self, state: State) -> None:
            super().__init__(state)
            CountsStarts.starts += 1

    backend = shadow(CountsStarts)
    state = replay(backend)
    assert CountsStarts.starts == 1
    assert backend.apply(START, LATER.history[0]) == play(START, "@d4")  # the host went back
    backend.settle()
    assert CountsStarts.starts == 2
    assert state == LATER


def test_a_slow_kernel_holds_no_game_up_and_what_is_dropped_is_counted(shadow: Shadowed) -> None:
    has_begun, may_go = Event(), Event()

    class Waits(LawPosition):
        """Answers only when it is let."""

        def apply(self, move: Move, /) -> None:
            has_begun.set()
            may_go.wait()
            super().apply(move)

    backend = shadow(Waits, queue_size=2)
    try:
        state = backend.apply(START, LATER.history[0])
        has_begun.wait()  # one is in work, so the queue is empty
        for move in LATER.history[1:]:
            state = backend.apply(state, move)
        assert state == LATER
        assert backend.counters[DROPPED] == len(LATER.history) - 3
    finally:
        may_go.set()
    backend.settle()
    assert backend.counters[COMPARED] == 3
    assert backend.counters[VALIDITY_MISMATCHES] == backend.counters[HASH_MISMATCHES] == 0


def test_a_closed_backend_compares_what_was_queued_and_then_no_more() -> None:
    backend = RulesBackend("shadow", kernel=LawPosition, environment={})
    state = backend.apply(START, LATER.history[0])
    backend.close()
    assert backend.counters[COMPARED] == 1
    assert backend.apply(state, LATER.history[1]) == play(START, "@d4", "d4-d5")
    assert (backend.counters[COMPARED], backend.counters[DROPPED]) == (1, 1)
    backend.close()


def test_a_shared_oversight_outlives_the_games_that_share_it() -> None:
    oversight = Oversight()
    for _ in range(3):
        with RulesBackend(
            "shadow", kernel=LawPosition, oversight=oversight, environment={}
        ) as backend:
            backend.apply(START, LATER.history[0])
    oversight.close()
    assert oversight.counters[COMPARED] == 3


def test_too_many_differences_bring_the_law_back_and_say_so(
    shadow: Shadowed, caplog: pytest.LogCaptureFixture
) -> None:
    backend = shadow(SkipsATurn, limit=2)
    assert replay(backend) == LATER
    assert backend.mode == "law"
    assert backend.standing.chosen == "shadow"
    assert backend.standing.why == "the breaker is open: too many differences"
    assert backend.counters[BREAKS] == 1
    compared = backend.counters[COMPARED]
    assert backend.apply(START, LATER.history[0]) == play(START, "@d4")
    backend.settle()
    assert backend.counters[COMPARED] == compared
    said = [record.getMessage() for record in caplog.records]
    assert (
        sum("2 differences within 600 s: the rules mode falls back to law" in text for text in said)
        == 1
    )
    assert "rules mode: law (the breaker is open: too many differences)" in said


def _broken() -> None:
    raise OverflowError


def test_a_comparison_that_breaks_down_does_not_end_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    oversight = Oversight()
    done = Event()
    oversight.compare_later(_broken)
    oversight.compare_later(done.set)
    oversight.settle()
    assert done.is_set()
    assert "A comparison of law and kernel was not made" in caplog.text
    oversight.close()


def test_an_answer_that_is_no_state_is_a_mismatch_too(shadow: Shadowed) -> None:
    class AnswersNothing(LawPosition):
        """Its state is not one."""

        def to_state(self) -> State:
            return apply(super().to_state(), None) if len(self._states) > 1 else super().to_state()  # type: ignore[arg-type]

    cell: Cell = START.board.grid.cell_of[3, 3]
    backend = shadow(AnswersNothing)
    after = backend.apply(START, LATER.history[0])
    backend.settle()
    assert after.board.rings[cell] == (1,)
    assert backend.counters[VALIDITY_MISMATCHES] == 1
