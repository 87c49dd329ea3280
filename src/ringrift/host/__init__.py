"""One game being played, without network or screen: seats, clocks, events (docs/reference/host.md)."""

from ringrift.host.clocks import Clock, Correspondence, Fischer, NoClock, PerMove
from ringrift.host.computers import Answer, ComputerSeats, player_of, ready_players, run
from ringrift.host.errors import InvalidEventError, InvalidSettingsError, SessionError, StaleError
from ringrift.host.event_json import dump_event, load_event
from ringrift.host.events import (
    Abandoned,
    ClockWarned,
    ComputerTrouble,
    Ended,
    Event,
    FlagFell,
    Moved,
    Paused,
    PeopleSwapped,
    Resigned,
    Resumed,
    Started,
    Substituted,
    TakeBackAgreed,
    TakeBackDeclined,
    TakeBackOffered,
    TakenBack,
)
from ringrift.host.game_session import GameSession
from ringrift.host.recording import record_of
from ringrift.host.seat_occupants import (
    Chance,
    Engine,
    Level,
    Occupant,
    Person,
    Remote,
    dump_occupant,
    load_occupant,
)
from ringrift.host.session_state import TakeBackOffer
from ringrift.host.settings import GameSettings, load_settings

__all__ = [
    "Abandoned",
    "Answer",
    "Chance",
    "Clock",
    "ClockWarned",
    "ComputerSeats",
    "ComputerTrouble",
    "Correspondence",
    "Ended",
    "Engine",
    "Event",
    "Fischer",
    "FlagFell",
    "GameSession",
    "GameSettings",
    "InvalidEventError",
    "InvalidSettingsError",
    "Level",
    "Moved",
    "NoClock",
    "Occupant",
    "Paused",
    "PeopleSwapped",
    "PerMove",
    "Person",
    "Remote",
    "Resigned",
    "Resumed",
    "SessionError",
    "StaleError",
    "Started",
    "Substituted",
    "TakeBackAgreed",
    "TakeBackDeclined",
    "TakeBackOffer",
    "TakeBackOffered",
    "TakenBack",
    "dump_event",
    "dump_occupant",
    "load_event",
    "load_occupant",
    "load_settings",
    "player_of",
    "ready_players",
    "record_of",
    "run",
]
