"""The breaker counts differences in a window of a clock that the test holds."""

from __future__ import annotations

from ringrift.kernel.breaker import Breaker


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_it_opens_with_the_last_difference_that_is_allowed() -> None:
    breaker = Breaker(limit=3, seconds=10, clock=Clock())
    assert [breaker.note_difference() for _ in range(2)] == [False, False]
    assert not breaker.is_open
    assert breaker.note_difference()
    assert breaker.is_open


def test_a_single_difference_can_be_enough() -> None:
    breaker = Breaker(limit=1, seconds=10, clock=Clock())
    assert breaker.note_difference()


def test_differences_far_apart_do_not_open_it() -> None:
    clock = Clock()
    breaker = Breaker(limit=2, seconds=10, clock=clock)
    for _ in range(5):
        assert not breaker.note_difference()
        clock.now += 10.5
    assert not breaker.is_open


def test_the_window_slides() -> None:
    clock = Clock()
    breaker = Breaker(limit=3, seconds=10, clock=clock)
    opened = []
    for now in (0.0, 8.0, 16.0, 17.0):
        clock.now = now
        opened.append(breaker.note_difference())
    assert opened == [False, False, False, True]


def test_it_opens_once_and_stays_open() -> None:
    clock = Clock()
    breaker = Breaker(limit=1, seconds=10, clock=clock)
    assert breaker.note_difference()
    assert not breaker.note_difference()
    clock.now += 1e6
    assert breaker.is_open


def test_a_reset_closes_it_and_forgets_what_was() -> None:
    breaker = Breaker(limit=2, seconds=10, clock=Clock())
    breaker.note_difference()
    breaker.note_difference()
    breaker.reset()
    assert not breaker.is_open
    assert not breaker.note_difference()
    assert breaker.note_difference()
