"""Tables, and games at them, for all tests of the host."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from ringrift.contract.random_play import rare_move
from ringrift.host import Event, GameSettings, Occupant, Person, Table
from ringrift.host.view import Events
from ringrift.rules.errors import RingRiftError
from ringrift.rules.notation import parse

# Seat 1 walls a corner in and takes it: a whole game in nine turns.
WALL = """@b2 b2-e2 @c3 c3-a3 @d4 d4-g1 @e5 e5-b8 @f6 f6-f5 @g7 g7-b7 @a1 a1-h8 skip @c5 c5-b4 skip h8-h4
#a2/1 ^h4"""
ANN, BEN, CAT = Person("Ann", "ann"), Person("Ben", "ben"), Person("Cat", "cat")


def two(settings: GameSettings | None = None, *seats: Occupant, now: float = 0.0) -> Table:
    """A table for Ann and Ben, or whoever is named."""
    return Table(settings or GameSettings(), seats or (ANN, BEN), now=now)


def choose(table: Table, *texts: str, now: float | None = None, lag: float = 0.0) -> Events:
    """The seat to move chooses what the notation says, one after the other; the events of the last."""
    events: Events = ()
    for text in texts:
        seat = table.to_choose
        assert seat is not None
        events = table.play(seat, parse(table.state, text), now=now, lag=lag)
    return events


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def choose_any(table: Table, dice: Random, now: float | None = None) -> Events:
    """Any legal choice, rare ones as likely as others."""
    due = table.decision()
    assert due is not None
    return table.play(due.seat, rare_move(dice, due.moves), now=now)


Action = Callable[[Table, Random, float], object]

ACTIONS: tuple[Action, ...] = (
    *[choose_any] * 12,
    lambda table, dice, now: table.tick(now, lag=dice.choice((0, 0.5, 9.0))),
    lambda table, dice, now: table.offer_take_back(_seat(table, dice), now=now),
    lambda table, dice, now: table.offer_take_back(_seat(table, dice), dice.randrange(9), now=now),
    lambda table, dice, now: table.agree_take_back(_seat(table, dice), now=now),
    lambda table, dice, now: table.agree_take_back(_seat(table, dice), now=now),
    lambda table, dice, now: table.decline_take_back(_seat(table, dice), now=now),
    lambda table, _, now: table.pause(now=now),
    lambda table, _, now: table.resume(now=now),
    lambda table, dice, now: table.note_trouble(_seat(table, dice), "failed", "it\nbroke", now=now),
    lambda table, dice, now: table.substitute(_seat(table, dice), dice.choice((ANN, CAT)), now=now),
)
ENDINGS: tuple[Action, ...] = (
    lambda table, dice, now: table.resign(_seat(table, dice), now=now),
    lambda table, dice, now: table.abandon(_seat(table, dice), now=now),
    lambda table, _, now: table.abandon(now=now),
)


def _seat(table: Table, dice: Random) -> int:
    return dice.randint(1, len(table.seats) + 1)  # one seat more than there are, to be refused


def do_anything(table: Table, dice: Random, actions: int, pace: float = 1.0) -> None:
    """So many things are tried at the table; those that cannot be done are refused."""
    now = 0.0
    for _ in range(actions):
        now += dice.random() * pace
        action = dice.choice(ENDINGS) if dice.random() < 0.01 else dice.choice(ACTIONS)
        before = list(table.events)
        try:
            action(table, dice, now)
        except RingRiftError:
            assert list(table.events) == before
        except AssertionError:
            assert table.over  # nothing is left to choose
