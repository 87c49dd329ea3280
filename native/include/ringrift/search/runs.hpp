// Runs of markers on their way to lines [R120]: every window of the line length in which no cell
// has collapsed.
#pragma once

#include "ringrift/state.hpp"

RINGRIFT_OPEN

struct RunCounts {
    i32 full, one_short, two_short;  // windows that hold all markers, all but one, all but two
    i32 to_leave;  // of those one short: where an own stack stands on the last cell and need only
                   // leave
};

template <class B>
struct Runs {
    using Set = typename B::Set;

    RINGRIFT_INLINE explicit Runs(const State<B>& state) {
        if (state.line_length() == 4) find_open<4, 0>(state.open);
        else find_open<3, 0>(state.open);
    }

    RINGRIFT_INLINE RunCounts of(const State<B>& state, int seat) const {
        RunCounts counts{};
        if (state.line_length() == 4)
            along<4, 0>(state.markers[seat], state.controlled[seat], counts);
        else along<3, 0>(state.markers[seat], state.controlled[seat], counts);
        return counts;
    }

private:
    Set open_[B::AXES];  // where a window without a collapsed cell begins

    template <int AXIS>
    RINGRIFT_INLINE static Set ahead(const Set& set) {
        return B::template stepped<AXIS + B::AXES>(set);
    }

    template <int LENGTH, int AXIS>
    RINGRIFT_INLINE void find_open(const Set& open) {
        Set run = open;
        for (int at = 1; at < LENGTH; ++at) run = open & ahead<AXIS>(run);
        open_[AXIS] = run;
        if constexpr (AXIS + 1 < B::AXES) find_open<LENGTH, AXIS + 1>(open);
    }

    template <int LENGTH, int AXIS>
    RINGRIFT_INLINE void along(const Set& markers, const Set& own, RunCounts& counts) const {
        const Set a = markers, b = ahead<AXIS>(a), c = ahead<AXIS>(b);
        const Set p = own, q = ahead<AXIS>(p), r = ahead<AXIS>(q);
        const Set& open = open_[AXIS];
        if constexpr (LENGTH == 4) {
            const Set d = ahead<AXIS>(c), s = ahead<AXIS>(r);
            const Set ab = a & b, cd = c & d, one_of_ab = a ^ b, one_of_cd = c ^ d;
            const Set short_by_one = ((ab & one_of_cd) | (cd & one_of_ab)) & open;
            const Set none_of_ab = open - a - b, none_of_cd = open - c - d;
            const Set short_by_two =
                (ab & none_of_cd) | (cd & none_of_ab) | (one_of_ab & one_of_cd & open);
            const Set last = (p - a) | (q - b) | (r - c) | (s - d);
            counts.full += (ab & cd & open).count();
            counts.one_short += short_by_one.count();
            counts.two_short += short_by_two.count();
            counts.to_leave += (short_by_one & last).count();
        } else {
            const Set full = a & b & c;
            const Set short_by_one = (((a & b) | (a & c) | (b & c)) & open) - full;
            const Set last = (p - a) | (q - b) | (r - c);
            counts.full += (full & open).count();
            counts.one_short += short_by_one.count();
            counts.two_short += (((a | b | c) & open) - short_by_one - full).count();
            counts.to_leave += (short_by_one & last).count();
        }
        if constexpr (AXIS + 1 < B::AXES) along<LENGTH, AXIS + 1>(markers, own, counts);
    }
};

RINGRIFT_CLOSE
