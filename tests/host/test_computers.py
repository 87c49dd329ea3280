"""Computers of a session: decisions, faults and substitutes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import cast

import pytest

from ringrift.host import (
    ComputerSeats,
    ComputerTrouble,
    Correspondence,
    Engine,
    Fischer,
    GameSession,
    GameSettings,
    Level,
    Moved,
    Occupant,
    PerMove,
    Person,
    RandomComputer,
    Remote,
    SessionError,
    Substituted,
    create_player,
    run_computers,
    start_engines,
)
from ringrift.host.computers import substitute_for
from ringrift.host.time_management import TRANSFER_RESERVE, thinking_time
from ringrift.players.engine_protocol.commands import Go
from ringrift.players.engine_protocol.engine import seconds_for_decision
from ringrift.players.levels import DEFAULT_SECONDS
from ringrift.players.random_player import RandomPlayer
from ringrift.rules import Move, PlaceRing, State, legal_moves
from tests.host.session_actions import ANN, choose, kinds


class ScriptedPlayer:
    """A player with scripted moves."""

    name = "odd"

    def __init__(self, *moves_by_name: Callable[[State], Move]) -> None:
        self.moves_by_name = list(moves_by_name)
        self.seconds: list[float | None] = []
        self.closed = False
        self.stopped = False

    def choose(self, state: State, seconds: float | None = None) -> Move:
        self.seconds.append(seconds)
        deed = self.moves_by_name.pop(0) if len(self.moves_by_name) > 1 else self.moves_by_name[0]
        return deed(state)

    def stop(self) -> None:
        self.stopped = True

    def close(self) -> None:
        self.closed = True


def well(state: State) -> Move:
    return legal_moves(state)[0]


def illegal(_: State) -> Move:
    return PlaceRing(1, (0, 0), 9)


def broken(_: State) -> Move:
    raise ValueError("no idea\nat all")


def silent(_: State) -> Move:
    return cast(Move, None)


BOTS = (Remote("a"), Remote("b"))
OURS = Engine((sys.executable, "-m", "ringrift.cli.main", "engine"))


def test_computers_play_a_game_to_its_end() -> None:
    session = GameSession(
        GameSettings("hex8", 3),
        [RandomComputer(1), RandomComputer(2), RandomComputer(3)],
        hashes=False,
    )
    assert run_computers(session) == session.outcome
    assert not [event for event in session.events if isinstance(event, ComputerTrouble)]


def test_the_same_seeds_play_the_same_game() -> None:
    def moves(seed: int) -> list[str]:
        session = GameSession(GameSettings(players=2), [RandomComputer(seed), RandomComputer(2)])
        run_computers(session)
        return [event.notation for event in session.moves]

    assert moves(1) == moves(1) != moves(5)


def test_players_can_be_supplied() -> None:
    session = GameSession(GameSettings(players=2), BOTS)
    run_computers(session, [RandomPlayer(seed=1), RandomPlayer(seed=2)])
    assert session.over


def test_a_player_follows_its_occupant_when_sides_are_swapped() -> None:
    session = GameSession(GameSettings(players=2), [ANN, Remote("bot")])
    bot = ScriptedPlayer(lambda state: legal_moves(state)[-1])  # swap, where it is offered
    with ComputerSeats(session, [None, bot]) as computers:
        assert computers.seat_to_move() is None
        choose(session, "@d4", "d4-d5")
        assert computers.seat_to_move() == 2
        computers.step()
        assert session.seats == (Remote("bot"), ANN)
        assert computers.seat_to_move() is None
        choose(session, "@h1", "h1-h2")
        assert computers.seat_to_move() == 1
    assert not bot.closed  # it belongs to its creator


class PonderingPlayer(ScriptedPlayer):
    """Plays any legal move, and notes what it was given to ponder."""

    def __init__(self) -> None:
        super().__init__(lambda state: legal_moves(state)[0])
        self.pondered: list[State] = []

    def ponder(self, state: State) -> None:
        self.pondered.append(state)


@pytest.mark.parametrize("ponder", [True, False])
def test_the_next_computer_ponders_while_a_person_chooses(ponder: bool) -> None:
    seats: list[Occupant] = [ANN, Remote("first"), Remote("second")]
    session = GameSession(GameSettings(players=3), seats)
    first, second = PonderingPlayer(), PonderingPlayer()
    with ComputerSeats(session, [None, first, second], ponder=ponder) as computers:
        choose(session, "@d4", "d4-d5")
        while computers.seat_to_move() is not None:
            assert not first.pondered
            computers.step()
        assert first.pondered == ([session.state] if ponder else [])
        assert not second.pondered


def test_a_player_that_fails_to_ponder_plays_on_without(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class FailingPonderer(PonderingPlayer):
        def ponder(self, state: State) -> None:
            super().ponder(state)
            raise MemoryError("no room for a tree")

    session = GameSession(GameSettings(players=2, swap=False), [ANN, Remote("bot")])
    bot = FailingPonderer()
    with ComputerSeats(session, [None, bot], ponder=True) as computers:
        for _ in range(2):
            while computers.seat_to_move() is None:
                due = session.decision()
                assert due is not None
                session.play(1, due.moves[0])
            while computers.seat_to_move() is not None:
                computers.step()
    assert len(bot.pondered) == 1
    assert "no room for a tree" in caplog.text
    assert not computers.troubles


def test_deciding_changes_nothing_and_an_outdated_decision_is_ignored() -> None:
    session = GameSession(GameSettings(players=2), [RandomComputer(1), ANN])
    with ComputerSeats(session) as computers:
        before = session.sequence
        answer = computers.decide()
        assert session.sequence == before
        assert kinds(computers.apply(answer)) == ["move"]
        assert computers.apply(answer) == ()
        late = computers.decide()
        session.resign(2)
        assert computers.apply(late) == ()
        with pytest.raises(RuntimeError, match="seat_to_move"):
            computers.decide()


def test_a_clock_warning_does_not_outdate_a_decision() -> None:
    session = GameSession(
        GameSettings(players=2, clock=PerMove(10)), [RandomComputer(1), RandomComputer(2)]
    )
    with ComputerSeats(session) as computers:
        answer = computers.decide()
        assert kinds(session.tick(8.0)) == ["clock_warning"]
        assert kinds(computers.apply(answer, now=8.5)) == ["move"]


def test_a_decision_about_a_move_taken_back_is_ignored() -> None:
    session = GameSession(GameSettings(players=2), [ANN, Remote("bot")])
    choose(session, "@d4", "d4-d5")

    def slowly(state: State) -> Move:
        session.offer_take_back(1)
        return legal_moves(state)[0]

    computers = ComputerSeats(session, [None, ScriptedPlayer(slowly)])
    assert computers.apply(computers.decide()) == ()
    assert session.seat_to_move == 1


@pytest.mark.parametrize(
    ("deed", "problem"), [(broken, "failed"), (illegal, "illegal"), (silent, "illegal")]
)
def test_a_failing_computer_gets_a_second_try(deed: Callable[[State], Move], problem: str) -> None:
    session = GameSession(GameSettings(players=2), BOTS)
    computers = ComputerSeats(session, [ScriptedPlayer(deed, well), ScriptedPlayer(well)])
    (trouble,) = computers.step()
    assert isinstance(trouble, ComputerTrouble)
    assert (trouble.seat, trouble.problem) == (1, problem)
    assert trouble.message.isprintable()
    assert kinds(computers.step()) == ["move"]
    assert session.seats == BOTS
    assert computers.troubles == {1: 1}


def test_a_value_that_is_no_move_is_reported() -> None:
    session = GameSession(GameSettings(players=2), BOTS)
    (trouble,) = ComputerSeats(session, [ScriptedPlayer(silent), None]).step()
    assert isinstance(trouble, ComputerTrouble)
    assert trouble.message == "it returned NoneType, which is not a move"


def made(
    moves_by_name: Mapping[str, Callable[[State], Move]],
) -> Callable[[Occupant], ScriptedPlayer]:
    return lambda occupant: ScriptedPlayer(moves_by_name.get(occupant.name, well))


def test_the_second_fault_in_a_row_costs_the_seat() -> None:
    session = GameSession(GameSettings(players=2), [Level(2, seed=4), RandomComputer()])
    with ComputerSeats(session, make=made({"level 2": broken})) as computers:
        computers.step()
        _, substituted = computers.step()
        assert isinstance(substituted, Substituted)
        assert (substituted.occupant, substituted.reason) == (Level(1, seed=4), "trouble")
        assert kinds(computers.step()) == ["move"]


def test_a_random_move_is_the_last_resort() -> None:
    session = GameSession(GameSettings(players=2), [Engine(("clever",)), Remote("b")])
    broken_all = dict.fromkeys(("clever", "level 3", "level 2", "level 1", "random"), broken)
    with ComputerSeats(session, make=made(broken_all)) as computers:
        while not session.moves:
            computers.step()
        assert session.seats[0] == RandomComputer()
        assert computers.troubles == {1: 10}
        assert isinstance(session.events[-1], Moved)


def test_a_level_is_replaced_by_the_next_lower_level() -> None:
    assert substitute_for(Level(7, 5)) == Level(6, 5)
    assert substitute_for(Level(10, 5, 2.0)) == Level(9, 5)
    assert substitute_for(Level(1, 5)) == RandomComputer(5)
    assert substitute_for(Engine(("x",))) == Level(3)
    assert substitute_for(RandomComputer()) is None


def test_with_forfeit_a_failing_computer_loses_the_game() -> None:
    session = GameSession(GameSettings(players=2), BOTS)
    outcome = run_computers(session, [ScriptedPlayer(well), ScriptedPlayer(illegal)], forfeit=True)
    assert (outcome.winner, outcome.reason) == (1, "abandonment")
    assert kinds(session.events[-3:]) == ["computer_trouble", "computer_trouble", "ended"]


def ticking(*moments: float) -> Callable[[], float]:
    left: Iterator[float] = iter(moments)
    return lambda: next(left)


def test_a_late_but_legal_move_is_played_and_counted() -> None:
    session = GameSession(GameSettings(players=2, clock=PerMove(10)), [Level(5), ANN])
    timer = ticking(0, 9.5, 10, 19.5, 20, 20.1)
    with ComputerSeats(session, make=made({}), timer=timer) as computers:
        assert kinds(computers.step()) == ["move", "computer_trouble"]
        events = computers.step()
        assert kinds(events)[-2:] == ["computer_trouble", "substituted"]
        assert session.seats[0] == Level(4)


class ManualClock:
    """A time that stands still unless somebody takes some."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class PlayerFactory:
    """Makes players, each in so many seconds, and remembers them."""

    def __init__(
        self, watch: ManualClock, seconds: float, *moves_by_name: Callable[[State], Move]
    ) -> None:
        self.watch = watch
        self.seconds = seconds
        self.moves_by_name = moves_by_name
        self.players: list[ScriptedPlayer] = []

    def __call__(self, _: Occupant) -> ScriptedPlayer:
        self.watch.now += self.seconds
        self.players.append(ScriptedPlayer(*self.moves_by_name))
        return self.players[-1]


