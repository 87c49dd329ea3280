"""Tables, and games at them, for all tests of the host."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from ringrift.conformance.random_play import prefer_rare_moves
from ringrift.host import Event, GameSession, GameSettings, Occupant, Person
from ringrift.host.session_view import Events
from ringrift.rules.errors import RingRiftError
from ringrift.rules.notation import parse_move

# Seat 1 walls a corner in and takes it: a whole game in nine turns.
WALL = """@b2 b2-e2 @c3 c3-a3 @d4 d4-g1 @e5 e5-b8 @f6 f6-f5 @g7 g7-b7 @a1 a1-h8 skip @c5 c5-b4 skip h8-h4
#a2/1 ^h4"""
ANN, BEN, CAT = Person("Ann", "ann"), Person("Ben", "ben"), Person("Cat", "cat")


def two(settings: GameSettings | None = None, *seats: Occupant, now: float = 0.0) -> GameSession:
    """A session for Ann and Ben, or whoever is named."""
    return GameSession(settings or GameSettings(), seats or (ANN, BEN), now=now)


def choose(session: GameSession, *texts: str, now: float | None = None, lag: float = 0.0) -> Events:
    """The seat to move chooses what the notation says, one after the other; the events of the last."""
    events: Events = ()
    for text in texts:
        seat = session.seat_to_move
        assert seat is not None
        events = session.play(seat, parse_move(session.state, text), now=now, lag=lag)
    return events


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def choose_any(session: GameSession, dice: Random, now: float | None = None) -> Events:
    """Any legal choice, rare ones as likely as others."""
    due = session.decision()
    assert due is not None
    return session.play(due.seat, prefer_rare_moves(dice, due.moves), now=now)


Action = Callable[[GameSession, Random, float], object]

ACTIONS: tuple[Action, ...] = (
    *[choose_any] * 12,
    lambda session, dice, now: session.tick(now, lag=dice.choice((0, 0.5, 9.0))),
    lambda session, dice, now: session.offer_take_back(_seat(session, dice), now=now),
    lambda session, dice, now: session.offer_take_back(
        _seat(session, dice), dice.randrange(9), now=now
    ),
    lambda session, dice, now: session.agree_take_back(_seat(session, dice), now=now),
    lambda session, dice, now: session.agree_take_back(_seat(session, dice), now=now),
    lambda session, dice, now: session.decline_take_back(_seat(session, dice), now=now),
    lambda session, _, now: session.pause(now=now),
    lambda session, _, now: session.resume(now=now),
    lambda session, dice, now: session.report_trouble(
        _seat(session, dice), "failed", "it\nbroke", now=now
    ),
    lambda session, dice, now: session.substitute(
        _seat(session, dice), dice.choice((ANN, CAT)), now=now
    ),
)
ENDINGS: tuple[Action, ...] = (
    lambda session, dice, now: session.resign(_seat(session, dice), now=now),
    lambda session, dice, now: session.abandon(_seat(session, dice), now=now),
    lambda session, _, now: session.abandon(now=now),
)


def _seat(session: GameSession, dice: Random) -> int:
    return dice.randint(1, len(session.seats) + 1)  # one seat more than there are, to be refused


def do_anything(session: GameSession, dice: Random, actions: int, pace: float = 1.0) -> None:
    """So many things are tried at the session; those that cannot be done are refused."""
    now = 0.0
    for _ in range(actions):
        now += dice.random() * pace
        action = dice.choice(ENDINGS) if dice.random() < 0.01 else dice.choice(ACTIONS)
        before = list(session.events)
        try:
            action(session, dice, now)
        except RingRiftError:
            assert list(session.events) == before
        except AssertionError:
            assert session.over  # nothing is left to choose
