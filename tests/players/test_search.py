"""Search: reports that the reference engine replays, budgets, refusals, prompt stopping."""

from __future__ import annotations

import sys
from random import Random
from threading import Event, Thread

import pytest

from ringrift.conformance.positions import SETUPS
from ringrift.conformance.random_play import play_randomly
from ringrift.kernel.engines import KernelMissingError
from ringrift.players.search import (
    MAX_PVS,
    Budget,
    Method,
    Report,
    Searcher,
    SearchError,
    apply_due_bookkeeping,
)
from ringrift.rules import Phase, State, SwapSides, apply, is_legal, legal_moves, new_game
from ringrift.rules.setup import Setup
from tests.rules.playing import play, position

START = new_game("square8", 2)
PLACED = play(START, "@d4x2")  # few moves to choose from


def decisions(setup: Setup, seed: int, count: int) -> list[State]:
    """Choices from all stages of a random game, of as many phases as it has."""
    start = setup.new_game()
    rng = Random(seed)
    states = [step.after for step in play_randomly(start, rng, 1500)]
    choices = [state for state in states if state.outcome is None and len(legal_moves(state)) > 1]
    by_phase = {state.phase: state for state in reversed(choices)}
    return [*by_phase.values(), *rng.sample(choices, count)]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_law_can_replay_every_line(setup: Setup) -> None:
    searchers = [Searcher(method, megabytes=1) for method in Method]
    for number, state in enumerate(decisions(setup, seed=5, count=3)):
        report = searchers[number % 2].search(state, Budget(nodes=150), best=3)
        assert len({line.move for line in report.pvs}) == len(report.pvs)
        for line in report.pvs:
            assert line.move in legal_moves(state)
            assert line.pv[0] == line.move
            assert sum(line.shares) == pytest.approx(1)
            assert len(line.shares) == setup.players
            at = state
            for move in line.pv:
                at = apply(at, move)


@pytest.mark.parametrize("method", Method)
def test_equal_states_seeds_and_budgets_give_equal_reports(method: Method) -> None:
    one, other = Searcher(method, megabytes=1), Searcher(method, megabytes=1)
    other.search(play(START, "@d4x2"), Budget(nodes=500))
    other.clear()
    reports = [
        searcher.search(START, Budget(nodes=700), seed=3, best=2) for searcher in (one, other)
    ]
    assert reports[0].pvs == reports[1].pvs
    assert reports[0].nodes == reports[1].nodes


def test_a_root_with_all_its_moves_is_searched_when_the_tree_was_full() -> None:
    searcher = Searcher(Method.TREE, megabytes=1, settings={"root_children": 4096})
    state = new_game("square8", 3)
    for _ in range(12):
        report = searcher.search(state, Budget(nodes=20_000))
        if len(legal_moves(state)) > 1:
            assert report.depth > 0
        state = apply_due_bookkeeping(apply(state, report.best))


@pytest.mark.parametrize("method", Method)
def test_a_budget_of_nodes_is_kept(method: Method) -> None:
    report = Searcher(method).search(START, Budget(nodes=400))
    assert 0 < report.nodes <= 400
    assert report.nodes_per_second > 0


def test_a_budget_of_depth_is_kept() -> None:
    assert Searcher().search(PLACED, Budget(depth=2)).depth == 2
    assert Searcher(Method.TREE).search(PLACED, Budget(depth=2)).nodes < 50_000


@pytest.mark.parametrize("method", Method)
def test_reports_come_while_the_search_goes_on(method: Method) -> None:
    heard: list[Report] = []
    last = Searcher(method).search(PLACED, Budget(nodes=5000), best=2, on_report=heard.append)
    depths = [report.depth for report in heard]
    assert depths
    assert depths == sorted(depths)
    assert last.nodes >= heard[-1].nodes


def test_a_listener_that_fails_ends_the_search_with_its_own_error() -> None:
    def fail(_: Report) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        Searcher().search(START, Budget(seconds=60), on_report=fail)


