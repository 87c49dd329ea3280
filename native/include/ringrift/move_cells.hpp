// The cells of the line or the region that a move is about, in canonical order.
#pragma once

#include "ringrift/lines.hpp"
#include "ringrift/regions.hpp"

RINGRIFT_OPEN

template <class B>
inline int write_run_cells(const typename B::Bitboard& markers, int start, int axis, u16* cells) {
    const int length = run_length<B>(markers, start, axis);
    for (int i = 0; i < length; ++i)
        cells[i] = B::tables.index_of[start + i * B::step_offset(axis)];
    return length;
}

// Writes the canonical indices of the cells of a legal move; returns how many there are.
template <class B>
inline int write_move_cells(const State<B>& state, const Move& move, u16* cells) {
    using Bitboard = typename B::Bitboard;
    const Bitboard& markers = state.markers[state.player];
    if (move.type() == MoveKind::process_territory_region) {
        Bitboard region{};
        find_region(state, move, region);
        int count = 0;
        region.each([&](int cell) { cells[count++] = B::tables.index_of[cell]; });
        return count;
    }
    if (move.type() == MoveKind::process_line || move.type() == MoveKind::choose_line_reward)
        return write_run_cells<B>(markers, move.a, move.detail & 3, cells);
    if (move.type() == MoveKind::recovery_slide &&
        SlideDetail::of(move.detail).mode == RecoveryMode::line) {
        const int axis = SlideDetail::of(move.detail).axis;
        const Bitboard after = (markers - Bitboard::of(move.a)) | Bitboard::of(move.b);
        return write_run_cells<B>(after, line_start<B>(after, move.b, axis), axis, cells);
    }
    return 0;
}

RINGRIFT_CLOSE
