// How near the cells are to falling apart behind a colour's walls: where disconnected regions begin
// [R141].
#pragma once

#include "ringrift/state.hpp"

RINGRIFT_OPEN

template <class B>
struct Walls {
    using Bitboard = typename B::Bitboard;
    Bitboard dead_ends;  // cells with one way out, or none
    Bitboard
        pinches;  // cells that alone hold their neighbours together, as far as one sees from there

    // `inside`: the cells that the walls leave.
    RINGRIFT_INLINE explicit Walls(const Bitboard& inside) {
        Bitboard one{}, two{}, first{}, second{};
        const auto add = [&](const Bitboard& way, const Bitboard& begins) {
            two = two | (one & way);
            one = one | way;
            second = second | (first & begins);
            first = first | begins;
        };
        // Around a cell, a run of cells begins where a neighbour is not joined to the one before
        // it.
        if constexpr (B::HEX) {
            // Neighbours in a circle: each is beside the next one.
            const Bitboard a = ahead<0>(inside), b = ahead<1>(inside), c = ahead<2>(inside),
                           d = ahead<3>(inside), e = ahead<4>(inside), f = ahead<5>(inside);
            add(a, a - f);
            add(b, b - a);
            add(c, c - b);
            add(d, d - c);
            add(e, e - d);
            add(f, f - e);
        } else {
            // Neighbours by an edge, with the cells at the corners between them.
            const Bitboard right = ahead<0>(inside), down = ahead<1>(inside),
                           left = ahead<4>(inside), up = ahead<5>(inside);
            add(right, right - (up & ahead<7>(inside)));
            add(down, down - (right & ahead<2>(inside)));
            add(left, left - (down & ahead<3>(inside)));
            add(up, up - (left & ahead<6>(inside)));
        }
        dead_ends = inside - two;
        pinches = inside & second;
    }

private:
    // The cells whose neighbour in a direction belongs to the set.
    template <int DIRECTION>
    RINGRIFT_INLINE static Bitboard ahead(const Bitboard& set) {
        return B::template shifted<(DIRECTION + B::AXES) % B::DIRECTIONS>(set);
    }
};

RINGRIFT_CLOSE
