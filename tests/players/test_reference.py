"""The yardsticks: `reference-0.1` is frozen, and `uct` plays by the rules alone."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from ringrift.arena.openings import random_start
from ringrift.arena.roster import parse_entrant
from ringrift.players.player import Player
from ringrift.players.random_player import RandomPlayer
from ringrift.players.reference import ReferencePlayer, load_reference, reference_searcher
from ringrift.players.search import Budget, Method, Searcher, SearchError, apply_due_bookkeeping
from ringrift.players.uct import UctPlayer
from ringrift.rules import apply, is_legal, legal_moves, new_game
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.grid import BOARD_NAMES, SMALL_BOARDS, BoardName
from ringrift.rules.setup import Setup

NODE_COUNTS = Path(__file__).parents[1] / "data" / "reference_node_counts.json"


def count_nodes(board: BoardName, players: int) -> list[int | str]:
    """Return nodes, depth and best move of the reference player's search in fixed limits."""
    small = board in SMALL_BOARDS
    state = random_start(Setup(board, players, DEFAULT_EDITION), 8, Random(f"reference {board}"))
    searcher = reference_searcher(state, megabytes=4)
    if searcher.method is Method.TREE:
        budget = Budget(nodes=2000)
    else:
        budget = Budget(depth=4 if small else 2)
    report = searcher.search(state, budget, seed=5)
    shares = " ".join(f"{share:.3f}" for share in report.shares)
    return [report.nodes, report.depth, str(report.best), shares]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", BOARD_NAMES)
def test_the_reference_player_searches_as_it_did_in_version_0_1(
    board: BoardName, players: int
) -> None:
    expected = json.loads(NODE_COUNTS.read_text(encoding="utf-8"))
    assert count_nodes(board, players) == expected[f"{board}/{players}"]


def test_the_reference_player_names_every_setting_of_the_kernel() -> None:
    from ringrift.kernel._native import search_setting_names

    for settings in load_reference()["settings"].values():
        assert sorted(settings) == sorted(search_setting_names())


@pytest.mark.parametrize(
    ("name", "seconds"),
    [("reference-0.1", 1.0), ("reference-0.1:0.2", 0.2), ("uct", 1.0), ("uct:0.5@0.2", 0.2)],
)
def test_the_arena_knows_the_yardsticks(name: str, seconds: float) -> None:
    entrant = parse_entrant(name)
    assert entrant.seconds == seconds
    entrant.check()


def test_the_yardsticks_choose_legal_moves() -> None:
    for players in (2, 3):
        state = new_game("square8", players)
        assert is_legal(state, ReferencePlayer().choose(state, seconds=0.02))
        assert is_legal(state, UctPlayer(playouts=50).choose(state))


def test_uct_beats_random_play() -> None:
    won = 0
    for game in range(4):
        state, hero = new_game("square8", 2, swap=False), 1 + game % 2
        rivals: dict[int, Player] = {
            hero: UctPlayer(playouts=60, seed=game),
            3 - hero: RandomPlayer(seed=game),
        }
        while state.outcome is None:
            state = apply_due_bookkeeping(apply(state, rivals[state.player].choose(state)))
        won += state.outcome.winner == hero
    assert won >= 3


def test_uct_depends_on_its_seed_and_stops() -> None:
    state = new_game("square8", 2)
    first, again = (UctPlayer(playouts=30, seed=1).choose(state) for _ in range(2))
    assert first == again
    assert len({str(UctPlayer(playouts=1, seed=seed).choose(state)) for seed in range(8)}) > 3
    assert len(legal_moves(state)) > 30


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(SearchError, match="there is no setting 'width_of_root'"):
        Searcher(settings={"width_of_root": 3})
    with pytest.raises(SearchError, match="root_width = -2: use a whole number"):
        Searcher(settings={"root_width": -2})
    with pytest.raises(SearchError, match="aspiration_window = 0: use a whole number from 1"):
        Searcher(settings={"aspiration_window": 0})
