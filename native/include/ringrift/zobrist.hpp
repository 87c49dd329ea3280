// The hash of a state: equal for states that are equal under the rules.
//
// Changes update the board's part incrementally; the numbers beside the board are mixed in on
// request.
#pragma once

#include "ringrift/state.hpp"

RINGRIFT_OPEN

template <class B>
u64 state_hash(const State<B>& state) {
    u64 hash = state.board_hash;
    const auto add = [&hash](u64 value) {
        hash = mix64(hash + 0x9e3779b97f4a7c15ULL * (value + 1));
    };
    add(static_cast<u64>(B::Name) | static_cast<u64>(state.seats) << 8 |
        static_cast<u64>(state.player) << 16 | static_cast<u64>(state.phase) << 24 |
        static_cast<u64>(state.pending) << 32 | static_cast<u64>(state.recovery) << 40 |
        static_cast<u64>(state.edition & 1) << 48 | static_cast<u64>(state.edition >> 1) << 56 |
        static_cast<u64>(state.swap_enabled) << 49 | static_cast<u64>(state.swap_used) << 50 |
        static_cast<u64>(state.acted) << 51 | static_cast<u64>(state.had_real_action) << 52 |
        static_cast<u64>(state.took_real_action) << 53);
    add(static_cast<u64>(state.round_had_action) | static_cast<u64>(state.round_took_action) << 8 |
        static_cast<u64>(state.round_partial) << 16 | static_cast<u64>(state.exclusive_seat) << 24 |
        static_cast<u64>(state.exclusive_rounds) << 32 | static_cast<u64>(state.winner) << 40 |
        static_cast<u64>(state.reason) << 48);
    add(static_cast<u64>(state.must_move_from) | static_cast<u64>(state.capture_from) << 16);
    add(static_cast<u64>(state.turn_number));
    for (int seat = 0; seat < state.seats; ++seat) {
        add(static_cast<u64>(state.hand[seat]) | static_cast<u64>(state.eliminated[seat]) << 32);
        add(static_cast<u64>(state.last_action_turn[seat]));
        add(static_cast<u64>(state.eliminated_at_turn[seat]));
    }
    return hash;
}

// Recomputes the board's part, to check the incremental updates.
template <class B>
u64 recompute_board_hash(const State<B>& state) {
    u64 hash = 0;
    for (u16 cell : B::tables.cell_at) {
        hash ^= State<B>::stack_key(cell, state.rings[cell]);
        for (int seat = 0; seat < state.seats; ++seat) {
            if (state.markers[seat].has(cell)) hash ^= State<B>::marker_key(cell, seat);
            if (state.collapsed[seat].has(cell)) hash ^= State<B>::collapsed_key(cell, seat);
        }
    }
    return hash;
}

RINGRIFT_CLOSE
