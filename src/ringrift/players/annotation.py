"""Annotates a whole game: the loss of each turn, the accuracy of each player, turning points."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from ringrift.drawing.look import load_look
from ringrift.players.analysis import MEMORY_MEGABYTES, format_pv
from ringrift.players.level_settings import default_method
from ringrift.players.search import (
    Budget,
    Method,
    PrincipalVariation,
    apply_due_bookkeeping,
)
from ringrift.players.search_plan import SearchPlan, strongest_plan
from ringrift.records import Entry, Record, normalise_comment, replay
from ringrift.rules import bookkeeping, state_hash
from ringrift.rules.moves import Move, SwapSides
from ringrift.rules.play import apply
from ringrift.rules.stack import Seat
from ringrift.rules.state import State

DEFAULT_NODES: Final = 10_000  # per search; a turn takes two or more
NODES_MEGABYTES: Final = 16  # for searches with a limit of nodes
FAVOURITE_MARGIN: Final = 0.10  # lead in expected share that makes another seat the favourite
MAX_SHOWN_MOVES: Final = 4  # moves of the better line in a comment
# matches remarks of an earlier annotation
_REMARK: Final = re.compile(r" ?\[(?:\?\?|\?!|\?|turning point)[^\]]*\]")


class Mark(StrEnum):
    """Annotation symbols written after a turn."""

    NONE = ""
    MISTAKE = "?"
    BLUNDER = "??"


# minimum share of the win given away; docs/reference/judged-turns.md defines these figures
LOSSES: Final = {Mark.BLUNDER: 0.20, Mark.MISTAKE: 0.08}
ACCURACY_DECAY: Final = 4.35


def mark_for_loss(loss: float) -> Mark:
    """Return the mark of a turn that gave away this share of the win."""
    return next((mark for mark, least in LOSSES.items() if loss >= least), Mark.NONE)


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One player's turn in a record, or the swap alone: the other person plays the rest."""

    turn: int
    seat: Seat
    # The seat that its person holds at the end [R180]; None if no player chose the turn: a balanced
    # start, or a substitute's turn.
    player: Seat | None
    first: int  # the index of its first move in the record
    end: int  # the index after its last move
    moves: tuple[Move, ...]  # without bookkeeping
    trailing: int = 0  # bookkeeping moves after the last chosen one

    @property
    def ply(self) -> int:
        """Return the index of the last move that was chosen."""
        return self.end - 1 - self.trailing


@dataclass(frozen=True, slots=True)
class TurnJudgement(PlayedTurn):
    """The judgement of a turn. Shares are expected shares of the win, by seat."""

    before: tuple[float, ...] = ()  # with best play
    after: tuple[float, ...] = ()  # after the turn
    loss: float = 0.0  # mover's share lost against the best turn; at least 0
    better: tuple[Move, ...] = ()  # the best turn; empty if it was played

    @property
    def mark(self) -> Mark:
        """The mark that the loss deserves."""
        return mark_for_loss(self.loss)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn after which another seat was the favourite, averaged over a round."""

    ply: int
    turn: int
    favourite: Seat


@dataclass(frozen=True, slots=True)
class Annotation:
    """An annotated game. Players are counted by the seat that they hold at the end."""

    record: Record  # with the marks in its comments
    judgements: tuple[TurnJudgement, ...]
    turning_points: tuple[TurningPoint, ...]

    def marks(self, player: Seat) -> Counter[Mark]:
        """Return how many marks of each kind the player received."""
        return Counter(one.mark for one in self._turns_of(player) if one.mark)

    def mean_loss(self, player: Seat) -> float:
        """Return the mean share of the win that the player gave away per turn."""
        losses = [one.loss for one in self._turns_of(player)]
        return sum(losses) / len(losses) if losses else 0.0

    def accuracy(self, player: Seat) -> float | None:
        """Return the mean of exp(-4.35 loss) over the player's turns; None without a turn."""
        values = [math.exp(-ACCURACY_DECAY * one.loss) for one in self._turns_of(player)]
        return sum(values) / len(values) if values else None

    def _turns_of(self, player: Seat) -> list[TurnJudgement]:
        return [one for one in self.judgements if one.player == player]


