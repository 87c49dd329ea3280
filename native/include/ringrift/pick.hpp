// A random move, every legal one equally likely, by counting instead of listing.
#pragma once

#include "ringrift/legal.hpp"
#include "ringrift/random.hpp"

RINGRIFT_OPEN

template <class B>
RINGRIFT_ONCE Move pick_placement(const State<B>& state, Random& random) {
    if (state.hand[state.player] == 0 && !swap_offered(state)) return Move::of(Kind::no_placement_action);
    const Room<B> room(state);
    const Placeable<B> places(state, room, state.player);
    const int one = places.count[0].count(), two = places.count[1].count(), three = places.count[2].count();
    const int all = one + two + three;
    const bool skip = all > 0 && may_skip_placement(state, room);
    const int choices = all + skip + swap_offered(state);
    if (choices == 0) return Move::of(Kind::no_placement_action);
    int at = random.below(choices);
    if (at < one) return Move::of(Kind::place_ring, places.count[0].nth(at), 0, 0, 1);
    if (at < one + two) return Move::of(Kind::place_ring, places.count[1].nth(at - one), 0, 0, 2);
    if (at < all) return Move::of(Kind::place_ring, places.count[2].nth(at - one - two), 0, 0, 3);
    return Move::of(at == all && skip ? Kind::skip_placement : Kind::swap_sides);
}

// The choices of one stack: how many moves and captures each direction holds.
template <class B>
struct Choices {
    int total = 0;

    // Counts what the stack on a cell can do; `moving` and `capturing` say what is asked for.
    template <bool MOVING, bool CAPTURING>
    RINGRIFT_ONCE static int count(const State<B>& state, int cell) {
        const Stack stack = state.rings[cell];
        const int height = stack.height(), cap = stack.cap();
        int total = 0;
        look_around(state, cell, [&](const View& view) {
            if (MOVING && view.reach >= height) total += view.reach - height + 1;
            if (CAPTURING) total += count_landings(state, view, cell, height, cap);
            return false;
        });
        return total;
    }

    // The choice of that number.
    template <bool MOVING, bool CAPTURING>
    RINGRIFT_ONCE static Move nth(const State<B>& state, int cell, int at, Kind capture) {
        const Stack stack = state.rings[cell];
        const int height = stack.height(), cap = stack.cap();
        Move found;
        look_around(state, cell, [&](const View& view) {
            if (MOVING && view.reach >= height) {
                const int here = view.reach - height + 1;
                if (at < here) {
                    found = Move::of(Kind::move_stack, cell, cell + (height + at) * view.step);
                    return true;
                }
                at -= here;
            }
            if (CAPTURING) {
                const int here = count_landings(state, view, cell, height, cap);
                if (at < here) {
                    const int target = cell + (view.reach + 1) * view.step;
                    found = Move::of(capture, cell, target, target + (view.beyond - here + 1 + at) * view.step);
                    return true;
                }
                at -= here;
            }
            return false;
        });
        return found;
    }
};

// Any other choice: count, then walk to it.
template <class B>
RINGRIFT_ONCE Move pick_any(const State<B>& state, Random& random) {
    int count = 0;
    each_legal(state, [&](const Move&) { ++count; });
    if (count == 0) return Move::of(bookkeeping_of(state.phase));
    int at = random.below(count);
    Move found;
    each_legal(state, [&](const Move& move) {
        if (at-- == 0) found = move;
    });
    return found;
}

template <class B>
RINGRIFT_ONCE Move pick_movement(const State<B>& state, Random& random) {
    if (state.must_move_from != NO_CELL) {
        const int cell = state.must_move_from;
        const int count = Choices<B>::template count<true, true>(state, cell);
        return Choices<B>::template nth<true, true>(state, cell, random.below(count), Kind::overtaking_capture);
    }
    const auto& own = state.controlled[state.player];
    if (!own.any()) return pick_any(state, random);
    // A stack is a cell of its own, so there are at most this many counts.
    u16 cells[B::CELLS], counts[B::CELLS];
    int stacks = 0, total = 0;
    own.each([&](int cell) {
        const int here = Choices<B>::template count<true, true>(state, cell);
        cells[stacks] = static_cast<u16>(cell);
        counts[stacks++] = static_cast<u16>(here);
        total += here;
    });
    if (total == 0) return Move::of(Kind::no_movement_action);
    int at = random.below(total), stack = 0;
    while (at >= counts[stack]) at -= counts[stack++];
    return Choices<B>::template nth<true, true>(state, cells[stack], at, Kind::overtaking_capture);
}

// A random legal move, or the bookkeeping move where nothing can be chosen.
template <class B>
RINGRIFT_INLINE Move pick(const State<B>& state, Random& random) {
    switch (state.phase) {
        case Phase::ring_placement: return pick_placement(state, random);
        case Phase::movement: return pick_movement(state, random);
        case Phase::capture:
        case Phase::chain_capture: {
            const bool may_skip = state.phase == Phase::capture;
            const int count = Choices<B>::template count<false, true>(state, state.capture_from);
            const int at = random.below(count + may_skip);
            if (at == count) return Move::of(Kind::skip_capture);
            return Choices<B>::template nth<false, true>(
                state, state.capture_from, at, may_skip ? Kind::overtaking_capture : Kind::continue_capture_segment);
        }
        case Phase::line_processing:
            if (state.pending == Cost::none && !state.offers) return Move::of(Kind::no_line_action);
            return pick_any(state, random);
        case Phase::territory_processing:
            if (state.pending == Cost::none && !state.cut) return Move::of(Kind::no_territory_action);
            return pick_any(state, random);
        default: return pick_any(state, random);
    }
}

RINGRIFT_CLOSE
