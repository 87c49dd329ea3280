// Disconnected regions [R140-R145].
//
// For each border colour the state remembers the last connected set of cells. After changes the set
// is still connected if the cells around the changes are connected with each other: a flood fill
// from one of them stops as soon as it has reached them all. Only if it fails is there a region.
#pragma once

#include "ringrift/state.hpp"

RINGRIFT_OPEN

// Returns the cells of `within` that are connected with `from` by territory adjacency.
template <class B>
RINGRIFT_NOINLINE typename B::Bitboard flood_fill(const typename B::Bitboard& from,
                                                  const typename B::Bitboard& within) {
    auto seed = from;
    for (;;) {
        auto next = (seed | B::adjacent_to(seed)) & within;
        next = (next | B::adjacent_to(next)) & within;
        if (next == seed) return seed;
        seed = next;
    }
}

// Whether a set is connected; if not, `part` is one of its components.
template <class B>
RINGRIFT_NOINLINE bool is_connected(const typename B::Bitboard& cells, typename B::Bitboard& part) {
    if (!cells.any()) return true;
    part = flood_fill<B>(cells.isolate_lowest(), cells);
    return part == cells;
}

// Whether a set that was connected still is. Each component of the new set contains a new cell, or
// a neighbour of a new or removed cell; so the set is connected if all of those are. If not, `part`
// is one component.
template <class B>
RINGRIFT_INLINE bool is_still_connected(const typename B::Bitboard& before,
                                        const typename B::Bitboard& now,
                                        typename B::Bitboard& part) {
    const auto changed = before ^ now;
    const auto edge = (changed | B::adjacent_to(changed)) & now;
    if (!edge.any()) return true;
    const auto kept = before & now;
    // New cells that touch no old ones form components of their own.
    const bool apart = !(edge & before).any() && kept.any();
    auto grown = edge.isolate_lowest();
    for (;;) {
        auto next = (grown | B::adjacent_to(grown)) & now;
        next = (next | B::adjacent_to(next)) & now;
        if (!apart && !(edge - next).any()) return true;
        if (next == grown) break;
        grown = next;
    }
    part = grown;
    return false;
}

// Returns the cells inside the walls of a border colour, which must be connected.
template <class B>
RINGRIFT_INLINE typename B::Bitboard cells_inside_walls(const State<B>& state, int border) {
    return border == 0 ? state.open : state.open - state.markers[border - 1];
}

// Finds the borders that split the board; `connected` then holds one component.
template <class B>
RINGRIFT_NOINLINE void find_split_borders_one_by_one(State<B>& state) {
    state.split_borders = 0;
    for (int border = 0; border <= state.seats; ++border) {
        const auto now = cells_inside_walls(state, border);
        typename B::Bitboard part{};
        const u8 bit = static_cast<u8>(1 << border);
        const bool connected = state.connected_valid & bit
                                   ? is_still_connected<B>(state.connected[border], now, part)
                                   : is_connected<B>(now, part);
        if (connected) {
            state.connected[border] = now;
            state.connected_valid |= bit;
        } else {
            state.connected[border] = part;
            state.connected_valid &= static_cast<u8>(~bit);
            state.split_borders |= bit;
        }
    }
}

template <class B>
RINGRIFT_INLINE void find_split_borders(State<B>& state) {
    find_split_borders_one_by_one(state);
}

// Square8: the borders of up to three seats and of no colour, together in the lanes of a vector.
struct BorderLanes {
    typedef u64 Lanes __attribute__((vector_size(32)));
    static constexpr u64 NOT_FIRST = ~u64{0x0101010101010101}, NOT_LAST = ~u64{0x8080808080808080};

    RINGRIFT_INLINE static Lanes shift_left(const Lanes& x) { return (x << 1) & NOT_FIRST; }
    RINGRIFT_INLINE static Lanes shift_right(const Lanes& x) { return (x >> 1) & NOT_LAST; }
    RINGRIFT_INLINE static Lanes adjacent_to(const Lanes& x) {
        return x << 8 | x >> 8 | shift_left(x) | shift_right(x);
    }
    RINGRIFT_INLINE static Lanes with_neighbours(const Lanes& x) { return x | adjacent_to(x); }
    RINGRIFT_INLINE static u64 union_of_lanes(const Lanes& x) { return x[0] | x[1] | x[2] | x[3]; }

    // Tries to prove without a flood fill that connected sets still are, from the eight cells
    // around each change; returns the cells where the proof fails. A new cell must touch an old
    // one. The neighbours of a removed cell must be connected around it, in at most one group.
    RINGRIFT_INLINE static Lanes cells_not_proven_connected(const Lanes& before, const Lanes& now) {
        const Lanes gone = before & ~now, fresh = now & ~before;
        const Lanes crowded =
            gone & (gone >> 8 | shift_right(gone) | shift_right(gone >> 8) | shift_left(gone >> 8));
        const Lanes east = shift_right(now), west = shift_left(now), south = now >> 8,
                    north = now << 8;
        const Lanes a = east & ~(shift_right(north) & north),
                    b = north & ~(shift_left(north) & west);
        const Lanes c = west & ~(shift_left(south) & south),
                    d = south & ~(shift_right(south) & east);
        const Lanes torn = gone & ((a & b) | (c & d) | ((a | b) & (c | d)));
        return crowded | torn | (fresh & ~adjacent_to(before & now));
    }

