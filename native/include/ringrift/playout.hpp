// Random games, and perft.
#pragma once

#include "ringrift/random_move.hpp"
#include "ringrift/zobrist.hpp"

RINGRIFT_OPEN

struct PlyCounts {
    u64 plies = 0, interactive = 0;
};

// Applies bookkeeping moves that need no move generation, bypassing `pick_random_move` and `apply`;
// returns how many. The fields that `apply` would reset are not set at this point.
template <class B>
RINGRIFT_INLINE u64 apply_trivial_bookkeeping(State<B>& state) {
    u64 count = 0;
    if (state.phase == Phase::line_processing && state.pending == Cost::none &&
        !state.line_choice) {
        ++count;
        enter_territory_phase(state);
    }
    if (state.phase == Phase::territory_processing && state.pending == Cost::none &&
        !state.split_borders) {
        ++count;
        end_territory_phase(state);
    }
    if (state.phase == Phase::ring_placement && state.hand[state.player] == 0 && !can_swap(state)) {
        ++count;
        state.phase = Phase::movement;
    }
    return count;
}

// Applies a move or capture, bypassing `apply`.
template <class B>
RINGRIFT_INLINE void apply_stack_move(State<B>& state, const Move& move) {
    record_action(state, move.type());
    if (move.type() == MoveKind::move_stack) perform_move<false>(state, move);
    else perform_capture<false>(state, move);
}

// Plays random moves to the end. Every game ends: S grows and is bounded [R191].
//
// Equals `pick_random_move` and `apply` in turn, but follows the phases of a turn: branch
// prediction handles this path better than two switches.
template <class B>
inline PlyCounts play_random_game(State<B>& state, Random& random) {
    PlyCounts count;
    for (;;) {
        count.plies += apply_trivial_bookkeeping(state);
        if (state.phase == Phase::ring_placement) {
            const Move move = pick_placement(state, random);
            ++count.plies;
            count.interactive += move.type() != MoveKind::no_placement_action;
            if (move.type() == MoveKind::place_ring) {
                record_action(state, MoveKind::place_ring);
                perform_placement<false>(state, move);
            } else {
                apply<false>(state, move);
                continue;
            }
        }
        if (state.phase == Phase::movement) {
            const Move move = pick_movement(state, random);
            ++count.plies;
            count.interactive += move.type() != MoveKind::no_movement_action;
            if (move.type() == MoveKind::move_stack || move.type() == MoveKind::overtaking_capture)
                apply_stack_move(state, move);
            else apply<false>(state, move);
            continue;
        }
        if (state.phase == Phase::game_over) return count;
        typename B::Bitboard region;
        const Move move = pick_random_move(state, random, region);
        count.interactive += !is_bookkeeping(move.type());
        ++count.plies;
        if (move.type() == MoveKind::process_territory_region)
            apply_region<false>(state, move, region);
        else apply<false>(state, move);
    }
}

constexpr u64 BUFFER_TOO_SMALL = ~u64{0};

// Counts the move sequences of exactly `depth` moves. `buffer` holds one list for each depth but
// the last; if it is too small, returns BUFFER_TOO_SMALL.
template <class B>
inline u64 perft(const State<B>& state, int depth, Move* buffer, int capacity) {
    if (depth == 0) return 1;
    if (depth == 1) {
        Move one;
        return static_cast<u64>(list_moves(state, &one, 1));
    }
    const int count = list_moves(state, buffer, capacity);
    if (count > capacity) return BUFFER_TOO_SMALL;
    u64 sum = 0;
    for (int at = 0; at < count; ++at) {
        State<B> next = state;
        apply<false>(next, buffer[at]);
        const u64 below = perft(next, depth - 1, buffer + count, capacity - count);
        if (below == BUFFER_TOO_SMALL) return BUFFER_TOO_SMALL;
        sum += below;
    }
    return sum;
}

RINGRIFT_CLOSE
