"""A live game as the client knows it: folded from the game's events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ringrift.game import Game
from ringrift.host.clocks import TimeLeft
from ringrift.host.event_json import load_event
from ringrift.host.events import (
    EVENTS,
    Aborted,
    Ended,
    Event,
    Moved,
    PeopleSwapped,
    Started,
    Substituted,
    TakeBackOffered,
    TakenBack,
)
from ringrift.host.seat_occupants import Occupant, Person, Remote
from ringrift.host.settings import GameSettings, load_settings
from ringrift.rules.state import RankedSeat, State


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game after one of its events. It never changes: each event has a new one."""

    id: str
    settings: GameSettings
    sequence: int  # of the last event
    state: State
    seats: tuple[Occupant, ...]
    your_seats: tuple[int, ...]
    clock: TimeLeft | None  # the seconds left by seat, when the last event happened
    aborted: bool
    winner: int | None
    ranking: tuple[RankedSeat, ...]

    @property
    def position(self) -> Game:
        """The position, with its legal moves and its notation."""
        return Game.from_state(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has a winner or was aborted."""
        return self.aborted or self.winner is not None

    @property
    def to_choose(self) -> int | None:
        """The seat that has a choice to make."""
        if self.is_over or self.state.outcome is not None:
            return None
        return self.state.player

    @property
    def is_your_turn(self) -> bool:
        """Whether one of your seats has a choice to make."""
        return self.to_choose in self.your_seats


class GameFold:
    """Applies the events of one game in order."""

    def __init__(self, game: str, settings: Mapping[str, Any], account: str) -> None:
        self.id = game
        self.account = account
        self.settings = load_settings({**settings, "rules": None})
        self.sequence = 0
        self.decisions = 0  # grows with each event that changes whose choice it is
        self.offer: int | None = None  # the seat that asks for a take-back
        self._position = Game.from_state(self.settings.first_state)
        self._seats: list[Occupant] = []
        self._clock: TimeLeft | None = None
        self._aborted = False
        self._winner: int | None = None
        self._ranking: tuple[RankedSeat, ...] = ()

    @property
    def is_over(self) -> bool:
        return self._aborted or self._winner is not None

    def apply(self, documents: Sequence[Mapping[str, Any]]) -> None:
        """Apply events; those that were applied before change nothing."""
        for document in documents:
            if document["sequence"] <= self.sequence:
                continue
            if document["kind"] in EVENTS:  # a later version may have more
                self._apply(load_event(_readable(document)))
            self.sequence = document["sequence"]

    def view(self) -> LiveGame:
        """Return the game as it stands."""
        mine = [
            seat
            for seat, occupant in enumerate(self._seats, 1)
            if isinstance(occupant, Person | Remote) and occupant.id == self.account
        ]
        return LiveGame(
            id=self.id,
            settings=self.settings,
            sequence=self.sequence,
            state=self._position.state,
            seats=tuple(self._seats),
            your_seats=tuple(mine),
            clock=self._clock,
            aborted=self._aborted,
            winner=self._winner,
            ranking=self._ranking,
        )

    def _apply(self, event: Event) -> None:
        self._clock = getattr(event, "clock", None) or self._clock
        match event:
            case Started(seats=seats) | PeopleSwapped(seats=seats):
                self._seats = list(seats)
                self.decisions += 1
            case Moved(move=move):
                self._position.push(move)
                self.offer = None
                self.decisions += 1
            case TakenBack(keep=keep):
                while len(self._position.moves) > keep:
                    self._position.pop()
                self.offer = None
                self.decisions += 1
            case TakeBackOffered(seat=seat):
                self.offer = seat
            case Substituted(seat=seat, occupant=occupant):
                self._seats[seat - 1] = occupant
                self.decisions += 1
            case Aborted():
                self._aborted = True
            case Ended(winner=winner, ranking=ranking):
                self._winner, self._ranking = winner, ranking


def _readable(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the event with seeds for its levels, which the server keeps secret."""
    if isinstance(document.get("seats"), list):
        return {**document, "seats": [_with_seed(one) for one in document["seats"]]}
    if isinstance(document.get("occupant"), Mapping):
        return {**document, "occupant": _with_seed(document["occupant"])}
    return document


def _with_seed(occupant: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**occupant, "seed": 0} if occupant["kind"] in ("level", "random") else occupant
