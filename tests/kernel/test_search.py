"""Alpha-beta in the kernel, as Python sees it: legal answers, kept budgets, refusals."""

from __future__ import annotations

import threading
from random import Random

import pytest

from ringrift.contract.positions import SETUPS, random_position
from ringrift.contract.vectors import Setup
from ringrift.kernel._native import Game, Search, evaluate, feature_names, features
from ringrift.kernel.exchange import board_number, to_fields
from ringrift.rules import State, new_game

_WEIGHTS = [number * 37 % 101 for number in range(2 * len(feature_names()))]
_ALPHA_BETA = 0


def _search(board: int = 0, *, megabytes: int = 1, threads: int = 1) -> Search:
    return Search(board, _WEIGHTS, megabytes, threads)


def _new_fields(board: str = "square8", players: int = 2) -> list[int]:
    return list(to_fields(new_game(board, players)))


def _positions(setup: Setup, count: int) -> list[State]:
    rng = Random(f"search {setup}")
    return [random_position(setup, rng) for _ in range(count)]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_variations_can_be_replayed_and_budgets_are_kept(setup: Setup) -> None:
    searches: dict[int, Search] = {}
    for state in _positions(setup, 4):
        board, fields = board_number(state.board.grid), list(to_fields(state))
        search = searches.setdefault(board, _search(board))
        _, nodes, _, lines = search.think(fields, _ALPHA_BETA, 200, 0, 0, 1, 3, None)
        assert nodes <= 200
        assert bool(lines) == (state.outcome is None)
        for move, shares, variation in lines:
            assert variation[0] == move
            assert len(shares) == setup.players
            assert sum(shares) == pytest.approx(1000, abs=3)
            game = Game(board, fields)
            for step in variation:
                game.apply(step)  # raises if it is not legal


def test_equal_questions_get_equal_answers() -> None:
    search, fields = _search(), _new_fields()
    first = search.think(fields, _ALPHA_BETA, 3000, 0, 0, 7, 2, None)
    search.clear()
    again = search.think(fields, _ALPHA_BETA, 3000, 0, 0, 7, 2, None)
    assert (first[0], first[1], first[3]) == (again[0], again[1], again[3])


def test_another_thread_can_stop_a_search_without_limits() -> None:
    search = _search(threads=2)
    started = threading.Event()
    result = []

    def report(_: object) -> bool:
        started.set()
        return True

    def think() -> None:
        result.append(search.think(_new_fields(), _ALPHA_BETA, 0, 0, 0, 0, 1, report))

    thread = threading.Thread(target=think)
    thread.start()
    assert started.wait(20)
    search.stop()
    thread.join(20)
    assert not thread.is_alive()
    assert result[0][3]


def test_a_report_that_says_no_ends_the_search() -> None:
    depths = []

    def report(result: tuple[int, object, object, object]) -> bool:
        depths.append(result[0])
        return len(depths) < 2

    depth, *_ = _search().think(_new_fields(), _ALPHA_BETA, 0, 20_000, 0, 0, 1, report)
    assert depths == [1, 2]
    assert depth == 2


def test_what_a_report_raises_is_raised() -> None:
    def report(_: object) -> bool:
        raise LookupError("from the report")

    with pytest.raises(LookupError, match="from the report"):
        _search().think(_new_fields(), _ALPHA_BETA, 0, 20_000, 0, 0, 1, report)


def test_a_search_thinks_about_one_thing_at_a_time() -> None:
    search, fields = _search(), _new_fields()
    refusals = []

    def report(_: object) -> bool:
        for ask in (lambda: search.think(fields, _ALPHA_BETA, 10, 0, 0, 0, 1, None), search.clear):
            with pytest.raises(RuntimeError, match="thinking") as refused:
                ask()
            refusals.append(refused)
        return False

    search.think(fields, _ALPHA_BETA, 0, 20_000, 0, 0, 1, report)
    assert len(refusals) == 2


def test_time_is_kept() -> None:
    for board, name in enumerate(("square8", "hex8", "square19", "hexagonal")):
        _, _, milliseconds, lines = _search(board).think(_new_fields(name), _ALPHA_BETA, 0, 30, 0, 0, 1, None)
        assert lines
        assert 25 <= milliseconds < 2000  # far more than it takes, for machines that are busy


def test_a_depth_ends_the_search() -> None:
    search, fields = _search(), _new_fields()
    depth, nodes, _, _ = search.think(fields, _ALPHA_BETA, 0, 0, 2, 3, 1, None)
    assert depth == 2
    search.clear()
    assert search.think(fields, _ALPHA_BETA, 0, 0, 2, 3, 1, None)[1] == nodes


@pytest.mark.parametrize(
    ("board", "weights", "megabytes", "threads"),
    [
        (4, _WEIGHTS, 1, 1),
        (-1, _WEIGHTS, 1, 1),
        (0, _WEIGHTS[1:], 1, 1),
        (0, [], 1, 1),
        (0, [10**9, *_WEIGHTS[1:]], 1, 1),
        (0, _WEIGHTS, 0, 1),
        (0, _WEIGHTS, -1, 1),
        (0, _WEIGHTS, 10**9, 1),
        (0, _WEIGHTS, 1, 0),
        (0, _WEIGHTS, 1, 100_000),
    ],
)
def test_a_search_that_cannot_be_is_refused(
    board: int, weights: list[int], megabytes: int, threads: int
) -> None:
    with pytest.raises(ValueError, match=r"there|weight|memory|threads"):
        Search(board, weights, megabytes, threads)


def test_a_question_that_makes_no_sense_is_refused() -> None:
    search, fields = _search(), _new_fields()
    for wrong in (fields[1:], [], [9, *fields[1:]], [*fields[:-1], 2**62]):
        with pytest.raises(ValueError, match=r"fields|board|stack"):
            search.think(wrong, _ALPHA_BETA, 10, 0, 0, 0, 1, None)
        with pytest.raises(ValueError, match=r"fields|board|stack"):
            features(0, wrong)
        with pytest.raises(ValueError, match=r"fields|board|stack"):
            evaluate(0, wrong, _WEIGHTS)
    for method, nodes, milliseconds, depth, best in (
        (9, 10, 0, 0, 1),
        (-1, 10, 0, 0, 1),
        (0, -1, 0, 0, 1),
        (0, 10, -1, 0, 1),
        (0, 10, 0, -1, 1),
        (0, 10, 0, 0, 0),
        (0, 10, 0, 0, 65),
    ):
        with pytest.raises(ValueError, match=r"method|budget|best"):
            search.think(fields, method, nodes, milliseconds, depth, 0, best, None)


def test_features_and_evaluation_speak_of_every_seat() -> None:
    progress, each = features(0, _new_fields(players=3))
    assert 0 <= progress <= 256
    assert [len(seat) for seat in each] == [len(feature_names())] * 3
    assert len(evaluate(0, _new_fields(players=3), _WEIGHTS)) == 3
