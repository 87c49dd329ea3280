"""`hint`: what a quick search would play, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ringrift.cli import messages
from ringrift.cli.seats import kernel_is_built
from ringrift.rules import Move, State, effects
from ringrift.rules.notation import format_move

SECONDS: Final = 0.7
_AHEAD: Final = 4  # choices that are shown of what may follow
_REASONS: Final = 3  # effects listed


@dataclass(frozen=True, slots=True)
class Hint:
    """The best move found and advice in lines; None: there is no hint, and the lines say why."""

    move: Move | None
    lines: list[str]


def suggest_moves(state: State) -> Hint:
    """Return advice for the player to move."""
    if not kernel_is_built():
        return Hint(None, ["Hints need the kernel: build it with a C++20 compiler (gcc or clang)."])
    from ringrift.players.analysis import MEMORY_MEGABYTES
    from ringrift.players.search import Budget
    from ringrift.players.search_plan import strongest_plan

    plan = strongest_plan(state, seconds=SECONDS).without_early_stop()
    searcher = plan.new_searcher(megabytes=MEMORY_MEGABYTES)
    report = searcher.search(state, Budget(seconds=SECONDS), best=2)
    best, *others = report.pvs
    lines = [
        f"{format_move(state, best.move)}: your winning chance is about"
        f" {100 * best.mover_share:.0f}%."
    ]
    reasons = [
        text
        for what in effects(state, best.move)
        if (text := messages.describe_effect(state, what))
    ]
    if reasons:
        lines.append(
            f"  Effect: {'; '.join(reasons[:_REASONS])}{' ...' * (len(reasons) > _REASONS)}."
        )
    follow = [format_move(state, move) for move in best.pv if not move.bookkeeping][1 : 1 + _AHEAD]
    if follow:
        lines.append(f"  Likely continuation: {' '.join(follow)}.")
    # A search that is cut short may not have looked at the others as closely as at the best.
    near = [other for other in others if other.mover_share <= best.mover_share]
    lines += [
        f"  Next best: {format_move(state, other.move)}, {100 * other.mover_share:.0f}%."
        for other in near
    ]
    return Hint(best.move, lines)
