// Placing rings from the hand [R080-R082], computed for the whole board at once.
#pragma once

#include "ringrift/stack_moves.hpp"

RINGRIFT_OPEN

constexpr int MAX_RINGS_PER_PLACEMENT = 3;  // R081: rings on an empty cell in one placement

// R091: the cells from which a stack of height 1 to 4 can move. R101: the cells from which one, two
// or three fresh rings that cannot move can capture; their target is then at most as many cells
// away as there are rings.
template <class B>
struct Mobility {
    using Bitboard = typename B::Bitboard;
    Bitboard of_height[5];  // entry 0 is unused
    Bitboard captures[4];   // by count; entry 0 is unused

    RINGRIFT_NOINLINE explicit Mobility(const State<B>& state) : of_height{}, captures{} {
        const Bitboard free = state.free_cells(), low = state.of_cap[1],
                       middle = low | state.of_cap[2];
        add_direction<0>(free, low, middle, middle | state.of_cap[3]);
    }

private:
    template <int DIRECTION>
    RINGRIFT_INLINE void add_direction(const Bitboard& free, const Bitboard& low,
                                       const Bitboard& middle, const Bitboard& high) {
        const auto back = [](const Bitboard& set) { return B::template shifted<DIRECTION>(set); };
        const Bitboard one = back(free), two = back(one & free), three = back(two & free);
        of_height[1] = of_height[1] | one;
        of_height[2] = of_height[2] | two;
        of_height[3] = of_height[3] | three;
        of_height[4] = of_height[4] | back(three & free);
        const Bitboard beside_middle = back(middle & one), beside_high = back(high & one);
        const Bitboard two_from_high = back(beside_high & free);
        captures[1] = captures[1] | back(low & one);
        captures[2] = captures[2] | beside_middle | back(beside_middle & free);
        captures[3] = captures[3] | back(high & two) | two_from_high | back(two_from_high & free);
        if constexpr (DIRECTION + 1 < B::DIRECTIONS)
            add_direction<DIRECTION + 1>(free, low, middle, high);
    }
};

// The cells on which the seat may place one, two and three rings [R081, R082].
template <class B>
struct LegalPlacements {
    typename B::Bitboard count[MAX_RINGS_PER_PLACEMENT];

    RINGRIFT_NOINLINE LegalPlacements(const State<B>& state, const Mobility<B>& mobility,
                                      int seat) {
        const auto empty = state.empty_cells();
        const int max_rings =
            state.hand[seat] < MAX_RINGS_PER_PLACEMENT ? state.hand[seat] : MAX_RINGS_PER_PLACEMENT;
        for (int at = 0; at < MAX_RINGS_PER_PLACEMENT; ++at) {
            count[at] = {};
            if (at >= max_rings) continue;
            count[at] = empty & (mobility.of_height[at + 1] | mobility.captures[at + 1]);
        }
        if (max_rings > 0) count[0] = count[0] | stacks_to_place_on(state, mobility, seat);
    }

    RINGRIFT_INLINE bool any() const { return (count[0] | count[1] | count[2]).any(); }

private:
    // Stacks on which the seat may place one ring.
    RINGRIFT_INLINE static typename B::Bitboard stacks_to_place_on(const State<B>& state,
                                                                   const Mobility<B>& mobility,
                                                                   int seat) {
        typename B::Bitboard found =
            (state.of_height[1] & mobility.of_height[2]) |
            (state.of_height[2] & mobility.of_height[3]) |
            (state.of_height[3] & mobility.of_height[4]) |
            // An own stack of one colour captures like as many fresh rings.
            (state.controlled[seat] &
             ((state.of_height[1] & mobility.captures[2]) |
              (state.of_height[2] & state.of_cap[2] & mobility.captures[3])));
        (state.stacks - found).each([&](int cell) {
            const Stack after = state.rings[cell].with_rings_on_top(seat, 1);
            if (can_act(state, cell, after.height(), after.cap()))
                found = found | B::Bitboard::of(cell);
        });
        return found;
    }
};

// Whether the seat controls a stack that has a move or a capture.
template <class B>
RINGRIFT_NOINLINE bool can_any_stack_act(const State<B>& state, int seat) {
    bool can = false;
    state.controlled[seat].each([&](int cell) {
        if (!can) can = can_act(state, cell, state.rings[cell].height(), state.rings[cell].cap());
    });
    return can;
}

// R080: whether the seat has any legal placement.
template <class B>
RINGRIFT_NOINLINE bool can_place(const State<B>& state, int seat) {
    if (state.hand[seat] == 0) return false;
    const auto empty = state.empty_cells(), free = state.free_cells();
    // Common case: two adjacent free cells, one of them empty.
    if ((empty & B::template shifted<0>(free)).any()) return true;
    return LegalPlacements<B>(state, Mobility<B>(state), seat).any();
}

// R172: a legal placement, or a move or capture with any stack that the seat controls.
template <class B>
RINGRIFT_INLINE bool has_real_action(const State<B>& state, int seat) {
    return can_place(state, seat) || can_any_stack_act(state, seat);
}

RINGRIFT_CLOSE
