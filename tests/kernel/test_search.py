"""The kernel's searches from Python: legal results, budgets, reports and refusals."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.kernel._native import Game, Search, evaluate, feature_names, features
from ringrift.kernel.state_codec import board_number, to_fields
from ringrift.rules import legal_moves, new_game
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.setup import Setup

_LIKED = {"eliminated": 450, "territory": 300, "moves": 64}
_WEIGHTS = [_LIKED.get(name, 0) for name in feature_names()] * 2
_ALPHA_BETA, _TREE = _METHODS = (0, 1)
Told = tuple[int, int, int, Sequence[object]]  # depth, nodes, milliseconds, lines

both = pytest.mark.parametrize("method", _METHODS, ids=["alpha-beta", "tree"])


def _search(board: int = 0, *, megabytes: int = 1, threads: int = 1) -> Search:
    return Search(board, _WEIGHTS, megabytes, threads)


def _new_fields(board: str = "square8", players: int = 2) -> list[int]:
    return list(to_fields(new_game(board, players)))


@both
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_variations_can_be_replayed_and_budgets_are_kept(setup: Setup, method: int) -> None:
    rng = Random(f"search {method} {setup}")
    searches: dict[int, Search] = {}
    for _ in range(4):
        state = random_position(setup, rng)
        board, fields = board_number(state.board.grid), list(to_fields(state))
        search = searches.setdefault(board, _search(board))
        _, nodes, _, lines = search.search(fields, method, 200, 0, 0, 1, 3, None)
        assert nodes <= 200
        assert bool(lines) == (state.outcome is None)
        for move, shares, variation in lines:
            assert variation[0] == move
            assert len(shares) == setup.players
            assert sum(shares) == 1000
            game = Game(board, fields)
            for step in variation:
                game.apply(step)  # raises if it is not legal


@pytest.mark.parametrize("nodes", [1, 3, 40, 500, 4000])
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_requested_number_of_moves_is_returned_best_first(setup: Setup, nodes: int) -> None:
    state = setup.new_game()
    search = _search(board_number(state.board.grid))
    for wanted in (2, 8, 64):
        _, _, _, lines = search.search(
            list(to_fields(state)), _ALPHA_BETA, nodes, 0, 0, 1, wanted, None
        )
        assert len(lines) == min(wanted, len(legal_moves(state)))
        assert len({move for move, _, _ in lines}) == len(lines)
        own = [shares[0] for _, shares, _ in lines]
        assert own == sorted(own, reverse=True)


@both
def test_equal_searches_give_equal_results_and_seeds_vary_them(method: int) -> None:
    search, fields = _search(1), _new_fields("hex8", 3)
    answers = []
    for seed in (7, 7, 8):
        answers.append(search.search(fields, method, 1500, 0, 0, seed, 4, None))
        search.search(_new_fields("hex8", 4), method, 300, 0, 0, seed, 1, None)
        search.clear()
    first, again, other = answers
    assert (first[0], first[1], first[3]) == (again[0], again[1], again[3])
    assert first[3] != other[3]


def test_the_tree_is_kept_until_it_is_cleared() -> None:
    search, fields = _search(megabytes=2), _new_fields()
    search.search(fields, _TREE, 2000, 0, 0, 0, 1, None)
    kept = search.search(fields, _TREE, 1, 0, 0, 0, 20, None)
    search.clear()
    fresh = search.search(fields, _TREE, 1, 0, 0, 0, 20, None)
    assert len(kept[3]) == 20
    assert len(fresh[3]) == 1


@both
def test_another_thread_can_stop_a_search_without_limits(method: int) -> None:
    search = _search(threads=2)
    started = threading.Event()
    result = []

    def report(_: object) -> bool:
        started.set()
        return True

    def think() -> None:
        result.append(search.search(_new_fields(), method, 0, 0, 0, 0, 1, report))

    thread = threading.Thread(target=think)
    thread.start()
    assert started.wait(20)
    search.stop()
    thread.join(20)
    assert not thread.is_alive()
    assert result[0][3]


@both
def test_reports_count_up_nodes_and_can_stop_the_search(method: int) -> None:
    reported: list[int] = []

    def report(result: Told) -> bool:
        reported.append(result[1])
        return len(reported) < 4

    _, nodes, _, _ = _search().search(_new_fields(), method, 0, 20_000, 0, 0, 1, report)
    assert len(reported) == 4
    assert reported == sorted(set(reported))
    assert reported[-1] == nodes  # one thread: nobody searched on


@both
def test_reports_count_the_nodes_of_all_threads(method: int) -> None:
    reported: list[int] = []

    def report(result: Told) -> bool:
        reported.append(result[1])
        return True

    # Each thread has a third of the nodes: the rest was searched by the others.
    _search(threads=3).search(_new_fields(), method, 90_000, 20_000, 0, 0, 1, report)
    assert 30_000 < reported[-1] <= 90_000


def test_a_tree_is_reported_several_times_a_second() -> None:
    reported: list[int] = []

    def report(result: Told) -> bool:
        reported.append(result[2])
        return len(reported) < 60

    _search(3).search(_new_fields("hexagonal"), _TREE, 0, 2500, 0, 0, 1, report)
    gaps = [later - earlier for earlier, later in pairwise(reported)]
    assert len(reported) >= 6
    assert sorted(gaps)[len(gaps) // 2] < 500  # a busy machine may be late now and then


@pytest.mark.parametrize("depth", [3, 161, 10**9])
def test_a_tree_ends_at_a_depth_or_when_its_memory_is_full(depth: int) -> None:
    reached, *_ = _search().search(_new_fields(), _TREE, 0, 0, depth, 0, 1, None)
    assert 1 <= reached <= depth


def test_a_report_comes_with_every_depth() -> None:
    depths = []

    def report(result: Told) -> bool:
        depths.append(result[0])
        return len(depths) < 2

    depth, *_ = _search().search(_new_fields(), _ALPHA_BETA, 0, 20_000, 0, 0, 1, report)
    assert depths == [1, 2]
    assert depth == 2


def test_an_exception_of_the_report_is_raised() -> None:
    def report(_: object) -> bool:
        raise LookupError("from the report")

    with pytest.raises(LookupError, match="from the report"):
        _search().search(_new_fields(), _ALPHA_BETA, 0, 20_000, 0, 0, 1, report)


def test_a_search_runs_once_at_a_time() -> None:
    search, fields = _search(), _new_fields()
    refusals = []

    def report(_: object) -> bool:
        for ask in (lambda: search.search(fields, _ALPHA_BETA, 10, 0, 0, 0, 1, None), search.clear):
            with pytest.raises(RuntimeError, match="running") as refused:
                ask()
            refusals.append(refused)
        return False

    search.search(fields, _ALPHA_BETA, 0, 20_000, 0, 0, 1, report)
    assert len(refusals) == 2


@both
def test_the_time_limit_is_kept(method: int) -> None:
    for board, name in enumerate(BOARD_NAMES):
        _, _, milliseconds, lines = _search(board).search(
            _new_fields(name), method, 0, 30, 0, 0, 1, None
        )
        assert lines
        assert 25 <= milliseconds < 2000  # far more than it takes, for machines that are busy


def test_a_depth_ends_the_search() -> None:
    search, fields = _search(), _new_fields()
    depth, nodes, _, _ = search.search(fields, _ALPHA_BETA, 0, 0, 2, 3, 1, None)
    assert depth == 2
    search.clear()
    assert search.search(fields, _ALPHA_BETA, 0, 0, 2, 3, 1, None)[1] == nodes


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
def test_invalid_search_settings_are_refused(
    board: int, weights: list[int], megabytes: int, threads: int
) -> None:
    with pytest.raises(ValueError, match=r"board|weight|memory|threads"):
        Search(board, weights, megabytes, threads)


def test_invalid_positions_and_budgets_are_refused() -> None:
    search, fields = _search(), _new_fields()
    for wrong in (fields[1:], [], [9, *fields[1:]], [*fields[:-1], 2**62]):
        with pytest.raises(ValueError, match=r"fields|board|stack"):
            search.search(wrong, _ALPHA_BETA, 10, 0, 0, 0, 1, None)
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
            search.search(fields, method, nodes, milliseconds, depth, 0, best, None)


def test_features_and_evaluation_cover_every_seat() -> None:
    progress, each = features(0, _new_fields(players=3))
    assert 0 <= progress <= 256
    assert [len(seat) for seat in each] == [len(feature_names())] * 3
    assert len(evaluate(0, _new_fields(players=3), _WEIGHTS)) == 3
