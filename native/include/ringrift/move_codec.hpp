// Converts moves between kernel cells and canonical indices.
#pragma once

#include "ringrift/board.hpp"
#include "ringrift/engine.hpp"
#include "ringrift/move.hpp"

RINGRIFT_OPEN

// Returns how many of a, b, c are cells.
inline int count_cell_operands(MoveKind kind) {
    switch (kind) {
        case MoveKind::place_ring:
        case MoveKind::process_line:
        case MoveKind::process_territory_region:
        case MoveKind::eliminate_rings_from_stack:
        case MoveKind::forced_elimination: return 1;
        case MoveKind::move_stack:
        case MoveKind::choose_line_reward: return 2;
        case MoveKind::overtaking_capture:
        case MoveKind::continue_capture_segment:
        case MoveKind::recovery_slide: return 3;
        default: return 0;
    }
}

template <class B>
inline WireMove to_wire(const Move& move) {
    const int count = count_cell_operands(move.type());
    const auto& index = B::tables.index_of;
    return {move.kind, move.detail, count > 0 ? index[move.a] : u16{0},
            count > 1 ? index[move.b] : u16{0}, count > 2 ? index[move.c] : u16{0}};
}

// Any input is allowed; one that names no cell of this board gives MoveKind::none.
template <class B>
inline Move from_wire(const WireMove& move) {
    if (move.kind >= static_cast<u8>(MoveKind::none) || move.a >= B::CELLS || move.b >= B::CELLS ||
        move.c >= B::CELLS)
        return {};
    const int count = count_cell_operands(static_cast<MoveKind>(move.kind));
    const auto& cell = B::tables.cell_at;
    return {move.kind, move.detail, count > 0 ? cell[move.a] : u16{0},
            count > 1 ? cell[move.b] : u16{0}, count > 2 ? cell[move.c] : u16{0}};
}

RINGRIFT_CLOSE