def test_starting_an_engine_is_no_thinking_time_but_its_clock_runs() -> None:
    watch = ManualClock()
    session = GameSession(
        GameSettings(players=2, clock=PerMove(10)),
        [Engine(("slow",)), RandomComputer()],
        time=watch,
    )
    workshop = PlayerFactory(watch, 4.0, well)
    with ComputerSeats(session, make=workshop, timer=watch) as computers:
        answer = computers.decide()
        assert answer.seconds == 0
        assert kinds(computers.apply(answer)) == ["move"]
        assert workshop.players[0].seconds == [pytest.approx(6 * 0.9 - TRANSFER_RESERVE)]


def test_an_engine_started_before_the_game_has_its_full_time() -> None:
    watch = ManualClock()
    workshop = PlayerFactory(watch, 4.0, well)
    seats: list[Occupant] = [Engine(("slow",)), RandomComputer()]
    ready = start_engines(seats, workshop)
    session = GameSession(GameSettings(players=2, clock=PerMove(10)), seats, time=watch)
    with ComputerSeats(session, ready=ready, make=workshop, timer=watch) as computers:
        computers.step()
        (player,) = workshop.players
        assert player.seconds == [pytest.approx(10 * 0.9 - TRANSFER_RESERVE)]
    assert player.closed


