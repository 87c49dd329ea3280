// The observation of a position for learning, from the view of the seat to move
// (docs/reference/kernel.md).
#pragma once

#include "ringrift/state.hpp"

RINGRIFT_OPEN

constexpr int OBSERVATION_PLANES = 4 * MAX_SEATS + 8;

// Writes planes of rows * rows numbers; cells off the board are 0. Seats are in turn order from the
// seat to move.
template <class B>
inline void write_observation(const State<B>& state, float* out) {
    constexpr int AREA = B::ROWS * B::ROWS;
    std::memset(out, 0, sizeof(float) * OBSERVATION_PLANES * AREA);
    const int each = B::rings_each(state.edition);
    for (u16 cell : B::tables.cell_at) {
        float* at = out + cell / B::STRIDE * B::ROWS + cell % B::STRIDE;
        const auto put = [&](int plane, float value) { at[plane * AREA] = value; };
        const Stack stack = state.rings[cell];
        for (int turn = 0; turn < state.seats; ++turn) {
            const int seat = (state.player + turn) % state.seats;
            put(turn, state.controlled[seat].has(cell));
            put(MAX_SEATS + turn, state.markers[seat].has(cell));
            put(2 * MAX_SEATS + turn, state.collapsed[seat].has(cell));
            put(3 * MAX_SEATS + turn,
                static_cast<float>(stack.count_rings_of(seat)) / B::MAX_HEIGHT);
        }
        int plane = 4 * MAX_SEATS;
        put(plane++, static_cast<float>(stack.height()) / B::MAX_HEIGHT);
        put(plane++, stack.any() ? static_cast<float>(stack.cap()) / B::MAX_HEIGHT : 0.0f);
        put(plane++, cell == state.must_move_from || cell == state.capture_from);
        put(plane++, static_cast<float>(state.phase) / 7);
        put(plane++, static_cast<float>(state.pending) / 3);
        put(plane++, static_cast<float>(state.hand[state.player]) / static_cast<float>(each));
        put(plane++, static_cast<float>(state.eliminated[state.player]) / static_cast<float>(each));
        put(plane++, 1);
    }
}

RINGRIFT_CLOSE
