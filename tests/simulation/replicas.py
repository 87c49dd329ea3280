"""A game as a client knows it: the events that it received, and the position after them."""

from __future__ import annotations

import json
from typing import Any

from ringrift.host.settings import load_settings
from ringrift.rules import apply, legal_moves
from ringrift.rules.moves import Move
from ringrift.rules.state import State
from ringrift.rules.wire_moves import load_move


class Positions:
    """The states of all games: equal for all clients, therefore computed once."""

    def __init__(self) -> None:
        self._after: dict[tuple[str, int, str], State] = {}

    def after(self, game: str, before: State, event: dict[str, Any], text: str) -> State:
        key = (game, event["sequence"], text)
        state = self._after.get(key)
        if state is None:
            state = self._after[key] = apply(before, load_move(event["move"]))
        return state


class GameReplica:
    """One client's copy of a game."""

    def __init__(self, game: str, settings: dict[str, Any], positions: Positions) -> None:
        self.game = game
        self.settings = load_settings(settings)
        self.events: list[str] = []  # each as canonical JSON
        self.problems: list[str] = []
        self.over = False
        self.seats: list[dict[str, Any]] = []
        self.offer: int | None = None  # the seat that asked for a take-back
        self._positions = positions
        self._states = [self.settings.first_state]

    @property
    def sequence(self) -> int:
        return len(self.events)

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def moves(self) -> int:
        """How many moves stand."""
        return len(self._states) - 1

    def seat_of(self, account: str) -> int | None:
        """Return the seat of the account that is to move, else its first."""
        own = [at for at, one in enumerate(self.seats, 1) if one.get("id") == account]
        return self.state.player if self.state.player in own else own[0] if own else None

    def is_to_move(self, account: str) -> bool:
        return bool(
            self.seats and not self.over and self.seats[self.state.player - 1].get("id") == account
        )

    @property
    def account_to_move(self) -> str:
        """The account whose turn it is; empty for a computer, and before and after the game."""
        running = self.seats and not self.over
        return str(self.seats[self.state.player - 1].get("id", "")) if running else ""

    def legal_moves(self) -> tuple[Move, ...]:
        return tuple(legal_moves(self.state))

    def receive(self, event: dict[str, Any]) -> None:
        """Apply the next event; note any that is not the next one."""
        if event["sequence"] != self.sequence + 1:
            self.problems.append(f"event {event['sequence']} follows event {self.sequence}")
            return
        text = json.dumps(event, sort_keys=True)
        match event["kind"]:
            case "started" | "people_swapped":
                self.seats = [dict(one) for one in event["seats"]]
            case "substituted":
                self.seats[event["seat"] - 1] = dict(event["occupant"])
            case "move":
                after = self._positions.after(self.game, self.state, event, text)
                self._states.append(after)
                self.offer = None
            case "taken_back":
                del self._states[event["keep"] + 1 :]
                self.offer = None
            case "take_back_offered":
                self.offer = event["seat"]
            case "take_back_declined":
                self.offer = None
            case "left":
                self.offer = None
            case "ended" | "aborted":
                self.over = True
        self.events.append(text)
