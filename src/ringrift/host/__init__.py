"""One game being played, without network or screen: seats, clocks, events (docs/reference/host.md)."""

from ringrift.host.clocks import Clock, Correspondence, Fischer, NoClock, PerMove
from ringrift.host.computers import Answer, ComputerSeats, player_of, ready_players, run
from ringrift.host.course import Offer
from ringrift.host.errors import InvalidEventError, InvalidSettingsError, StaleError, TableError
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
from ringrift.host.occupants import (
    Chance,
    Engine,
    Level,
    Occupant,
    Person,
    Remote,
    dump_occupant,
    load_occupant,
)
from ringrift.host.recording import record_of
from ringrift.host.settings import GameSettings, load_settings
from ringrift.host.table import Table

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
    "GameSettings",
    "InvalidEventError",
    "InvalidSettingsError",
    "Level",
    "Moved",
    "NoClock",
    "Occupant",
    "Offer",
    "Paused",
    "PeopleSwapped",
    "PerMove",
    "Person",
    "Remote",
    "Resigned",
    "Resumed",
    "StaleError",
    "Started",
    "Substituted",
    "Table",
    "TableError",
    "TakeBackAgreed",
    "TakeBackDeclined",
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
