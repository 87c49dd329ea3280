"""Records a game while it is played: moves are appended, never removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ringrift.records.chain import (
    canonical_move,
    compute_heading_link,
    compute_link,
    compute_outcome_link,
    sign_tip,
)
from ringrift.records.marks import Mark
from ringrift.records.record import Entry, Heading, Link, Record, check_comment
from ringrift.rules import State, apply, conclude, state_hash
from ringrift.rules.moves import Move
from ringrift.rules.stack import Seat
from ringrift.rules.state import VictoryReason


class Recorder:
    """Records a game. `state` is the current state; the rules check every move.

    >>> from ringrift.rules import PlaceRing
    >>> recorder = Recorder(Heading("square8", players=2, names=("Ann", "Ben")))
    >>> recorder.append(PlaceRing(player=1, to=(3, 3), count=2)).phase
    <Phase.MOVEMENT: 'movement'>
    >>> recorder.conclude(winner=2, reason="resignation").outcome.winner
    2
    >>> len(recorder.record())
    1
    """

    def __init__(self, heading: Heading, comment: str = "") -> None:
        check_comment(comment)
        self.heading = heading
        self.comment = comment
        self.marks: tuple[Mark, ...] = ()  # before the first move
        self.state = heading.start()
        self._entries: list[Entry] = []
        self._links: list[Link] = [compute_heading_link(heading)]

    @classmethod
    def of(
        cls, state: State, names: tuple[str, ...] = (), tags: Mapping[str, str] | None = None
    ) -> Recorder:
        """Create a recorder for a game that begins in this state."""
        return cls(Heading.of(state, names, tags))

    def append(
        self,
        move: Move,
        *,
        timestamp: str | None = None,
        think_time_ms: int | None = None,
        comment: str = "",
    ) -> State:
        """Play and record a move, bookkeeping included; raise for an illegal one."""
        return self.enter(Entry(move, timestamp, think_time_ms, comment))

    def enter(self, entry: Entry) -> State:
        """Play and record a move together with its remarks."""
        after = apply(self.state, entry.move)
        self._links.append(compute_link(self._links[-1], canonical_move(entry.move)))
        self._entries.append(entry)
        self.state = after
        return after

    def conclude(self, winner: Seat, reason: VictoryReason) -> State:
        """End the game by resignation, timeout or abandonment."""
        self.state = conclude(self.state, winner, reason)
        return self.state

    @property
    def links(self) -> Sequence[Link]:
        """Return the chain so far: one link for the heading, one per move."""
        return self._links

    def __len__(self) -> int:
        return len(self._entries)

    def record(self, key: bytes | None = None) -> Record:
        """Return the record so far, signed if a key is given."""
        outcome = self.state.outcome
        links = tuple(self._links)
        if outcome is not None:
            links = (*links, compute_outcome_link(links[-1], outcome))
        return Record(
            heading=self.heading,
            entries=tuple(self._entries),
            outcome=outcome,
            final_hash=state_hash(self.state),
            links=links,
            signature=None if key is None else sign_tip(links[-1], key),
            comment=self.comment,
            marks=self.marks,
        )
