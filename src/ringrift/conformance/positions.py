"""Random mid-game positions, from recipes that each target one part of the rules.

Random play seldom reaches a recovery, a territory win or a stalemate, and takes minutes on large
boards. These positions start close to them. Callers pass the `random.Random`, which makes loops,
property tests and vector files reproducible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final

from ringrift.conformance.position_builder import PositionBuilder
from ringrift.conformance.random_play import play_random_game, prefer_rare_moves
from ringrift.rules import legal_moves
from ringrift.rules.editions import EDITION_NAMES, edition_named
from ringrift.rules.grid import BOARD_NAMES, Cell, cell_set, cells_in
from ringrift.rules.moves import MOVE_TYPES, OvertakingCapture
from ringrift.rules.setup import Setup
from ringrift.rules.state import Phase, State
from ringrift.rules.wire import load_state
from ringrift.rules.wire_board import cell_keys

Recipe = Callable[[Setup, Random], State]

SETUPS: Final[tuple[Setup, ...]] = tuple(
    Setup(board, players, edition)
    for board in BOARD_NAMES
    for players in (2, 3, 4)
    for edition in EDITION_NAMES
)
"""Every combination of board, number of players and edition."""


def random_position(setup: Setup, rng: Random, recipe: str | None = None) -> State:
    """Return a position of this setup, from the given recipe or a random one."""
    return RECIPES[recipe or rng.choice(recipes_for(setup))](setup, rng)


def recipes_for(setup: Setup) -> list[str]:
    """Return the names of the recipes for a setup: recovery needs an edition that has it."""
    return [name for name in RECIPES if edition_named(setup.edition).recovery or name != "recovery"]


def possible_move_kinds(setup: Setup) -> frozenset[str]:
    """Return every kind of move (see `random_play.move_kind`) that can occur in this setup."""
    kinds = set(MOVE_TYPES) - set(_MOVE_VARIANTS) | {
        f"{name}/{idea}" for name in _MOVE_VARIANTS for idea in _MOVE_VARIANTS[name]
    }
    if setup.players != 2:
        kinds -= {"swap_sides"}  # R180
    if not edition_named(setup.edition).recovery:
        kinds = {name for name in kinds if "recovery" not in name}  # R110
    return frozenset(kinds)


VICTORIES: Final = ("ring_elimination", "territory_control", "last_player_standing", "stalemate")
_MOVE_VARIANTS: Final[Mapping[str, tuple[str, ...]]] = {
    "choose_line_reward": ("1", "2"),
    "eliminate_rings_from_stack": ("line", "territory", "recovery"),
    "process_territory_region": ("border", "no border"),
    "recovery_slide": ("line 1", "line 2", "fallback", "stack_strike"),
}


def opening_position(setup: Setup, rng: Random) -> State:
    """Return a position from the first turns of a game, played with a preference for rare moves."""
    state = setup.new_game()
    for step in play_random_game(setup, rng, rng.randint(0, 6 * setup.players), prefer_rare_moves):
        state = step.after
    return state


def scattered_pieces(setup: Setup, rng: Random) -> State:
    """Return a mid-game position with pieces anywhere on the board."""
    builder = PositionBuilder(setup, rng)
    cells = len(builder.grid)
    builder.collapse(builder.pick_connected_cells(rng.randint(0, cells // 3)))
    for _ in range(rng.randint(2, 10)):
        builder.put_stack(builder.pick_free_cell(), _mixed_stack(builder, rng.randint(1, 4)))
    for _ in range(rng.randint(0, cells // 4)):
        builder.put_marker(builder.pick_free_cell(), rng.choice(builder.seats))
    for seat in builder.seats:
        builder.set_hand(seat, rng.choice((0, 0, 1, 3)))
    return _choose_phase(builder)


def crowded_position(setup: Setup, rng: Random) -> State:
    """Return a position with stacks close together: captures and chains."""
    builder = PositionBuilder(setup, rng)
    patch = builder.pick_connected_cells(rng.randint(12, 24))
    for cell in patch[:: rng.choice((2, 3))]:
        builder.put_stack(cell, _mixed_stack(builder, rng.randint(1, 3)))
    builder.put_stack(builder.pick_free_cell(patch), [builder.mover] * rng.randint(1, 3))
    builder.put_markers(rng.sample(patch, len(patch) // 4), rng.choice(builder.seats))
    return _choose_phase(builder)


def position_with_lines(setup: Setup, rng: Random) -> State:
    """Return a position with lines of the player to move, and perhaps a stack to pay with."""
    builder = PositionBuilder(setup, rng)
    _draw_lines(builder)
    for seat in builder.seats:
        builder.put_stack(builder.pick_free_cell(), [seat] * rng.randint(1, 3))
    if rng.random() < 0.2:
        _remove_mover_stacks(builder)
    return builder.state(rng.choice((Phase.LINE_PROCESSING, Phase.RING_PLACEMENT, Phase.MOVEMENT)))


def position_with_regions(setup: Setup, rng: Random) -> State:
    """Return a position with cells cut off by markers or collapsed cells, and stacks around."""
    builder = PositionBuilder(setup, rng)
    _draw_enclosure(builder)
    for seat in builder.seats:
        builder.put_stack(builder.pick_free_cell(), [seat] * rng.randint(1, 3))
    return builder.state(
        rng.choice((Phase.TERRITORY_PROCESSING, Phase.RING_PLACEMENT, Phase.MOVEMENT))
    )


def recovery_position(setup: Setup, rng: Random) -> State:
    """Return a position whose player has markers and buried rings but no stack."""
    builder = PositionBuilder(setup, rng)
    if rng.random() < 0.5:
        _draw_broken_line(builder)
        builder.put_markers(
            builder.pick_straight_run(builder.line_length + rng.randint(0, 1)), builder.mover
        )
    for _ in range(2):
        _draw_strike(builder)
    builder.put_stack(
        builder.pick_free_cell(), [*_opponents_stack(builder, rng.randint(1, 2)), builder.mover]
    )
    if rng.random() < 0.5:
        _draw_enclosure(builder)
    builder.set_hand(builder.mover, rng.choice((0, 0, 1)))
    return builder.state(rng.choice((Phase.RING_PLACEMENT, Phase.MOVEMENT)))


def blocked_position(setup: Setup, rng: Random) -> State:
    """Return a position of isolated cells: no stack can move and no ring can be placed."""
    builder = PositionBuilder(setup, rng)
    _collapse_all_but_isolated_cells(builder, rng.randint(1, 6))
    builder.put_stack(builder.pick_free_cell(), [builder.mover] * rng.randint(1, 2))
    for seat in rng.sample(builder.opponents, rng.randint(0, len(builder.opponents))):
        builder.put_stack(builder.pick_free_cell(), [seat] * rng.randint(1, 2))
    for seat in builder.seats:
        builder.set_hand(seat, rng.randint(0, 4))
    return builder.state(rng.choice((Phase.RING_PLACEMENT, Phase.FORCED_ELIMINATION)))


def last_player_position(setup: Setup, rng: Random) -> State:
    """Return a position in which one seat can act; the others have no rings or only buried ones."""
    builder = PositionBuilder(setup, rng)
    for _ in range(rng.randint(1, 2)):
        builder.put_stack(builder.pick_free_cell(), [builder.mover] * rng.randint(2, 4))
    if rng.random() < 0.3:
        builder.put_stack(builder.pick_free_cell(), [builder.mover, *_opponents_stack(builder, 2)])
    return builder.state()


def near_ring_victory(setup: Setup, rng: Random) -> State:
    """Return a position one or two eliminated rings short of a win, with a cost ahead."""
    builder = PositionBuilder(setup, rng)
    builder.mover_eliminated = builder.ring_threshold - rng.randint(1, 2)
    if rng.random() < 0.5:
        _draw_lines(builder)
    else:
        _collapse_all_but_isolated_cells(builder, setup.players)
    for seat in (builder.mover, *builder.opponents):
        builder.put_stack(builder.pick_free_cell(), [seat] * rng.randint(1, 2))
    return builder.state(rng.choice((Phase.LINE_PROCESSING, Phase.RING_PLACEMENT)))


def near_territory_victory(setup: Setup, rng: Random) -> State:
    """Return a position one line or region short of a territory victory."""
    builder = PositionBuilder(setup, rng)
    by_line = rng.random() < 0.7
    if by_line:
        builder.put_markers(builder.pick_straight_run(builder.line_length), builder.mover)
    else:
        _draw_enclosure(builder)
    builder.put_stack(builder.pick_free_cell(), [builder.mover] * rng.randint(1, 3))
    builder.put_stack(builder.pick_free_cell(), _opponents_stack(builder, rng.randint(1, 2)))
    free = builder.free_cells()
    rng.shuffle(free)
    own = (
        builder.territory_threshold
        - rng.randint(1, builder.line_length)
        - _count_mover_territory(builder)
    )
    builder.collapse(free[:own], [builder.mover])
    builder.collapse(free[own : own + rng.randint(0, own // 2)], builder.opponents)
    return builder.state(Phase.LINE_PROCESSING if by_line else Phase.TERRITORY_PROCESSING)


RECIPES: Final[Mapping[str, Recipe]] = MappingProxyType(
    {
        "opening": opening_position,
        "scattered": scattered_pieces,
        "melee": crowded_position,
        "lines": position_with_lines,
        "enclosure": position_with_regions,
        "recovery": recovery_position,
        "shut in": blocked_position,
        "survivor": last_player_position,
        "nearly ring elimination": near_ring_victory,
        "nearly territory": near_territory_victory,
    }
)


def _choose_phase(builder: PositionBuilder) -> State:
    """Return the position at the start of a phase that fits it."""
    rng, own = (
        builder.rng,
        [cell for cell, rings in builder.stacks.items() if rings[0] == builder.mover],
    )
    phases = [
        Phase.RING_PLACEMENT,
        Phase.MOVEMENT,
        Phase.LINE_PROCESSING,
        Phase.TERRITORY_PROCESSING,
    ]
    if own:
        phases += [Phase.CAPTURE, Phase.CHAIN_CAPTURE, Phase.FORCED_ELIMINATION]
    phase = rng.choice(phases)
    if phase in (Phase.CAPTURE, Phase.CHAIN_CAPTURE):
        return _capture_phase_turn(builder, phase)
    pending = {Phase.LINE_PROCESSING: "line", Phase.TERRITORY_PROCESSING: "territory"}.get(phase)
    if own and pending and rng.random() < 0.3:
        return builder.state(phase, _random_turn(pendingElimination=pending))
    return builder.state(phase)


def _capture_phase_turn(builder: PositionBuilder, phase: Phase) -> State:
    wire = builder.to_wire(Phase.MOVEMENT)
    state = load_state(wire)
    origins = sorted(
        {move.origin for move in legal_moves(state) if isinstance(move, OvertakingCapture)}
    )
    if not origins:
        return state
    capturer = cell_keys(builder.grid)[builder.grid.cell_of[builder.rng.choice(origins)]]
    return load_state(
        wire | {"currentPhase": phase.value, "turn": _random_turn(captureFrom=capturer)}
    )


def _random_turn(**facts: str) -> dict[str, Any]:
    """Return a turn in which a stack has moved."""
    return {"acted": True, "hadRealAction": True, "tookRealAction": True, **facts}


def _mixed_stack(builder: PositionBuilder, height: int) -> list[int]:
    return [builder.rng.choice(builder.seats) for _ in range(height)]


def _opponents_stack(builder: PositionBuilder, height: int) -> list[int]:
    return [builder.rng.choice(builder.opponents) for _ in range(height)]


def _remove_mover_stacks(builder: PositionBuilder) -> None:
    """Remove the stacks of the player to move, so that no cost can be paid."""
    for cell in [cell for cell, rings in builder.stacks.items() if rings[0] == builder.mover]:
        del builder.stacks[cell]


def _count_mover_territory(builder: PositionBuilder) -> int:
    return sum(owner == builder.mover for owner in builder.collapsed.values())


def _draw_lines(builder: PositionBuilder) -> None:
    for _ in range(builder.rng.randint(1, 2)):
        length = builder.line_length + builder.rng.choice((0, 0, 1, 2))
        builder.put_markers(builder.pick_straight_run(length), builder.mover)


def _draw_broken_line(builder: PositionBuilder) -> None:
    """Draw a line with one marker missing, and a marker that can slide into the gap."""
    row = builder.pick_straight_run(builder.line_length + builder.rng.randint(0, 2))
    if row:
        gap = builder.rng.choice(row)
        builder.put_markers((cell for cell in row if cell != gap), builder.mover)
        beside = [cell for cell in cells_in(builder.grid.neighbours[gap]) if cell not in row]
        builder.put_marker(builder.pick_free_cell(beside), builder.mover)


def _draw_strike(builder: PositionBuilder) -> None:
    """Draw a marker beside a stack in which a ring of its owner is buried."""
    cell = builder.pick_free_cell()
    if cell is not None:
        builder.put_marker(cell, builder.mover)
        beside = cells_in(builder.grid.neighbours[cell])
        rings = [
            *_opponents_stack(builder, 1),
            *_mixed_stack(builder, builder.rng.randint(0, 1)),
            builder.mover,
        ]
        builder.put_stack(builder.pick_free_cell(beside), rings)


def _draw_enclosure(builder: PositionBuilder) -> None:
    """Enclose a small patch: its border becomes markers of one seat, or collapses."""
    inside = builder.pick_connected_cells(builder.rng.randint(1, 6))
    rim = cells_in(builder.grid.adjacent_cells(cell_set(inside)) & ~cell_set(inside))
    if builder.rng.random() < 0.3:
        builder.collapse(rim)
    else:
        builder.put_markers(rim, builder.rng.choice(builder.seats))
    if builder.rng.random() < 0.5:
        builder.put_stack(
            builder.pick_free_cell(inside), _opponents_stack(builder, builder.rng.randint(1, 2))
        )


def _collapse_all_but_isolated_cells(builder: PositionBuilder, count: int) -> None:
    """Collapse the board except for a few cells that do not touch."""
    kept: list[Cell] = []
    for cell in builder.rng.sample(builder.grid.cells, len(builder.grid)):
        touching = builder.grid.neighbours[cell]
        if len(kept) < count and not any(touching >> other & 1 for other in kept):
            kept.append(cell)
    keep = cell_set(kept)
    builder.collapse(cell for cell in builder.grid.cells if not keep >> cell & 1)
