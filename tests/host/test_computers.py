"""Computers at a session: asked, settled, and replaced when they cannot be relied on."""

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
from tests.host.playing import ANN, choose, kinds


class Odd:
    """A player that does what it is told to do, time after time."""

    name = "odd"

    def __init__(self, *deeds: Callable[[State], Move]) -> None:
        self.deeds = list(deeds)
        self.seconds: list[float | None] = []
        self.closed = False
        self.stopped = False

    def choose(self, state: State, seconds: float | None = None) -> Move:
        self.seconds.append(seconds)
        deed = self.deeds.pop(0) if len(self.deeds) > 1 else self.deeds[0]
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


def test_computers_alone_play_a_game_to_its_end() -> None:
    session = GameSession(
        GameSettings("hex8", 3),
        [RandomComputer(1), RandomComputer(2), RandomComputer(3)],
        hashes=False,
    )
    assert run_computers(session) == session.outcome
    assert not [event for event in session.events if isinstance(event, ComputerTrouble)]


def test_the_same_seeds_play_the_same_game() -> None:
    def moves(seed: int) -> list[str]:
        session = GameSession(GameSettings(), [RandomComputer(seed), RandomComputer(2)])
        run_computers(session)
        return [event.notation for event in session.moves]

    assert moves(1) == moves(1) != moves(5)


def test_players_may_be_handed_in() -> None:
    session = GameSession(GameSettings(), BOTS)
    run_computers(session, [RandomPlayer(seed=1), RandomPlayer(seed=2)])
    assert session.over


def test_a_player_keeps_its_person_when_sides_are_swapped() -> None:
    session = GameSession(GameSettings(), [ANN, Remote("bot")])
    bot = Odd(lambda state: legal_moves(state)[-1])  # swap, where it is offered
    with ComputerSeats(session, [None, bot]) as computers:
        assert computers.seat_to_move() is None
        choose(session, "@d4", "d4-d5")
        assert computers.seat_to_move() == 2
        computers.step()
        assert session.seats == (Remote("bot"), ANN)
        assert computers.seat_to_move() is None
        choose(session, "@h1", "h1-h2")
        assert computers.seat_to_move() == 1
    assert not bot.closed  # it belongs to whoever made it


def test_asking_changes_nothing_and_an_answer_of_the_past_is_passed_over() -> None:
    session = GameSession(GameSettings(), [RandomComputer(1), ANN])
    with ComputerSeats(session) as computers:
        before = session.sequence
        answer = computers.decide()
        assert session.sequence == before
        assert kinds(computers.apply(answer)) == ["move"]
        assert computers.apply(answer) == ()
        late = computers.decide()
        session.resign(2)
        assert computers.apply(late) == ()
        with pytest.raises(RuntimeError, match="due"):
            computers.decide()


def test_a_warning_does_not_make_an_answer_late() -> None:
    session = GameSession(GameSettings(clock=PerMove(10)), [RandomComputer(1), ANN])
    with ComputerSeats(session) as computers:
        answer = computers.decide()
        assert kinds(session.tick(8.0)) == ["clock_warning"]
        assert kinds(computers.apply(answer, now=8.5)) == ["move"]


def test_an_answer_to_what_was_taken_back_meanwhile_is_passed_over() -> None:
    session = GameSession(GameSettings(), [ANN, Remote("bot")])
    choose(session, "@d4", "d4-d5")

    def slowly(state: State) -> Move:
        session.offer_take_back(1)
        return legal_moves(state)[0]

    computers = ComputerSeats(session, [None, Odd(slowly)])
    assert computers.apply(computers.decide()) == ()
    assert session.seat_to_move == 1


@pytest.mark.parametrize(
    ("deed", "problem"), [(broken, "failed"), (illegal, "illegal"), (silent, "illegal")]
)
def test_a_computer_in_trouble_is_asked_once_more(
    deed: Callable[[State], Move], problem: str
) -> None:
    session = GameSession(GameSettings(), BOTS)
    computers = ComputerSeats(session, [Odd(deed, well), Odd(well)])
    (trouble,) = computers.step()
    assert isinstance(trouble, ComputerTrouble)
    assert (trouble.seat, trouble.problem) == (1, problem)
    assert trouble.message.isprintable()
    assert kinds(computers.step()) == ["move"]
    assert session.seats == BOTS
    assert computers.troubles == {1: 1}


