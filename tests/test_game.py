"""`Game`: the friendly object. It plays by the rules and can always go back."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift import Game
from ringrift.conformance.positions import SETUPS, random_position
from ringrift.conformance.random_play import play_randomly, prefer_rare_moves
from ringrift.drawing import format_diagram
from ringrift.game import GameBoard
from ringrift.rules import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidSetupError,
    InvalidStateError,
    Move,
    MoveStack,
    NoLineAction,
    NoTerritoryAction,
    Phase,
    PlaceRing,
    apply,
    legal_moves,
    new_game,
    state_hash,
)
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.setup import Setup

DUEL = """
player: 1  phase: movement  swap: off
8 .  . .  . .  .  . .
7 .  . .  . .  .  . .
6 .  . .  . .  .  . .
5 .  . .  . .  .  . .
4 .  . .  . .  .  . .
3 11 . *2 2 *1 *2 . .
2 .  . .  . .  .  . .
1 .  . .  . .  .  . .
"""


def test_a_new_game_is_for_three_on_the_small_board() -> None:
    """R010: three is the recommended number."""
    game = Game()
    assert game.state == new_game("square8", 3)
    assert (game.player, game.turn, game.turn_number, game.phase) == (1, 1, 1, Phase.RING_PLACEMENT)
    assert repr(game) == "<Game square8, 3 players, standard: turn 1, seat 1, ring_placement>"


def test_a_turn_is_played_in_notation() -> None:
    game = Game(players=2)
    assert game.push_notation("@d4x2") == PlaceRing(1, (3, 3), 2)
    game.push_notation("d4-d6")
    assert game.play_bookkeeping() == (NoLineAction(1), NoTerritoryAction(1))
    assert game.notations() == ("@d4x2", "d4-d6", "-", "-")
    assert (game.player, game.phase) == (2, Phase.RING_PLACEMENT)
    assert game.peek() == NoTerritoryAction(1)
    assert len(game.moves) == len(game.state.history) == 4


def test_nothing_is_played_that_nobody_asked_for() -> None:
    game = Game(players=2)
    game.push_notation("@d4")
    game.push_notation("d4-d5")
    assert game.phase is Phase.LINE_PROCESSING
    assert not game.legal_moves
    assert game.bookkeeping == NoLineAction(1)
    assert len(game.moves) == 2


def test_legal_moves_are_counted_listed_and_asked_about() -> None:
    game = Game(players=2)
    assert len(game.legal_moves) == 192
    assert list(game.legal_moves) == list(legal_moves(game.state))
    assert PlaceRing(1, (3, 3), 3) in game.legal_moves
    assert PlaceRing(1, (3, 3), 4) not in game.legal_moves
    assert PlaceRing(2, (3, 3), 1) not in game.legal_moves
    assert "@d4x3" in game.legal_moves
    assert "@d4x4" not in game.legal_moves
    assert "nonsense" not in game.legal_moves
    assert 7 not in game.legal_moves
    assert repr(game.legal_moves).startswith("<LegalMoves 192: @a1, ")


def test_asking_about_one_move_does_not_list_them_all() -> None:
    game = Game("hexagonal", players=2)
    assert PlaceRing(1, (0, 0, 0), 1) in game.legal_moves
    assert game.state._legal_moves is None


def test_a_bookkeeping_move_is_due_but_not_a_choice() -> None:
    game = Game(players=2)
    game.push_notation("@d4")
    game.push_notation("d4-d5")
    assert game.bookkeeping is not None
    assert game.bookkeeping not in game.legal_moves
    assert "-" not in game.legal_moves


def test_an_illegal_move_changes_nothing() -> None:
    game = Game(players=2)
    game.push_notation("@d4x3")
    before = game.state
    with pytest.raises(IllegalMoveError) as raised:
        game.push(MoveStack(1, (3, 3), (3, 4)))
    assert raised.value.code == "TOO_SHORT"
    with pytest.raises(IllegalMoveError):
        game.push_notation("a1-a4")
    with pytest.raises(InvalidMoveError):
        game.push_notation("d4->d7")
    assert game.state is before
    assert len(game.moves) == 1


@given(st.sampled_from(SETUPS), st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_popping_leads_back_through_the_very_same_states(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    state = random_position(setup, rng)
    game = Game.from_state(state)
    steps = list(play_randomly(state, rng, 15, prefer_rare_moves))
    for step in steps:
        assert game.parse(game.notation(step.move)) == step.move
        game.push(step.move)
        assert game.state == step.after
    for step in reversed(steps):
        assert game.pop() == step.move
        assert game.state == step.before
        assert len(game.state.history) == len(step.before.history)
    assert game.moves == ()


def test_there_is_no_way_back_before_the_beginning() -> None:
    for game in (Game(players=2), Game.from_diagram(DUEL)):
        with pytest.raises(IllegalMoveError) as raised:
            game.pop()
        assert raised.value.code == "NO_MOVE_TO_TAKE_BACK"
        with pytest.raises(IllegalMoveError):
            game.peek()


def test_a_game_goes_on_from_a_position_string_a_diagram_or_a_state() -> None:
    game = Game("hex8", players=3, edition="classic")
    game.push_notation("@e5x2")
    assert Game.from_position(game.position).state == game.state
    assert Game.from_diagram(str(game)).state == game.state
    assert Game.from_state(game.state).hash == game.hash == state_hash(game.state)
    with pytest.raises(InvalidStateError):
        Game.from_position("nothing")
    with pytest.raises(InvalidStateError):
        Game.from_diagram("nothing")


@pytest.mark.parametrize("wrong", [{"board": "chess"}, {"players": 5}, {"edition": "blitz"}])
def test_an_impossible_game_is_not_created(wrong: dict[str, str | int]) -> None:
    with pytest.raises(InvalidSetupError):
        Game(**wrong)  # type: ignore[arg-type]


def test_a_misspelt_board_is_corrected() -> None:
    with pytest.raises(InvalidSetupError, match=r"Did you mean square8\?"):
        Game("squar8")  # type: ignore[arg-type]
    with pytest.raises(InvalidSetupError, match=r"no board 'chess'. Choose one of square8, hex8"):
        Game("chess")  # type: ignore[arg-type]


def test_the_typed_board_names_are_those_of_the_rules() -> None:
    assert get_args(GameBoard) == BOARD_NAMES


def test_a_copy_keeps_its_past_and_a_fork_begins_anew() -> None:
    game = Game(players=2)
    game.push_notation("@d4")
    copy, fork = game.copy(), game.fork()
    copy.push_notation("d4-d5")
    assert game.phase is Phase.MOVEMENT
    assert [copy.pop().type, copy.pop().type] == ["move_stack", "place_ring"]
    assert game.moves == (PlaceRing(1, (3, 3), 1),)
    assert fork.state == game.state
    assert fork.moves == ()


def test_whoever_must_choose_is_named_until_the_game_is_over() -> None:
    game = Game.from_diagram(DUEL)
    asked = game.decision()
    assert asked is not None
    assert (asked.seat, asked.moves) == (1, tuple(game.legal_moves))
    assert game.outcome() is None
    game.resign(1)
    assert game.decision() is None
    assert game.is_over


def test_resigning_gives_the_game_to_the_other_player() -> None:
    game = Game(players=2)
    game.push_notation("@d4")
    game.resign(1)
    end = game.outcome()
    assert end is not None
    assert (end.winner, end.reason) == (2, "resignation")
    assert repr(game) == "<Game square8, 2 players, standard: seat 2 won, resignation>"
    with pytest.raises(IllegalMoveError):
        game.push_notation("d4-d5")
    game.pop()
    assert game.state == new_game("square8", 2)


def test_with_more_players_the_host_names_the_winner() -> None:
    game = Game(players=3)
    with pytest.raises(IllegalMoveError, match="call conclude"):
        game.resign(1)
    with pytest.raises(IllegalMoveError):
        game.conclude(4, "timeout")
    game.conclude(3, "timeout")
    end = game.outcome()
    assert end is not None
    assert (end.winner, end.reason) == (3, "timeout")
    with pytest.raises(IllegalMoveError):
        game.conclude(2, "timeout")


def test_a_game_prints_as_its_diagram_and_shows_as_its_picture() -> None:
    game = Game.from_diagram(DUEL)
    assert str(game) == format_diagram(game.state)
    assert "stroke-dasharray" not in game._repr_svg_()
    game.push_notation("a3xd3-h3")
    shown = game._repr_svg_()
    assert shown.startswith("<svg ")
    assert shown.count("stroke-dasharray") == 1  # where the stack came from


def test_a_chosen_stack_shows_where_it_may_go_and_what_it_may_capture() -> None:
    game = Game.from_diagram(DUEL)
    marked = game.svg(chosen="a3", theme="slate")
    targets = {move.to for move in game.legal_moves if isinstance(move, MoveStack)} | {
        (x, 2) for x in range(4, 8)
    }
    rings = marked.count('rx="31"') // 2  # around markers, each with its edge
    assert marked.count('paint-order="stroke"') + rings == len(targets)
    with pytest.raises(InvalidSetupError):
        game.svg(chosen="z1")


def test_a_game_plays_what_the_rules_play() -> None:
    game = Game(players=2, swap=False)
    state = new_game("square8", 2, swap=False)
    rng = Random(7)
    while not game.is_over:
        moves: list[Move | None] = [*game.legal_moves] or [game.bookkeeping]
        move = moves[rng.randrange(len(moves))]
        assert move is not None
        game.push(move)
        state = apply(state, move)
    assert game.state == state
    assert game.bookkeeping is None


def test_a_balanced_start_is_part_of_the_game_and_stays() -> None:
    game = Game("hex8", 2, start="balanced", seed=9)
    assert len(game.moves) == game.start_moves > 0
    assert game.player == 1
    assert not game.state.swap_enabled
    assert Game("hex8", 2, start="balanced", seed=9).hash == game.hash
    assert Game("hex8", 2, start="balanced", seed=10).hash != game.hash
    with pytest.raises(IllegalMoveError, match="balanced start cannot be popped"):
        game.pop()
    game.push(next(iter(game.legal_moves)))
    assert game.copy().start_moves == game.start_moves
    game.pop()
    assert len(game.moves) == game.start_moves


def test_an_unknown_start_is_refused() -> None:
    with pytest.raises(InvalidSetupError, match="empty or balanced"):
        Game("hex8", 2, start="fair")
