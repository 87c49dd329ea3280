"""Games at the terminal, through the real command with given standard input."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ringrift.cli.main import main
from ringrift.records import Store, dump_jsonl, dump_text, read_file
from ringrift.rules import PlaceRing
from tests.records.games import short_record

Command = Callable[..., str]

ROOT = Path(__file__).parents[2]
WALL = """@b2 b2-e2 @c3 c3-a3 @d4 d4-g1 @e5 e5-b8 @f6 f6-f5 @g7 g7-b7 @a1 a1-h8 skip @c5 c5-b4
skip h8-h4"""


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
    assert "Turn 9, blue: pay for the region with the cap of one of your stacks." in shown


def test_a_few_moves_are_numbered_and_a_number_chooses_one(play: Command) -> None:
    shown = play("--seats person,person", *WALL.split(), "1", "4")
    assert "  1  #a2/1\n  2  skip\n" in shown
    assert "blue (person) wins by territory control" in shown


def test_a_number_beyond_the_list_is_refused(play: Command) -> None:
    shown = play("--seats person,person", *WALL.split(), "3", "0", "1")
    assert shown.count("Choose a number from 1 to 2.") == 2
    assert "pay for the region" in shown


def test_a_number_without_end_is_refused_like_any_other(play: Command) -> None:
    shown = play("--seats person,person", *WALL.split(), "9" * 5000, "1")
    assert "Choose a number from 1 to 2." in shown
    assert "pay for the region" in shown


def test_capitals_make_no_difference(play: Command) -> None:
    shown = play("--seats person,person", "HELP", "@D4", "WHY D4-D5", "D4-D5", "Quit", "@e4")
    assert "take back your last choice" in shown
    assert "d4-d5 is legal." in shown
    assert "No:" not in shown
    assert "The game was left unfinished on turn 2." in shown


def test_what_is_no_move_is_answered_in_one_line(play: Command) -> None:
    (answer,) = (
        line for line in play("--seats person,person", "foo").splitlines() if "No: " in line
    )
    assert answer.endswith(
        "No: 'foo' is not a move. Type help for moves and commands. [R076, MALFORMED]"
    )


def test_a_refused_move_shows_the_reason_and_the_person_is_asked_again(play: Command) -> None:
    shown = play("--seats person,person", "@d4", "d4-d4", "d4-e6", "e4-e5", "d4-d5")
    assert shown.count(", NOT_A_RAY]") == 2
    assert ", NOT_YOUR_STACK]" in shown
    assert "turn   1  blue   d4-d5 - -\n" in shown


@pytest.mark.parametrize(
    "line",
    ["", "foo", "9" * 5000, "@z9", "@d4 d4-d5", "why", "why @d4 @d5", "99", "-", "swap", "@d4x9"],
)
def test_a_line_that_is_no_move_changes_nothing(play: Command, line: str) -> None:
    shown = play("--seats person,person", line, "@d4")
    assert "Turn 1, blue: move the stack that you placed on d4" in shown
    assert "The game was left unfinished on turn 1." in shown


def test_moves_lists_what_is_legal_in_groups(play: Command) -> None:
    shown = play("--seats person,person", "@d4", "moves")
    listed = next(line for line in shown.splitlines() if "move d4: " in line)
    assert "d4-e4 d4-f4" in listed
    assert "No legal move" not in shown


def test_moves_about_a_cell_lists_those_alone(play: Command) -> None:
    shown = play("--seats person,person", "? d4", "moves z9")
    assert "place 1: @d4\nplace 2: @d4x2\nplace 3: @d4x3\n" in shown
    assert "No legal move involves z9." in shown


def test_why_says_what_a_legal_move_would_do(play: Command) -> None:
    shown = play("--seats person,person", *WALL.split()[:12], "@a1", "why a1-h8")
    assert "a1-h8 is legal. Effect:" in shown
    assert "  blue leaves a marker on a1\n" in shown
    assert "  markers become blue's: c3 e5 g7\n" in shown
    assert "  cells become blue's territory: b2 d4 f6\n" in shown


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
    assert shown.endswith(
        "The game was left unfinished on turn 1.\n"
        "Use --seed 1 to make the computers play the same moves again.\n"
    )


@pytest.mark.parametrize("word", ["quit", "exit", "q"])
def test_quit_leaves_the_game_as_it_is(play: Command, word: str) -> None:
    assert "The game was left unfinished on turn 1." in play(
        "--seats person,person", "@d4", word, "d4-d5"
    )


def test_a_player_of_two_who_resigns_loses_to_the_other(play: Command) -> None:
    shown = play("--seats person,random", "@d4", "d4-d5", "resign", "resign")
    assert "red (random) wins by resignation" in shown
    assert "1.  red (random)\n  2.  blue (you)\n" in shown


def test_of_three_people_one_resigns_and_the_others_go_on(play: Command) -> None:
    turns = ("@d4", "d4-d5", "@h1", "h1-h2", "resign", "resign")
    shown = play("--seats person,person,person --substitute 1 --seed 1", *turns, "@a1")
    assert "A computer takes over your seat, and you finish behind everyone who stays." in shown
    assert "green has left the game.\ngreen is played by level 1 from now on.\n" in shown
    assert "Turn 4, blue: move the stack that you placed on a1" in shown


def test_both_winners_are_shown_when_people_have_left(play: Command) -> None:
    turns = ("@d4", "d4-d5", "@h1", "h1-h2", "resign", "resign", "resign", "resign")
    shown = play("--seats person,person,person --substitute 1 --seed 1", *turns)
    assert "red (person) wins by resignation" in shown
    assert "Among the people, red comes first.\n  1.  red\n  2.  blue (resigned)\n" in shown
    assert "  3.  green (resigned)\n" in shown
    alone = play("--seats person,random,random --seed 1", "@d4", "d4-d5", "resign", "resign")
    assert "wins by resignation" in alone
    assert "No one stayed to the end.\n  1.  blue (resigned)\n" in alone


def test_each_person_who_resigns_is_asked_and_reads_what_it_means(play: Command) -> None:
    turns = ("@d4", "d4-d5", "@h1", "h1-h2", "resign", "resign", "resign")
    shown = play("--seats person,person,person --substitute 1 --seed 1", *turns, "quit")
    assert shown.count("A computer takes over your seat") == 1
    assert "This ends the game. You cannot undo this." in shown  # only red would be left
    assert "wins" not in shown


def test_a_game_that_nobody_has_begun_is_aborted(play: Command) -> None:
    shown = play("--seats person,person", "@d4", "resign", "resign")
    assert "No one has completed a turn, so this aborts the game." in shown
    assert "The game was aborted because no one had completed a turn.\n" in shown
    assert "wins" not in shown


def test_a_resignation_must_be_said_twice_because_it_cannot_be_taken_back(play: Command) -> None:
    shown = play("--seats person,person", "resign", "@d4", "resign", "", "resign", "quit", "resign")
    assert shown.count("You cannot undo this. Type resign again to confirm.") == 3
    assert "The game was left unfinished on turn 1." in shown


def test_resign_stands_alone(play: Command) -> None:
    shown = play("--seats person,person", "resign foo", "resign now", "@d4", "d4-d5")
    assert shown.count("To give up, type resign on its own.") == 2
    assert "Turn 2, red:" in shown


def test_the_result_has_the_length_of_the_game(play: Command) -> None:
    shown = play("--seats person,person", "@d4", "d4-d5", "@a1", "resign", "resign")
    assert "blue (person) wins by resignation (5 moves, 2 turns)." in shown


def test_people_exchange_seats_when_sides_are_swapped(play: Command) -> None:
    shown = play("--seats random,person --seed 1", "swap")
    assert "The players have swapped sides: blue (you), red (random)." in shown
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
    shown = play("--seats person,person", "help", "help board", "board")
    assert "take back your last choice" in shown
    assert "seat 1's marker" in shown
    assert shown.count("    a  b  c  d  e  f  g  h\n") == 2


def test_without_a_terminal_chance_plays_every_seat_to_the_end(play: Command) -> None:
    shown = play("--seed 3")
    assert shown.startswith(
        "Standard input is not a terminal, so random players take every seat.\n"
    )
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
    assert main(["play", "--level", "1"]) == 0
    shown = capsys.readouterr().out
    assert "Turn 1, blue: move the stack that you placed on d4" in shown
    for name in ("blue (you)", "red (level 1)", "green (level 1)"):
        assert name in shown


def test_a_person_plays_against_level_3_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", _Keyboard("@d4\nd4-d5\n"))
    assert main(["play", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("RingRift on square8, standard edition: blue (you), red (level 3), ")
    assert "green (level 3).\n" in shown
    assert "turn   2  red " in shown


def test_without_the_kernel_chance_is_the_opponent_and_levels_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ringrift.kernel._native", None)
    monkeypatch.setattr("sys.stdin", _Keyboard("hint\n@d4\nd4-d5\n"))
    assert main(["play", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "The kernel is not built, so your opponent plays at random" in shown
    assert "Hints need the kernel" in shown
    assert "turn   2  red    @" in shown
    assert main(["play", "--seats", "person,level:3"]) == 2
    assert "levels need the kernel" in capsys.readouterr().err


def test_levels_play_each_other_the_same_way_again(play: Command) -> None:
    shown = play("--seats level:2,level:1 --seed 4")
    assert "(level 2) wins by" in shown or "(level 1) wins by" in shown
    assert play("--seats 2,1 --seed 4") == shown


def test_a_hint_names_a_move_its_share_and_what_may_follow(play: Command) -> None:
    shown = play("--seats person,person", "@d4", "hint")
    advice = next(line for line in shown.splitlines() if "your winning chance is about" in line)
    assert re.fullmatch(r"blue> d4-[a-h][1-8]: your winning chance is about \d+%\.", advice)
    assert "  Effect: blue leaves a marker on d4;" in shown


def test_every_turn_is_shown_to_those_who_watch(play: Command) -> None:
    shown = play("--seats random,random --seed 3 --speed 0")
    turns = int(shown.split(" moves, ")[1].split()[0])
    assert len(re.findall(r"^ +a +b +c +d +e +f +g +h$", shown, flags=re.MULTILINE)) == turns
    assert "turn   1  blue   @" in shown


def test_a_watched_game_can_be_paused_and_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", _Keyboard("\n\n+\n\n\nq\n"))
    assert main(["play", "--seats", "random,random", "--seed", "3"]) == 0
    shown = capsys.readouterr().out
    said = (
        "Press Enter to pause or resume, + or - and Enter to change the speed, q and Enter to quit."
    )
    assert shown.startswith(said)
    page = (ROOT / "docs/how-to/play.md").read_text(encoding="utf-8")
    assert said in " ".join(page.replace("`", "").split())
    assert shown.count("Paused. Press Enter to resume, q and Enter to quit.") == 2
    assert "Each turn is shown for 0.5 s." in shown
    assert "The game was left unfinished on turn 4." in shown


def test_show_points_at_where_a_stack_may_go(play: Command) -> None:
    shown = play("--seats person,person", "@d4", "show d4", "show")
    assert " 4  o  o  o >1  o  o  o  o" in shown
    assert "From d4, it can go to o (27 cells)." in shown
    assert ">: the stacks that can act. show d4 shows where it can go." in shown


def test_show_points_at_where_rings_could_go_after_they_are_placed(play: Command) -> None:
    shown = play("--seats person,person", "show d4", "show", "show d4-d5")
    assert "After @d4, from d4, it can go to o (27 cells)." in shown
    assert " 8  o  o  o  o  o  o  o  o" in shown
    assert "[R070, WRONG_PHASE]" in shown


def test_show_points_at_captures_and_at_the_cells_of_a_choice(play: Command) -> None:
    shown = play(
        "--seats person,person", *WALL.split()[:-1], "show h8", "h8-h4", "show 1", "show h1"
    )
    assert ", capturing x." in shown
    assert "#a2/1 involves the cells marked on the board." in shown
    assert "No legal move starts at h1 now." in shown


@pytest.mark.parametrize("name", ["z9", "d9", "d99", "a0"])
def test_show_says_when_there_is_no_such_cell(play: Command, name: str) -> None:
    shown = play("--seats person,person", f"show {name}", "show foo")
    assert f"{name} is not a cell on square8; choose a cell on this board." in shown
    assert "'foo' is not a move." in shown


def test_the_log_tells_the_game_so_far(play: Command) -> None:
    shown = play("--seats person,person", *WALL.split()[:4], "log")
    assert "turn   1  blue   @b2 b2-e2 - -\nturn   2  red    @c3 c3-a3 - -\n" in shown


def test_a_clock_is_shown_and_a_move_in_time_is_played(play: Command) -> None:
    shown = play("--seats person,person --clock 5+3", "@d4", "d4-d5")
    assert re.search(r"^blue (5:00|4:5\d)> ", shown, flags=re.MULTILINE)
    assert "Turn 2, red:" in shown
    assert re.search(
        r"^blue 0:[23]\d> ", play("--seats person,person --clock 30s"), flags=re.MULTILINE
    )


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """Our own engine under a name without spaces."""
    pytest.importorskip("ringrift.kernel._native", reason="our engine needs the kernel")
    program = tmp_path / "engine"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} -m ringrift.cli.main engine\n")
    program.chmod(0o755)
    return program


def test_an_engine_takes_a_seat(play: Command, engine: Path) -> None:
    shown = play(f"--seats person,engine:{engine} --seed 1", "@d4", "d4-d5")
    assert "red (engine)" in shown
    assert "turn   2  red " in shown


def test_an_engine_is_started_once_and_keeps_its_seat_in_a_game_with_a_clock(
    play: Command, engine: Path, tmp_path: Path
) -> None:
    counted, starts = tmp_path / "counted", tmp_path / "starts"
    counted.write_text(f"#!/bin/sh\necho started >>{starts}\nexec {engine}\n")
    counted.chmod(0o755)
    # The engine's moves vary: red takes another corner if a1 is taken, and ends a chain.
    person = ("@a1", "a1-a2", "skip", "@h8", "h8-h7", "skip")
    shown = play(f"--seats engine:{counted},person --clock 0.2+0 --no-swap", *person)
    assert "turn   1  blue " in shown
    assert "turn   3  blue " in shown
    assert "is played by" not in shown
    assert "time is up" not in shown
    assert starts.read_text() == "started\n"


@pytest.mark.parametrize("command", ["/no/such/program", "true"])
def test_an_engine_that_does_not_start_is_refused_before_the_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    file = tmp_path / "mine.rrg"
    assert main(["play", "--seats", f"engine:{command},random", "--record", str(file)]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert f"{Path(command).name} cannot start; fix it or choose another engine." in shown.err
    assert not file.exists()


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
        "--seats person,level:11",
        "--seats person,level:3:2",
        "--seats person,level:x",
        "--seats person,engine:",
        "--clock fast",
        "--speed -1",
        "--level 11",
        "--seats person,person,person,person,person",
        "--seed many",
        "--colour",
    ],
)
def test_arguments_that_make_no_sense_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: str
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["play", *arguments.split()])
    assert refused.value.code == 2
    assert arguments.split(maxsplit=1)[0] in capsys.readouterr().err


def test_players_and_seats_must_agree(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--players", "3", "--seats", "person,random"]) == 2
    assert "3 players, but 2 seats" in capsys.readouterr().err
    assert main(["play", "--level", "3", "--seats", "person,random"]) == 2
    assert "--level cannot be used with --seats" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["mine.rrg", "mine.txt.gz"])
def test_games_are_recorded_one_after_the_other(play: Command, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    shown = play(f"--seats person,person --record {file}", *WALL.split(), "#a2/1", "^h4")
    assert f"The game was recorded in {file}.\n" in shown
    play(f"--seats person,random --seed 1 --record {file}", "@d4", "undo", "@e4", "quit")
    play(f"--seats person,person,person --board hex8 --record {file}", "resign", "resign")
    first, second, third = read_file(file)
    assert len(first) == 38
    assert first.outcome is not None
    assert (first.outcome.winner, first.outcome.reason) == (1, "territory_control")
    assert second.outcome is None
    assert second.moves == (PlaceRing(player=1, to=(4, 3), count=1),)
    assert second.heading.names == ("person", "random")
    assert (third.heading.board, third.heading.players, len(third)) == ("hex8", 3, 0)
    assert third.outcome is None
    assert len({record.heading.tags["Id"] for record in (first, second, third)}) == 3


def test_a_game_is_recorded_behind_those_of_another_program(play: Command, tmp_path: Path) -> None:
    file = tmp_path / "mine.rrg"
    file.write_text(dump_text(short_record()).rstrip("\n"))
    play(f"--seats person,person --record {file}", "@d4")
    assert [len(record) for record in read_file(file)] == [13, 1]


def test_games_are_put_into_a_store(play: Command, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    assert f"The game was added to {path} as game 1.\n" in play(f"--seed 3 --store {path}")
    assert f"The game was added to {path} as game 2.\n" in play(f"--seed 3 --store {path}")
    with Store(path) as store:
        assert store.get(1).moves == store.get(2).moves
        assert store.verify(1).outcome is not None


@pytest.mark.parametrize(
    "name", ["mine.pgn", "mine.jsonl", "no/such/folder/mine.rrg", ".", "notes.txt", "json.rrg"]
)
def test_a_file_that_takes_no_record_is_refused_before_the_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    (tmp_path / "notes.txt").write_text("Buy milk.\n")
    (tmp_path / "json.rrg").write_text(dump_jsonl(short_record()))
    assert main(["play", "--seed", "1", "--record", str(tmp_path / name)]) == 2
    shown = capsys.readouterr()
    assert "wins by" not in shown.out
    assert shown.err.startswith("ringrift: ")
    assert (tmp_path / "notes.txt").read_text() == "Buy milk.\n"


@pytest.mark.parametrize("name", ["mine.foo", "mine.jsonl", "mine.json.gz", "mine"])
def test_a_record_is_asked_for_with_the_names_that_it_can_have(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    assert main(["play", "--seed", "1", "--record", str(tmp_path / name)]) == 2
    said = capsys.readouterr().err
    assert "Use a file name that ends in .rrg or .txt (.gz may follow)." in said
    assert ".json or" not in said
    assert "or .json" not in said
    assert not list(tmp_path.iterdir())


def test_a_game_begins_after_a_balanced_start(play: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.rrg"
    arguments = f"--board hex8 --seats person,person --start balanced --seed 3 --record {file}"
    shown = play(arguments, "undo", "log", "swap", "quit")
    assert "The game begins after a balanced start" in shown
    assert "There is nothing to take back." in shown
    assert "turn   1  blue " in shown  # the log has the moves of the start
    assert "Turn 5, blue: place rings from your hand" in shown
    assert "or swap" not in shown
    [record] = read_file(file)
    heading = record.heading
    assert heading.start_moves > 0
    assert not heading.swap
    again = play(arguments, "quit")
    assert again.split("Turn 5")[0] in shown
