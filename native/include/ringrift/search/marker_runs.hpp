// Counts partial lines [R120]: windows of the line length without a collapsed cell.
#pragma once

#include "ringrift/state.hpp"

RINGRIFT_OPEN

struct RunCounts {
    i32 full, one_short, two_short;  // windows with all markers, all but one, all but two
    i32 to_leave;  // windows one short, completed when an own stack leaves the last cell
};

template <class B>
struct MarkerRuns {
    using Bitboard = typename B::Bitboard;

    RINGRIFT_INLINE explicit MarkerRuns(const State<B>& state) {
        if (state.line_length() == 4) find_open_windows<4, 0>(state.open);
        else find_open_windows<3, 0>(state.open);
    }

    RINGRIFT_INLINE RunCounts count_runs(const State<B>& state, int seat) const {
        RunCounts counts{};
        if (state.line_length() == 4)
            count_along_axis<4, 0>(state.markers[seat], state.controlled[seat], counts);
        else count_along_axis<3, 0>(state.markers[seat], state.controlled[seat], counts);
        return counts;
    }

private:
    Bitboard open_[B::AXES];  // where a window without a collapsed cell starts

    template <int AXIS>
    RINGRIFT_INLINE static Bitboard cells_before(const Bitboard& set) {
        return B::template shifted<AXIS + B::AXES>(set);
    }

    template <int LENGTH, int AXIS>
    RINGRIFT_INLINE void find_open_windows(const Bitboard& open) {
        Bitboard run = open;
        for (int at = 1; at < LENGTH; ++at) run = open & cells_before<AXIS>(run);
        open_[AXIS] = run;
        if constexpr (AXIS + 1 < B::AXES) find_open_windows<LENGTH, AXIS + 1>(open);
    }

    template <int LENGTH, int AXIS>
    RINGRIFT_INLINE void count_along_axis(const Bitboard& markers, const Bitboard& own,
                                          RunCounts& counts) const {
        const Bitboard a = markers, b = cells_before<AXIS>(a), c = cells_before<AXIS>(b);
        const Bitboard p = own, q = cells_before<AXIS>(p), r = cells_before<AXIS>(q);
        const Bitboard& open = open_[AXIS];
        if constexpr (LENGTH == 4) {
            const Bitboard d = cells_before<AXIS>(c), s = cells_before<AXIS>(r);
            const Bitboard ab = a & b, cd = c & d, one_of_ab = a ^ b, one_of_cd = c ^ d;
            const Bitboard short_by_one = ((ab & one_of_cd) | (cd & one_of_ab)) & open;
            const Bitboard none_of_ab = open - a - b, none_of_cd = open - c - d;
            const Bitboard short_by_two =
                (ab & none_of_cd) | (cd & none_of_ab) | (one_of_ab & one_of_cd & open);
            const Bitboard last = (p - a) | (q - b) | (r - c) | (s - d);
            counts.full += (ab & cd & open).count();
            counts.one_short += short_by_one.count();
            counts.two_short += short_by_two.count();
            counts.to_leave += (short_by_one & last).count();
        } else {
            const Bitboard full = a & b & c;
            const Bitboard short_by_one = (((a & b) | (a & c) | (b & c)) & open) - full;
            const Bitboard last = (p - a) | (q - b) | (r - c);
            counts.full += (full & open).count();
            counts.one_short += short_by_one.count();
            counts.two_short += (((a | b | c) & open) - short_by_one - full).count();
            counts.to_leave += (short_by_one & last).count();
        }
        if constexpr (AXIS + 1 < B::AXES) count_along_axis<LENGTH, AXIS + 1>(markers, own, counts);
    }
};

RINGRIFT_CLOSE
