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
    sketch = PositionBuilder(setup, rng)
    cells = len(sketch.grid)
    sketch.collapse(sketch.pick_connected_cells(rng.randint(0, cells // 3)))
    for _ in range(rng.randint(2, 10)):
        sketch.put_stack(sketch.pick_free_cell(), _mixed_stack(sketch, rng.randint(1, 4)))
    for _ in range(rng.randint(0, cells // 4)):
        sketch.put_marker(sketch.pick_free_cell(), rng.choice(sketch.seats))
    for seat in sketch.seats:
        sketch.set_hand(seat, rng.choice((0, 0, 1, 3)))
    return _choose_phase(sketch)


def crowded_position(setup: Setup, rng: Random) -> State:
    """Return a position with stacks close together: captures and chains."""
    sketch = PositionBuilder(setup, rng)
    patch = sketch.pick_connected_cells(rng.randint(12, 24))
    for cell in patch[:: rng.choice((2, 3))]:
        sketch.put_stack(cell, _mixed_stack(sketch, rng.randint(1, 3)))
    sketch.put_stack(sketch.pick_free_cell(patch), [sketch.mover] * rng.randint(1, 3))
    sketch.put_markers(rng.sample(patch, len(patch) // 4), rng.choice(sketch.seats))
    return _choose_phase(sketch)


def position_with_lines(setup: Setup, rng: Random) -> State:
    """Return a position with lines of the player to move, and perhaps a stack to pay with."""
    sketch = PositionBuilder(setup, rng)
    _draw_lines(sketch)
    for seat in sketch.seats:
        sketch.put_stack(sketch.pick_free_cell(), [seat] * rng.randint(1, 3))
    if rng.random() < 0.2:
        _remove_mover_stacks(sketch)
    return sketch.state(rng.choice((Phase.LINE_PROCESSING, Phase.RING_PLACEMENT, Phase.MOVEMENT)))


def position_with_regions(setup: Setup, rng: Random) -> State:
    """Return a position with cells cut off by markers or collapsed cells, and stacks around."""
    sketch = PositionBuilder(setup, rng)
    _draw_enclosure(sketch)
    for seat in sketch.seats:
        sketch.put_stack(sketch.pick_free_cell(), [seat] * rng.randint(1, 3))
    return sketch.state(
        rng.choice((Phase.TERRITORY_PROCESSING, Phase.RING_PLACEMENT, Phase.MOVEMENT))
    )


def recovery_position(setup: Setup, rng: Random) -> State:
    """Return a position whose player has markers and buried rings but no stack."""
    sketch = PositionBuilder(setup, rng)
    if rng.random() < 0.5:
        _draw_broken_line(sketch)
        sketch.put_markers(
            sketch.pick_straight_run(sketch.line_length + rng.randint(0, 1)), sketch.mover
        )
    for _ in range(2):
        _draw_strike(sketch)
    sketch.put_stack(
        sketch.pick_free_cell(), [*_opponents_stack(sketch, rng.randint(1, 2)), sketch.mover]
    )
    if rng.random() < 0.5:
        _draw_enclosure(sketch)
    sketch.set_hand(sketch.mover, rng.choice((0, 0, 1)))
    return sketch.state(rng.choice((Phase.RING_PLACEMENT, Phase.MOVEMENT)))


def blocked_position(setup: Setup, rng: Random) -> State:
    """Return a position of isolated cells: no stack can move and no ring can be placed."""
    sketch = PositionBuilder(setup, rng)
    _collapse_all_but_isolated_cells(sketch, rng.randint(1, 6))
    sketch.put_stack(sketch.pick_free_cell(), [sketch.mover] * rng.randint(1, 2))
    for seat in rng.sample(sketch.opponents, rng.randint(0, len(sketch.opponents))):
        sketch.put_stack(sketch.pick_free_cell(), [seat] * rng.randint(1, 2))
    for seat in sketch.seats:
        sketch.set_hand(seat, rng.randint(0, 4))
    return sketch.state(rng.choice((Phase.RING_PLACEMENT, Phase.FORCED_ELIMINATION)))


def last_player_position(setup: Setup, rng: Random) -> State:
    """Return a position in which one seat can act; the others have no rings or only buried ones."""
    sketch = PositionBuilder(setup, rng)
    for _ in range(rng.randint(1, 2)):
        sketch.put_stack(sketch.pick_free_cell(), [sketch.mover] * rng.randint(2, 4))
    if rng.random() < 0.3:
        sketch.put_stack(sketch.pick_free_cell(), [sketch.mover, *_opponents_stack(sketch, 2)])
    return sketch.state()


def near_ring_victory(setup: Setup, rng: Random) -> State:
    """Return a position one or two eliminated rings short of a win, with a cost ahead."""
    sketch = PositionBuilder(setup, rng)
    sketch.mover_eliminated = sketch.ring_threshold - rng.randint(1, 2)
    if rng.random() < 0.5:
        _draw_lines(sketch)
    else:
        _collapse_all_but_isolated_cells(sketch, setup.players)
    for seat in (sketch.mover, *sketch.opponents):
        sketch.put_stack(sketch.pick_free_cell(), [seat] * rng.randint(1, 2))
    return sketch.state(rng.choice((Phase.LINE_PROCESSING, Phase.RING_PLACEMENT)))


def near_territory_victory(setup: Setup, rng: Random) -> State:
    """Return a position one line or region short of a territory victory."""
    sketch = PositionBuilder(setup, rng)
    by_line = rng.random() < 0.7
    if by_line:
        sketch.put_markers(sketch.pick_straight_run(sketch.line_length), sketch.mover)
    else:
        _draw_enclosure(sketch)
    sketch.put_stack(sketch.pick_free_cell(), [sketch.mover] * rng.randint(1, 3))
    sketch.put_stack(sketch.pick_free_cell(), _opponents_stack(sketch, rng.randint(1, 2)))
    free = sketch.free_cells()
    rng.shuffle(free)
    own = (
        sketch.territory_threshold
        - rng.randint(1, sketch.line_length)
        - _count_mover_territory(sketch)
    )
    sketch.collapse(free[:own], [sketch.mover])
    sketch.collapse(free[own : own + rng.randint(0, own // 2)], sketch.opponents)
    return sketch.state(Phase.LINE_PROCESSING if by_line else Phase.TERRITORY_PROCESSING)


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


def _choose_phase(sketch: PositionBuilder) -> State:
    """Return the position at the start of a phase that fits it."""
    rng, own = (
        sketch.rng,
        [cell for cell, rings in sketch.stacks.items() if rings[0] == sketch.mover],
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
        return _capture_phase_turn(sketch, phase)
    pending = {Phase.LINE_PROCESSING: "line", Phase.TERRITORY_PROCESSING: "territory"}.get(phase)
    if own and pending and rng.random() < 0.3:
        return sketch.state(phase, _random_turn(pendingElimination=pending))
    return sketch.state(phase)


def _capture_phase_turn(sketch: PositionBuilder, phase: Phase) -> State:
    wire = sketch.to_wire(Phase.MOVEMENT)
    state = load_state(wire)
    origins = sorted(
        {move.origin for move in legal_moves(state) if isinstance(move, OvertakingCapture)}
    )
    if not origins:
        return state
    capturer = cell_keys(sketch.grid)[sketch.grid.cell_of[sketch.rng.choice(origins)]]
    return load_state(
        wire | {"currentPhase": phase.value, "turn": _random_turn(captureFrom=capturer)}
    )


def _random_turn(**facts: str) -> dict[str, Any]:
    """Return a turn in which a stack has moved."""
    return {"acted": True, "hadRealAction": True, "tookRealAction": True, **facts}


def _mixed_stack(sketch: PositionBuilder, height: int) -> list[int]:
    return [sketch.rng.choice(sketch.seats) for _ in range(height)]


def _opponents_stack(sketch: PositionBuilder, height: int) -> list[int]:
    return [sketch.rng.choice(sketch.opponents) for _ in range(height)]


def _remove_mover_stacks(sketch: PositionBuilder) -> None:
    """Remove the stacks of the player to move, so that no cost can be paid."""
    for cell in [cell for cell, rings in sketch.stacks.items() if rings[0] == sketch.mover]:
        del sketch.stacks[cell]


def _count_mover_territory(sketch: PositionBuilder) -> int:
    return sum(owner == sketch.mover for owner in sketch.collapsed.values())


def _draw_lines(sketch: PositionBuilder) -> None:
    for _ in range(sketch.rng.randint(1, 2)):
        length = sketch.line_length + sketch.rng.choice((0, 0, 1, 2))
        sketch.put_markers(sketch.pick_straight_run(length), sketch.mover)


def _draw_broken_line(sketch: PositionBuilder) -> None:
    """Draw a line with one marker missing, and a marker that can slide into the gap."""
    row = sketch.pick_straight_run(sketch.line_length + sketch.rng.randint(0, 2))
    if row:
        gap = sketch.rng.choice(row)
        sketch.put_markers((cell for cell in row if cell != gap), sketch.mover)
        beside = [cell for cell in cells_in(sketch.grid.neighbours[gap]) if cell not in row]
        sketch.put_marker(sketch.pick_free_cell(beside), sketch.mover)


def _draw_strike(sketch: PositionBuilder) -> None:
    """Draw a marker beside a stack in which a ring of its owner is buried."""
    cell = sketch.pick_free_cell()
    if cell is not None:
        sketch.put_marker(cell, sketch.mover)
        beside = cells_in(sketch.grid.neighbours[cell])
        rings = [
            *_opponents_stack(sketch, 1),
            *_mixed_stack(sketch, sketch.rng.randint(0, 1)),
            sketch.mover,
        ]
        sketch.put_stack(sketch.pick_free_cell(beside), rings)


def _draw_enclosure(sketch: PositionBuilder) -> None:
    """Enclose a small patch: its border becomes markers of one seat, or collapses."""
    inside = sketch.pick_connected_cells(sketch.rng.randint(1, 6))
    rim = cells_in(sketch.grid.adjacent_cells(cell_set(inside)) & ~cell_set(inside))
    if sketch.rng.random() < 0.3:
        sketch.collapse(rim)
    else:
        sketch.put_markers(rim, sketch.rng.choice(sketch.seats))
    if sketch.rng.random() < 0.5:
        sketch.put_stack(
            sketch.pick_free_cell(inside), _opponents_stack(sketch, sketch.rng.randint(1, 2))
        )


def _collapse_all_but_isolated_cells(sketch: PositionBuilder, count: int) -> None:
    """Collapse the board except for a few cells that do not touch."""
    kept: list[Cell] = []
    for cell in sketch.rng.sample(sketch.grid.cells, len(sketch.grid)):
        touching = sketch.grid.neighbours[cell]
        if len(kept) < count and not any(touching >> other & 1 for other in kept):
            kept.append(cell)
    keep = cell_set(kept)
    sketch.collapse(cell for cell in sketch.grid.cells if not keep >> cell & 1)
