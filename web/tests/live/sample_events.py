"""Print a short game as a server sends it: events with a take-back, record and settings (JSON)."""

import json

from ringrift.host import GameSession, GameSettings, Person
from ringrift.host.event_json import dump_event
from ringrift.host.recording import record_of
from ringrift.records import dump_text
from ringrift.rules.notation import parse_move

session = GameSession(GameSettings(players=2), [Person("Ann", "a"), Person("Ben", "b")], now=100.0)


def play(*moves: str) -> None:
    for text in moves:
        session.play(
            session.state.player, parse_move(session.state, text), now=session.events[-1].at + 1
        )


play("@d4", "d4-d6", "@e2", "e2-e4")
play("@b2")
session.offer_take_back(1, now=200.0)
session.agree_take_back(2, now=201.0)
play("@b3", "b3-b5")
print(
    json.dumps(
        {
            "events": [dump_event(event) for event in session.events],
            "record": dump_text(record_of(session)),
            "settings": session.settings.to_json(),
        }
    )
)