def annotate(
    record: Record,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    method: Method | None = None,
) -> Annotation:
    """Judge every turn with this budget per search; the default suits every machine."""
    return build_annotation(
        record, judge_turns(record, nodes=nodes, seconds=seconds, method=method)
    )


def build_annotation(
    record: Record, judgements: Iterator[TurnJudgement] | Sequence[TurnJudgement]
) -> Annotation:
    """Return the annotation built from these judgements."""
    judged = tuple(judgements)
    turning = tuple(_find_turning_points(judged))
    return Annotation(_add_comments(record, judged, turning), judged, turning)


def judge_turns(
    record: Record,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    method: Method | None = None,
) -> Iterator[TurnJudgement]:
    """Yield the judged turns of a record in order, each computed on demand."""
    budget = Budget(nodes if nodes or seconds else DEFAULT_NODES, seconds)
    judge = _TurnJudge(_judging_plan(record.heading.start(), budget, method), budget)
    states = list(replay(record))  # verify the whole record first: a rejected one costs no search
    for turn in played_turns(record, states):
        yield judge.judge(turn, states[turn.first], states[turn.end])


def _judging_plan(start: State, budget: Budget, method: Method | None) -> SearchPlan:
    """Return how to search the states of a game.

    With nodes, the page must find the same (docs/reference/judged-turns.md): no network.
    """
    if budget.nodes is None:
        plan = strongest_plan(start, seconds=budget.seconds, method=method)
        return plan.without_early_stop()
    return SearchPlan(method or default_method(start))


def played_turns(record: Record, states: Sequence[State]) -> Iterator[PlayedTurn]:
    """Divide a record, with its replayed states, into turns."""
    swap = record.swapped_at or 0
    first = 0
    for end, entry in enumerate(record.entries, 1):
        swapped = type(entry.move) is SwapSides
        turn = states[first].turn_number
        if states[end].turn_number == turn and not swapped and end < len(record):
            continue
        seat = states[first].player
        left = any(one.seat == seat and one.moves <= first for one in record.departures)
        played = record.moves[first:end]
        chosen = tuple(move for move in played if not move.bookkeeping)
        own = bool(chosen) and not left and end > record.heading.start_moves
        player = 3 - seat if end <= swap else seat
        trailing = next((n for n, move in enumerate(played[::-1]) if not move.bookkeeping), 0)
        yield PlayedTurn(turn, seat, player if own else None, first, end, chosen, trailing)
        first = end


class _TurnJudge:
    """Searches the states of one game; what is found after a turn is reused for the next one."""

    def __init__(self, plan: SearchPlan, budget: Budget) -> None:
        # With nodes, the memory is part of what the page must find the same with.
        megabytes = NODES_MEGABYTES if budget.nodes else MEMORY_MEGABYTES
        self._searcher = plan.new_searcher(megabytes=megabytes)
        self._budget = budget
        self._next: _BestTurn | None = None

    def judge(self, turn: PlayedTurn, state: State, reached: State) -> TurnJudgement:
        best = self._next or self._best_turn(state)
        self._next = self._best_turn(reached)
        before, after = best.shares, self._next.shares
        loss, better = 0.0, best.moves
        if turn.player is None or state_hash(best.end) == state_hash(reached):
            better = ()
        else:
            # Both turns are judged by a search from the state after them, so that neither is seen
            # one turn deeper than the other.
            possible = _mover_share(self._expected_shares(best.end), turn.seat, best.moves)
            own = _mover_share(after, turn.seat, turn.moves)
            loss = max(0.0, min(before[turn.seat - 1], possible) - own)
        fields = (turn.turn, turn.seat, turn.player, turn.first, turn.end, turn.moves)
        return TurnJudgement(*fields, turn.trailing, before, after, loss, better)

    def _best_turn(self, state: State) -> _BestTurn:
        """Return the best whole turn, up to a swap or the next player's turn."""
        now, moves = state, list[Move]()
        shares: tuple[float, ...] | None = None

        def is_over() -> bool:
            swapped = any(type(move) is SwapSides for move in moves)
            return swapped or now.outcome is not None or now.turn_number != state.turn_number

        while True:
            while not is_over() and (due := bookkeeping(now)) is not None:
                now = apply(now, due)
                moves.append(due)
            if is_over():
                return _BestTurn(shares or self._expected_shares(now), tuple(moves), now)
            line = self._search(now)
            shares = shares or line.shares
            for move in line.pv:
                if not is_over():
                    now = apply(now, move)
                    moves.append(move)

    def _expected_shares(self, state: State) -> tuple[float, ...]:
        """Return each seat's expected share in this state, after any bookkeeping moves."""
        state = apply_due_bookkeeping(state)
        if state.outcome is not None:
            return tuple(float(seat == state.outcome.winner) for seat in state.board.seats)
        return self._search(state).shares

    def _search(self, state: State) -> PrincipalVariation:
        self._searcher.clear()
        return self._searcher.search(state, self._budget).pvs[0]


