"""Games at the terminal, through the real command with given standard input."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from ringrift.cli.main import main

Command = Callable[..., str]

WALL = """@b2 b2-e2 @c3 c3-a3 @d4 d4-g1 @e5 e5-b8 @f6 f6-f5 @g7 g7-b7 @a1 a1-h8 skip @c5 c5-b4 skip h8-h4"""


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wide enough for every message, and without colour, whatever runs the tests."""
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "300")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Play with these arguments, typing these lines; what the terminal showed."""

    def command(arguments: str, *lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", *arguments.split()]) == 0
        return capsys.readouterr().out

    return command


def test_two_people_play_a_whole_game(play: Command) -> None:
    shown = play("--seats person,person", *WALL.split(), "#a2/1", "^h4")
    assert "blue (person) wins by territory control (38 moves, 9 turns)." in shown
    assert "1.  blue (person)\n  2.  red (person)\n" in shown


def test_a_finished_game_asks_for_nothing_more(play: Command) -> None:
    shown = play("--seats person,person", *WALL.split(), "#a2/1", "^h4", "@d4")
    assert shown.rstrip().endswith("2.  red (person)")


def test_bookkeeping_moves_are_filled_in_and_shown(play: Command) -> None:
    shown = play("--seats person,person", "@d4", "d4-d5")
    assert "turn   1  blue   d4-d5 - -\n" in shown
    assert "Turn 2, red: place rings from your hand, or swap." in shown


def test_chance_answers_a_person(play: Command) -> None:
    shown = play("--seats person,random --seed 1", "@d4", "d4-d5")
    assert "turn   2  red    @" in shown
    assert "Turn 3, blue: place rings from your hand, or skip." in shown


def test_each_decision_says_whose_turn_it_is_and_what_to_choose(play: Command) -> None:
    shown = play("--seats person,person", *WALL.split(), "#a2/1")
    assert "Turn 1, blue: place rings from your hand." in shown
    assert "Turn 1, blue: move the stack that you placed on b2, or capture with it." in shown
    assert "Turn 7, blue: capture with the stack that has moved, or skip." in shown
    assert "Turn 9, blue: take a region, or skip." in shown
    assert "Turn 9, blue: pay for the region with the cap of a stack of yours." in shown


def test_a_few_moves_are_numbered_and_a_number_chooses_one(play: Command) -> None:
    shown = play("--seats person,person", *WALL.split(), "1", "4")
    assert "  1  #a2/1\n  2  skip\n" in shown
    assert "blue (person) wins by territory control" in shown


def test_a_number_beyond_the_list_is_refused(play: Command) -> None:
    shown = play("--seats person,person", *WALL.split(), "3", "0", "1")
    assert shown.count("The list goes from 1 to 2.") == 2
    assert "pay for the region" in shown


def test_a_refused_move_shows_the_reason_and_the_person_is_asked_again(play: Command) -> None:
    shown = play("--seats person,person", "@d4", "d4-d4", "d4-e6", "e4-e5", "d4-d5")
    assert shown.count(", NOT_A_RAY]") == 2
    assert ", NOT_YOUR_STACK]" in shown
    assert "turn   1  blue   d4-d5 - -\n" in shown


@pytest.mark.parametrize(
    "line", ["", "foo", "@z9", "@d4 d4-d5", "why", "why @d4 @d5", "99", "-", "swap", "@d4x9"]
)
def test_a_line_that_is_no_move_changes_nothing(play: Command, line: str) -> None:
    shown = play("--seats person,person", line, "@d4")
    assert "Turn 1, blue: move the stack that you placed on d4" in shown
    assert "The game stays unfinished in turn 1." in shown


def test_moves_lists_what_is_legal_in_groups(play: Command) -> None:
    shown = play("--seats person,person", "@d4", "moves")
    listed = next(line for line in shown.splitlines() if "move d4: " in line)
    assert "d4-e4 d4-f4" in listed
    assert "No legal move" not in shown


def test_moves_about_a_cell_lists_those_alone(play: Command) -> None:
    shown = play("--seats person,person", "? d4", "moves z9")
    assert "place 1: @d4\nplace 2: @d4x2\nplace 3: @d4x3\n" in shown
    assert "No legal move names z9." in shown


def test_why_says_what_a_legal_move_would_do(play: Command) -> None:
    shown = play("--seats person,person", *WALL.split()[:12], "@a1", "why a1-h8")
    assert "a1-h8 is legal. It would do this:" in shown
    assert "  seat 1 leaves a marker on a1\n" in shown
    assert "  markers become seat 1's: c3 e5 g7\n" in shown
    assert "  cells become seat 1's territory: b2 d4 f6\n" in shown


def test_why_says_when_no_piece_would_change(play: Command) -> None:
    shown = play("--seats person,person", "@d4", "d4-d5", "why swap")
    assert "swap is legal. No piece would change." in shown


def test_why_says_which_rule_forbids_a_move(play: Command) -> None:
    assert "[R070, WRONG_PHASE]" in play("--seats person,person", "why d4-d5")


def test_undo_takes_back_the_last_choice_and_what_followed_it(play: Command) -> None:
    shown = play("--seats person,random --seed 1", "@d4", "d4-d5", "undo", "d4-e4")
    _, after = shown.split("Taken back.")
    assert "Turn 1, blue: move the stack that you placed on d4" in after
    assert "turn   1  blue   d4-e4 - -\n" in after
    assert "turn   2  red" in after


def test_undo_goes_back_to_the_first_choice_and_no_further(play: Command) -> None:
    shown = play("--seats person,person", "@d4", "undo", "undo", "@e4")
    assert shown.count("Taken back.") == 1
    assert "There is nothing to take back." in shown
    assert "move the stack that you placed on e4" in shown


def test_a_person_never_takes_back_the_choices_of_chance_alone(play: Command) -> None:
    shown = play("--seats random,person --seed 1", "undo")
    assert "There is nothing to take back." in shown


def test_the_end_of_input_ends_the_game_politely(play: Command) -> None:
    shown = play("--seats person,random --seed 1")
    assert shown.endswith("The game stays unfinished in turn 1.\n--seed 1 lets chance play the same again.\n")


@pytest.mark.parametrize("word", ["quit", "exit", "q"])
def test_quit_leaves_the_game_as_it_is(play: Command, word: str) -> None:
    assert "The game stays unfinished in turn 1." in play("--seats person,person", "@d4", word, "d4-d5")


def test_a_player_of_two_who_resigns_loses_to_the_other(play: Command) -> None:
    shown = play("--seats person,random", "resign")
    assert "red (random) wins by resignation" in shown
    assert "1.  red (random)\n  2.  blue (person)\n" in shown


def test_of_several_opponents_the_one_that_stands_best_wins_by_resignation(play: Command) -> None:
    shown = play("--seats person,person,person", "@d4", "d4-d5", "@h1", "h1-h2", "resign")
    assert "red (person) wins by resignation" in shown


def test_people_exchange_seats_when_sides_are_swapped(play: Command) -> None:
    shown = play("--seats random,person --seed 1", "swap")
    assert "The sides are swapped: blue (person), red (random)." in shown
    assert "turn   2  red    @" in shown
    assert "Turn 3, blue: place rings from your hand" in shown


def test_a_swap_can_be_taken_back(play: Command) -> None:
    shown = play("--seats random,person --seed 1", "swap", "undo")
    assert "Turn 2, red: place rings from your hand, or swap." in shown.split("Taken back.")[1]


def test_a_game_without_swap_does_not_offer_it(play: Command) -> None:
    shown = play("--seats person,person --no-swap", "@d4", "d4-d5", "swap")
    assert "Turn 2, red: place rings from your hand.\n" in shown
    assert "[R180, SWAP_UNAVAILABLE]" in shown


def test_help_and_board_can_be_asked_for_at_any_time(play: Command) -> None:
    shown = play("--seats person,person", "help", "board")
    assert "take back your last choice" in shown
    assert "a marker of seat 1" in shown
    assert shown.count("    a  b  c  d  e  f  g  h\n") == 2


def test_without_a_terminal_chance_plays_every_seat_to_the_end(play: Command) -> None:
    shown = play("--seed 3")
    assert shown.startswith("Standard input is no terminal, so chance plays every seat.\n")
    assert "(random) wins by" in shown
    assert "  2.  " in shown


class _Keyboard(io.StringIO):
    """Standard input that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_at_a_terminal_a_person_has_the_first_seat(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", _Keyboard("@d4\n"))
    assert main(["play", "--players", "3"]) == 0
    shown = capsys.readouterr().out
    assert "Turn 1, blue: move the stack that you placed on d4" in shown
    for name in ("blue (person)", "red (random)", "green (random)"):
        assert name in shown


@pytest.mark.parametrize("board", ["square8", "hex8", "square19", "hexagonal"])
@pytest.mark.parametrize("edition", ["classic", "standard"])
def test_every_board_fits_a_terminal_of_80_columns(play: Command, board: str, edition: str) -> None:
    shown = play(f"--board {board} --edition {edition} --players 3 --seed 5")
    assert "(random) wins by" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_the_same_seed_plays_the_same_game(play: Command) -> None:
    assert play("--seed 7") == play("--seed 7")
    assert play("--seed 7") != play("--seed 8")


def test_a_seed_that_was_shown_plays_that_game_again(play: Command) -> None:
    first = play("")
    seed = first.split("--seed ")[1].split()[0]
    assert play(f"--seed {seed}") == first


@pytest.mark.parametrize(
    "arguments",
    [
        "--board square9",
        "--edition newest",
        "--players 5",
        "--seats person",
        "--seats person,robot",
        "--seats person,person,person,person,person",
        "--seed many",
        "--colour",
    ],
)
def test_arguments_that_make_no_sense_are_refused(capsys: pytest.CaptureFixture[str], arguments: str) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["play", *arguments.split()])
    assert refused.value.code == 2
    assert arguments.split(maxsplit=1)[0] in capsys.readouterr().err


def test_players_and_seats_must_agree(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--players", "3", "--seats", "person,random"]) == 2
    assert "3 players, but 2 seats are named" in capsys.readouterr().err
