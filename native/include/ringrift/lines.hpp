// Lines of markers and their rewards [R120-R122].
#pragma once

#include "ringrift/state.hpp"

RINGRIFT_OPEN

// Returns the cells where at least `length` markers in a row start, along one axis.
template <class B, int AXIS>
RINGRIFT_INLINE typename B::Bitboard run_starts(const typename B::Bitboard& markers, int length) {
    auto run = markers;
    for (int at = 1; at < length; ++at) run = markers & B::template shifted<AXIS + B::AXES>(run);
    return run;
}

template <class B, int AXIS = 0>
RINGRIFT_INLINE bool has_run(const typename B::Bitboard& markers, int length) {
    auto found = run_starts<B, 0>(markers, length) | run_starts<B, 1>(markers, length) |
                 run_starts<B, 2>(markers, length);
    if constexpr (B::AXES == 4) found = found | run_starts<B, 3>(markers, length);
    return found.any();
}

template <class B>
RINGRIFT_INLINE int run_length(const typename B::Bitboard& markers, int start, int axis) {
    int length = 1;
    for (int cell = start; B::tables.neighbours[cell] >> axis & 1; ++length) {
        cell += B::step_offset(axis);
        if (!markers.has(cell)) break;
    }
    return length;
}

// Returns the first cell of the run through a cell.
template <class B>
RINGRIFT_INLINE int line_start(const typename B::Bitboard& markers, int cell, int axis) {
    while (B::tables.neighbours[cell] >> (axis + B::AXES) & 1 &&
           markers.has(cell - B::step_offset(axis)))
        cell -= B::step_offset(axis);
    return cell;
}

// R120: visits the lines of these markers as (first cell, axis, length).
template <class B, int AXIS = 0, class Visit>
void each_line(const typename B::Bitboard& markers, int min_length, Visit&& visit) {
    const auto starts =
        run_starts<B, AXIS>(markers, min_length) - B::template shifted<AXIS>(markers);
    starts.each([&](int start) { visit(start, AXIS, run_length<B>(markers, start, AXIS)); });
    if constexpr (AXIS + 1 < B::AXES) each_line<B, AXIS + 1>(markers, min_length, visit);
}

// R120: visits the lines through a cell.
template <class B, class Visit>
void each_line_through(const typename B::Bitboard& markers, int cell, int min_length,
                       Visit&& visit) {
    for (int axis = 0; axis < B::AXES; ++axis) {
        const int start = line_start<B>(markers, cell, axis);
        const int length = run_length<B>(markers, start, axis);
        if (length >= min_length) visit(start, axis, length);
    }
}

// R121, R122: every way to process a line of the player; those with a cost only if `payable`.
template <class B, class Sink>
void each_line_move(const State<B>& state, bool payable, Sink&& sink) {
    const int min_length = state.line_length();
    each_line<B>(state.markers[state.player], min_length, [&](int start, int axis, int length) {
        if (length == min_length) {
            if (payable) sink(Move::of(MoveKind::process_line, start, 0, 0, axis));
            return;
        }
        if (payable) sink(Move::of(MoveKind::choose_line_reward, start, start, 0, axis + 4));
        for (int at = 0; at <= length - min_length; ++at)
            sink(Move::of(MoveKind::choose_line_reward, start, start + at * B::step_offset(axis), 0,
                          axis + 8));
    });
}

RINGRIFT_CLOSE