    RINGRIFT_INLINE static void find_split_borders(State<Square8>& state) {
        const Lanes walls = {0, state.markers[0].bits, state.markers[1].bits,
                             state.markers[2].bits};
        const Lanes before = {state.connected[0].bits, state.connected[1].bits,
                              state.connected[2].bits, state.connected[3].bits};
        const Lanes bits = {1, 2, 4, 8}, nothing = {};
        const Lanes unknown = (Lanes)((bits & state.connected_valid) == nothing);
        Lanes now = state.open.bits & ~walls;
        u64 split_borders = 0;
        if (union_of_lanes(cells_not_proven_connected(before, now) | unknown) != 0) {
            Lanes edge = with_neighbours(before ^ now) & now;
            // Sets that were not connected, and new cells apart from all old ones, must reach
            // everything.
            const Lanes apart =
                (Lanes)((edge & before) == nothing) & (Lanes)((before & now) != nothing);
            edge |= now & (unknown | (apart & (Lanes)(edge != nothing)));
            Lanes grown = edge & -edge, left_over;
            for (;;) {
                const Lanes next = with_neighbours(with_neighbours(grown) & now) & now;
                left_over = edge & ~next;
                const u64 going = union_of_lanes(left_over & (Lanes)(next != grown));
                grown = next;
                if (going == 0) break;
            }
            const Lanes parted = (Lanes)(left_over != nothing);
            now = (parted & grown) | (now & ~parted);
            split_borders = union_of_lanes(parted & bits) & ((2u << state.seats) - 1);
        }
        for (int border = 0; border < 4; ++border) state.connected[border].bits = now[border];
        state.split_borders = static_cast<u8>(split_borders);
        state.connected_valid = static_cast<u8>(~split_borders);
    }
};

RINGRIFT_NOINLINE void find_split_borders(State<Square8>& state) {
    if (state.seats > 3) find_split_borders_one_by_one(state);
    else BorderLanes::find_split_borders(state);
}

// R113, R122, R143: the stacks that can pay a cost of this turn.
template <class B>
RINGRIFT_NOINLINE typename B::Bitboard payable_stacks(const State<B>& state) {
    if (state.recovery == RecoveryMode::none) return state.controlled[state.player];
    typename B::Bitboard found{};
    state.stacks.each([&](int cell) {
        if (state.rings[cell].has_buried_ring(state.player)) found = found | B::Bitboard::of(cell);
    });
    return found;
}

// R142: whether a player with a ring on the board controls no stack inside.
template <class B>
inline bool excludes_a_player(const State<B>& state, const typename B::Bitboard& region) {
    for (int seat = 0; seat < state.seats; ++seat)
        if (state.rings_on_board[seat] > 0 && !(state.controlled[seat] & region).any()) return true;
    return false;
}

// Adds the walls that touch this component and no other open cell.
template <class B>
inline typename B::Bitboard with_enclosed_walls(const typename B::Bitboard& part,
                                                const typename B::Bitboard& inside,
                                                const typename B::Bitboard& walls) {
    const auto adjacent_to = B::adjacent_to(part) & walls;
    if (!adjacent_to.any()) return part;
    const auto touching = flood_fill<B>(adjacent_to, walls);
    const auto shared = B::adjacent_to(inside - part) & touching;
    if (!shared.any()) return part | touching;
    return part | (touching - flood_fill<B>(shared, touching));
}

// R141: visits the disconnected regions of one border colour with a payable stack outside, as
// (cells, border), until `visit` returns true. Requires `find_split_borders` on this board.
template <class B, class Visit>
inline bool each_region_of_border(const State<B>& state, int border,
                                  const typename B::Bitboard& payable, Visit&& visit) {
    using Bitboard = typename B::Bitboard;
    const Bitboard inside = cells_inside_walls(state, border), walls = state.open - inside;
    const int open = state.open.count();
    Bitboard part = state.connected[border];
    for (Bitboard left = inside - part;; left = left - part) {
        // A component may be too large, or contain every player or every payable stack. Walls hold
        // no stack.
        if (2 * part.count() <= open && (payable - part).any() && excludes_a_player(state, part)) {
            const Bitboard region = border > 0 ? with_enclosed_walls<B>(part, inside, walls) : part;
            // A region without a wall of this colour belongs to border 0.
            const bool own = border == 0 || ((B::adjacent_to(region) & state.open) - region).any();
            if (own && 2 * region.count() <= open && visit(region, border)) return true;
        }
        if (!left.any()) return false;
        part = flood_fill<B>(left.isolate_lowest(), left);
    }
}

// R143: visits the regions that the player may process: a payable stack stands outside.
template <class B, class Visit>
inline bool each_region(const State<B>& state, Visit&& visit) {
    if (state.split_borders == 0) return false;
    const auto payable = payable_stacks(state);
    if (!payable.any()) return false;
    for (int border = 0; border <= state.seats; ++border)
        if (state.split_borders >> border & 1 &&
            each_region_of_border(state, border, payable, visit))
            return true;
    return false;
}

// Finds the region of a legal move by its first cell and border.
template <class B>
RINGRIFT_NOINLINE void find_region(const State<B>& state, const Move& move,
                                   typename B::Bitboard& found) {
    each_region_of_border(state, move.detail, payable_stacks(state),
                          [&](const typename B::Bitboard& region, int) {
                              if (region.first() != move.a) return false;
                              found = region;
                              return true;
                          });
}

// R145: the inner wall: the border's markers beside the region.
template <class B>
inline typename B::Bitboard border_markers(const State<B>& state,
                                           const typename B::Bitboard& region, int border) {
    if (border == 0) return {};
    return (B::adjacent_to(region) & state.markers[border - 1]) - region;
}

RINGRIFT_CLOSE
