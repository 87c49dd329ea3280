// Cells from which a stack can land on a marker, or pass over an own one, within a few steps [R091,
// R092].
#pragma once

#include "ringrift/state.hpp"

RINGRIFT_OPEN

template <class B>
struct LandingCells {
    using Bitboard = typename B::Bitboard;
    // By height, 1 to 3: cells with a free path to a marker at that distance or farther.
    Bitboard on_marker[4];

    RINGRIFT_INLINE explicit LandingCells(const State<B>& state) : on_marker{} {
        scan_direction<0>(state.free_cells(), state.marked);
    }

    // Returns the stacks that can eliminate a ring of their own by landing on a marker.
    RINGRIFT_INLINE Bitboard stacks_that_can_land_on_marker(const State<B>& state,
                                                            const Bitboard& own) const {
        return own & ((state.of_height[1] & on_marker[1]) | (state.of_height[2] & on_marker[2]) |
                      (state.of_height[3] & on_marker[3]));
    }

private:
    template <int DIRECTION>
    RINGRIFT_INLINE void scan_direction(const Bitboard& free, const Bitboard& marked) {
        const auto back = [](const Bitboard& set) { return B::template shifted<DIRECTION>(set); };
        const Bitboard one = back(marked), two = back(one & free), three = back(two & free);
        Bitboard far = three;
        if constexpr (!B::BIG) far = far | back(three & free);
        on_marker[3] = on_marker[3] | far;
        on_marker[2] = on_marker[2] | two | far;
        on_marker[1] = on_marker[1] | one | two | far;
        if constexpr (DIRECTION + 1 < B::DIRECTIONS) scan_direction<DIRECTION + 1>(free, marked);
    }
};

// Returns the own stacks that can pass over an own marker, which then collapses.
template <class B, int DIRECTION = 0>
RINGRIFT_INLINE typename B::Bitboard stacks_that_can_pass_own_marker(
    const State<B>& state, const typename B::Bitboard& own, const typename B::Bitboard& markers,
    const typename B::Bitboard& free) {
    const auto back = [](const typename B::Bitboard& set) {
        return B::template shifted<DIRECTION>(set);
    };
    const auto before = back(markers & back(free)), farther = back(free & before);
    const auto low = state.of_height[1] | state.of_height[2];
    const auto found = own & ((low & (before | farther)) | (state.of_height[3] & farther));
    if constexpr (DIRECTION + 1 < B::DIRECTIONS)
        return found | stacks_that_can_pass_own_marker<B, DIRECTION + 1>(state, own, markers, free);
    else return found;
}

RINGRIFT_CLOSE
