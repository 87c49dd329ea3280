"""One game in progress, without network or screen: seats, clocks, events."""

from ringrift.host.clocks import Clock, Correspondence, Fischer, NoClock, PerMove
from ringrift.host.computers import (
    ComputerDecision,
    ComputerSeats,
    create_player,
    run_computers,
    start_engines,
)
from ringrift.host.errors import InvalidEventError, InvalidSettingsError, SessionError, StaleError
from ringrift.host.event_json import dump_event, load_event
from ringrift.host.events import (
    Aborted,
    ClockWarned,
    ComputerTrouble,
    Ended,
    Event,
    Left,
    Moved,
    Paused,
    PeopleSwapped,
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
    Engine,
    Level,
    Occupant,
    Person,
    RandomComputer,
    Remote,
    dump_occupant,
    load_occupant,
)
from ringrift.host.session_state import TakeBackOffer
from ringrift.host.settings import GameSettings, load_settings
from ringrift.host.standing import Departure, RankedPerson

__all__ = [
    "Aborted",
    "Clock",
    "ClockWarned",
    "ComputerDecision",
    "ComputerSeats",
    "ComputerTrouble",
    "Correspondence",
    "Departure",
    "Ended",
    "Engine",
    "Event",
    "Fischer",
    "GameSession",
    "GameSettings",
    "InvalidEventError",
    "InvalidSettingsError",
    "Left",
    "Level",
    "Moved",
    "NoClock",
    "Occupant",
    "Paused",
    "PeopleSwapped",
    "PerMove",
    "Person",
    "RandomComputer",
    "RankedPerson",
    "Remote",
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
    "create_player",
    "dump_event",
    "dump_occupant",
    "load_event",
    "load_occupant",
    "load_settings",
    "record_of",
    "run_computers",
    "start_engines",
]
