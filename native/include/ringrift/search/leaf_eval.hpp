// Evaluates a leaf: plays the rest of the turn by the policy, then evaluates.
#pragma once

#include "ringrift/playout.hpp"
#include "ringrift/search/move_policy.hpp"
#include "ringrift/search/network.hpp"
#include "ringrift/search/search_tree.hpp"

RINGRIFT_OPEN

// Finds the only move of a state: bookkeeping, or the only legal move.
template <class B>
RINGRIFT_NOINLINE bool find_only_move(const State<B>& state, Move& only) {
    if (state.phase == Phase::ring_placement) {
        if (state.hand[state.player] == 0 && !can_swap(state)) {
            only = Move::of(MoveKind::no_placement_action);
            return true;
        }
        // Common case: several cells to place on.
        if (state.hand[state.player] > 0 &&
            (state.empty_cells() & B::template shifted<0>(state.free_cells())).count() > 1)
            return false;
    }
    if (state.phase == Phase::movement && state.must_move_from == NO_CELL) {
        int choices = 0;
        bool several = false;
        state.controlled[state.player].each([&](int cell) {
            if (!several) several = (choices += count_stack_moves(state, cell)) > 1;
        });
        if (several) return false;
    }
    if (state.phase == Phase::line_processing && state.pending == Cost::none &&
        !state.line_choice) {
        only = Move::of(MoveKind::no_line_action);
        return true;
    }
    if (state.phase == Phase::territory_processing && state.pending == Cost::none &&
        !state.split_borders) {
        only = Move::of(MoveKind::no_territory_action);
        return true;
    }
    return list_moves(state, &only, 1) == 1;
}

constexpr int MAX_FORCED_MOVES = 255;  // in a row; a longer sequence becomes another node

// Plays forced moves and visits each; returns how many.
template <bool HASHED, class B, class Visit>
RINGRIFT_INLINE int play_forced_moves(State<B>& state, Visit&& visit) {
    Move only;
    int count = 0;
    for (;
         count < MAX_FORCED_MOVES && state.phase != Phase::game_over && find_only_move(state, only);
         ++count) {
        visit(only);
        apply<HASHED>(state, only);
    }
    return count;
}

// Replays a known number of forced moves.
template <class B>
RINGRIFT_INLINE void replay_forced_moves(State<B>& state, int count) {
    Move only;
    for (; count > 0; --count) {
        find_only_move(state, only);
        apply<false>(state, only);
    }
}

// Returns the move with the highest policy score; the seed breaks ties.
template <class B>
RINGRIFT_NOINLINE Move most_likely_move(const State<B>& state, const NetworkData* network,
                                        u64 seed) {
    Policy<B> policy(state, network);
    Move best;
    i32 most = 0;
    each_legal_move(state, [&](const Move& move) {
        const i32 score = policy.score(move, seed);
        if (best.type() == MoveKind::none || score > most) {
            best = move;
            most = score;
        }
    });
    return best.type() == MoveKind::none ? Move::of(bookkeeping_kind(state.phase)) : best;
}

constexpr int MAX_EXTENSION_PLIES = 24;

// Computes each seat's share of a position that is not over. Modifies the state.
template <class B>
RINGRIFT_INLINE void evaluate_leaf(State<B>& state, const LeafEvaluation& evaluation, u64 seed,
                                   float* out) {
    for (int ply = 0; ply < MAX_EXTENSION_PLIES; ++ply) {
        if (state.phase == Phase::game_over || state.phase == Phase::ring_placement) break;
        Move move;
        if (!(state.phase != Phase::movement && find_only_move(state, move)))
            move = most_likely_move(state, evaluation.network, seed);
        apply<false>(state, move);
    }
    if (state.phase == Phase::game_over) {
        for (int seat = 0; seat < state.seats; ++seat)
            out[seat] = state.winner == seat + 1 ? 1.0f : 0.0f;
        return;
    }
    i32 scores[MAX_SEATS];
    double shares[MAX_SEATS];
    evaluation.write_scores(state, scores);
    softmax(scores, state.seats, shares);
    for (int seat = 0; seat < state.seats; ++seat) out[seat] = static_cast<float>(shares[seat]);
}

RINGRIFT_CLOSE