def test_if_one_engine_fails_to_start_all_are_closed() -> None:
    started = ScriptedPlayer(well)

    def make(occupant: Occupant) -> ScriptedPlayer:
        if occupant.name == "lost":
            raise OSError("no such program")
        return started

    with pytest.raises(SessionError, match="lost cannot start") as refused:
        start_engines([Engine(("well",)), Level(1), Engine(("lost",))], make)
    assert refused.value.code == "ENGINE_START"
    assert started.closed


def test_a_late_but_legal_move_does_not_restart_the_engine() -> None:
    watch = ManualClock()

    def late(state: State) -> Move:
        watch.now += 9.5
        return well(state)

    workshop = PlayerFactory(watch, 0.0, late, well, broken, well)
    session = GameSession(
        GameSettings(players=2, clock=PerMove(10)),
        [Engine(("slow",)), Engine(("slow",))],
        time=watch,
    )
    with ComputerSeats(session, make=workshop, timer=watch) as computers:
        assert kinds(computers.step()) == ["move", "computer_trouble"]
        computers.step()
        assert len(workshop.players) == 1
        while len(workshop.players) == 1:
            computers.step()
        assert not workshop.players[0].closed


def test_an_engine_without_a_move_is_restarted() -> None:
    workshop = PlayerFactory(ManualClock(), 0.0, broken)
    with ComputerSeats(
        GameSession(GameSettings(players=2), [Engine(("odd",)), ANN]), make=workshop
    ) as computers:
        computers.step()
        computers.step()
    assert [player.closed for player in workshop.players] == [True, True]


