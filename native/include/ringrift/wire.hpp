// Moves as they cross the border: with canonical indices for cells.
#pragma once

#include "ringrift/board.hpp"
#include "ringrift/engine.hpp"
#include "ringrift/move.hpp"

RINGRIFT_OPEN

// Which of a, b, c are cells.
inline int cells_in(Kind kind) {
    switch (kind) {
        case Kind::place_ring:
        case Kind::process_line:
        case Kind::process_territory_region:
        case Kind::eliminate_rings_from_stack:
        case Kind::forced_elimination: return 1;
        case Kind::move_stack:
        case Kind::choose_line_reward: return 2;
        case Kind::overtaking_capture:
        case Kind::continue_capture_segment:
        case Kind::recovery_slide: return 3;
        default: return 0;
    }
}

template <class B>
inline WireMove outward(const Move& move) {
    const int count = cells_in(move.type());
    const auto& index = B::tables.index_of;
    return {move.kind, move.detail, count > 0 ? index[move.a] : u16{0},
            count > 1 ? index[move.b] : u16{0}, count > 2 ? index[move.c] : u16{0}};
}

// A move from outside may hold anything; what names no cell of this board becomes no move.
template <class B>
inline Move inward(const WireMove& move) {
    if (move.kind >= static_cast<u8>(Kind::none) || move.a >= B::CELLS || move.b >= B::CELLS ||
        move.c >= B::CELLS)
        return {};
    const int count = cells_in(static_cast<Kind>(move.kind));
    const auto& cell = B::tables.cell_at;
    return {move.kind, move.detail, count > 0 ? cell[move.a] : u16{0},
            count > 1 ? cell[move.b] : u16{0}, count > 2 ? cell[move.c] : u16{0}};
}

RINGRIFT_CLOSE
