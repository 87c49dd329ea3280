"""Text about a session for the terminal: who plays, what happened to a seat, the result."""

from __future__ import annotations

from ringrift.cli import messages
from ringrift.cli.messages import colour_name
from ringrift.drawing.plurals import format_count
from ringrift.host import (
    ClockWarned,
    ComputerTrouble,
    Event,
    GameSession,
    Left,
    Occupant,
    Person,
    Substituted,
)


def seat_names(session: GameSession) -> list[str]:
    """Return the colour of every seat and who plays it; the only person is `you`."""
    alone = len(session.people) == 1
    return [
        f"{colour_name(seat)} ({_occupant_name(session.occupant(seat), alone=alone)})"
        for seat in session.state.board.seats
    ]


def _occupant_name(occupant: Occupant, *, alone: bool) -> str:
    return "you" if alone and isinstance(occupant, Person) else occupant.name


def describe_event(session: GameSession, event: Event) -> str | None:
    """Describe what a person must know about, apart from moves; None: nothing."""
    match event:
        case ComputerTrouble(seat=seat, problem=problem, message=message):
            return f"{colour_name(seat)} {messages.TROUBLES[problem]}: {message}"
        case Substituted(seat=seat, occupant=occupant):
            return f"{colour_name(seat)} is played by {occupant.name} from now on."
        case ClockWarned(seat=seat, left=left):
            return f"{colour_name(seat)}: {messages.format_duration(left)} left."
        case Left(seat=seat, reason="flag_fell"):
            return f"{colour_name(seat)}'s time is up."
        case Left(seat=seat) if len(session.seats) > 2:
            return f"{colour_name(seat)} has left the game."
        case _:
            return None


def describe_result(session: GameSession) -> list[str]:
    """Return the result line by line, the winner first; of an aborted game, why it ended."""
    if session.aborted is not None:
        return [messages.describe_abort(session.aborted)]
    state, outcome, names = session.state, session.outcome, seat_names(session)
    assert outcome is not None
    how = outcome.reason.replace("_", " ")
    moves, turns = len(state.history), state.turn_number
    lines = [
        f"{names[outcome.winner - 1]} wins by {how}"
        f" ({format_count(moves, 'move')}, {format_count(turns, 'turn')})."
    ]
    lines += [f"  {placing.rank}.  {names[placing.seat - 1]}" for placing in outcome.ranking]
    if not session.departures or len(session.seats) == 2:
        return lines
    best = session.people_winner
    lines.append("")
    lines.append(
        "No one stayed to the end."
        if best is None
        else f"Among the people, {colour_name(best)} comes first."
    )
    for one in session.standing:
        how = "" if one.departure is None else f" ({messages.DEPARTURES[one.departure.reason]})"
        lines.append(f"  {one.rank}.  {colour_name(one.seat)}{how}")
    return lines
