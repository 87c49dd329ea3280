// Recovery: a player without a stack slides a marker and pays with a buried ring [R110-R115]. Only
// some editions have it.
#pragma once

#include "ringrift/lines.hpp"
#include "ringrift/regions.hpp"

RINGRIFT_OPEN

// R110: no controlled stack, a marker on the board, and a buried ring. Rings in hand do not matter.
template <class B>
RINGRIFT_INLINE bool is_recovery_eligible(const State<B>& state, int seat) {
    return state.edition_rules().recovery && state.rings_on_board[seat] > 0 &&
           !state.controlled[seat].any() && state.markers[seat].any();
}

// Visits every step of one of the seat's markers to a neighbouring cell.
template <class B, class Visit>
inline void each_marker_step(const State<B>& state, int seat, Visit&& visit) {
    state.markers[seat].each([&](int from) {
        for (int direction = 0; direction < B::DIRECTIONS; ++direction)
            if (B::tables.neighbours[from] >> direction & 1)
                visit(from, from + B::step_offset(direction));
    });
}

template <class B>
inline typename B::Bitboard stacks_with_buried_ring(const State<B>& state, int seat) {
    typename B::Bitboard found{};
    state.stacks.each([&](int cell) {
        if (state.rings[cell].has_buried_ring(seat)) found = found | B::Bitboard::of(cell);
    });
    return found;
}

// R111, R112: slides that complete a line, with every way to settle each line.
template <class B, class Sink>
inline bool each_line_slide(const State<B>& state, int seat, const typename B::Bitboard& payable,
                            Sink&& sink) {
    const int min_length = state.line_length();
    const auto empty = state.empty_cells();
    bool found = false;
    each_marker_step(state, seat, [&](int from, int to) {
        if (!empty.has(to)) return;
        const auto markers = (state.markers[seat] - B::Bitboard::of(from)) | B::Bitboard::of(to);
        each_line_through<B>(markers, to, min_length, [&](int start, int axis, int length) {
            payable.each([&](int payer) {
                found = true;
                sink(Move::of(MoveKind::recovery_slide, from, to, payer,
                              SlideDetail::pack(RecoveryMode::line, 1, axis)));
            });
            if (length == min_length) return;
            found = true;
            for (int at = 0; at <= length - min_length; ++at)
                sink(Move::of(MoveKind::recovery_slide, from, to, start + at * B::step_offset(axis),
                              SlideDetail::pack(RecoveryMode::line, 2, axis)));
        });
    });
    return found;
}

// R110-R114: every slide of an eligible seat. Slides without a line are legal only if none
// completes one.
template <class B, class Sink>
inline void each_recovery_slide(const State<B>& state, int seat, Sink&& sink) {
    if (!is_recovery_eligible(state, seat)) return;
    const auto payable = stacks_with_buried_ring(state, seat);
    if (each_line_slide<B>(state, seat, payable, sink)) return;
    const auto empty = state.empty_cells();
    each_marker_step(state, seat, [&](int from, int to) {
        if (empty.has(to))
            payable.each([&](int payer) {
                sink(Move::of(MoveKind::recovery_slide, from, to, payer,
                              SlideDetail::pack(RecoveryMode::fallback, 0, 0)));
            });
        else if (state.stacks.has(to))
            payable.each([&](int payer) {
                // Another ring must be buried there to pay with.
                if (payer == to && state.rings[to].ring_bits_of(seat, 2) == 0) return;
                sink(Move::of(MoveKind::recovery_slide, from, to, payer,
                              SlideDetail::pack(RecoveryMode::stack_strike, 0, 0)));
            });
    });
}

RINGRIFT_CLOSE
