// From a position to a value: what happens by itself, the rest of the turn by the policy, then the
// evaluation.
#pragma once

#include "ringrift/playout.hpp"
#include "ringrift/search/evaluation.hpp"
#include "ringrift/search/policy.hpp"
#include "ringrift/search/tree.hpp"

RINGRIFT_OPEN

// The one move of a state that leaves no choice: bookkeeping, or the only legal one.
template <class B>
RINGRIFT_ONCE bool only_move(const State<B>& state, Move& only) {
    if (state.phase == Phase::ring_placement) {
        if (state.hand[state.player] == 0 && !swap_offered(state)) {
            only = Move::of(Kind::no_placement_action);
            return true;
        }
        // The common case at a glance: many cells to place on.
        if (state.hand[state.player] > 0 &&
            (state.empty() & B::template stepped<0>(state.free())).count() > 1)
            return false;
    }
    if (state.phase == Phase::movement && state.must_move_from == NO_CELL) {
        int choices = 0;
        bool several = false;
        state.controlled[state.player].each([&](int cell) {
            if (!several) several = (choices += count_choices(state, cell)) > 1;
        });
        if (several) return false;
    }
    if (state.phase == Phase::line_processing && state.pending == Cost::none && !state.offers) {
        only = Move::of(Kind::no_line_action);
        return true;
    }
    if (state.phase == Phase::territory_processing && state.pending == Cost::none && !state.cut) {
        only = Move::of(Kind::no_territory_action);
        return true;
    }
    return list_moves(state, &only, 1) == 1;
}

constexpr int MOST_AUTOMATIC = 255;  // in a row; what comes after it is a node like any other

// Plays what leaves no choice; returns how many moves, each shown.
template <bool HASHED, class B, class Show>
RINGRIFT_INLINE int play_forced(State<B>& state, Show&& show) {
    Move only;
    int count = 0;
    for (; count < MOST_AUTOMATIC && state.phase != Phase::game_over && only_move(state, only);
         ++count) {
        show(only);
        apply<HASHED>(state, only);
    }
    return count;
}

// The same, when the number of moves is known.
template <class B>
RINGRIFT_INLINE void replay_tail(State<B>& state, int count) {
    Move only;
    for (; count > 0; --count) {
        only_move(state, only);
        apply<false>(state, only);
    }
}

// The move that the policy likes best; the seed decides between equals.
template <class B>
RINGRIFT_ONCE Move likeliest(const State<B>& state, u64 seed) {
    Policy<B> policy(state);
    Move best;
    i32 most = 0;
    each_legal(state, [&](const Move& move) {
        const i32 score = policy.score(move, seed);
        if (best.type() == Kind::none || score > most) {
            best = move;
            most = score;
        }
    });
    return best.type() == Kind::none ? Move::of(bookkeeping_of(state.phase)) : best;
}

constexpr int LONGEST_EXTENSION = 24;

// Each seat's share of a position that is not over. The state is played on.
template <class B>
RINGRIFT_INLINE void value_of(State<B>& state, const Weights& weights, u64 seed, float* out) {
    for (int ply = 0; ply < LONGEST_EXTENSION; ++ply) {
        if (state.phase == Phase::game_over || state.phase == Phase::ring_placement) break;
        Move move;
        if (!(state.phase != Phase::movement && only_move(state, move)))
            move = likeliest(state, seed);
        apply<false>(state, move);
    }
    if (state.phase == Phase::game_over) {
        for (int seat = 0; seat < state.seats; ++seat)
            out[seat] = state.winner == seat + 1 ? 1.0f : 0.0f;
        return;
    }
    i32 scores[MOST_SEATS];
    double shares[MOST_SEATS];
    evaluate(state, weights, scores);
    share(scores, state.seats, shares);
    for (int seat = 0; seat < state.seats; ++seat) out[seat] = static_cast<float>(shares[seat]);
}

RINGRIFT_CLOSE
