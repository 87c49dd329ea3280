// A thread of the alpha-beta search: its workspace, limits and parameters.
#pragma once

#include "ringrift/playout.hpp"
#include "ringrift/search/network.hpp"
#include "ringrift/search/search_limits.hpp"
#include "ringrift/search/transposition_table.hpp"
#include "ringrift/search/tuning.hpp"

RINGRIFT_OPEN

constexpr int MAX_PLY = 96;                   // decisions below the root, including quiescence
constexpr int MAX_DEPTH = 60;                 // of iterative deepening
constexpr i32 INFINITE_SCORE = WIN + 1;       // above every score
constexpr i32 WIN_BOUND = WIN - 2 * MAX_PLY;  // scores above it are wins in a known number of plies
constexpr int HISTORY_BITS = 13;

struct Candidate {
    Move move;
    i32 score, index,
        value;  // what it is sorted by, where it stood, and what it is said to be worth
    u16 key;
};

// A root move with its score and variation.
struct RootMove {
    Move move;
    i32 score;
    int length;
    Move moves[MAX_PLY + 1];
};

constexpr int MAX_PROOF_PLY = 120;  // decisions on a path of the win prover

// Memory of a win prover.
template <class B>
struct ProofWorkspace {
    // Move lists are stored one behind the other; a position that does not fit stays open.
    static constexpr int MAX_MOVES = B::BIG ? 1 << 16 : 1 << 14;

    State<B> states[MAX_PROOF_PLY + 2];
    Candidate moves[MAX_MOVES];
    i32 history[2][1 << HISTORY_BITS];
};

template <class B>
struct Workspace {
    // Candidate lists are stored one behind the other; moves that do not fit are not searched.
    static constexpr int MAX_CANDIDATES = B::BIG ? 1 << 18 : 1 << 16;

    State<B> states[MAX_PLY + 2];
    Candidate candidates[MAX_CANDIDATES];
    Move pv[MAX_PLY + 2][MAX_PLY + 2];
    int pv_length[MAX_PLY + 2];
    u16 killers[MAX_PLY + 2][2];
    u16 path_keys[MAX_PLY + 2];  // keys of the moves on the path
    i32 history[2][1 << HISTORY_BITS];
    u16 countermoves[1 << HISTORY_BITS];
    RootMove root_moves[MAX_BEST_MOVES], previous_root_moves[MAX_BEST_MOVES];
    ProofWorkspace<B> proof;
};

template <class B>
struct SearchThread {
    Workspace<B>& workspace;
    SearchLimits limits;
    TranspositionTable table;
    LeafEvaluation evaluation;
    Tuning tuning;
    int seats, own;  // `own`: the seat at the root

    // Two players: each is a side. More: the seat at the root against all others.
    RINGRIFT_INLINE int side_to_move(const State<B>& state) const {
        return seats == 2 ? state.player : state.player != own;
    }

    // Whether a move changes the side to move. After a swap the seat belongs to the other player.
    RINGRIFT_INLINE bool changes_side(int side, const State<B>& after, MoveKind kind) const {
        return (side != side_to_move(after)) != (kind == MoveKind::swap_sides);
    }

    RINGRIFT_INLINE u64 tt_key(const State<B>& state) const {
        const u64 key = position_key(state);
        return seats == 2 ? key : mix64(key + static_cast<u64>(own));
    }

    // Returns the evaluation for the side to move.
    i32 static_score(const State<B>& state) const {
        i32 scores[MAX_SEATS];
        evaluation.write_scores(state, scores);
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

// Clears killers, countermoves and history.
template <class B>
inline void clear_history(Workspace<B>& workspace) {
    std::memset(workspace.killers, 0, sizeof workspace.killers);
    std::memset(workspace.path_keys, 0, sizeof workspace.path_keys);
    std::memset(workspace.history, 0, sizeof workspace.history);
    std::memset(workspace.countermoves, 0, sizeof workspace.countermoves);
}

// Applies bookkeeping moves that need no move generation.
template <class B>
RINGRIFT_INLINE void skip_bookkeeping(State<B>& state) {
    if (state.phase >= Phase::line_processing || state.phase == Phase::ring_placement)
        apply_trivial_bookkeeping(state);
}

RINGRIFT_CLOSE