class _BestTurn(NamedTuple):
    """The best turn of a search."""

    shares: tuple[float, ...]  # before it
    moves: tuple[Move, ...]
    end: State


def _mover_share(shares: Sequence[float], seat: Seat, moves: Sequence[Move]) -> float:
    """Return the mover's share after these moves; a swap gives the mover the other seat [R180]."""
    swapped = any(type(move) is SwapSides for move in moves)
    return shares[2 - seat if swapped else seat - 1]


def judgements_by_round(
    judgements: Sequence[TurnJudgement],
) -> list[tuple[TurnJudgement, tuple[float, ...]]]:
    """Return each turn, with the shares averaged over the round up to it.

    The search slightly favours the seat to move; a mean over a round cancels that.
    """
    means = []
    for number, end in enumerate(judgements, start=1):
        latest = judgements[max(0, number - len(end.after)) : number]
        means.append(
            (
                end,
                tuple(
                    sum(shares) / len(latest)
                    for shares in zip(*(one.after for one in latest), strict=True)
                ),
            )
        )
    return means


def _find_turning_points(judgements: Sequence[TurnJudgement]) -> Iterator[TurningPoint]:
    favourite: Seat | None = None
    for end, shares in judgements_by_round(judgements):
        second, first = sorted(shares)[-2:]
        leader = shares.index(first) + 1
        ahead = first - (second if favourite is None else shares[favourite - 1])
        if ahead >= FAVOURITE_MARGIN:
            if favourite is not None:
                yield TurningPoint(end.ply, end.turn, leader)
            favourite = leader


def _add_comments(
    record: Record, judgements: Sequence[TurnJudgement], turning: Sequence[TurningPoint]
) -> Record:
    start = record.heading.start()
    remarks: dict[int, list[str]] = {}
    for one in judgements:
        if one.mark:
            remarks.setdefault(one.ply, []).append(format_remark(start, one))
    for point in turning:
        name = load_look().seat(point.favourite).name
        remarks.setdefault(point.ply, []).append(f"[turning point: {name} is ahead now]")
    entries = tuple(
        replace(entry, comment=_merge_remarks(entry, remarks.get(ply, [])))
        for ply, entry in enumerate(record.entries)
    )
    return replace(record, entries=entries)


def format_remark(state: State, judgement: TurnJudgement) -> str:
    """Return the comment on a marked turn."""
    line = format_pv(state, judgement.better, MAX_SHOWN_MOVES)
    before, loss = judgement.before[judgement.seat - 1], judgement.loss
    return f"[{judgement.mark} {before:.0%} becomes {max(0.0, before - loss):.0%}; better {line}]"


def _merge_remarks(entry: Entry, remarks: Sequence[str]) -> str:
    return normalise_comment(" ".join([_REMARK.sub("", entry.comment), *remarks]))
