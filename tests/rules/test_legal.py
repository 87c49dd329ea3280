"""One generator: offers, legality, reasons and decisions agree in every state of a random game."""

from __future__ import annotations

import random

import pytest

from ringrift.rules import (
    BOARD_NAMES,
    EDITION_NAMES,
    Move,
    State,
    apply,
    bookkeeping,
    decision,
    is_legal,
    legal_moves,
    new_game,
    why_illegal,
)


def offers(state: State) -> set[Move]:
    due = bookkeeping(state)
    return {*legal_moves(state), *([due] if due else [])}


@pytest.mark.parametrize("board", BOARD_NAMES)
@pytest.mark.parametrize("edition", EDITION_NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_move_is_legal_exactly_when_it_is_offered(board: str, edition: str, players: int) -> None:
    """R074: also moves of other states of the same game are judged as the offer says."""
    rng = random.Random(f"{board} {edition} {players}")
    state = new_game(board, players, edition)
    seen: list[Move] = []
    for _ in range(150):
        offered = offers(state)
        asked = decision(state)
        assert asked is not None
        assert set(asked.moves) == offered
        sample = rng.sample(sorted(offered, key=repr), min(10, len(offered)))
        for move in (*sample, *rng.sample(seen, min(15, len(seen)))):
            assert is_legal(state, move) == (move in offered)
            assert (why_illegal(state, move) is None) == (move in offered)
        seen += sample
        state = apply(state, rng.choice(sorted(offered, key=repr)))
        if state.outcome is not None:
            break


def test_no_move_is_offered_twice() -> None:
    """R074."""
    rng = random.Random(7)
    for players in (2, 3, 4):
        state = new_game("hex8", players)
        while state.outcome is None:
            moves = legal_moves(state)
            assert len(set(moves)) == len(moves)
            state = apply(state, rng.choice(moves) if moves else next(iter(offers(state))))
