"""The win prover: what it proves is a win, and level 10's search finds it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from ringrift.players.search import Budget, apply_due_bookkeeping
from ringrift.players.search_plan import strongest_plan
from ringrift.players.win_prover import prove_win
from ringrift.rules import Move, State, apply, legal_moves, new_game
from ringrift.rules.notation import format_move
from ringrift.rules.position_string import load_position
from tests.players.test_levels import WINS, winning_moves
from tests.rules.playing import position

# From outside: @g7 wins within two own turns.
QUIET_WIN = (
    "hex8 standard ab2b/1a4/a6/A2(a)4/AA7/AB1A4/BBB3(aa)/BBB2B/BBbaa 1 ring_placement 27 h "
    "2,5 13,13 25,26 -,- -/-/-/- off *"
)
# From outside: @d3x2 and then d3-b1 win, and no other move after @d3x2.
WIN_IN_TWO_DECISIONS = (
    "square8 standard BcBb2(bbb)1/B1c(caa)C2(cacbb)/B6b/4C3/4C2A/3(ccaa)B1AA/3BBAAA/bc1aAAAA 1 "
    "ring_placement 10 h 12,9,12 1,4,1 7,8,9 -,-,- -/-/-/- off *"
)
SUITE = Path(__file__).parents[1] / "data" / "proved_wins.jsonl"
POSITIONS = [json.loads(line) for line in SUITE.read_text("utf-8").splitlines()]
SHORT = [one for one in POSITIONS if one["turns"] < 3]
LONG = [one for one in POSITIONS if one["turns"] == 3]


def kind(one: dict[str, object]) -> tuple[str, int, int]:
    """Return the board, the number of players and the own turns of a position."""
    state = load_position(str(one["position"]))
    return state.board.grid.name, len(state.seats), int(str(one["turns"]))


LAST_OF_KIND = {kind(one): one for one in POSITIONS}


def wins_this_turn(state: State, move: Move) -> bool:
    """Whether the player can win before its turn ends: the definition, by the rules in Python."""
    after = apply_due_bookkeeping(apply(state, move))
    if after.outcome is not None:
        return after.outcome.winner == move.player
    if (after.turn_number, after.player) != (state.turn_number, state.player):
        return False
    return any(wins_this_turn(after, further) for further in legal_moves(after))


@pytest.mark.parametrize("name", WINS)
def test_a_win_in_one_turn_is_proved_with_all_its_moves(name: str) -> None:
    state = position(WINS[name])
    proof = prove_win(state, 2)
    assert proof.turns == 1
    assert proof.complete
    proved = {format_move(state, move) for move in proof.moves}
    assert winning_moves(state) <= proved
    assert proved == {
        format_move(state, move) for move in legal_moves(state) if wins_this_turn(state, move)
    }


def test_the_only_quiet_win_is_proved() -> None:
    state = load_position(QUIET_WIN)
    proof = prove_win(state, 2)
    assert (proof.turns, proof.complete) == (2, True)
    assert [format_move(state, move) for move in proof.moves] == ["@g7"]


def test_nothing_is_proved_at_the_start_or_without_nodes() -> None:
    assert prove_win(new_game("square8", 2), 1).turns == 0
    assert not prove_win(load_position(QUIET_WIN), 2, nodes=1000).complete


def test_the_search_of_level_10_stops_at_a_proved_win() -> None:
    state = load_position(QUIET_WIN)
    searcher = strongest_plan(state).without_early_stop().new_searcher(megabytes=64)
    report = searcher.search(state, Budget(nodes=4_000_000))
    assert report.shares[0] == 1
    assert report.nodes < 4_000_000


def test_a_proved_win_is_played_to_its_end() -> None:
    state = load_position(WIN_IN_TWO_DECISIONS)
    searcher = strongest_plan(state).new_searcher(megabytes=16)
    player, turn = state.player, state.turn_number
    while state.outcome is None and (state.player, state.turn_number) == (player, turn):
        best = searcher.search(state, Budget(nodes=60_000)).best
        state = apply_due_bookkeeping(apply(state, best))
    assert state.outcome is not None
    assert state.outcome.winner == player


def test_the_suite_has_many_positions_of_every_kind() -> None:
    assert len({one["position"] for one in POSITIONS}) == len(POSITIONS) >= 400
    counts = Counter(kind(one) for one in POSITIONS)
    proof_lengths = {2: (1, 2, 3), 3: (1, 2, 3), 4: (1, 2)}
    assert set(counts) == {
        (board, players, turns)
        for board in ("square8", "hex8")
        for players, lengths in proof_lengths.items()
        for turns in lengths
    }
    assert len(LONG) >= 25
    for board in ("square8", "hex8"):
        assert counts[board, 4, 1] + counts[board, 4, 2] >= 15


@pytest.mark.parametrize(
    "one", [*SHORT[::25], *LAST_OF_KIND.values()], ids=lambda one: str(one["moves"][0])
)
def test_the_suite_is_proved_again(one: dict[str, object]) -> None:
    state = load_position(str(one["position"]))
    proof = prove_win(state, int(str(one["turns"])))
    assert (proof.turns, proof.complete) == (one["turns"], True)
    assert sorted(format_move(state, move) for move in proof.moves) == one["moves"]


def test_level_10_finds_all_but_one_of_a_sample_with_few_nodes() -> None:
    sample = SHORT[::12]
    missed = [one for one in sample if not finds_win(one, nodes=60_000)]
    assert len(sample) >= 20
    assert len(missed) <= 1, missed


def test_level_10_finds_most_wins_in_three_turns_or_proves_longer_ones() -> None:
    sample = LONG[::2]
    missed = [one for one in sample if not finds_win(one, nodes=60_000, longer=True)]
    assert len(sample) >= 20
    assert len(missed) <= len(sample) / 4, missed


def finds_win(one: dict[str, object], nodes: int, *, longer: bool = False) -> bool:
    """Whether level 10 plays a winning move or, if `longer`, one that it proves in more turns."""
    state = load_position(str(one["position"]))
    searcher = strongest_plan(state).new_searcher(megabytes=16)
    report = searcher.search(state, Budget(nodes=nodes))
    moves = one["moves"]
    assert isinstance(moves, list)
    return format_move(state, report.best) in moves or (longer and report.pvs[0].mover_share == 1)
