// What one thread of alpha-beta works with: its states, its lists of moves, and what it has learned
// about moves.
#pragma once

#include "ringrift/playout.hpp"
#include "ringrift/search/evaluation.hpp"
#include "ringrift/search/search_limits.hpp"
#include "ringrift/search/transposition_table.hpp"

RINGRIFT_OPEN

constexpr int MAX_PLY = 96;                   // decisions below the root, quiescence included
constexpr int MAX_DEPTH = 60;                 // of the full-width search
constexpr i32 INFINITE_SCORE = WIN + 1;       // above every score
constexpr i32 WIN_BOUND = WIN - 2 * MAX_PLY;  // scores above it are wins at a known distance
constexpr int HISTORY_BITS = 13;

struct Candidate {
    Move move;
    i32 score, index,
        value;  // what it is sorted by, where it stood, and what it is said to be worth
    u16 key;
};

// A root move, what it is worth and how the game goes on.
struct RootMove {
    Move move;
    i32 score;
    int length;
    Move moves[MAX_PLY + 1];
};

template <class B>
struct Workspace {
    // Lists of moves lie behind one another; what a full store has no workspace for is not looked
    // at.
    static constexpr int MAX_CANDIDATES = B::BIG ? 1 << 18 : 1 << 16;

    State<B> states[MAX_PLY + 2];
    Candidate candidates[MAX_CANDIDATES];
    Move pv[MAX_PLY + 2][MAX_PLY + 2];
    int pv_length[MAX_PLY + 2];
    u16 killers[MAX_PLY + 2][2];
    u16 path_keys[MAX_PLY + 2];  // marks of the decisions on the way to here
    i32 history[2][1 << HISTORY_BITS];
    u16 countermoves[1 << HISTORY_BITS];
    RootMove root_moves[MAX_BEST_MOVES], previous_root_moves[MAX_BEST_MOVES];
};

// How the search saves work; the values are those that won matches at equal nodes
// (native/bench/search_bench.cpp).
struct Tuning {
    int first_reduced_move = 4;  // the first move of a list that is looked at less deeply at first
    int quiescence_width =
        8;  // ways looked at where something is path_keys out; half as many for each decision in it
    int placed_stack_width = 12;  // and of a stack that was placed and must move
    int aspiration_window = 60;   // half of the first window
    int quick_score_percent =
        50;  // percent of the nodes that may go into a glance at the moves of the root
    int policy_percent =
        0;  // percent of what a move looks like that counts beside the glance at it
    int first_depth_width = 96;  // moves at the root in the first depth, the best at a glance
    int root_width = 24;         // and beyond it, the best of it
    int width = 24;              // moves one decision above the horizon
    int widening = 8;            // so many more for each decision further up

    // On the big boards a turn has thousands of ways.
    template <class B>
    static constexpr Tuning on() {
        Tuning tuning;
        if constexpr (B::BIG) {
            tuning.placed_stack_width = 6;
            tuning.policy_percent = 50;
        }
        return tuning;
    }
};
#define RINGRIFT_TUNING(each)                                                     \
    each(first_reduced_move), each(quiescence_width), each(placed_stack_width),   \
        each(aspiration_window), each(quick_score_percent), each(policy_percent), \
        each(first_depth_width), each(root_width), each(width), each(widening)

template <class B>
struct SearchThread {
    Workspace<B>& workspace;
    SearchLimits limits;
    TranspositionTable table;
    const Weights& weights;
    Tuning tuning;
    int seats, own;  // the seat at the root

    // Two players: each for himself. More: the seat at the root against all others.
    RINGRIFT_INLINE int side_of(const State<B>& state) const {
        return seats == 2 ? state.player : state.player != own;
    }

    // Whether a move hands the word to the other side. After a swap the seat is the other person's.
    RINGRIFT_INLINE bool changes_side(int side, const State<B>& after, MoveKind kind) const {
        return (side != side_of(after)) != (kind == MoveKind::swap_sides);
    }

    RINGRIFT_INLINE u64 tt_key(const State<B>& state) const {
        const u64 key = position_key(state);
        return seats == 2 ? key : mix64(key + static_cast<u64>(own));
    }

    // The score of a state for the side to move.
    i32 static_score(const State<B>& state) const {
        i32 scores[MAX_SEATS];
        evaluate(state, weights, scores);
        if (seats == 2) return scores[state.player] - scores[1 - state.player];
        i32 most = -INFINITE_SCORE, sum = 0;
        for (int seat = 0; seat < seats; ++seat) {
            if (seat == own) continue;
            most = scores[seat] > most ? scores[seat] : most;
            sum += scores[seat];
        }
        const i32 lead = scores[own] - (most + sum / (seats - 1)) / 2;
        return state.player == own ? lead : -lead;
    }

    RINGRIFT_INLINE i32 terminal_score(const State<B>& state, int ply) const {
        const int winner = state.winner - 1;
        const bool won =
            seats == 2 ? winner == state.player : (winner == own) == (state.player == own);
        return won ? WIN - ply : ply - WIN;
    }
};

// What was learned about moves.
template <class B>
inline void clear_history(Workspace<B>& workspace) {
    std::memset(workspace.killers, 0, sizeof workspace.killers);
    std::memset(workspace.path_keys, 0, sizeof workspace.path_keys);
    std::memset(workspace.history, 0, sizeof workspace.history);
    std::memset(workspace.countermoves, 0, sizeof workspace.countermoves);
}

// Applies the bookkeeping moves that can be told at a glance.
template <class B>
RINGRIFT_INLINE void skip_bookkeeping(State<B>& state) {
    if (state.phase >= Phase::line_processing || state.phase == Phase::ring_placement)
        apply_trivial_bookkeeping(state);
}

RINGRIFT_CLOSE
