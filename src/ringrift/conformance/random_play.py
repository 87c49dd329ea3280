"""Random play: walks through a game from any state, uniform or with a taste for rare moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ringrift.conformance.perft import moves_to_play
from ringrift.rules import apply
from ringrift.rules.moves import (
    ChooseLineReward,
    EliminateRingsFromStack,
    Move,
    ProcessTerritoryRegion,
    RecoverySlide,
)
from ringrift.rules.setup import Setup
from ringrift.rules.state import State

Chooser = Callable[[Random, Sequence[Move]], Move]
Play = Callable[[State, Move], State]  # the engine: the state after a move


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a walk."""

    before: State
    move: Move
    after: State


def any_move(rng: Random, moves: Sequence[Move]) -> Move:
    """Each move is as likely as any other."""
    return moves[rng.randrange(len(moves))]


def rare_move(rng: Random, moves: Sequence[Move]) -> Move:
    """Each kind of move that is offered is as likely as any other, so that rare ones get played."""
    chosen = rng.choice(sorted({kind(move) for move in moves}))
    return any_move(rng, [move for move in moves if kind(move) == chosen])


def walk(
    state: State, rng: Random, limit: int, choose: Chooser = any_move, play: Play = apply
) -> Iterator[Step]:
    """Random moves from a state, bookkeeping included, until the game ends or `limit` moves are played."""
    for _ in range(limit):
        moves = moves_to_play(state)
        if not moves:
            return
        move = moves[0] if len(moves) == 1 else choose(rng, moves)
        after = play(state, move)
        yield Step(state, move, after)
        state = after


def random_game(
    setup: Setup, rng: Random, limit: int, choose: Chooser = any_move
) -> Iterator[Step]:
    """A random game from its first move."""
    return walk(setup.new_game(), rng, limit, choose)


def kind(move: Move) -> str:
    """The type of a move and, where a type holds several ideas, which of them: `recovery_slide/fallback`."""
    match move:
        case ChooseLineReward(option=option):
            return f"{move.type}/{option}"
        case EliminateRingsFromStack(context=context):
            return f"{move.type}/{context}"
        case ProcessTerritoryRegion(border=border):
            return f"{move.type}/{'no border' if border is None else 'border'}"
        case RecoverySlide(mode=mode, option=option):
            return f"{move.type}/{mode}" + (f" {option}" if option else "")
        case _:
            return move.type
