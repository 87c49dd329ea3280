"""The tree search in the kernel, as Python sees it: legal, repeatable, remembered, stopped at once."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from random import Random

import pytest

from ringrift.contract.positions import SETUPS, random_position
from ringrift.contract.vectors import Setup
from ringrift.kernel._native import Game, Search, feature_names
from ringrift.kernel.exchange import board_number, to_fields
from ringrift.rules import new_game

_TREE = 1
_WEIGHTS = [{"eliminated": 450, "territory": 300, "moves": 64}.get(name, 0) for name in feature_names()] * 2


def _search(board: int = 0, *, megabytes: int = 1, threads: int = 1) -> Search:
    return Search(board, _WEIGHTS, megabytes, threads)


def _new_fields(board: str = "square8", players: int = 2) -> list[int]:
    return list(to_fields(new_game(board, players)))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_variations_can_be_replayed_and_budgets_are_kept(setup: Setup) -> None:
    rng = Random(f"tree {setup}")
    searches: dict[int, Search] = {}
    for _ in range(4):
        state = random_position(setup, rng)
        board, fields = board_number(state.board.grid), list(to_fields(state))
        search = searches.setdefault(board, _search(board))
        _, nodes, _, lines = search.think(fields, _TREE, 200, 0, 0, 1, 3, None)
        assert nodes <= 200
        assert bool(lines) == (state.outcome is None)
        for move, shares, variation in lines:
            assert variation[0] == move
            assert len(shares) == setup.players
            assert sum(shares) == 1000
            game = Game(board, fields)
            for step in variation:
                game.apply(step)  # raises if it is not legal


def test_equal_questions_get_equal_answers_and_a_seed_asks_another() -> None:
    search, fields = _search(1), _new_fields("hex8", 3)
    first = search.think(fields, _TREE, 1500, 0, 0, 7, 4, None)
    search.clear()
    again = search.think(fields, _TREE, 1500, 0, 0, 7, 4, None)
    search.clear()
    other = search.think(fields, _TREE, 1500, 0, 0, 8, 4, None)
    assert (first[0], first[1], first[3]) == (again[0], again[1], again[3])
    assert first[3] != other[3]


def test_the_tree_is_kept_until_it_is_cleared() -> None:
    search, fields = _search(megabytes=2), _new_fields()
    search.think(fields, _TREE, 2000, 0, 0, 0, 1, None)
    kept = search.think(fields, _TREE, 1, 0, 0, 0, 20, None)
    search.clear()
    fresh = search.think(fields, _TREE, 1, 0, 0, 0, 20, None)
    assert len(kept[3]) == 20
    assert len(fresh[3]) == 1


def test_another_thread_can_stop_a_search_without_limits() -> None:
    search = _search(threads=2)
    started = threading.Event()
    result = []

    def report(_: object) -> bool:
        started.set()
        return True

    def think() -> None:
        result.append(search.think(_new_fields(), _TREE, 0, 0, 0, 0, 1, report))

    thread = threading.Thread(target=think)
    thread.start()
    assert started.wait(20)
    search.stop()
    thread.join(20)
    assert not thread.is_alive()
    assert result[0][3]


def test_a_report_tells_more_and_more_and_can_end_the_search() -> None:
    told: list[int] = []

    def report(result: tuple[int, int, int, Sequence[object]]) -> bool:
        told.append(result[1])
        return len(told) < 4

    _search().think(_new_fields(), _TREE, 0, 0, 0, 0, 1, report)
    assert len(told) == 4
    assert told == sorted(set(told))