def test_a_substitute_is_not_charged_with_its_predecessors_fault() -> None:
    watch = ManualClock()

    def asleep(state: State) -> Move:
        watch.now += 11
        return well(state)

    settings = GameSettings(players=3, clock=PerMove(10))
    session = GameSession(settings, [Engine(("slow",)), Level(1), Level(1)], time=watch)
    with ComputerSeats(session, make=PlayerFactory(watch, 0.0, asleep), timer=watch) as computers:
        assert kinds(computers.step()) == ["substituted"]


@pytest.mark.parametrize("clock", [PerMove(5), Fischer(60, 1)])
def test_the_ringrift_engine_keeps_its_seat_in_a_game_with_a_clock(
    clock: PerMove | Fischer,
) -> None:
    pytest.importorskip("ringrift.kernel._native", reason="our engine needs the kernel")
    seats: list[Occupant] = [Engine(OURS.command, seconds=0.05), RandomComputer(1)]
    ready = start_engines(seats)
    session = GameSession(
        GameSettings(players=2, clock=clock), seats, time=time.monotonic, hashes=False
    )
    with ComputerSeats(session, ready=ready) as computers:
        while session.state.turn_number < 6 and not session.over:
            computers.step()
    assert session.seats == tuple(seats)


def test_the_ringrift_engine_keeps_its_seat_when_started_in_its_turn() -> None:
    pytest.importorskip("ringrift.kernel._native", reason="our engine needs the kernel")
    seats: list[Occupant] = [Engine(OURS.command, seconds=0.01), RandomComputer(1)]
    session = GameSession(GameSettings(players=2, clock=PerMove(20)), seats, time=time.monotonic)
    with ComputerSeats(session) as computers:
        events = (*computers.step(), *computers.step())
    assert kinds(events)[:2] == ["move", "move"]


