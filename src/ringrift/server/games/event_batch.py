"""Consecutive events of one game as JSON texts, encoded once for all subscribers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ringrift.server.games.seeds import redact_seeds
from ringrift.server.websocket_frames import encode_text_frame

SequencedEvent = tuple[int, str]  # a sequence number and an event as JSON text


class EventBatch:
    """One or more events in order, as stored: they are not parsed and dumped again."""

    def __init__(self, game: str, events: Sequence[SequencedEvent]) -> None:
        self.game = game
        self.events = events

    @property
    def first(self) -> int:
        return self.events[0][0]

    @property
    def last(self) -> int:
        return self.events[-1][0]

    def after(self, sequence: int) -> EventBatch | None:
        """Return the events after a sequence number; None if there are none."""
        if sequence < self.first:
            return self
        new = [event for event in self.events if event[0] > sequence]
        return EventBatch(self.game, new) if new else None

    @cached_property
    def bodies(self) -> str:
        """The events without seeds, separated by commas."""
        return ",".join([redact_seeds(body) for _, body in self.events])

    @cached_property
    def message(self) -> str:
        """The message `events` of a socket."""
        return f'{{"type":"events","game":"{self.game}","events":[{self.bodies}]}}'

    @cached_property
    def frame(self) -> bytes:
        """The message as a WebSocket frame."""
        return encode_text_frame(self.message)
