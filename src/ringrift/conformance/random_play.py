"""Random play from any state, uniform or with a preference for rare moves."""

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

MoveChooser = Callable[[Random, Sequence[Move]], Move]
ApplyMove = Callable[[State, Move], State]  # returns the state after a move


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a walk."""

    before: State
    move: Move
    after: State


def choose_uniformly(rng: Random, moves: Sequence[Move]) -> Move:
    """Choose among all moves with equal probability."""
    return moves[rng.randrange(len(moves))]


def prefer_rare_moves(rng: Random, moves: Sequence[Move]) -> Move:
    """Choose among the kinds of move with equal probability, so that rare ones are played."""
    chosen = rng.choice(sorted({move_kind(move) for move in moves}))
    return choose_uniformly(rng, [move for move in moves if move_kind(move) == chosen])


def play_randomly(
    state: State,
    rng: Random,
    limit: int,
    choose: MoveChooser = choose_uniformly,
    play: ApplyMove = apply,
) -> Iterator[Step]:
    """Play random moves, bookkeeping included, until the game ends or `limit` moves are played."""
    for _ in range(limit):
        moves = moves_to_play(state)
        if not moves:
            return
        move = moves[0] if len(moves) == 1 else choose(rng, moves)
        after = play(state, move)
        yield Step(state, move, after)
        state = after


def play_random_game(
    setup: Setup, rng: Random, limit: int, choose: MoveChooser = choose_uniformly
) -> Iterator[Step]:
    """Play a random game from its first move."""
    return play_randomly(setup.new_game(), rng, limit, choose)


def move_kind(move: Move) -> str:
    """Return the type of a move with its variant, if any: `recovery_slide/fallback`."""
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
