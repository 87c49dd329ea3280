"""Lines parse to commands and answers and back; games are followed with or without bookkeeping."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ringrift.conformance.random_play import play_randomly, prefer_rare_moves
from ringrift.players.engine_protocol.answers import (
    BestMove,
    EngineId,
    ErrorAnswer,
    Info,
    Option,
    parse_answer,
)
from ringrift.players.engine_protocol.commands import (
    STOP,
    Go,
    NewGame,
    Perft,
    SetOption,
    SetPosition,
    parse_command,
)
from ringrift.players.engine_protocol.engine import (
    ProtocolEngine,
    seconds_for_decision,
    to_permille,
)
from ringrift.players.engine_protocol.protocol import (
    Code,
    MoveSequence,
    ProtocolError,
    format_moves,
)
from ringrift.players.search import apply_due_bookkeeping
from ringrift.rules import legal_moves, new_game
from ringrift.rules.notation import format_move
from ringrift.rules.position_string import dump_position

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "engine-protocol.md"
START = new_game("square8", 2)
WORDS = (
    *(
        "rrp",
        "isready",
        "stop",
        "show",
        "legal",
        "setoption",
        "name",
        "value",
        "Level",
        "Hash",
        "0",
        "3",
    ),
    *(
        "newgame",
        "square8",
        "hex8",
        "2",
        "position",
        "startpos",
        "moves",
        "@d4",
        "d4-d5",
        "-",
        "swap",
    ),
)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("stop", STOP),
        ("setoption name Clear Hash", SetOption("Clear Hash")),
        ("setoption name Log File value a b.txt", SetOption("Log File", "a b.txt")),
        ("newgame hex8 3 classic noswap", NewGame("hex8", 3, "classic", swap=False)),
        ("position startpos", SetPosition()),
        ("position startpos moves @d4 d4-d5 -", SetPosition(None, ("@d4", "d4-d5", "-"))),
        (
            f"position {dump_position(START)} moves @d4",
            SetPosition(dump_position(START), ("@d4",)),
        ),
        ("go", Go()),
        ("go nodes 5 movetime 6 depth 7", Go(5, 6, 7)),
        (
            "go clock 60000 55000 0 inc 1000 1000 0",
            Go(clock=(60000, 55000, 0), inc=(1000, 1000, 0)),
        ),
        ("go infinite multipv 4", Go(infinite=True, multipv=4)),
        ("perft 3", Perft(3)),
    ],
)
def test_a_command_is_read_and_written(line: str, command: object) -> None:
    assert parse_command(line) == command
    assert str(command) == line


def test_a_new_game_has_defaults_and_spaces_do_not_matter() -> None:
    assert parse_command("  newgame   square8\t2 \r\n") == NewGame(
        "square8", 2, "standard", swap=True
    )
    assert parse_command(" \n") is None


@pytest.mark.parametrize(
    "answer",
    [
        EngineId("name", "Deep Ring 2"),
        Option("Hash", "spin", "16", 1, 4096),
        Option("Offset", "spin", "-3", -5, 5),
        Option("Clear Hash", "button"),
        Option("Own Book", "check", "true"),
        Option("Style", "combo", "very wild", choices=("calm", "very wild")),
        Option("Log File", "string", "a b.txt"),
        Info(
            depth=3, nodes=1234, time=12, nps=100, multipv=1, score=(612, 388), pv=("@d4", "d4-d6")
        ),
        Info(text="a book move"),
        Info(score=(100, 200, 700), pv=("skip",), text="why not"),
        BestMove("~a1-b2=a2..e2!a2..d2"),
        ErrorAnswer("BUSY", "later"),
    ],
)
def test_an_answer_is_written_and_read(answer: object) -> None:
    assert parse_answer(str(answer)) == answer


def test_what_a_controller_does_not_know_is_passed_over() -> None:
    assert parse_answer("Welcome to Deep Ring") is None
    assert parse_answer("info depth 3 seldepth 9 score 600 400 hashfull 12 pv @d4") == Info(
        depth=3, score=(600, 400), pv=("@d4",)
    )
    assert parse_answer("bestmove @d4 ponder d4-d5") == BestMove("@d4")


@pytest.mark.parametrize(
    "line",
    [
        "id",
        "id name",
        "option",
        "option Hash",
        "option name Hash",
        "option name Hash type number",
        "option name Hash type spin default 5 min 6 max 7",
        "option name Hash type spin default 5 min x max 7",
        "info depth",
        "info depth x",
        "info score 1",
        "info score 1001 0",
        "bestmove",
        "error",
    ],
)
def test_an_answer_of_a_known_kind_that_cannot_be_read_is_refused(line: str) -> None:
    with pytest.raises(ProtocolError):
        parse_answer(line)


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (Option("N", "spin", "1", 0, 9), ("0", "9"), ("10", "-1", "x", "", "٣", None)),
        (Option("C", "check", "true"), ("true", "false"), ("yes", None)),
        (Option("M", "combo", "a", choices=("a", "b c")), ("a", "b c"), ("b", None)),
        (Option("S", "string"), ("", "anything at all"), (None,)),
        (Option("B", "button"), (None,), ("now",)),
    ],
)
def test_an_option_knows_its_values(
    option: Option, good: tuple[str | None, ...], bad: tuple[str | None, ...]
) -> None:
    assert [option.refusal(value) for value in good] == [None] * len(good)
    assert all(option.refusal(value) for value in bad)


@given(some.text(max_size=80))
def test_no_line_is_more_than_a_command_an_answer_or_a_refusal(line: str) -> None:
    codes = set()
    for reader in (parse_command, parse_answer):
        try:
            reader(line)
        except ProtocolError as error:
            codes.add(error.code)
    assert codes <= set(Code)


@given(some.lists(some.sampled_from(WORDS), max_size=6))
def test_an_engine_answers_every_command(words: list[str]) -> None:
    said: list[str] = []
    engine = ProtocolEngine(said.append)
    assert engine.handle_line(" ".join(words))
    assert engine.handle_line("isready")
    assert said[-1] == "readyok"
    assert not [line for line in said if line.startswith("error INTERNAL")]
    engine.close()


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_is_followed_with_all_its_moves_or_without_the_bookkeeping(players: int) -> None:
    start = new_game("hex8", players)
    steps = list(play_randomly(start, Random(players), 120, prefer_rare_moves))
    moves = [step.move for step in steps]
    end = apply_due_bookkeeping(steps[-1].after)
    whole = [format_move(step.before, step.move) for step in steps]
    assert "-" in whole
    assert MoveSequence(start).after(whole) == end
    assert MoveSequence(start).after(format_moves(start, moves)) == end


def test_a_list_that_goes_on_or_turns_off_is_followed_from_where_it_was() -> None:
    sequence = MoveSequence(START)
    here = sequence.after(["@d4", "d4-d5", "@h7"])
    assert sequence.after(["@d4", "d4-d5", "-", "-", "@h7"]) == here
    assert sequence.after(["@d4", "d4-d5", "-"]) == sequence.after(["@d4", "d4-d5"])
    assert sequence.after(["@d4"]).player == 1
    with pytest.raises(ProtocolError, match="move 2, d4-h7"):
        sequence.after(["@d4", "d4-h7"])
    assert sequence.after(["@d4", "d4-d5", "@h7"]) == here
    assert sequence.after([]) == START


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["-"], "ACTION_AVAILABLE"),
        (["@d4", "d4-d5", "-", "-", "-"], "ACTION_AVAILABLE"),
        (["@z9"], "OUT_OF_BOUNDS"),
        (["castle"], "MALFORMED"),
    ],
)
def test_a_list_with_a_move_that_is_not_legal_is_refused(texts: list[str], said: str) -> None:
    with pytest.raises(ProtocolError, match=f"ILLEGAL_MOVE.*move {len(texts)}, .*{said}"):
        MoveSequence(START).after(texts)


@given(some.lists(some.floats(0, 1), min_size=2, max_size=4).filter(lambda shares: sum(shares) > 0))
def test_shares_become_thousandths_that_make_a_thousand(weights: list[float]) -> None:
    shares = [weight / sum(weights) for weight in weights]
    whole = to_permille(shares)
    assert sum(whole) == 1000
    assert all(abs(part - share * 1000) <= 1 for part, share in zip(whole, shares, strict=True))


@given(some.integers(0, 10**7), some.integers(0, 10**5), some.integers(1, 10**5))
def test_a_decision_takes_a_part_of_the_clock_and_no_more_than_its_own_time(
    left: int, more: int, own: int
) -> None:
    alone = seconds_for_decision(Go(clock=(left, 1), inc=(more, 1)), START)
    assert alone is not None
    assert alone <= left / 4000
    assert seconds_for_decision(Go(clock=(left, 1), inc=(more, 1), movetime=own), START) == min(
        alone, own / 1000
    )
    assert seconds_for_decision(Go(nodes=5), START) is None


def test_an_error_can_be_sent_to_another_process() -> None:
    error = ProtocolError(Code.BUSY, "later")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert (type(again), str(again)) == (ProtocolError, str(error))


def test_the_start_offers_what_the_law_offers() -> None:
    said: list[str] = []
    engine = ProtocolEngine(said.append)
    engine.handle_line("legal")
    assert said == [
        f"legal 192 {' '.join(format_move(START, move) for move in legal_moves(START))}"
    ]
    engine.close()


def test_the_page_shows_the_first_words_of_our_engine() -> None:
    said: list[str] = []
    engine = ProtocolEngine(said.append)
    engine.handle_line("rrp")
    engine.close()
    conversation = PAGE.read_text(encoding="utf-8").split("```text\n")[1].split("```")[0]
    shown = [re.split(" {2,}", line)[-1] for line in conversation.splitlines()]
    assert shown[shown.index(said[0]) :][: len(said)] == said


EVERY_COMMAND = (
    *("rrp", "isready", "stop", "quit", "show", "legal", "eval", "perft 1", "go"),
    *("setoption name Hash value 1", "newgame square8 2", "position startpos"),
)


def test_the_page_names_the_commands_allowed_during_a_search() -> None:
    sentence = re.search(r"accepts only\s(.+?);", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert sentence is not None
    named = re.findall(r"`(\w+)`", sentence[1])
    assert sorted(named) == sorted(
        command for command in EVERY_COMMAND if not _is_busy_for(command)
    )


def _is_busy_for(command: str) -> bool:
    said: list[str] = []
    engine = ProtocolEngine(said.append)
    engine.handle_line("go infinite")
    engine.handle_line(command)
    engine.close()
    return any(line.startswith("error BUSY") for line in said)
