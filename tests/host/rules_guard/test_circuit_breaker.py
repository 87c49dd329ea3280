"""The circuit breaker, with a clock that the test sets."""

from __future__ import annotations

from ringrift.host.rules_guard.circuit_breaker import CircuitBreaker


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_the_breaker_opens_at_its_limit() -> None:
    breaker = CircuitBreaker(limit=3, seconds=10, clock=Clock())
    assert [breaker.record_mismatch() for _ in range(2)] == [False, False]
    assert not breaker.is_open
    assert breaker.record_mismatch()
    assert breaker.is_open


def test_a_limit_of_one_opens_at_the_first_mismatch() -> None:
    breaker = CircuitBreaker(limit=1, seconds=10, clock=Clock())
    assert breaker.record_mismatch()


def test_mismatches_far_apart_do_not_open_the_breaker() -> None:
    clock = Clock()
    breaker = CircuitBreaker(limit=2, seconds=10, clock=clock)
    for _ in range(5):
        assert not breaker.record_mismatch()
        clock.now += 10.5
    assert not breaker.is_open


def test_the_window_slides() -> None:
    clock = Clock()
    breaker = CircuitBreaker(limit=3, seconds=10, clock=clock)
    opened = []
    for now in (0.0, 8.0, 16.0, 17.0):
        clock.now = now
        opened.append(breaker.record_mismatch())
    assert opened == [False, False, False, True]


def test_the_breaker_opens_once_and_stays_open() -> None:
    clock = Clock()
    breaker = CircuitBreaker(limit=1, seconds=10, clock=clock)
    assert breaker.record_mismatch()
    assert not breaker.record_mismatch()
    clock.now += 1e6
    assert breaker.is_open


def test_reset_closes_the_breaker_and_clears_its_count() -> None:
    breaker = CircuitBreaker(limit=2, seconds=10, clock=Clock())
    breaker.record_mismatch()
    breaker.record_mismatch()
    breaker.reset()
    assert not breaker.is_open
    assert not breaker.record_mismatch()
    assert breaker.record_mismatch()
