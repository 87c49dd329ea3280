"""Level 10, analysis, hints and the engine protocol search with the strongest plan."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from ringrift.cli.hints import suggest_moves
from ringrift.players import analyse, level, search_plan
from ringrift.players.annotation import judge_turns
from ringrift.players.engine_protocol.engine import ProtocolEngine
from ringrift.players.level_settings import TIMED_SETTINGS
from ringrift.players.search import Method, Searcher
from ringrift.players.search_plan import SearchPlan, strongest_plan
from ringrift.records import Recorder
from ringrift.rules import State, new_game
from ringrift.rules.notation import parse_move

SECONDS = 0.05


class Made(NamedTuple):
    """How a searcher was made."""

    method: Method
    network: str | None
    settings: dict[str, int]
    megabytes: int


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Made]:
    """The searchers made so far."""
    found: list[Made] = []

    def searcher(method: Method, **given: Any) -> Searcher:
        network = given["network"]
        found.append(
            Made(method, network and network.name, dict(given["settings"]), given["megabytes"])
        )
        return Searcher(method, **given)

    monkeypatch.setattr(search_plan, "Searcher", searcher)
    return found


def finish_search(engine: ProtocolEngine) -> None:
    """Wait for the best move."""
    thread = engine._search_thread
    if thread is not None:
        thread._thread.join()


def run_engine(board: str, players: int, *commands: str) -> str:
    """Return the answer of our engine at the start of a game."""
    said: list[str] = []
    engine = ProtocolEngine(said.append)
    for command in (f"newgame {board} {players}", *commands):
        engine.handle_line(command)
    finish_search(engine)
    engine.close()
    assert not [line for line in said if line.startswith("error")]
    return next(line for line in said if line.startswith("bestmove"))


SEARCHES: dict[str, Callable[[State], object]] = {
    "level 10": lambda state: level(10, seconds=SECONDS).choose(state),
    "analysis": lambda state: list(analyse(state, seconds=SECONDS)),
    "hints": suggest_moves,
    "engine": lambda state: run_engine(
        state.board.grid.name, len(state.seats), f"go movetime {round(1000 * SECONDS)}"
    ),
}


@pytest.mark.parametrize(
    ("board", "players", "edition", "method", "network"),
    [
        ("square8", 2, "standard", Method.TREE, "square8/2/standard"),
        ("hex8", 2, "classic", Method.ALPHA_BETA, None),
        ("square8", 3, "standard", Method.TREE, "square8/3/standard"),
        ("hex8", 4, "standard", Method.TREE, "hex8/4/standard"),
        ("hex8", 4, "classic", Method.TREE, None),
        ("square19", 2, "standard", Method.ALPHA_BETA, "square19/2/standard"),
        ("square19", 3, "standard", Method.ALPHA_BETA, None),
    ],
)
def test_the_plan_is_what_won_the_matches(
    board: str, players: int, edition: str, method: Method, network: str | None
) -> None:
    plan = strongest_plan(new_game(board, players, edition))
    assert plan.method is method
    assert (plan.network and plan.network.name) == network
    assert plan.settings["early_stop"] == 1
    assert ("proof_percent" in plan.settings) == (board in ("square8", "hex8"))
    assert ("evaluate_children" in plan.settings) == (players == 2 and board != "square19")


@pytest.mark.parametrize(
    ("seconds", "method", "network"),
    [
        (0.02, Method.ALPHA_BETA, None),
        (0.05, Method.TREE, "hex8/2/standard"),
        (None, Method.TREE, "hex8/2/standard"),
    ],
)
def test_a_tree_with_a_network_needs_time(
    seconds: float | None, method: Method, network: str | None
) -> None:
    plan = strongest_plan(new_game("hex8", 2), seconds=seconds)
    assert (plan.method, plan.network and plan.network.name) == (method, network)


def test_a_chosen_method_has_the_network_that_serves_it() -> None:
    small, big = new_game("square8", 2), new_game("square19", 2)
    assert strongest_plan(small, method=Method.ALPHA_BETA).network is None
    assert strongest_plan(big, method=Method.ALPHA_BETA).network is not None
    assert strongest_plan(big, timed=False).network is None


@pytest.mark.parametrize("searches", SEARCHES)
@pytest.mark.parametrize(
    ("board", "players"), [("hex8", 2), ("square8", 3), ("hex8", 4), ("hexagonal", 2)]
)
def test_all_that_advise_or_play_for_a_time_share_the_plan(
    searches: str, board: str, players: int, made: list[Made]
) -> None:
    state = new_game(board, players)
    plan = strongest_plan(state)
    SEARCHES[searches](state)
    (one,) = made
    assert one.method is plan.method
    assert one.network == (plan.network and plan.network.name)
    assert {**one.settings, "early_stop": 1} == plan.settings
    assert one.settings["early_stop"] == (searches == "level 10")
    assert one.megabytes >= 64  # 16 hold only a tree of about 32,000 visits


@pytest.mark.parametrize(
    ("go", "early"), [("go", 1), ("go clock 60 60 60", 1), ("go movetime 20", 0), ("go nodes 9", 0)]
)
def test_the_engine_ends_a_search_early_only_where_it_manages_its_time(
    go: str, early: int, made: list[Made]
) -> None:
    run_engine("square8", 3, go)
    assert made[0].settings["early_stop"] == early


def test_the_engine_searches_the_games_of_one_conversation_with_their_own_plans(
    made: list[Made],
) -> None:
    said: list[str] = []
    engine = ProtocolEngine(said.append)
    for board, players in (("square8", 3), ("hex8", 3), ("square8", 2), ("square8", 3)):
        engine.handle_line(f"newgame {board} {players}")
        engine.handle_line("go movetime 60")
        finish_search(engine)
    engine.close()
    assert [one.network for one in made] == [
        "square8/3/standard",
        "hex8/3/standard",
        "square8/2/standard",
    ]
    assert [one.settings for one in made] == [
        {**TIMED_SETTINGS[setup], "early_stop": 0}
        for setup in (("square8", 3), ("hex8", 3), ("square8", 2))
    ]
    assert len([line for line in said if line.startswith("bestmove")]) == 4


def is_pondering() -> bool:
    return any(thread.name == "pondering" for thread in threading.enumerate())


def test_the_engine_ponders_from_its_answer_to_the_next_command() -> None:
    said: list[str] = []
    engine = ProtocolEngine(said.append)
    for command in ("newgame square8 3", "go movetime 20"):
        engine.handle_line(command)
    finish_search(engine)
    assert not is_pondering()  # the option is off by default
    engine.handle_line("setoption name Ponder value true")
    engine.handle_line("go movetime 20")
    finish_search(engine)
    assert is_pondering()
    engine.handle_line("isready")
    assert is_pondering()
    assert said[-1] == "readyok"
    engine.handle_line(f"position startpos moves {said[-2].split()[1]}")
    assert not is_pondering()
    engine.handle_line("go movetime 20")
    finish_search(engine)
    assert is_pondering()
    engine.close()
    assert not is_pondering()
    assert not [line for line in said if line.startswith("error")]


def test_the_engine_answers_before_it_ponders_and_survives_an_error_there(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    said: list[str] = []

    def fail(*_: object) -> None:
        assert said[-1].startswith("bestmove")
        raise MemoryError("no room for a tree")

    monkeypatch.setattr("ringrift.players.engine_protocol.engine.Pondering", fail)
    engine = ProtocolEngine(said.append)
    engine.handle_line("setoption name Ponder value true")
    for _ in range(2):
        engine.handle_line("go movetime 20")
        finish_search(engine)
    engine.close()
    assert len([line for line in said if line.startswith("bestmove")]) == 2
    assert not [line for line in said if line.startswith("error")]
    assert caplog.text.count("MemoryError: no room for a tree") == 2


def test_limits_of_nodes_use_the_method_of_the_counted_levels(made: list[Made]) -> None:
    state = new_game("square8", 3)
    list(analyse(state, nodes=200))
    list(analyse(state, nodes=200, method=Method.TREE))
    assert [(one.method, one.network) for one in made] == [
        (Method.ALPHA_BETA, None),
        (Method.TREE, "square8/3/standard"),
    ]


def test_turns_are_judged_by_nodes_as_on_the_page_and_by_time_with_the_plan(
    made: list[Made],
) -> None:
    start = new_game("hex8", 3)
    recorder = Recorder.of(start)
    recorder.append(parse_move(start, "@e5x2"))
    record = recorder.record()
    next(judge_turns(record, nodes=20))
    next(judge_turns(record, seconds=0.01))
    counted, timed = made
    assert counted == (Method.ALPHA_BETA, None, {}, 16)
    assert timed[:2] == (Method.TREE, "hex8/3/standard")
    assert timed.megabytes == 64


def test_searchers_share_memory_only_if_their_plans_are_equal() -> None:
    three, four = (strongest_plan(new_game("hex8", players)) for players in (3, 4))
    assert three.key == strongest_plan(new_game("hex8", 3)).key
    assert len({three.key, four.key, three.without_early_stop().key}) == 3
    assert SearchPlan(Method.TREE).key == SearchPlan(Method.TREE, {}).key
