// How close a colour's walls are to cutting off regions [R141].
#pragma once

#include "ringrift/state.hpp"

RINGRIFT_OPEN

template <class B>
struct Walls {
    using Bitboard = typename B::Bitboard;
    Bitboard dead_ends;  // cells with at most one open neighbour
    Bitboard pinches;    // cells that alone connect their neighbours, judged locally

    // `inside`: the cells that are no walls.
    RINGRIFT_INLINE explicit Walls(const Bitboard& inside) {
        Bitboard one{}, two{}, first{}, second{};
        const auto add = [&](const Bitboard& way, const Bitboard& begins) {
            two = two | (one & way);
            one = one | way;
            second = second | (first & begins);
            first = first | begins;
        };
        // Around a cell, a group starts at each neighbour that is not joined to the one before it.
        if constexpr (B::HEX) {
            // Each of the six neighbours touches the next.
            const Bitboard a = cells_before<0>(inside), b = cells_before<1>(inside),
                           c = cells_before<2>(inside), d = cells_before<3>(inside),
                           e = cells_before<4>(inside), f = cells_before<5>(inside);
            add(a, a - f);
            add(b, b - a);
            add(c, c - b);
            add(d, d - c);
            add(e, e - d);
            add(f, f - e);
        } else {
            // Orthogonal neighbours, joined by the diagonal cells between them.
            const Bitboard right = cells_before<0>(inside), down = cells_before<1>(inside),
                           left = cells_before<4>(inside), up = cells_before<5>(inside);
            add(right, right - (up & cells_before<7>(inside)));
            add(down, down - (right & cells_before<2>(inside)));
            add(left, left - (down & cells_before<3>(inside)));
            add(up, up - (left & cells_before<6>(inside)));
        }
        dead_ends = inside - two;
        pinches = inside & second;
    }

private:
    // Returns the cells whose neighbour in a direction is in the set.
    template <int DIRECTION>
    RINGRIFT_INLINE static Bitboard cells_before(const Bitboard& set) {
        return B::template shifted<(DIRECTION + B::AXES) % B::DIRECTIONS>(set);
    }
};

RINGRIFT_CLOSE
