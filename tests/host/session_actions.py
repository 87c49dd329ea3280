"""Sessions and actions for the tests of the host."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from ringrift.conformance.random_play import prefer_rare_moves
from ringrift.host import Event, GameSession, GameSettings, Occupant, Person
from ringrift.host.session_view import Events
from ringrift.rules.errors import RingRiftError
from ringrift.rules.notation import parse_move

# Seat 1 walls a corner in and takes it: a whole game in nine turns.
WALL = """@b2 b2-e2 @c3 c3-a3 @d4 d4-g1 @e5 e5-b8 @f6 f6-f5 @g7 g7-b7 @a1 a1-h8 skip @c5 c5-b4 skip
h8-h4 #a2/1 ^h4"""
ANN, BEN, CAT = Person("Ann", "ann"), Person("Ben", "ben"), Person("Cat", "cat")


def two(settings: GameSettings | None = None, *seats: Occupant, now: float = 0.0) -> GameSession:
    """A session for Ann and Ben, or for the given occupants."""
    return GameSession(settings or GameSettings(players=2), seats or (ANN, BEN), now=now)


def under_way(
    settings: GameSettings | None = None, *seats: Occupant, now: float = 0.0
) -> GameSession:
    """A session in which each seat has completed its first turn: the clocks run."""
    session = two(settings, *seats, now=now)
    turns = ("@a1 a1-a2", "@h8 h8-h7", "@a8 a8-b8", "@h1 h1-g1")
    for turn in turns[: len(session.seats)]:
        choose(session, *turn.split(), now=now)
    return session


def choose(
    session: GameSession,
    *texts: str,
    now: float | None = None,
    lag: float = 0.0,
    waited: float = 0.0,
) -> Events:
    """Play moves in notation for the seat to move; return the events of the last one."""
    events: Events = ()
    for text in texts:
        seat = session.seat_to_move
        assert seat is not None
        move = parse_move(session.state, text)
        events = session.play(seat, move, now=now, lag=lag, waited=waited)
    return events


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def choose_any(session: GameSession, rng: Random, now: float | None = None) -> Events:
    """Play a random legal move; rare kinds are as likely as others."""
    due = session.decision()
    assert due is not None
    return session.play(due.seat, prefer_rare_moves(rng, due.moves), now=now)


Action = Callable[[GameSession, Random, float], object]

ACTIONS: tuple[Action, ...] = (
    *[choose_any] * 12,
    lambda session, rng, now: session.tick(now, lag=rng.choice((0, 0.5, 9.0))),
    lambda session, rng, now: session.offer_take_back(_seat(session, rng), now=now),
    lambda session, rng, now: session.offer_take_back(
        _seat(session, rng), rng.randrange(9), now=now
    ),
    lambda session, rng, now: session.agree_take_back(_seat(session, rng), now=now),
    lambda session, rng, now: session.agree_take_back(_seat(session, rng), now=now),
    lambda session, rng, now: session.decline_take_back(_seat(session, rng), now=now),
    lambda session, _, now: session.pause(now=now),
    lambda session, _, now: session.resume(now=now),
    lambda session, rng, now: session.report_trouble(
        _seat(session, rng), "failed", "it\nbroke", now=now
    ),
    lambda session, rng, now: session.substitute(
        _seat(session, rng), rng.choice((ANN, CAT)), now=now
    ),
)
ENDINGS: tuple[Action, ...] = (
    lambda session, rng, now: session.resign(_seat(session, rng), now=now),
    lambda session, rng, now: session.abandon(_seat(session, rng), now=now),
    lambda session, _, now: session.abandon_all(now=now),
    lambda session, rng, now: session.abort(_seat(session, rng), now=now),
)


def _seat(session: GameSession, rng: Random) -> int:
    return rng.randint(1, len(session.seats) + 1)  # one seat more than there are, to be refused


def do_anything(session: GameSession, rng: Random, actions: int, pace: float = 1.0) -> None:
    """Try so many random actions; illegal ones must be refused without a change."""
    now = 0.0
    for _ in range(actions):
        now += rng.random() * pace
        action = rng.choice(ENDINGS) if rng.random() < 0.01 else rng.choice(ACTIONS)
        before = list(session.events)
        try:
            action(session, rng, now)
        except RingRiftError:
            assert list(session.events) == before
        except AssertionError:
            assert session.over  # nothing is left to choose