@pytest.mark.parametrize("method", Method)
def test_another_thread_can_stop_a_search(method: Method) -> None:
    searcher, begun, found = Searcher(method), Event(), list[Report]()

    def think() -> None:
        budget = Budget(seconds=60)
        found.append(searcher.search(START, budget, on_report=lambda _: begun.set()))

    thread = Thread(target=think)
    thread.start()
    assert begun.wait(30)
    searcher.stop()
    thread.join(30)
    assert found[0].seconds < 30
    assert is_legal(START, found[0].best)


def test_nothing_happens_when_a_searcher_at_rest_is_stopped() -> None:
    searcher = Searcher()
    searcher.stop()
    assert searcher.search(START, Budget(nodes=100)).pvs


def test_who_may_swap_counts_the_share_as_their_own_after_the_swap() -> None:
    """R180: seat 1 is about to win, so the person at seat 2 takes its place."""
    state = position(
        """
        player: 2  turn: 2  swap: on  eliminated: 17 0  hand: 0 13
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . 111 . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . 111 . . .
        2 . . . . . . . .
        1 . . . . . . . .
        """
    )
    best = Searcher().search(state, Budget(nodes=2000), best=2).pvs[0]
    assert isinstance(best.move, SwapSides)
    assert best.mover_share > 0.5


@pytest.mark.parametrize(
    ("budget", "best", "word"),
    [({}, 1, "no limit"), ({"nodes": 10}, 0, "best"), ({"nodes": 10}, MAX_PVS + 1, "best")],
)
def test_a_search_without_an_end_or_an_answer_is_refused(
    budget: dict[str, int], best: int, word: str
) -> None:
    with pytest.raises(SearchError, match=word):
        Searcher().search(START, Budget(**budget), best=best)


@pytest.mark.parametrize(
    "limits", [{"nodes": 0}, {"depth": 0}, {"seconds": -1}, {"seconds": float("nan")}]
)
def test_senseless_limits_are_refused(limits: dict[str, float]) -> None:
    with pytest.raises(SearchError, match="INVALID_BUDGET"):
        Budget(**limits)  # type: ignore[arg-type]


@pytest.mark.parametrize("settings", [{"threads": 0}, {"megabytes": 0}])
def test_senseless_settings_are_refused(settings: dict[str, int]) -> None:
    with pytest.raises(SearchError, match=next(iter(settings))):
        Searcher(**settings)  # type: ignore[arg-type]


def test_weights_that_do_not_fit_are_refused() -> None:
    with pytest.raises(SearchError, match="BAD_WEIGHTS"):
        Searcher(weights=[1, 2, 3]).search(START, Budget(nodes=10))


def test_a_finished_game_and_a_state_without_choice_are_refused() -> None:
    due = play(START, "@d4x2", "d4-d6")
    assert due.phase is Phase.LINE_PROCESSING
    with pytest.raises(SearchError, match="no_line_action"):
        Searcher().search(due, Budget(nodes=10))
    assert apply_due_bookkeeping(due).phase is Phase.RING_PLACEMENT
    over = position(
        """
        phase: territory_processing  eliminated: 18 0  hand: 0 16
        8 . . . . . . . .
        7 . . . . . . . 2
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 . . . . . . . .
        1 1 . . . . . . .
        """
    )
    with pytest.raises(SearchError, match="GAME_OVER"):
        Searcher().search(apply_due_bookkeeping(over), Budget(nodes=10))


def test_without_the_kernel_the_error_says_how_to_build_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ringrift.kernel._native", None)
    with pytest.raises(KernelMissingError, match="pip install"):
        Searcher().search(START, Budget(nodes=10))


def test_a_depth_that_was_cut_short_leaves_no_bounds_in_place_of_scores() -> None:
    state = new_game("hex8", 3)
    finished: list[Report] = []
    searcher = Searcher(Method.ALPHA_BETA, megabytes=1)
    last = searcher.search(state, Budget(nodes=3000), best=3, on_report=finished.append)
    assert [line.shares for line in last.pvs] == [line.shares for line in finished[-1].pvs]
    assert all(len(line.pv) > 1 for line in last.pvs)
