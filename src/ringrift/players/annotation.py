"""Annotates a whole game: the loss of each decision and the turning points."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from ringrift.drawing.look import load_look
from ringrift.players.analysis import format_pv
from ringrift.players.level_settings import default_method
from ringrift.players.search import (
    Budget,
    Method,
    Report,
    Searcher,
    apply_due_bookkeeping,
    mover_share_after,
)
from ringrift.records import Entry, Record, normalise_comment, replay
from ringrift.rules import legal_moves
from ringrift.rules.moves import Move
from ringrift.rules.play import apply
from ringrift.rules.stack import Seat
from ringrift.rules.state import State

DEFAULT_NODES: Final = 10_000  # per decision
FAVOURITE_MARGIN: Final = 0.10  # lead in expected share that makes another seat the favourite
MAX_SHOWN_MOVES: Final = 4  # moves of the better line in a comment
# matches remarks of an earlier annotation
_REMARK: Final = re.compile(r" ?\[(?:\?\?|\?!|\?|turning point)[^\]]*\]")


class Mark(StrEnum):
    """Annotation symbols written after a move."""

    NONE = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


LOSSES: Final = {
    Mark.BLUNDER: 0.30,
    Mark.MISTAKE: 0.16,
    Mark.INACCURACY: 0.08,
}  # minimum share of the win given away


def mark_for_loss(loss: float) -> Mark:
    """Return the mark of a move that gave away this share of the win."""
    return next((mark for mark, least in LOSSES.items() if loss >= least), Mark.NONE)


@dataclass(frozen=True, slots=True)
class MoveJudgement:
    """The judgement of one decision. Shares are expected shares of the win, by seat."""

    ply: int  # the index of the move in the record
    turn: int
    seat: Seat
    move: Move
    before: tuple[float, ...]  # with best play
    after: tuple[float, ...]  # after the move
    loss: float  # mover's share lost against the best move; at least 0
    better: tuple[Move, ...]  # the best line; empty if this move is as good

    @property
    def mark(self) -> Mark:
        return mark_for_loss(self.loss)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move after which another seat was the favourite, averaged over a round."""

    ply: int
    turn: int
    favourite: Seat


@dataclass(frozen=True, slots=True)
class Annotation:
    """An annotated game."""

    record: Record  # with the marks in its comments
    judgements: tuple[MoveJudgement, ...]
    turning_points: tuple[TurningPoint, ...]

    def marks(self, seat: Seat) -> Counter[Mark]:
        """Return how many marks of each kind the seat received."""
        return Counter(one.mark for one in self.judgements if one.seat == seat and one.mark)

    def mean_loss(self, seat: Seat) -> float:
        """Return the mean share of the win that the seat gave away per decision."""
        losses = [one.loss for one in self.judgements if one.seat == seat]
        return sum(losses) / len(losses) if losses else 0.0


def annotate(
    record: Record,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    method: Method | None = None,
) -> Annotation:
    """Judge every decision with this budget; the default, in nodes, suits every machine."""
    return build_annotation(
        record, judge_moves(record, nodes=nodes, seconds=seconds, method=method)
    )


def build_annotation(
    record: Record, judgements: Iterator[MoveJudgement] | Sequence[MoveJudgement]
) -> Annotation:
    """Return the annotation built from these judgements."""
    judged = tuple(judgements)
    turning = tuple(_find_turning_points(judged))
    return Annotation(_add_comments(record, judged, turning), judged, turning)


def judge_moves(
    record: Record,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    method: Method | None = None,
) -> Iterator[MoveJudgement]:
    """Yield the judged decisions of a record in order, each computed on demand."""
    budget = Budget(nodes if nodes or seconds else DEFAULT_NODES, seconds)
    judge = _MoveJudge(method or default_method(record.heading.start()), budget)
    states = list(replay(record))  # verify the whole record first: a rejected one costs no search
    for ply, (move, state) in enumerate(zip(record.moves, states, strict=False)):
        if len(legal_moves(state)) > 1:
            yield judge.judge(ply, state, move, states[ply + 1])


class _MoveJudge:
    """Searches the states of one game; the report after a move is reused for the next decision."""

    def __init__(self, method: Method, budget: Budget) -> None:
        self._searcher = Searcher(method)
        self._budget = budget
        self._last: tuple[State, Report] | None = None

    def judge(self, ply: int, state: State, move: Move, after: State) -> MoveJudgement:
        report = self._search_report(state)
        shares = self._expected_shares(after)
        loss, better = 0.0, report.pvs[0].pv
        if move == report.best:
            better = ()
        else:
            loss = max(0.0, report.pvs[0].mover_share - mover_share_after(shares, move))
            if mark_for_loss(loss):
                # Search the best move too, one decision shallower, so that both moves are judged at
                # equal depth.
                best = self._expected_shares(apply(state, report.best), keep=False)
                loss = max(
                    0.0,
                    min(
                        loss, mover_share_after(best, report.best) - mover_share_after(shares, move)
                    ),
                )
        return MoveJudgement(
            ply, state.turn_number, move.player, move, report.shares, shares, loss, better
        )

    def _expected_shares(self, state: State, keep: bool = True) -> tuple[float, ...]:
        """Return each seat's expected share in this state, after any bookkeeping moves."""
        state = apply_due_bookkeeping(state)
        if state.outcome is not None:
            return tuple(float(seat == state.outcome.winner) for seat in state.board.seats)
        return self._search_report(state, keep).shares

    def _search_report(self, state: State, keep: bool = True) -> Report:
        if self._last is not None and self._last[0] == state:
            return self._last[1]
        self._searcher.clear()
        report = self._searcher.search(state, self._budget)
        if keep:
            self._last = (state, report)
        return report


def judgements_by_round(
    judgements: Sequence[MoveJudgement],
) -> list[tuple[MoveJudgement, tuple[float, ...]]]:
    """Return the last decision of each turn, with the shares averaged over the round up to it.

    The search slightly favours the seat to move; a mean over a round cancels that.
    """
    ends = list({one.turn: one for one in judgements}.values())
    means = []
    for number, end in enumerate(ends, start=1):
        latest = ends[max(0, number - len(end.after)) : number]
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


def _find_turning_points(judgements: Sequence[MoveJudgement]) -> Iterator[TurningPoint]:
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
    record: Record, judgements: Sequence[MoveJudgement], turning: Sequence[TurningPoint]
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


def format_remark(state: State, judgement: MoveJudgement) -> str:
    """Return the comment on a marked move."""
    line = format_pv(state, judgement.better, MAX_SHOWN_MOVES)
    before, loss = judgement.before[judgement.seat - 1], judgement.loss
    return f"[{judgement.mark} {before:.0%} becomes {max(0.0, before - loss):.0%}; better {line}]"


def _merge_remarks(entry: Entry, remarks: Sequence[str]) -> str:
    return normalise_comment(" ".join([_REMARK.sub("", entry.comment), *remarks]))
