"""The levels: some overlook moves but throw no rings away, and play the same on every machine."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import threading
import time
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from math import inf
from threading import Thread

import pytest

from ringrift.players import Player, RandomPlayer, level, levels, parse_player
from ringrift.players.attention import NEAR_STEPS, draw_attention, draw_moves
from ringrift.players.level_settings import LEVEL_SETTINGS, LevelSettings
from ringrift.players.levels import (
    LATER_DECISION_SHARE,
    LEVELS,
    MIN_DECISION_SHARE,
    TimedLevel,
    count_own_rings_lost,
)
from ringrift.players.random_player import SeededRng
from ringrift.players.search import (
    Budget,
    Method,
    PrincipalVariation,
    Report,
    Searcher,
    SearchError,
    apply_due_bookkeeping,
)
from ringrift.players.search_plan import SearchPlan
from ringrift.players.win_prover import prove_win
from ringrift.rules import (
    BOARD_NAMES,
    InvalidSetupError,
    Move,
    State,
    apply,
    is_legal,
    legal_moves,
    new_game,
)
from ringrift.rules.grid import cells_in
from ringrift.rules.moves import PlaceRing
from ringrift.rules.notation import format_move
from ringrift.rules.state import Phase
from tests.rules.playing import offered, play, position

COUNTED = range(1, 10)
_SETTINGS = list(enumerate(LEVEL_SETTINGS["square8", 2], 1))
ERRING = [number for number, one in _SETTINGS if one.attention is not None]
SEEING = [number for number, one in _SETTINGS if one.attention is None]
START = new_game("square8", 2)

# Landing on a marker costs the top ring [R092]: here it is the eighteenth, and wins [R061].
WIN_BY_LANDING = """
    phase: movement  eliminated: 17 3  hand: 0 3
    8 . . . . . . . .
    7 . 22 . . . 11 . .
    6 . . . . . . . .
    5 . . . *2 . . . .
    4 . . . . . . . .
    3 . 22 . 1 . . . 222
    2 . . . . . . . .
    1 1 . . . . . 22 .
    """
# A region whose rings are enough [R145].
WIN_BY_REGION = """
    phase: territory_processing  acted: yes  eliminated: 16 2  hand: 1 11
    8 22 *1 . . . . . .
    7 *1 . . . . . . .
    6 . . . . . . . .
    5 . . . 1 . . . .
    4 . . . . . . . .
    3 . . . . . 22 . .
    2 . . . . . . . .
    1 . . . . . . 2 .
    """
WINS = {"landing": WIN_BY_LANDING, "region": WIN_BY_REGION}

# Seat 1 has two rings left in the game; each landing on a marker throws one away.
LAST_RINGS = """
    phase: movement  hand: 0 8  eliminated: 10 10
    8 . . . . . . . .
    7 . *2 . . . . . .
    6 . . . . . . 22 .
    5 . . . *1 . . . .
    4 . 1 . . . *2 . .
    3 . . . . . . . .
    2 . . *2 1 . *2 . .
    1 22 . . . . . . 22
    """
# The cost of a region is a cap [R145]: a lone ring will do, five need not go.
COSTS = """
    phase: territory_processing  due: territory  acted: yes  hand: 4 8
    8 1 . . . . . . .
    7 . . . 11111 . . . .
    6 . . . . . . . .
    5 . . . . . 22 . .
    4 . . . . . . . .
    3 . 22 . . . . . .
    2 . . . . . . 1 .
    1 . . . . . . . 2
    """


def chosen(player: Player, state: State) -> str:
    return format_move(state, player.choose(state))


def wins(state: State, move: Move) -> bool:
    """Whether nothing is left to choose after the move, and its player has won."""
    after = apply_due_bookkeeping(apply(state, move))
    while len(legal_moves(after)) == 1:
        after = apply_due_bookkeeping(apply(after, *legal_moves(after)))
    return after.outcome is not None and after.outcome.winner == move.player


def winning_moves(state: State) -> set[str]:
    winning = {format_move(state, move) for move in legal_moves(state) if wins(state, move)}
    assert winning
    assert winning < offered(state)
    return winning


@pytest.mark.parametrize("number", SEEING)
@pytest.mark.parametrize("name", WINS)
def test_a_level_that_sees_every_move_takes_a_win_in_one(number: int, name: str) -> None:
    state = position(WINS[name])
    for seed in range(4):
        assert chosen(level(number, seed=seed), state) in winning_moves(state)


def test_the_first_level_misses_wins_and_the_last_that_errs_misses_few() -> None:
    state = position(WIN_BY_LANDING)
    winning = winning_moves(state)
    first, last = (
        sum(chosen(level(number, seed=seed), state) in winning for seed in range(30))
        for number in (1, ERRING[-1])
    )
    assert first < 15
    assert last > 20


def test_a_win_that_is_noticed_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = LevelSettings(60_000, Method.ALPHA_BETA, 1, attention=500)
    monkeypatch.setattr(levels, "settings_for_level", lambda *_: everything)
    state = position(WIN_BY_LANDING)
    assert {chosen(level(1, seed=seed), state) for seed in range(4)} <= winning_moves(state)


@pytest.mark.parametrize("number", ERRING)
def test_who_errs_throws_no_rings_away(number: int) -> None:
    state = position(LAST_RINGS)
    costly = {
        format_move(state, move) for move in legal_moves(state) if count_own_rings_lost(state, move)
    }
    assert len(costly) >= 4
    assert {chosen(level(number, seed=seed), state) for seed in range(40)}.isdisjoint(costly)


@pytest.mark.parametrize("number", ERRING)
def test_who_errs_pays_no_more_than_the_best_move_would(number: int) -> None:
    state = position(COSTS)
    assert offered(state) == {"^a8", "^d7", "^g2"}
    best = Searcher().search(state, Budget(depth=1)).best
    most = count_own_rings_lost(state, best)
    for seed in range(20):
        assert count_own_rings_lost(state, level(number, seed=seed).choose(state)) <= most


@pytest.mark.parametrize("number", ERRING)
def test_who_errs_does_not_always_do_the_same(number: int) -> None:
    state = apply_due_bookkeeping(play(START, "@d4x2", "d4-d6"))
    assert len({chosen(level(number, seed=seed), state) for seed in range(12)}) > 2


def test_the_first_level_plays_all_over_the_board() -> None:
    cells = {chosen(level(1, seed=seed), START).split("x")[0] for seed in range(40)}
    assert len(cells) > 20


@pytest.mark.parametrize(("attention", "counts"), [(1, {1}), (2.25, {2, 3}), (40, {40})])
def test_attention_is_the_mean_number_of_moves(attention: float, counts: set[int]) -> None:
    drawn = [draw_attention(attention, SeededRng(str(seed))) for seed in range(400)]
    assert set(drawn) == counts
    assert sum(drawn) / 400 == pytest.approx(attention, abs=0.08)


def test_moves_near_the_focus_are_noticed_first() -> None:
    state = apply_due_bookkeeping(play(START, "@d4", "d4-d6"))
    (stack,) = (state.board.grid.positions[cell] for cell in cells_in(state.board.stacks))

    def distance(move: Move) -> int:
        to: tuple[int, int] = move.to  # type: ignore[attr-defined]
        return max(abs(to[0] - stack[0]), abs(to[1] - stack[1]))

    first = [next(draw_moves(state, SeededRng(str(seed)))) for seed in range(300)]
    placements = [move for move in first if isinstance(move, PlaceRing)]
    near = sum(distance(move) <= NEAR_STEPS for move in placements)
    on_board = sum(distance(move) <= NEAR_STEPS for move in placed(state)) / len(placed(state))
    assert near / len(placements) > 1.5 * on_board


def placed(state: State) -> list[Move]:
    return [move for move in legal_moves(state) if isinstance(move, PlaceRing)]


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_every_legal_move_is_noticed_in_the_end(board: str) -> None:
    state = new_game(board, 2)
    for _ in range(2):
        moves = list(draw_moves(state, SeededRng("any")))
        assert len(moves) == len(set(moves))
        assert set(moves) == set(legal_moves(state))
        state = apply_due_bookkeeping(apply(state, moves[0]))


@pytest.mark.parametrize("number", COUNTED)
def test_a_level_depends_on_state_seed_and_number_alone(number: int) -> None:
    states = [START, apply_due_bookkeeping(play(START, "@d4x2", "d4-d6")), position(LAST_RINGS)]
    used = level(number, seed=7)
    for state in states:
        used.choose(state)
    assert [used.choose(state) for state in states] == [
        level(number, seed=7).choose(s) for s in states
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", BOARD_NAMES)
def test_the_first_levels_play_on_every_board(board: str, players: int) -> None:
    state = new_game(board, players)
    seats = [level(1 + seat % 4, seed=seat) for seat in range(players)]
    for _ in range(2 * players + 1):
        move = seats[state.player - 1].choose(state)
        assert is_legal(state, move)
        state = apply_due_bookkeeping(apply(state, move))


def test_the_table_has_nine_levels_for_every_setup_each_with_more_thought_or_fewer_slips() -> None:
    written = json.loads(
        files("ringrift.players").joinpath("level_settings.json").read_text(encoding="utf-8")
    )
    assert set(written["setups"]) == {f"{board}/{players}" for board, players in LEVEL_SETTINGS}
    assert set(LEVEL_SETTINGS) == {
        (board, players) for board in BOARD_NAMES for players in (2, 3, 4)
    }
    for strengths in LEVEL_SETTINGS.values():
        assert len(strengths) == 9
        order = [(one.attention or inf, one.depth != 1, one.nodes) for one in strengths]
        assert all(lower < upper for lower, upper in pairwise(order))


@pytest.mark.parametrize("setup", LEVEL_SETTINGS, ids=lambda setup: "{}/{}".format(*setup))
def test_the_first_level_notices_one_or_two_moves_one_decision_ahead(
    setup: tuple[str, int],
) -> None:
    first = LEVEL_SETTINGS[setup][0]
    assert first.attention is not None
    assert 1 <= first.attention < 2
    assert first.depth == 1


@pytest.mark.parametrize(("board", "players"), [("square8", 2), ("hex8", 3)])
def test_the_first_level_is_a_match_for_random_play(board: str, players: int) -> None:
    """A newcomer who knows the moves can win; bench/ladder.md has the exact score."""
    won = 0
    for game in range(20):
        state, hero = new_game(board, players, swap=False), 1 + game % players
        seats = [RandomPlayer(seed=100 * game + seat) for seat in range(1, players + 1)]
        first = level(1, seed=game)
        while state.outcome is None:
            player = first if state.player == hero else seats[state.player - 1]
            state = apply_due_bookkeeping(apply(state, player.choose(state)))
        won += state.outcome.winner == hero
    assert 20 / players * 0.5 < won < 20


def test_the_third_level_beats_random_play() -> None:
    won = 0
    for game in range(8):
        state, hero = new_game("square8", 2, swap=False), 1 + game % 2
        rivals = {hero: level(3, seed=game), 3 - hero: RandomPlayer(seed=game)}
        while state.outcome is None:
            move = rivals[state.player].choose(state)
            state = apply_due_bookkeeping(apply(state, move))
        won += state.outcome.winner == hero
    assert won >= 6


def test_level_ten_keeps_to_the_time_it_is_given() -> None:
    player = level(10, seconds=0.2)
    assert player.name == "level 10 at 0.2 s"
    started = time.perf_counter()
    assert is_legal(START, player.choose(START))
    assert is_legal(START, player.choose(START, seconds=0.05))
    assert (
        time.perf_counter() - started < 0.25 + 1.0
    )  # a busy machine may be late, a deaf search would be more so


@pytest.mark.parametrize(
    ("board", "method"), [("square8", Method.TREE), ("square19", Method.ALPHA_BETA)]
)
def test_level_10_searches_as_the_table_says(
    board: str, method: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Method] = []

    def new_searcher(self: SearchPlan, *, threads: int, megabytes: int) -> Searcher:
        made.append(self.method)
        return Searcher(self.method, threads=threads, megabytes=megabytes)

    monkeypatch.setattr(SearchPlan, "new_searcher", new_searcher)
    state = new_game(board, 2)
    assert is_legal(state, level(10, seconds=0.05).choose(state))
    assert made == [method]


def test_the_decisions_of_a_turn_share_the_time_of_three() -> None:
    player = TimedLevel(1.0)
    moving, capturing = (
        replace(START, phase=phase) for phase in (Phase.MOVEMENT, Phase.CHAIN_CAPTURE)
    )
    assert player._decision_seconds(START, 1.0) == 1.0
    player._turn_seconds = 1.0  # what the first decision took
    assert player._decision_seconds(moving, 1.0) == LATER_DECISION_SHARE
    player._turn_seconds = 2.75
    assert player._decision_seconds(capturing, 1.0) == 0.25
    player._turn_seconds = 4.0
    assert player._decision_seconds(capturing, 1.0) == MIN_DECISION_SHARE
    later = replace(START, turn_number=START.turn_number + 2)
    assert player._decision_seconds(later, 1.0, saved=0.5) == 1.25
    assert player._decision_seconds(replace(START, turn_number=90), 1.0, 4.0) == 2.5


def test_saved_time_serves_later_turns_but_never_exceeds_the_time_of_a_host(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[float] = []

    def search(_self: object, _searcher: object, state: State, budget: Budget, _: object) -> Report:
        assert budget.seconds is not None
        asked.append(budget.seconds)
        line = PrincipalVariation(legal_moves(state)[0], (0.5, 0.5), ())
        return Report(1, 1, 0.0, (line,))

    class Clock:
        """A clock that the decisions do not move."""

        @staticmethod
        def perf_counter() -> float:
            return 0.0

    monkeypatch.setattr(TimedLevel, "_search", search)
    monkeypatch.setattr(levels, "time", Clock)
    player = TimedLevel(1.0)
    for turn in range(1, 12, 2):
        player.choose(replace(START, turn_number=turn))
    overhead = levels.OVERHEAD_SECONDS
    assert asked == pytest.approx([one - overhead for one in (1.0, 1.5, 2.0, 2.5, 2.5, 2.5)])
    assert player._saved_seconds == 4.0
    player.choose(replace(play(START, "@d4"), turn_number=11))
    assert asked[-1] == pytest.approx(LATER_DECISION_SHARE - overhead)
    player.choose(replace(START, turn_number=21), seconds=1.0)
    assert asked[-1] == pytest.approx(1.0 - overhead)


@pytest.mark.parametrize("phase", [Phase.RING_PLACEMENT, Phase.MOVEMENT])
def test_a_turn_that_is_played_again_has_its_whole_time(phase: Phase) -> None:
    player, state = TimedLevel(1.0), replace(START, phase=phase)
    for _ in range(3):  # as after takebacks, or in the next game
        assert player._decision_seconds(state, 1.0) == 1.0
        player._turn_seconds += 2.0


def is_pondering() -> bool:
    return any(thread.name == "pondering" for thread in threading.enumerate())


def test_level_ten_ponders_and_continues_from_what_it_found() -> None:
    player, state = TimedLevel(0.03), new_game("square8", 3)
    player.ponder(state)
    assert player._pondering is not None
    player._pondering.wait()
    (searcher,) = player._searchers.values()
    reached = apply(state, searcher.search(state, Budget(nodes=1)).best)
    continued = searcher.search(reached, Budget(nodes=1)).pvs[0]
    searcher.clear()
    fresh = searcher.search(reached, Budget(nodes=1)).pvs[0]
    assert len(continued.pv) > len(fresh.pv)
    player.close()


@pytest.mark.parametrize("end", ["choose", "stop", "close", "ponder"])
def test_the_next_call_ends_pondering(end: str) -> None:
    player = TimedLevel(60)
    player.ponder(START)
    assert is_pondering()
    first = player._pondering
    match end:
        case "choose":
            assert is_legal(START, player.choose(START, seconds=0.02))
        case "stop":
            player.stop()
        case "close":
            player.close()
        case "ponder":
            player.ponder(play(START, "@d4"))
            assert player._pondering is not first
            player.close()
    assert not is_pondering()


def test_a_player_that_is_never_closed_ends_its_pondering() -> None:
    player = TimedLevel(60)
    player.ponder(START)
    assert is_pondering()
    del player
    gc.collect()
    assert not is_pondering()


def test_pondering_ends_with_the_interpreter() -> None:
    script = """
