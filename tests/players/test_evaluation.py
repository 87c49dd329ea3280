"""The evaluation is invariant under seat rotation and board symmetry, on every machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

import pytest

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.kernel import _native
from ringrift.kernel import state_fields as field
from ringrift.kernel.state_codec import COLLAPSED, STACK, Fields, to_fields
from ringrift.players.weights import weights_for
from ringrift.rules.grid import BOARD_NAMES, Grid, Position, grid_named
from ringrift.rules.setup import Setup
from ringrift.rules.state import Phase, State

NAMES: Final = _native.feature_names()


def positions(setup: Setup, count: int) -> list[State]:
    rng = Random(f"evaluation {setup}")
    found: list[State] = []
    while len(found) < count:
        state = random_position(setup, rng)
        if state.phase is not Phase.GAME_OVER:
            found.append(state)
    return found


def features(fields: Fields, isa: str = "") -> tuple[int, list[list[int]]]:
    return _native.features(fields[field.BOARD], fields, isa)


def seats_moved_on(fields: Fields) -> Fields:
    """Every seat takes the place of the next one."""
    seats = fields[field.SEATS]

    def after(seat: int) -> int:
        return (seat + 1) % seats

    moved = list(fields)
    moved[field.PLAYER] = after(fields[field.PLAYER])
    # A round starts with the first seat: the moved seats are in the middle of another one.
    moved[field.ROUND_HAD_ACTION] = moved[field.ROUND_TOOK_ACTION] = 0
    moved[field.ROUND_PARTIAL] = 1
    if fields[field.EXCLUSIVE_SEAT]:
        moved[field.EXCLUSIVE_SEAT] = 1 + after(fields[field.EXCLUSIVE_SEAT] - 1)
    for place in range(field.HAND, field.CELLS, field.MAX_SEATS):
        for seat in range(seats):
            moved[place + after(seat)] = fields[place + seat]
    for place in range(field.CELLS, len(fields)):
        moved[place] = _recoloured(fields[place], after)
    return moved


def _recoloured(code: int, after: Callable[[int], int]) -> int:
    if code == 0:
        return 0
    if code < STACK:
        layer = COLLAPSED if code > COLLAPSED else 0
        return layer + 1 + after(code - layer - 1)
    height, rings = code // 16 % 32, code // 512
    return code % 512 + 512 * sum(after(rings >> 2 * at & 3) << 2 * at for at in range(height))


SYMMETRIES: Final[Mapping[bool, Mapping[str, Callable[[Position], Position]]]] = {
    False: {
        "mirrored": lambda at: (-at[0], at[1]),
        "turned": lambda at: (-at[1], at[0]),
        "transposed": lambda at: (at[1], at[0]),
    },
    True: {
        "mirrored": lambda at: (at[1], at[0], at[2]),
        "turned": lambda at: (-at[2], -at[0], -at[1]),
        "upside down": lambda at: (-at[0], -at[1], -at[2]),
    },
}


def board_changed(fields: Fields, grid: Grid, change: Callable[[Position], Position]) -> Fields:
    """The same position on a board that was turned or mirrored; squares around their middle."""
    last = grid.side - 1

    def goes_to(index: int) -> int:
        at = grid.positions[grid.cells[index]]
        if grid.hexagonal:
            there = change(at)
        else:
            doubled = change((2 * at[0] - last, 2 * at[1] - last))
            there = ((doubled[0] + last) // 2, (doubled[1] + last) // 2)
        return grid.cells.index(grid.cell_of[there])

    changed = list(fields)
    for index in range(len(grid.cells)):
        changed[field.CELLS + goes_to(index)] = fields[field.CELLS + index]
    for place in (field.MUST_MOVE_FROM, field.CAPTURE_FROM):
        if fields[place] >= 0:
            changed[place] = goes_to(fields[place])
    return changed


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_seats_are_judged_alike(setup: Setup) -> None:
    for state in positions(setup, 6):
        fields = to_fields(state)
        # Seats enter the round in turn order, so a round is not the same for other seats.
        fields[field.ROUND_HAD_ACTION] = fields[field.ROUND_TOOK_ACTION] = 0
        progress, each = features(fields)
        moved_progress, moved = features(seats_moved_on(fields))
        assert moved_progress == progress
        assert moved == [each[-1], *each[:-1]]


@pytest.mark.parametrize("board", BOARD_NAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_a_board_may_be_turned_and_mirrored(board: str, players: int) -> None:
    for setup in SETUPS:
        if (setup.board, setup.players, setup.edition) != (board, players, "standard"):
            continue
        grid = grid_named(setup.board)
        for state in positions(setup, 6):
            fields = to_fields(state)
            for name, change in SYMMETRIES[grid.hexagonal].items():
                assert features(board_changed(fields, grid, change)) == features(fields), name


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_score_is_the_sum_of_features_times_weights(setup: Setup) -> None:
    weights = weights_for(setup.board, setup.players, setup.edition)
    start, end = weights[: len(NAMES)], weights[len(NAMES) :]
    for state in positions(setup, 4):
        fields = to_fields(state)
        progress, each = features(fields)
        blended = [a * (256 - progress) + b * progress for a, b in zip(start, end, strict=True)]
        sums = [sum(x * w for x, w in zip(one, blended, strict=True)) for one in each]
        scores = [abs(one) // (256 * 64) * (1 if one > 0 else -1) for one in sums]
        assert _native.evaluate(fields[field.BOARD], fields, weights) == scores


def test_every_instruction_set_sees_the_same() -> None:
    sets = [isa for isa in ("base", "avx2", "avx512") if _runs(isa)]
    for setup in SETUPS:
        for state in positions(setup, 2):
            fields = to_fields(state)
            seen = [features(fields, isa) for isa in sets]
            assert all(one == seen[0] for one in seen)


def _runs(isa: str) -> bool:
    from ringrift.rules import new_game

    try:
        features(to_fields(new_game("square8", 2)), isa)
    except ValueError:
        return False
    return True


def test_a_new_game_is_worth_the_same_to_everyone_but_for_the_move() -> None:
    from ringrift.rules import new_game

    progress, each = features(to_fields(new_game("hex8", 3)))
    assert progress == 0
    assert [one[NAMES.index("tempo")] for one in each] == [1, 0, 0]
    for one in each[1:]:
        assert one == each[2]


def test_all_features_occur() -> None:
    """A feature that is never seen is dead weight."""
    seen = [False] * len(NAMES)
    for setup in SETUPS:
        if setup.board in ("square8", "hex8"):
            for state in positions(setup, 40):
                fields = to_fields(state)
                fields[field.EXCLUSIVE_SEAT] = fields[field.EXCLUSIVE_SEAT + 1] = (
                    1  # chance alone seldom gets there [R172]
                )
                for one in features(fields)[1]:
                    seen = [before or value != 0 for before, value in zip(seen, one, strict=True)]
    assert [name for name, found in zip(NAMES, seen, strict=True) if not found] == []
