// Recovery: a player without a stack slides a marker and pays with a buried ring [R110-R115,
// `standard`].
#pragma once

#include "ringrift/lines.hpp"
#include "ringrift/regions.hpp"

RINGRIFT_OPEN

// R110: no stack controlled, a marker on the board, a ring buried. Rings in hand do not matter.
template <class B>
RINGRIFT_INLINE bool recovery_eligible(const State<B>& state, int seat) {
    return state.standard && state.rings_on_board[seat] > 0 && !state.controlled[seat].any() &&
           state.markers[seat].any();
}

// Visits every step of a marker of the seat to a neighbouring cell.
template <class B, class Show>
inline void each_marker_step(const State<B>& state, int seat, Show&& show) {
    state.markers[seat].each([&](int from) {
        for (int direction = 0; direction < B::DIRECTIONS; ++direction)
            if (B::tables.neighbours[from] >> direction & 1) show(from, from + B::step(direction));
    });
}

template <class B>
inline typename B::Set burying(const State<B>& state, int seat) {
    typename B::Set found{};
    state.stacks.each([&](int cell) {
        if (state.rings[cell].buries(seat)) found = found | B::Set::of(cell);
    });
    return found;
}

// R111, R112: slides after which the marker stands in a line, with each way to settle each such
// line.
template <class B, class Sink>
inline bool line_slides(const State<B>& state, int seat, const typename B::Set& purses,
                        Sink&& sink) {
    const int least = state.line_length();
    const auto empty = state.empty();
    bool found = false;
    each_marker_step(state, seat, [&](int from, int to) {
        if (!empty.has(to)) return;
        const auto markers = (state.markers[seat] - B::Set::of(from)) | B::Set::of(to);
        each_line_through<B>(markers, to, least, [&](int start, int axis, int length) {
            purses.each([&](int purse) {
                found = true;
                sink(Move::of(Kind::recovery_slide, from, to, purse,
                              Slide::packed(RecoveryMode::line, 1, axis)));
            });
            if (length == least) return;
            found = true;
            for (int at = 0; at <= length - least; ++at)
                sink(Move::of(Kind::recovery_slide, from, to, start + at * B::step(axis),
                              Slide::packed(RecoveryMode::line, 2, axis)));
        });
    });
    return found;
}

// R110-R114: every slide of an eligible seat. Other slides are offered only if none makes a line.
template <class B, class Sink>
inline void recovery_slides(const State<B>& state, int seat, Sink&& sink) {
    if (!recovery_eligible(state, seat)) return;
    const auto purses = burying(state, seat);
    if (line_slides<B>(state, seat, purses, sink)) return;
    const auto empty = state.empty();
    each_marker_step(state, seat, [&](int from, int to) {
        if (empty.has(to))
            purses.each([&](int purse) {
                sink(Move::of(Kind::recovery_slide, from, to, purse,
                              Slide::packed(RecoveryMode::fallback, 0, 0)));
            });
        else if (state.stacks.has(to))
            purses.each([&](int purse) {
                // A ring must still be buried there to pay with.
                if (purse == to && state.rings[to].rings_of(seat, 2) == 0) return;
                sink(Move::of(Kind::recovery_slide, from, to, purse,
                              Slide::packed(RecoveryMode::stack_strike, 0, 0)));
            });
    });
}

RINGRIFT_CLOSE