def test_what_is_no_move_at_all_is_said_to_be_none() -> None:
    session = GameSession(GameSettings(), BOTS)
    (trouble,) = ComputerSeats(session, [Odd(silent), None]).step()
    assert isinstance(trouble, ComputerTrouble)
    assert trouble.message == "it answered with NoneType, which is no Move"


def made(deeds: Mapping[str, Callable[[State], Move]]) -> Callable[[Occupant], Odd]:
    return lambda occupant: Odd(deeds.get(occupant.name, well))


def test_the_second_trouble_in_a_row_costs_it_the_seat() -> None:
    session = GameSession(GameSettings(), [Level(2, seed=4), RandomComputer()])
    with ComputerSeats(session, make=made({"level 2": broken})) as computers:
        computers.step()
        _, substituted = computers.step()
        assert isinstance(substituted, Substituted)
        assert (substituted.occupant, substituted.reason) == (Level(1, seed=4), "trouble")
        assert kinds(computers.step()) == ["move"]


def test_in_the_end_a_roll_of_the_dice_decides() -> None:
    session = GameSession(GameSettings(), [Engine(("clever",)), Remote("b")])
    broken_all = dict.fromkeys(("clever", "level 3", "level 2", "level 1", "random"), broken)
    with ComputerSeats(session, make=made(broken_all)) as computers:
        while not session.moves:
            computers.step()
        assert session.seats[0] == RandomComputer()
        assert computers.troubles == {1: 10}
        assert isinstance(session.events[-1], Moved)


def test_levels_go_down_one_by_one() -> None:
    assert substitute_for(Level(7, 5)) == Level(6, 5)
    assert substitute_for(Level(10, 5, 2.0)) == Level(9, 5)
    assert substitute_for(Level(1, 5)) == RandomComputer(5)
    assert substitute_for(Engine(("x",))) == Level(3)
    assert substitute_for(RandomComputer()) is None


def test_a_tournament_makes_it_lose_instead() -> None:
    session = GameSession(GameSettings(), BOTS)
    outcome = run_computers(session, [Odd(well), Odd(illegal)], forfeit=True)
    assert (outcome.winner, outcome.reason) == (1, "abandonment")
    assert kinds(session.events[-4:]) == [
        "computer_trouble",
        "computer_trouble",
        "abandoned",
        "ended",
    ]


def ticking(*moments: float) -> Callable[[], float]:
    left: Iterator[float] = iter(moments)
    return lambda: next(left)


def test_an_answer_that_is_late_but_legal_is_played_and_counted() -> None:
    session = GameSession(GameSettings(clock=PerMove(10)), [Level(5), ANN])
    timer = ticking(0, 9.5, 10, 19.5, 20, 20.1)
    with ComputerSeats(session, make=made({}), timer=timer) as computers:
        assert kinds(computers.step()) == ["move", "computer_trouble"]
        events = computers.step()
        assert kinds(events)[-2:] == ["computer_trouble", "substituted"]
        assert session.seats[0] == Level(4)


