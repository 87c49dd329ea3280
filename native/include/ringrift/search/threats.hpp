// Moves, captures and threats of each seat's stacks, as if it were their turn [R091, R101].
#pragma once

#include "ringrift/ray_scan.hpp"

RINGRIFT_OPEN

template <class B>
struct Threats {
    using Bitboard = typename B::Bitboard;
    Bitboard prey[MAX_SEATS];     // stacks of others that the seat can capture
    Bitboard exposed[MAX_SEATS];  // own stacks that another seat can capture
    i32 live[MAX_SEATS], moves[MAX_SEATS], captures[MAX_SEATS];

    RINGRIFT_INLINE void compute(const State<B>& state) {
        for (int seat = 0; seat < state.seats; ++seat) {
            prey[seat] = exposed[seat] = {};
            live[seat] = moves[seat] = captures[seat] = 0;
        }
        for (int seat = 0; seat < state.seats; ++seat)
            state.controlled[seat].each([&](int cell) {
                const RayScan<B> scan = scan_rays(state, cell);
                moves[seat] += scan.all_moves;
                captures[seat] += scan.all_captures;
                live[seat] += (scan.all_moves | scan.all_captures) > 0;
                if (scan.all_captures > 0) record_captures(state, seat, cell, scan);
            });
    }

private:
    RINGRIFT_INLINE void record_captures(const State<B>& state, int seat, int cell,
                                         const RayScan<B>& scan) {
        for (int direction = 0; direction < B::DIRECTIONS; ++direction) {
            if (scan.captures[direction] == 0) continue;
            const int target = cell + (scan.reach[direction] + 1) * B::step_offset(direction);
            const int owner = state.rings[target].top_seat();
            if (owner == seat) continue;
            const Bitboard bit = Bitboard::of(target);
            prey[seat] = prey[seat] | bit;
            exposed[owner] = exposed[owner] | bit;
        }
    }
};

RINGRIFT_CLOSE
