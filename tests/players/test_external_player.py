"""External engines play; crashes, hangs, illegal moves and floods of output do no harm."""

from __future__ import annotations

import gc
import os
import pickle
import select
import shlex
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from ringrift.players.engine_protocol.answers import Info
from ringrift.players.external.errors import (
    EngineClosedError,
    EngineCrashedError,
    EngineFloodedError,
    EngineIllegalMoveError,
    EngineStartError,
    EngineTimeoutError,
)
from ringrift.players.external.player import ExternalPlayer
from ringrift.players.player_names import parse_player
from ringrift.players.search import SearchError, apply_due_bookkeeping
from ringrift.rules import apply, legal_moves, new_game
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.position_string import dump_position, load_position
from ringrift.rules.state import State

ENGINES = Path(__file__).parent / "engines"
PATIENT = 30.0  # seconds that no engine of these tests needs
START = new_game("square8", 2)


def engine(name: str, *arguments: str) -> list[str]:
    return [sys.executable, str(ENGINES / f"{name}.py"), *arguments]


def after(*texts: str, start: State = START) -> State:
    state = start
    for text in texts:
        state = apply_due_bookkeeping(
            apply(apply_due_bookkeeping(state), parse_move(apply_due_bookkeeping(state), text))
        )
    return state


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