import atexit, threading
# Registered first, so called last.
atexit.register(lambda: print([thread.name for thread in threading.enumerate()]))
from ringrift.players import level
from ringrift.rules import new_game
player = level(10, seconds=60)
player.ponder(new_game("square8", 3))
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=30, check=True
    )
    assert (ended.stdout, ended.stderr) == ("['MainThread']\n", "")


@pytest.mark.parametrize("name", WINS)
def test_level_ten_ends_its_search_when_a_win_is_proved(name: str) -> None:
    state = position(WINS[name])
    proof = prove_win(state, 1)
    assert chosen(level(10, seconds=600), state) in {format_move(state, one) for one in proof.moves}


def test_the_only_move_is_made_without_a_thought() -> None:
    state = position(
        """
        phase: forced_elimination
        8 . . . . . . . .
        7 . . . . . . . 2
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 #2 #2 . . . . . .
        1 112 #2 . . . . . .
        """
    )
    (only,) = legal_moves(state)
    assert level(10, seconds=60).choose(state) == only


@pytest.mark.parametrize("number", COUNTED)
def test_a_limit_of_the_host_cuts_a_level_short(number: int) -> None:
    state = new_game("hexagonal", 2)
    started = time.perf_counter()
    assert is_legal(state, level(number).choose(state, seconds=0))
    assert time.perf_counter() - started < 1.0  # what the rules take on a busy machine