class Watch:
    """A time that stands still unless somebody takes some."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Workshop:
    """Makes players, each in so many seconds, and remembers them."""

    def __init__(self, watch: Watch, seconds: float, *deeds: Callable[[State], Move]) -> None:
        self.watch = watch
        self.seconds = seconds
        self.deeds = deeds
        self.players: list[Odd] = []

    def __call__(self, _: Occupant) -> Odd:
        self.watch.now += self.seconds
        self.players.append(Odd(*self.deeds))
        return self.players[-1]


def test_a_program_that_starts_does_not_think_but_its_clock_runs() -> None:
    watch = Watch()
    session = GameSession(GameSettings(clock=PerMove(10)), [Engine(("slow",)), ANN], time=watch)
    workshop = Workshop(watch, 4.0, well)
    with ComputerSeats(session, make=workshop, timer=watch) as computers:
        answer = computers.decide()
        assert answer.seconds == 0
        assert kinds(computers.apply(answer)) == ["move"]
        assert workshop.players[0].seconds == [pytest.approx(6 * 0.9 - TRANSFER_RESERVE)]


def test_a_program_that_is_ready_before_the_game_has_all_its_time() -> None:
    watch = Watch()
    workshop = Workshop(watch, 4.0, well)
    seats: list[Occupant] = [Engine(("slow",)), RandomComputer()]
    ready = start_engines(seats, workshop)
    session = GameSession(GameSettings(clock=PerMove(10)), seats, time=watch)
    with ComputerSeats(session, ready=ready, make=workshop, timer=watch) as computers:
        computers.step()
        (player,) = workshop.players
        assert player.seconds == [pytest.approx(10 * 0.9 - TRANSFER_RESERVE)]
    assert player.closed


def test_where_one_program_does_not_start_none_is_left_running() -> None:
    started = Odd(well)

    def make(occupant: Occupant) -> Odd:
        if occupant.name == "lost":
            raise OSError("no such program")
        return started

    with pytest.raises(SessionError, match="lost cannot take a seat") as refused:
        start_engines([Engine(("well",)), Level(1), Engine(("lost",))], make)
    assert refused.value.code == "ENGINE_START"
    assert started.closed


def test_a_late_but_legal_answer_does_not_start_the_program_anew() -> None:
    watch = Watch()

    def late(state: State) -> Move:
        watch.now += 9.5
        return well(state)

    workshop = Workshop(watch, 0.0, late, well, broken, well)
    session = GameSession(
        GameSettings(clock=PerMove(10)), [Engine(("slow",)), Engine(("slow",))], time=watch
    )
    with ComputerSeats(session, make=workshop, timer=watch) as computers:
        assert kinds(computers.step()) == ["move", "computer_trouble"]
        computers.step()
        assert len(workshop.players) == 1
        while len(workshop.players) == 1:
            computers.step()
        assert not workshop.players[0].closed


def test_a_program_that_found_no_move_is_started_anew() -> None:
    workshop = Workshop(Watch(), 0.0, broken)
    with ComputerSeats(
        GameSession(GameSettings(), [Engine(("odd",)), ANN]), make=workshop
    ) as computers:
        computers.step()
        computers.step()
    assert [player.closed for player in workshop.players] == [True, True]


def test_a_substitute_is_not_blamed_for_the_one_whose_flag_fell() -> None:
    watch = Watch()

    def asleep(state: State) -> Move:
        watch.now += 11
        return well(state)

    settings = GameSettings(clock=PerMove(10), on_timeout=Level(2))
    session = GameSession(settings, [Engine(("slow",)), ANN], time=watch)
    with ComputerSeats(session, make=Workshop(watch, 0.0, asleep), timer=watch) as computers:
        assert kinds(computers.step()) == ["flag", "substituted"]


@pytest.mark.parametrize("clock", [PerMove(5), Fischer(60, 1)])
def test_our_own_engine_keeps_its_seat_in_a_game_with_a_clock(clock: PerMove | Fischer) -> None:
    pytest.importorskip("ringrift.kernel._native", reason="our engine needs the kernel")
    seats: list[Occupant] = [Engine(OURS.command, seconds=0.05), RandomComputer(1)]
    ready = start_engines(seats)
    session = GameSession(GameSettings(clock=clock), seats, time=time.monotonic, hashes=False)
    with ComputerSeats(session, ready=ready) as computers:
        while session.state.turn_number < 6 and not session.over:
            computers.step()
    assert session.seats == tuple(seats)


def test_our_own_engine_keeps_its_seat_when_it_is_started_in_its_turn() -> None:
    pytest.importorskip("ringrift.kernel._native", reason="our engine needs the kernel")
    seats: list[Occupant] = [Engine(OURS.command, seconds=0.01), RandomComputer(1)]
    session = GameSession(GameSettings(clock=PerMove(20)), seats, time=time.monotonic)
    with ComputerSeats(session) as computers:
        events = (*computers.step(), *computers.step())
    assert kinds(events)[:2] == ["move", "move"]


def test_a_trouble_long_ago_is_forgiven() -> None:
    session = GameSession(GameSettings(), BOTS)
    computers = ComputerSeats(session, [Odd(broken, well, broken, well), Odd(well)])
    for _ in range(4):
        computers.step()
    assert session.seats == BOTS
    assert computers.troubles == {1: 2}


@pytest.mark.parametrize(
    ("clock", "allowed"),
    [(None, None), (PerMove(10), 8.95), (Fischer(300, 5), 6.2), (Correspondence(3), None)],
)
def test_a_computer_is_told_how_long_it_may_think(
    clock: PerMove | Fischer | Correspondence | None, allowed: float | None
) -> None:
    settings = GameSettings() if clock is None else GameSettings(clock=clock)
    player = Odd(well)
    ComputerSeats(GameSession(settings, BOTS), [player, None]).step()
    assert player.seconds == [None if allowed is None else pytest.approx(allowed)]


@pytest.mark.parametrize(
    "clock", [Fischer(300, 3), Fischer(60, 0), Fischer(1, 30), Fischer(0.1, 0)]
)
def test_a_clock_is_shared_out_as_our_own_engine_does_it(clock: Fischer) -> None:
    session = GameSession(GameSettings(clock=clock), BOTS)
    left, more = (int(1000 * time) for time in (clock.initial, clock.increment))
    own = seconds_for_decision(Go(clock=(left, left), inc=(more, more)), session.state)
    assert own is not None
    assert thinking_time(session, 1) == pytest.approx(max(0.01, own - TRANSFER_RESERVE))


def test_the_choices_of_a_turn_spend_no_more_than_their_share() -> None:
    watch = Watch()

    def all_of_it(player: Odd) -> Callable[[State], Move]:
        def think(state: State) -> Move:
            watch.now += player.seconds[-1] or 0
            return well(state)

        return think

    player = Odd(well)
    player.deeds = [all_of_it(player)]
    session = GameSession(GameSettings(clock=Fischer(60, 10)), [Remote("a"), ANN], time=watch)
    computers = ComputerSeats(session, [player, None], timer=watch)
    while computers.seat_to_move() is not None:
        computers.step()
    left = session.clock()
    assert left is not None
    assert left[0] is not None
    assert left[0] > 60


@pytest.mark.parametrize("clock", [PerMove(30), Fischer(300, 3)])
def test_level_10_thinks_no_longer_than_usual_because_there_is_a_clock(
    clock: PerMove | Fischer,
) -> None:
    def allowed(occupant: Occupant) -> float | None:
        return thinking_time(GameSession(GameSettings(clock=clock), [occupant, ANN]), 1)

    assert allowed(Level(10)) == DEFAULT_SECONDS
    assert allowed(Level(10, seconds=2.5)) == 2.5
    assert allowed(Engine(("x",), seconds=0.5)) == 0.5
    assert allowed(Engine(("x",))) == allowed(Level(9)) == allowed(RandomComputer())
    assert (allowed(Level(9)) or 0) > 5


def test_a_computer_may_be_stopped_and_is_closed_with_the_table() -> None:
    players: list[Odd] = []

    def make(_: Occupant) -> Odd:
        players.append(Odd(well))
        return players[-1]

    with ComputerSeats(
        GameSession(GameSettings(), [RandomComputer(), ANN]), make=make
    ) as computers:
        computers.step()
        computers.stop()
    assert [(player.stopped, player.closed) for player in players] == [(True, True)]


def test_a_person_is_no_computer() -> None:
    with pytest.raises(TypeError, match="person"):
        create_player(Person())


def test_levels_play_at_a_table() -> None:
    pytest.importorskip("ringrift.kernel._native", reason="levels need the kernel")
    session = GameSession(
        GameSettings(clock=Fischer(60, 1)), [Level(1, 1), Level(2, 2)], hashes=False
    )
    run_computers(session)
    assert not [event for event in session.events if isinstance(event, ComputerTrouble)]
