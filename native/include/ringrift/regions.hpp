// Disconnected regions [R140-R145].
//
// For each border colour the kernel remembers the last set of cells that it knew to be connected. Whatever has
// changed since, the set is still connected if the cells around the changes are connected with one another: a
// flood that starts there and stops as soon as it has met them all. Only when they do not meet is there a region.
#pragma once

#include "ringrift/state.hpp"

RINGRIFT_OPEN

// Everything in the set that is connected with the seed by territory adjacency.
template <class B>
RINGRIFT_ONCE typename B::Set flooded(const typename B::Set& from, const typename B::Set& within) {
    auto seed = from;
    for (;;) {
        auto next = (seed | B::beside(seed)) & within;
        next = (next | B::beside(next)) & within;
        if (next == seed) return seed;
        seed = next;
    }
}

template <class B>
RINGRIFT_ONCE bool is_connected(const typename B::Set& cells) {
    return !cells.any() || flooded<B>(cells.lowest(), cells) == cells;
}

// Whether a set that was connected before still is. Each part of the new set holds a new cell, or a cell beside
// one that is new or gone; so the set is connected if those all are.
template <class B>
RINGRIFT_INLINE bool still_connected(const typename B::Set& before, const typename B::Set& now) {
    const auto changed = before ^ now;
    const auto edge = (changed | B::beside(changed)) & now;
    if (!edge.any()) return true;
    auto grown = edge.lowest();
    for (;;) {
        auto next = (grown | B::beside(grown)) & now;
        next = (next | B::beside(next)) & now;
        if (!(edge - next).any()) return true;
        if (next == grown) return false;
        grown = next;
    }
}

// The cells that the walls of a border colour leave: what must be connected.
template <class B>
RINGRIFT_INLINE typename B::Set inside_of(const State<B>& state, int border) {
    return border == 0 ? state.open : state.open - state.markers[border - 1];
}

// Finds the borders under which the board falls into parts.
template <class B>
RINGRIFT_ONCE void find_cuts(State<B>& state) {
    state.cut = 0;
    for (int border = 0; border <= state.seats; ++border) {
        const auto now = inside_of(state, border);
        const u8 bit = static_cast<u8>(1 << border);
        const bool connected =
            state.solid_known & bit ? still_connected<B>(state.solid[border], now) : is_connected<B>(now);
        if (connected) {
            state.solid[border] = now;
            state.solid_known |= bit;
        } else {
            state.solid_known &= static_cast<u8>(~bit);
            state.cut |= bit;
        }
    }
}

// R113, R122, R143: the stacks that could pay a cost of this turn.
template <class B>
RINGRIFT_ONCE typename B::Set payers(const State<B>& state) {
    if (state.recovery == RecoveryMode::none) return state.controlled[state.player];
    typename B::Set found{};
    state.stacks.each([&](int cell) {
        if (state.rings[cell].buries(state.player)) found = found | B::Set::of(cell);
    });
    return found;
}

// R142: whether the players who control a stack inside are fewer than those with a ring on the board.
template <class B>
inline bool lacks_a_player(const State<B>& state, const typename B::Set& region) {
    for (int seat = 0; seat < state.seats; ++seat)
        if (state.rings_on_board[seat] > 0 && !(state.controlled[seat] & region).any()) return true;
    return false;
}

// R141: shows the disconnected regions of one border colour as (cells, border); stops when `show` returns true.
template <class B, class Show>
inline bool each_region_of(const State<B>& state, int border, Show&& show) {
    using Set = typename B::Set;
    const Set inside = inside_of(state, border), walls = state.open - inside;
    const int open = state.open.count();
    Set left = inside;
    while (left.any()) {
        Set region = flooded<B>(left.lowest(), inside);
        left = left - region;
        const Set others = inside - region;
        if (!others.any()) return false;  // nothing that it is cut off from
        if (border > 0) {
            // Walls that touch this part and no other belong to it.
            const Set touching = flooded<B>(B::beside(region) & walls, walls);
            region = region | (touching - flooded<B>(B::beside(others) & walls, walls));
            // Without a wall of this colour it is found under no colour.
            if (!((B::beside(region) & state.open) - region).any()) continue;
        }
        if (2 * region.count() > open || !lacks_a_player(state, region)) continue;
        if (show(region, border)) return true;
    }
    return false;
}

// R143: shows the regions that the player to move may take: one of the stacks that could pay stands outside.
template <class B, class Show>
inline bool each_region(const State<B>& state, Show&& show) {
    if (state.cut == 0) return false;
    const auto purse = payers(state);
    if (!purse.any()) return false;
    for (int border = 0; border <= state.seats; ++border) {
        if (!(state.cut >> border & 1)) continue;
        const bool stopped = each_region_of(state, border, [&](const typename B::Set& region, int colour) {
            return (purse - region).any() && show(region, colour);
        });
        if (stopped) return true;
    }
    return false;
}

// The region that a move names by its first cell and its border.
template <class B>
inline bool find_region(const State<B>& state, const Move& move, typename B::Set& found) {
    return each_region_of(state, move.detail, [&](const typename B::Set& region, int) {
        if (region.first() != move.a) return false;
        found = region;
        return true;
    });
}

// R145: the inner wall: the border's markers beside the region.
template <class B>
inline typename B::Set border_markers(const State<B>& state, const typename B::Set& region, int border) {
    if (border == 0) return {};
    return (B::beside(region) & state.markers[border - 1]) - region;
}

RINGRIFT_CLOSE
