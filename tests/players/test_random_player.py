"""The dice: the same numbers in every language. The page's dice read the same golden values."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ringrift.players import RandomPlayer
from ringrift.players.random_player import SeededRng, decision_rng, sort_legal_moves
from ringrift.rules import legal_moves, new_game
from ringrift.rules.notation import format_move, parse_move

GOLDEN: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "dice.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["text"])
def test_the_dice_fall_as_written_down(golden: dict[str, Any]) -> None:
    text = golden["text"]
    words = SeededRng(text)
    assert [f"{words.next_u64():016x}" for _ in golden["bits64"]] == golden["bits64"]
    numbers = SeededRng(text)
    assert [numbers.next_below(int(count)) for count, _ in golden["below"]] == [
        int(drawn) for _, drawn in golden["below"]
    ]
    assert (
        SeededRng(text).sample(range(golden["sample"]["of"]), len(golden["sample"]["drawn"]))
        == (golden["sample"]["drawn"])
    )
    weights = golden["weighted"]["weights"]
    picks = SeededRng(text)
    drawn = [
        picks.choose_weighted(range(len(weights)), weights) for _ in golden["weighted"]["drawn"]
    ]
    assert drawn == golden["weighted"]["drawn"]


def test_every_number_is_as_likely_as_any_other() -> None:
    thrown = SeededRng("a die")
    seen = Counter(thrown.next_below(6) for _ in range(6000))
    assert set(seen) == set(range(6))
    assert all(850 < count < 1150 for count in seen.values())


def test_what_would_favour_small_numbers_is_thrown_again() -> None:
    count = 2**63 + 1  # nearly half of all words are refused
    golden = SeededRng("again")
    fair = [word for word in (golden.next_u64() for _ in range(40)) if word < count]
    again = SeededRng("again")
    assert [again.next_below(count) for _ in fair] == fair
    assert len(fair) < 35


def test_weights_are_odds() -> None:
    thrown = SeededRng("odds")
    seen = Counter(thrown.choose_weighted("abc", [1, 0, 3]) for _ in range(4000))
    assert seen["b"] == 0
    assert 2.6 < seen["c"] / seen["a"] < 3.4


def test_a_sample_draws_nothing_twice() -> None:
    assert sorted(SeededRng("all of them").sample(range(30), 30)) == list(range(30))


def test_moves_have_an_order_that_does_not_depend_on_who_lists_them() -> None:
    state = new_game("hex8", 2)
    texts = [format_move(state, move) for move in sort_legal_moves(state)]
    assert texts == sorted(texts)
    assert len(set(texts)) == len(legal_moves(state))
    assert [parse_move(state, text) for text in texts] == sort_legal_moves(state)


def test_players_with_the_same_seed_throw_dice_of_their_own() -> None:
    state = new_game("square8", 2)
    throws = {
        decision_rng(seed, state, who).next_u64()
        for seed in (0, 1)
        for who in ("random", "level 1")
    }
    assert len(throws) == 4


def test_a_random_player_takes_the_move_that_its_dice_name() -> None:
    state = new_game("square8", 2)
    moves = sort_legal_moves(state)
    for seed in range(5):
        assert (
            RandomPlayer(seed=seed).choose(state)
            == moves[decision_rng(seed, state, "random").next_below(len(moves))]
        )