def test_only_consecutive_faults_count() -> None:
    session = GameSession(GameSettings(players=2), BOTS)
    computers = ComputerSeats(
        session, [ScriptedPlayer(broken, well, broken, well), ScriptedPlayer(well)]
    )
    for _ in range(4):
        computers.step()
    assert session.seats == BOTS
    assert computers.troubles == {1: 2}


@pytest.mark.parametrize(
    ("clock", "allowed"),
    [(None, None), (PerMove(10), 8.95), (Fischer(300, 5), 6.2), (Correspondence(3), None)],
)
def test_a_computer_gets_its_thinking_time(
    clock: PerMove | Fischer | Correspondence | None, allowed: float | None
) -> None:
    settings = GameSettings(players=2) if clock is None else GameSettings(players=2, clock=clock)
    player = ScriptedPlayer(well)
    ComputerSeats(GameSession(settings, BOTS), [player, None]).step()
    assert player.seconds == [None if allowed is None else pytest.approx(allowed)]


@pytest.mark.parametrize(
    "clock", [Fischer(300, 3), Fischer(60, 0), Fischer(1, 30), Fischer(0.1, 0)]
)
def test_the_clock_is_shared_as_in_the_ringrift_engine(clock: Fischer) -> None:
    session = GameSession(GameSettings(players=2, clock=clock), BOTS)
    left, more = (int(1000 * time) for time in (clock.initial, clock.increment))
    own = seconds_for_decision(Go(clock=(left, left), inc=(more, more)), session.state)
    assert own is not None
    assert thinking_time(session, 1) == pytest.approx(max(0.01, own - TRANSFER_RESERVE))


def test_the_choices_of_a_turn_stay_within_their_share() -> None:
    watch = ManualClock()

    def all_of_it(player: ScriptedPlayer) -> Callable[[State], Move]:
        def think(state: State) -> Move:
            watch.now += player.seconds[-1] or 0
            return well(state)

        return think

    player = ScriptedPlayer(well)
    player.moves_by_name = [all_of_it(player)]
    session = GameSession(
        GameSettings(players=2, clock=Fischer(60, 10)),
        [RandomComputer(), RandomComputer()],
        time=watch,
    )
    computers = ComputerSeats(session, [player, None], timer=watch)
    while computers.seat_to_move() == 1:
        computers.step()
    left = session.clock()
    assert left is not None
    assert left[0] is not None
    assert left[0] > 60


@pytest.mark.parametrize("clock", [PerMove(30), Fischer(300, 3)])
def test_level_10_thinks_no_longer_with_a_clock_than_without(
    clock: PerMove | Fischer,
) -> None:
    def allowed(occupant: Occupant) -> float | None:
        return thinking_time(GameSession(GameSettings(players=2, clock=clock), [occupant, ANN]), 1)

    assert allowed(Level(10)) == DEFAULT_SECONDS
    assert allowed(Level(10, seconds=2.5)) == 2.5
    assert allowed(Engine(("x",), seconds=0.5)) == 0.5
    assert allowed(Engine(("x",))) == allowed(Level(9)) == allowed(RandomComputer())
    assert (allowed(Level(9)) or 0) > 5


def test_a_computer_can_be_stopped_and_is_closed_with_its_seats() -> None:
    players: list[ScriptedPlayer] = []

    def make(_: Occupant) -> ScriptedPlayer:
        players.append(ScriptedPlayer(well))
        return players[-1]

    with ComputerSeats(
        GameSession(GameSettings(players=2), [RandomComputer(), ANN]), make=make
    ) as computers:
        computers.step()
        computers.stop()
    assert [(player.stopped, player.closed) for player in players] == [(True, True)]


def test_a_person_is_no_computer() -> None:
    with pytest.raises(TypeError, match="person"):
        create_player(Person())


def test_levels_play_a_game() -> None:
    pytest.importorskip("ringrift.kernel._native", reason="levels need the kernel")
    session = GameSession(
        GameSettings(players=2, clock=Fischer(60, 1)), [Level(1, 1), Level(2, 2)], hashes=False
    )
    run_computers(session)
    assert not [event for event in session.events if isinstance(event, ComputerTrouble)]