def test_a_level_that_thinks_can_be_stopped() -> None:
    player = level(10, seconds=60)
    found: list[Move] = []
    thread = Thread(target=lambda: found.append(player.choose(START)))
    thread.start()
    while thread.is_alive():
        player.stop()
        thread.join(0.01)
    assert is_legal(START, found[0])
    player.close()


def test_chance_is_the_same_for_a_seed_and_differs_between_seeds() -> None:
    assert chosen(RandomPlayer(seed=3), START) == chosen(RandomPlayer(seed=3), START)
    assert len({chosen(RandomPlayer(seed=seed), START) for seed in range(20)}) > 10


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("random", "random"),
        ("4", "level 4"),
        ("level:10", "level 10"),
        ("level:10:0.5", "level 10 at 0.5 s"),
    ],
)
def test_players_have_names(text: str, name: str) -> None:
    assert parse_player(text).name == name


@pytest.mark.parametrize(
    "text", ["", "0", "11", "level:", "level:x", "level:4:1", "level:10:soon", "random:1", "god"]
)
def test_what_names_no_player_is_refused(text: str) -> None:
    with pytest.raises(InvalidSetupError):
        parse_player(text)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_time_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(InvalidSetupError):
        level(10, seconds=seconds)


@pytest.mark.parametrize(
    "player", [RandomPlayer(), level(1), level(10)], ids=lambda player: player.name
)
def test_nobody_chooses_where_there_is_no_choice(player: Player) -> None:
    with pytest.raises(SearchError):
        player.choose(play(START, "@d4x2", "d4-d6"))


def test_ten_levels() -> None:
    assert list(LEVELS) == list(range(1, 11))