class Heard:
    """What an engine said while it thought."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.first = Event()

    def __call__(self, info: Info) -> None:
        self.texts.append(info.text)
        self.first.set()


def pid_of(player: ExternalPlayer) -> int:
    return player._conversation.process.pid


@pytest.mark.parametrize(("board", "players"), [("square8", 2), ("hex8", 3)])
def test_a_third_party_engine_plays_a_game_against_itself(board: str, players: int) -> None:
    state = new_game(board, players)
    with ExternalPlayer(engine("first_move"), seconds=PATIENT) as player:
        for _ in range(60):
            state = apply_due_bookkeeping(apply(state, player.choose(state)))
            if state.outcome is not None:
                break
    assert len(state.history) > 60


def test_the_engine_is_asked_for_its_name_and_may_be_given_another() -> None:
    with ExternalPlayer(engine("first_move")) as player:
        assert (player.name, player.author) == ("First Move", "the tests")
        assert repr(player).startswith("<External 'First Move'")
    with ExternalPlayer(engine("first_move"), name="Anna") as player:
        assert player.name == "Anna"


def test_the_engine_hears_of_a_game_by_its_moves_without_the_bookkeeping() -> None:
    heard = Heard()
    state = after("@d4", "d4-d5")
    with ExternalPlayer(
        engine("first_move"), options={"mark": "m"}, seconds=PATIENT, on_info=heard
    ) as player:
        player.choose(START)
        player.choose(state)
        player.choose(after("@e5", start=state))
    assert heard.texts == [
        "m: position startpos",
        "m: position startpos moves @d4 d4-d5",
        "m: position startpos moves @d4 d4-d5 @e5",
    ]


def test_a_game_from_a_position_is_sent_as_a_position_string() -> None:
    heard = Heard()
    text = (
        "square8 standard 8/a7/2A3(ba)1/3(aa)4/8/8/8/8 1 movement 3 aht,@d4 15,17 0,0 3,2 -,- "
        "-/-/-/- on *"
    )
    state = load_position(text)
    move = legal_moves(state)[0]
    later = apply_due_bookkeeping(apply(state, move))
    with ExternalPlayer(engine("first_move"), seconds=PATIENT, on_info=heard) as player:
        assert player.choose(state) == move
        player.choose(later)
    assert heard.texts == [f"none: position {text}", f"none: position {dump_position(later)}"]


def test_where_only_one_move_is_legal_the_engine_is_not_asked() -> None:
    state = new_game("square8", 2)
    with ExternalPlayer(engine("hangs"), seconds=0.0, grace=0.0) as player:
        while len(legal_moves(state)) != 1:
            state = apply_due_bookkeeping(apply(state, legal_moves(state)[0]))
        assert player.choose(state) == legal_moves(state)[0]


def test_there_is_nothing_to_choose_where_bookkeeping_is_due() -> None:
    state = apply(START, parse_move(START, "@d4"))
    state = apply(state, parse_move(state, "d4-d5"))
    with (
        ExternalPlayer(engine("first_move")) as player,
        pytest.raises(SearchError, match="BOOKKEEPING_DUE"),
    ):
        player.choose(state)


def test_an_engine_that_hangs_is_killed() -> None:
    player = ExternalPlayer(engine("hangs"), seconds=0.1, grace=0.05)
    pid = pid_of(player)
    with pytest.raises(
        EngineTimeoutError, match=r"no move within 0\.\d+ s, nor 0\.05 s after stop"
    ):
        player.choose(START)
    assert is_gone(pid)
    with pytest.raises(EngineCrashedError, match="cannot be started again"):
        player.choose(START)
    player.close()


def test_an_engine_that_does_not_read_is_killed() -> None:
    player = ExternalPlayer(engine("deaf"), grace=0.05)
    state = apply(START, player.choose(START, PATIENT))
    with pytest.raises(EngineTimeoutError, match="no readyok"):
        player.choose(state, 0.0)
    assert is_gone(pid_of(player))
    player.close()


def test_more_than_a_pipe_can_hold_is_not_waited_for_for_ever() -> None:
    player = ExternalPlayer(engine("deaf"), grace=0.05)
    player.choose(START, PATIENT)
    process = player._conversation.process
    with pytest.raises(EngineTimeoutError, match="does not read"):
        process.send("x" * 1_000_000, time.monotonic() + 0.05)
    player.close()


def test_an_engine_that_knows_no_time_receives_stop() -> None:
    with ExternalPlayer(engine("waits"), grace=PATIENT) as player:
        assert format_move(START, player.choose(START, 0.05)) == "@d4"


def test_a_host_can_stop_an_engine_that_thinks() -> None:
    heard = Heard()
    with (
        ExternalPlayer(engine("waits"), seconds=PATIENT, on_info=heard) as player,
        ThreadPoolExecutor(1) as pool,
    ):
        chosen = pool.submit(player.choose, START)
        assert heard.first.wait(PATIENT)
        player.stop()
        assert format_move(START, chosen.result(PATIENT)) == "@d4"
        player.stop()  # an engine that does not think passes it over
        chosen = pool.submit(player.choose, START)
        player.stop()
        while not chosen.done():
            player.stop()


def test_a_crash_is_reported_with_the_last_output() -> None:
    player = ExternalPlayer(engine("crashes"), seconds=PATIENT)
    with pytest.raises(EngineCrashedError, match="exit status 3") as crash:
        player.choose(START)
    assert crash.value.code == "ENGINE_CRASHED"
    assert crash.value.stderr == "out of rings\n"
    assert "out of rings" in str(crash.value)
    assert is_gone(pid_of(player))
    player.close()


def test_an_engine_that_crashed_is_started_again_if_it_may_be(tmp_path: Path) -> None:
    with ExternalPlayer(
        engine("crashes", str(tmp_path / "once")), seconds=PATIENT, restarts=1
    ) as player:
        first = pid_of(player)
        assert format_move(START, player.choose(START)) == "@d4"
        assert pid_of(player) != first
        assert is_gone(first)


def test_restarts_have_an_end() -> None:
    with (
        ExternalPlayer(engine("crashes"), seconds=PATIENT, restarts=2) as player,
        pytest.raises(EngineCrashedError),
    ):
        player.choose(START)


@pytest.mark.parametrize(
    ("move", "rule"),
    [("d4-d9", "R001"), ("d4-d5", "R070"), ("-", "R075"), ("castle", "R076"), ("", None)],
)
def test_an_illegal_move_is_refused_with_the_rule_that_it_breaks(
    move: str, rule: str | None
) -> None:
    with ExternalPlayer(engine("cheats", move), seconds=PATIENT) as player:
        with pytest.raises(EngineIllegalMoveError) as refused:
            player.choose(START)
        assert refused.value.rule == rule
        assert not is_gone(pid_of(player))


@pytest.mark.parametrize("kind", ["lines", "line"])
def test_a_flood_of_output_is_cut_off(kind: str) -> None:
    player = ExternalPlayer(engine("floods", kind), seconds=PATIENT)
    with pytest.raises(EngineFloodedError):
        player.choose(START)
    assert is_gone(pid_of(player))
    player.close()


def test_an_engine_that_never_starts_is_given_up() -> None:
    with pytest.raises(EngineStartError, match=r"no rrpok within 0\.05 s"):
        ExternalPlayer(engine("silent"), start_seconds=0.05)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("/nowhere/engine", "cannot be started"),
        ("", "empty"),
        ('engine "', "not a valid command line"),
        ([sys.executable, "-c", "import sys; sys.exit('no licence')"], "exit status 1"),
    ],
)
def test_a_program_that_is_no_engine_cannot_be_started(command: str | list[str], said: str) -> None:
    with pytest.raises(EngineStartError, match=said):
        ExternalPlayer(command)


def test_an_option_that_the_engine_does_not_have_is_refused() -> None:
    with pytest.raises(EngineStartError, match="no option Hash; it has Mark"):
        ExternalPlayer(engine("first_move"), options={"Hash": 16})


def test_a_question_fails_when_its_player_is_closed_and_no_child_of_the_engine_is_left() -> None:
    heard = Heard()
    player = ExternalPlayer(engine("hangs"), seconds=PATIENT, grace=0.05, on_info=heard)
    with ThreadPoolExecutor(1) as pool:
        chosen = pool.submit(player.choose, START)
        assert heard.first.wait(PATIENT)
        child = os.pidfd_open(int(heard.texts[0].split()[-1]))
        player.close()
        with pytest.raises(EngineClosedError):
            chosen.result(PATIENT)
    assert is_gone(pid_of(player))
    assert select.select([child], [], [], PATIENT)[0], "the child lives on"
    os.close(child)
    with pytest.raises(EngineClosedError):
        player.choose(START)
    player.close()


def test_a_player_that_is_forgotten_leaves_no_process() -> None:
    player = ExternalPlayer(engine("waits"))
    pid = pid_of(player)
    del player
    gc.collect()
    assert is_gone(pid)


def test_nothing_stays_open_after_an_engine_has_left() -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for name in ("first_move", "waits", "crashes"):
        with ExternalPlayer(engine(name)):
            pass
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_command_line_names_an_engine_by_its_command() -> None:
    player = parse_player(f"engine:{shlex.join(engine('first_move'))}")
    assert player.name == "First Move"
    player.close()


def test_many_engines_think_at_once_and_one_engine_serves_many_threads() -> None:
    def plays(ask: Callable[[State], Move]) -> list[str]:
        state, texts = START, []
        for _ in range(6):
            move = ask(state)
            texts.append(format_move(state, move))
            state = apply_due_bookkeeping(apply(state, move))
        return texts

    players = [ExternalPlayer(engine("first_move"), seconds=PATIENT) for _ in range(3)]
    with ThreadPoolExecutor(6) as pool:
        games = list(pool.map(lambda player: plays(player.choose), [*players, *players[:1] * 3]))
    for player in players:
        player.close()
    assert all(game == games[0] for game in games)


def test_an_error_can_be_sent_to_another_process() -> None:
    error = EngineCrashedError("gone", "last words")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert (type(again), str(again), again.stderr) == (EngineCrashedError, str(error), "last words")
