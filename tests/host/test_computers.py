"""Computers at a table: asked, settled, and replaced when they cannot be relied on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest

from ringrift.host import (
    Chance,
    ComputerSeats,
    ComputerTrouble,
    Correspondence,
    Engine,
    Fischer,
    GameSettings,
    Level,
    Moved,
    Occupant,
    PerMove,
    Person,
    Remote,
    Substituted,
    Table,
    player_of,
    run,
)
from ringrift.host.computers import lower
from ringrift.players.chance import RandomPlayer
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


BOTS = (Remote("a"), Remote("b"))


def test_computers_alone_play_a_game_to_its_end() -> None:
    table = Table(GameSettings("hex8", 3), [Chance(1), Chance(2), Chance(3)], hashes=False)
    assert run(table) == table.outcome
    assert not [event for event in table.events if isinstance(event, ComputerTrouble)]


def test_the_same_seeds_play_the_same_game() -> None:
    def moves(seed: int) -> list[str]:
        table = Table(GameSettings(), [Chance(seed), Chance(2)])
        run(table)
        return [event.notation for event in table.played]

    assert moves(1) == moves(1) != moves(5)


def test_players_may_be_handed_in() -> None:
    table = Table(GameSettings(), BOTS)
    run(table, [RandomPlayer(seed=1), RandomPlayer(seed=2)])
    assert table.over


def test_a_player_keeps_its_person_when_sides_are_swapped() -> None:
    table = Table(GameSettings(), [ANN, Remote("bot")])
    bot = Odd(lambda state: legal_moves(state)[-1])  # swap, where it is offered
    with ComputerSeats(table, [None, bot]) as computers:
        assert computers.due() is None
        choose(table, "@d4", "d4-d5")
        assert computers.due() == 2
        computers.step()
        assert table.seats == (Remote("bot"), ANN)
        assert computers.due() is None
        choose(table, "@h1", "h1-h2")
        assert computers.due() == 1
    assert not bot.closed  # it belongs to whoever made it


def test_asking_changes_nothing_and_an_answer_of_the_past_is_passed_over() -> None:
    table = Table(GameSettings(), [Chance(1), ANN])
    with ComputerSeats(table) as computers:
        before = table.sequence
        answer = computers.ask()
        assert table.sequence == before
        assert kinds(computers.settle(answer)) == ["move"]
        assert computers.settle(answer) == ()
        late = computers.ask()
        table.resign(2)
        assert computers.settle(late) == ()
        with pytest.raises(RuntimeError, match="due"):
            computers.ask()


def test_a_warning_does_not_make_an_answer_late() -> None:
    table = Table(GameSettings(clock=PerMove(10)), [Chance(1), ANN])
    with ComputerSeats(table) as computers:
        answer = computers.ask()
        assert kinds(table.tick(8.0)) == ["clock_warning"]
        assert kinds(computers.settle(answer, now=8.5)) == ["move"]


@pytest.mark.parametrize(("deed", "problem"), [(broken, "failed"), (illegal, "illegal")])
def test_a_computer_in_trouble_is_asked_once_more(deed: Callable[[State], Move], problem: str) -> None:
    table = Table(GameSettings(), BOTS)
    computers = ComputerSeats(table, [Odd(deed, well), Odd(well)])
    (trouble,) = computers.step()
    assert isinstance(trouble, ComputerTrouble)
    assert (trouble.seat, trouble.problem) == (1, problem)
    assert trouble.message.isprintable()
    assert kinds(computers.step()) == ["move"]
    assert table.seats == BOTS
    assert computers.troubles == {1: 1}


def made(deeds: Mapping[str, Callable[[State], Move]]) -> Callable[[Occupant], Odd]:
    return lambda occupant: Odd(deeds.get(occupant.name, well))


def test_the_second_trouble_in_a_row_costs_it_the_seat() -> None:
    table = Table(GameSettings(), [Level(2, seed=4), Chance()])
    with ComputerSeats(table, make=made({"level 2": broken})) as computers:
        computers.step()
        _, substituted = computers.step()
        assert isinstance(substituted, Substituted)
        assert (substituted.occupant, substituted.reason) == (Level(1, seed=4), "trouble")
        assert kinds(computers.step()) == ["move"]


def test_in_the_end_a_roll_of_the_dice_decides() -> None:
    table = Table(GameSettings(), [Engine(("clever",)), Remote("b")])
    broken_all = dict.fromkeys(("clever", "level 3", "level 2", "level 1", "random"), broken)
    with ComputerSeats(table, make=made(broken_all)) as computers:
        while not table.played:
            computers.step()
        assert table.seats[0] == Chance()
        assert computers.troubles == {1: 10}
        assert isinstance(table.events[-1], Moved)


def test_levels_go_down_one_by_one() -> None:
    assert lower(Level(7, 5)) == Level(6, 5)
    assert lower(Level(10, 5, 2.0)) == Level(9, 5)
    assert lower(Level(1, 5)) == Chance(5)
    assert lower(Engine(("x",))) == Level(3)
    assert lower(Chance()) is None


def test_a_tournament_makes_it_lose_instead() -> None:
    table = Table(GameSettings(), BOTS)
    outcome = run(table, [Odd(well), Odd(illegal)], forfeit=True)
    assert (outcome.winner, outcome.reason) == (1, "abandonment")
    assert kinds(table.events[-4:]) == ["computer_trouble", "computer_trouble", "abandoned", "ended"]


def ticking(*moments: float) -> Callable[[], float]:
    left: Iterator[float] = iter(moments)
    return lambda: next(left)


def test_an_answer_that_is_late_but_legal_is_played_and_counted() -> None:
    table = Table(GameSettings(clock=PerMove(10)), [Level(5), ANN])
    timer = ticking(0, 9.5, 10, 19.5, 20, 20.1)
    with ComputerSeats(table, make=made({}), timer=timer) as computers:
        assert kinds(computers.step()) == ["move", "computer_trouble"]
        events = computers.step()
        assert kinds(events)[-2:] == ["computer_trouble", "substituted"]
        assert table.seats[0] == Level(4)


def test_a_trouble_long_ago_is_forgiven() -> None:
    table = Table(GameSettings(), BOTS)
    computers = ComputerSeats(table, [Odd(broken, well, broken, well), Odd(well)])
    for _ in range(4):
        computers.step()
    assert table.seats == BOTS
    assert computers.troubles == {1: 2}


@pytest.mark.parametrize(
    ("clock", "allowed"),
    [(None, None), (PerMove(10), 8.95), (Fischer(300, 5), 13.95), (Correspondence(3), None)],
)
def test_a_computer_is_told_how_long_it_may_think(
    clock: PerMove | Fischer | Correspondence | None, allowed: float | None
) -> None:
    settings = GameSettings() if clock is None else GameSettings(clock=clock)
    player = Odd(well)
    ComputerSeats(Table(settings, BOTS), [player, None]).step()
    assert player.seconds == [None if allowed is None else pytest.approx(allowed)]


def test_a_computer_may_be_stopped_and_is_closed_with_the_table() -> None:
    players: list[Odd] = []

    def make(_: Occupant) -> Odd:
        players.append(Odd(well))
        return players[-1]

    with ComputerSeats(Table(GameSettings(), [Chance(), ANN]), make=make) as computers:
        computers.step()
        computers.stop()
    assert [(player.stopped, player.closed) for player in players] == [(True, True)]


def test_a_person_is_no_computer() -> None:
    with pytest.raises(TypeError, match="person"):
        player_of(Person())


def test_levels_play_at_a_table() -> None:
    pytest.importorskip("ringrift.kernel._native", reason="levels need the kernel")
    table = Table(GameSettings(clock=Fischer(60, 1)), [Level(1, 1), Level(2, 2)], hashes=False)
    run(table)
    assert not [event for event in table.events if isinstance(event, ComputerTrouble)]
