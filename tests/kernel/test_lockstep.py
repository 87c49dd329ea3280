"""The kernel and the reference engine play the same games in lockstep."""

from __future__ import annotations

import random
from pathlib import Path
from platform import machine

import pytest

from ringrift.kernel import Position
from ringrift.rules import InvalidStateError, apply, bookkeeping, legal_moves, new_game
from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.grid import BOARD_NAMES

PLIES = {"square8": 250, "hex8": 250, "square19": 120, "hexagonal": 80}
CPU = Path("/proc/cpuinfo")
AVX2 = {"avx2", "bmi1", "bmi2", "popcnt", "abm", "fma", "movbe", "f16c"}  # x86-64-v3
AVX512 = {f"avx512{part}" for part in ("f", "bw", "dq", "vl", "cd", "_vpopcntdq")}


@pytest.mark.parametrize("edition", EDITION_NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", BOARD_NAMES)
def test_reference_engine_and_kernel_agree_on_moves_and_states(
    board: str, players: int, edition: str
) -> None:
    dice = random.Random(f"{board} {players} {edition}")
    state = new_game(board, players, edition)
    position = Position.from_state(state)
    for _ in range(PLIES[board]):
        offered = position.legal_moves()
        assert len(offered) == len(set(offered))
        assert set(offered) == set(legal_moves(state))
        assert position.bookkeeping() == bookkeeping(state)
        if state.outcome is not None:
            break
        move = dice.choice(legal_moves(state) or (bookkeeping(state),))
        assert move is not None
        state = apply(state, move)
        position.apply(move)
        assert position.to_state() == state
        assert position.hash == Position.from_state(state).hash
        assert position.is_consistent()


@pytest.mark.skipif(not CPU.exists(), reason="only Linux lists the features of its processors")
@pytest.mark.skipif(machine() != "x86_64", reason="only x86-64 has several instruction sets")
def test_the_best_instruction_set_of_this_machine_is_used() -> None:
    flags = set(CPU.read_text(encoding="ascii").split())
    best = "avx2" if flags >= AVX2 else "base"
    if best == "avx2" and flags >= AVX512:
        best = "avx512"
    assert Position.from_state(new_game("square8", 2)).isa == best


@pytest.mark.parametrize("isa", ["base", "avx2", "avx512"])
@pytest.mark.parametrize("board", BOARD_NAMES)
def test_every_instruction_set_plays_the_same_games(board: str, isa: str) -> None:
    state = new_game(board, 2)
    try:
        position = Position.from_state(state, isa)
    except InvalidStateError as error:
        if isa == "base" or "instruction set" not in error.message:
            raise
        pytest.skip(f"this machine has no {isa}")
    assert position.isa == isa
    best = Position.from_state(state)
    for seed in range(5):
        assert position.playout(seed) == best.playout(seed)
        assert position.playout_moves(seed) == best.playout_moves(seed)
