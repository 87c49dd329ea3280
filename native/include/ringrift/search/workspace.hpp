// What one thread of alpha-beta works with: its states, its lists of moves, and what it has learned
// about moves.
#pragma once

#include "ringrift/playout.hpp"
#include "ringrift/search/control.hpp"
#include "ringrift/search/evaluation.hpp"
#include "ringrift/search/table.hpp"

RINGRIFT_OPEN

constexpr int MOST_PLY = 96;             // decisions below the root, quiescence included
constexpr int MOST_DEPTH = 60;           // of the full-width search
constexpr i32 INFINITE = WIN + 1;        // above every score
constexpr i32 WON = WIN - 2 * MOST_PLY;  // scores above it are wins at a known distance
constexpr int HISTORY_BITS = 13;

struct Offer {
    Move move;
    i32 score, place,
        worth;  // what it is sorted by, where it stood, and what it is said to be worth
    u16 mark;
};

// A root move, what it is worth and how the game goes on.
struct Line {
    Move move;
    i32 score;
    int length;
    Move moves[MOST_PLY + 1];
};

template <class B>
struct Workspace {
    // Lists of moves lie behind one another; what a full store has no room for is not looked at.
    static constexpr int ROOM = B::BIG ? 1 << 18 : 1 << 16;

    State<B> states[MOST_PLY + 2];
    Offer offers[ROOM];
    Move variation[MOST_PLY + 2][MOST_PLY + 2];
    int length[MOST_PLY + 2];
    u16 killers[MOST_PLY + 2][2];
    u16 played[MOST_PLY + 2];  // marks of the decisions on the way to here
    i32 history[2][1 << HISTORY_BITS];
    u16 replies[1 << HISTORY_BITS];
    Line lines[MOST_LINES], earlier[MOST_LINES];
};

// How the search saves work; the values are those that won matches at equal nodes
// (native/bench/search_bench.cpp).
struct Tuning {
    int reduce_from = 4;  // the first move of a list that is looked at less deeply at first
    int quiet_width =
        8;  // ways looked at where something is played out; half as many for each decision in it
    int moving_width = 12;  // and of a stack that was placed and must move
    int aspiration = 60;    // half of the first window
    int glances = 50;  // percent of the nodes that may go into a glance at the moves of the root
    int trust = 0;     // percent of what a move looks like that counts beside the glance at it
    int first_width = 96;  // moves at the root in the first depth, the best at a glance
    int root_width = 24;   // and beyond it, the best of it
    int width = 24;        // moves one decision above the horizon
    int widening = 8;      // so many more for each decision further up

    // On the big boards a turn has thousands of ways.
    template <class B>
    static constexpr Tuning on() {
        Tuning tuning;
        if constexpr (B::BIG) {
            tuning.moving_width = 6;
            tuning.trust = 50;
        }
        return tuning;
    }
};
#define RINGRIFT_TUNING(each)                                                                  \
    each(reduce_from), each(quiet_width), each(moving_width), each(aspiration), each(glances), \
        each(trust), each(first_width), each(root_width), each(width), each(widening)

template <class B>
struct Thinker {
    Workspace<B>& room;
    Control control;
    Table table;
    const Weights& weights;
    Tuning tuning;
    int seats, own;  // the seat at the root

    // Two players: each for himself. More: the seat at the root against all others.
    RINGRIFT_INLINE int side_of(const State<B>& state) const {
        return seats == 2 ? state.player : state.player != own;
    }

    // Whether a move hands the word to the other side. After a swap the seat is the other person's.
    RINGRIFT_INLINE bool turns(int side, const State<B>& after, Kind kind) const {
        return (side != side_of(after)) != (kind == Kind::swap_sides);
    }

    RINGRIFT_INLINE u64 key_of(const State<B>& state) const {
        const u64 key = position_key(state);
        return seats == 2 ? key : mixed(key + static_cast<u64>(own));
    }

    // The score of a state for the side to move.
    i32 evaluated(const State<B>& state) const {
        i32 scores[MOST_SEATS];
        evaluate(state, weights, scores);
        if (seats == 2) return scores[state.player] - scores[1 - state.player];
        i32 most = -INFINITE, sum = 0;
        for (int seat = 0; seat < seats; ++seat) {
            if (seat == own) continue;
            most = scores[seat] > most ? scores[seat] : most;
            sum += scores[seat];
        }
        const i32 lead = scores[own] - (most + sum / (seats - 1)) / 2;
        return state.player == own ? lead : -lead;
    }

    RINGRIFT_INLINE i32 ended(const State<B>& state, int ply) const {
        const int winner = state.winner - 1;
        const bool won =
            seats == 2 ? winner == state.player : (winner == own) == (state.player == own);
        return won ? WIN - ply : ply - WIN;
    }
};

// What was learned about moves.
template <class B>
inline void forget(Workspace<B>& room) {
    std::memset(room.killers, 0, sizeof room.killers);
    std::memset(room.played, 0, sizeof room.played);
    std::memset(room.history, 0, sizeof room.history);
    std::memset(room.replies, 0, sizeof room.replies);
}

// Applies the bookkeeping moves that can be told at a glance.
template <class B>
RINGRIFT_INLINE void settle(State<B>& state) {
    if (state.phase >= Phase::line_processing || state.phase == Phase::ring_placement) glide(state);
}

RINGRIFT_CLOSE
