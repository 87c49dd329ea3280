"""Puzzles of the goal `defend`: after every turn but one the opponent wins at once."""

from __future__ import annotations

from typing import Final

from ringrift.kernel import Position
from ringrift.players.search import Budget, Searcher, apply_due_bookkeeping
from ringrift.puzzles.forced_wins import FoundLine, prove
from ringrift.puzzles.puzzle import is_same_turn
from ringrift.rules import Move, State, apply, state_hash
from ringrift.rules.notation import format_move

MIN_SHARE: Final = 0.15  # expected share after the defence: it must be worth finding
_MAX_TURNS_LISTED: Final = 20_000


def find_only_defence(state: State, searcher: Searcher, search_nodes: int) -> FoundLine | None:
    """Return the only turn after which the opponent has no win in its next turn, or None.

    Turns that end in the same position count as one.
    """
    search = _DefenceSearch(state)
    if not search.run() or search.defence is None or search.threats == 0:
        return None
    now, words = state, []
    for move in search.defence:
        words.append(format_move(now, move))
        now = apply_due_bookkeeping(apply(now, move))
    searcher.clear()
    shares = searcher.search(now, Budget(nodes=search_nodes)).shares
    return FoundLine(tuple(words), search.nodes) if shares[state.player - 1] >= MIN_SHARE else None


def survives(state: State) -> bool | None:
    """Return whether the player to move has no win in this turn; None if the nodes ran out."""
    proof = prove(state, 1)
    return None if not proof.complete else proof.turns == 0


class _DefenceSearch:
    """Visits every way to play one turn."""

    def __init__(self, state: State) -> None:
        self._root = state
        self._position = Position.from_state(state)
        self._seen: set[int] = set()
        self._path: list[Move] = []
        self._end: str | None = None
        self.defence: tuple[Move, ...] | None = None
        self.threats = self.nodes = 0

    def run(self) -> bool:
        """Return whether at most one turn defends."""
        return self._visit(self._position)

    def _visit(self, position: Position) -> bool:
        for move in position.legal_moves():
            position.apply(move)
            applied = 1
            while (due := position.bookkeeping()) is not None:
                position.apply(due)
                applied += 1
            self._path.append(move)
            fresh = position.hash not in self._seen
            self._seen.add(position.hash)
            going_on = not fresh or self._judge(position)
            self._path.pop()
            for _ in range(applied):
                position.undo()
            if not going_on:
                return False
        return True

    def _judge(self, position: Position) -> bool:
        if len(self._seen) > _MAX_TURNS_LISTED:
            return False
        state = position.to_state()
        if state.outcome is not None:
            # A win of our own is no defence puzzle; a loss is no defence.
            return state.outcome.winner != self._root.player
        if is_same_turn(state, self._root):
            return self._visit(position)
        proof = prove(state, 1)
        self.nodes += proof.nodes
        if not proof.complete:
            return False
        if proof.turns:
            self.threats += 1
            return True
        end = state_hash(state)
        if self._end not in (None, end):
            return False  # a second defence
        self._end, self.defence = end, tuple(self._path)
        return True
