"""The decisions of recorded and of self-played games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from ringrift.kernel import Batch, Position, choices_of
from ringrift.learning.dataset import Decision
from ringrift.learning.rewards import rewards_of
from ringrift.players.search import Budget, Searcher
from ringrift.records import Record
from ringrift.rules import legal_moves
from ringrift.rules.moves import Move
from ringrift.rules.setup import Setup
from ringrift.rules.state import State


@dataclass(frozen=True, slots=True)
class DecidedGame:
    """The decisions of a finished game, and the rewards by seat."""

    decisions: Sequence[Decision]
    rewards: Sequence[float]


class _DecisionRecorder:
    """Plays a game and notes what the seat to move saw before each decision."""

    def __init__(self, start: State) -> None:
        self._game = Batch([start])
        self._board = start.board.grid.name
        self.decisions: list[Decision] = []
        self._game.apply_bookkeeping()

    @property
    def state(self) -> State:
        return self._game.state(0)

    def play(self, move: Move, values: Sequence[float] | None = None, note: bool = True) -> None:
        """Play an interactive move; a recovery slide may take two decisions."""
        state = self.state
        choices = choices_of(self._board, Position.from_state(state).encode(move))
        for choice in choices:
            if note:
                planes, scalars = self._game.observations()
                self.decisions.append(
                    Decision(
                        seat=state.player,
                        turn=state.turn_number,
                        planes=planes[0].copy(),
                        scalars=scalars[0].copy(),
                        legal=np.flatnonzero(self._game.masks()[0]).astype(np.int32),
                        action=choice,
                        values=values,
                    )
                )
            self._game.step(np.array([choice]))
            if not self._game.has_step_to_settle(0):
                break
        self._game.apply_bookkeeping()


def decisions_of_record(record: Record) -> DecidedGame | None:
    """Return the decisions of a record; None if its game did not end by the rules.

    The moves of a balanced start are played, but nobody decided them.
    """
    if record.outcome is None:
        return None
    recorder = _DecisionRecorder(record.heading.start())
    for number, move in enumerate(record.moves):
        if move.bookkeeping:
            continue
        recorder.play(move, note=number >= record.heading.start_moves)
    if recorder.state.outcome is None:  # resigned, or lost on time
        return None
    return DecidedGame(recorder.decisions, rewards_of(record.outcome))


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """How games are self-played: the search of a decision, and how often it is not followed."""

    setup: Setup
    nodes: int = 300
    exploration: float = 0.05  # the share of decisions that are random
    opening_turns: int = 2  # random turns of each seat

    def play(self, seed: int) -> DecidedGame:
        """Play a game; the same seed gives the same game."""
        rng, searcher = Random(f"{self.setup} {seed}"), Searcher()
        recorder = _DecisionRecorder(self.setup.new_game())
        while (outcome := recorder.state.outcome) is None:
            state = recorder.state
            opening = state.turn_number <= self.opening_turns * self.setup.players
            searcher.clear()
            report = searcher.search(state, Budget(nodes=self.nodes), seed=rng.getrandbits(32))
            random = opening or rng.random() < self.exploration
            move = rng.choice(legal_moves(state)) if random else report.best
            first = state.player - 1
            values = [*report.shares[first:], *report.shares[:first]]
            recorder.play(move, values, note=not opening)
        return DecidedGame(recorder.decisions, rewards_of(outcome))

    def play_all(self, games: int, seed: int) -> Iterable[DecidedGame]:
        """Yield games, the first of this seed."""
        return (self.play(seed + number) for number in range(games))
