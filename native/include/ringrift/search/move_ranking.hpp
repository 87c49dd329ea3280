// Ranks the best moves of a state by policy, without a list of all moves.
#pragma once

#include "ringrift/search/move_policy.hpp"

RINGRIFT_OPEN

struct RankedMove {
    Move move;
    i32 score, order;

    // Whether a is better. Ties keep generation order, so a longer list starts like a shorter one.
    friend RINGRIFT_INLINE bool operator<(const RankedMove& a, const RankedMove& b) {
        return a.score != b.score ? a.score > b.score : a.order < b.order;
    }
};

// Replaces the top of a heap, whose top is the worst move.
RINGRIFT_INLINE void sift_down(RankedMove* heap, int count, const RankedMove& put) {
    int hole = 0;
    for (int next = 1; next < count; next = 2 * hole + 1) {
        if (next + 1 < count && heap[next] < heap[next + 1]) ++next;
        if (!(put < heap[next])) break;
        heap[hole] = heap[next];
        hole = next;
    }
    heap[hole] = put;
}

// Writes up to `capacity` moves, best first; returns how many moves there are.
template <class B>
RINGRIFT_NOINLINE int rank_moves(const State<B>& state, const NetworkData* network, u64 seed,
                                 RankedMove* heap, int capacity) {
    Policy<B> policy(state, network);
    int count = 0, all = 0;
    each_legal_move(state, [&](const Move& move) {
        const RankedMove found{move, policy.score(move, seed), all++};
        if (count < capacity) {
            int hole = count++;
            for (; hole > 0 && heap[(hole - 1) / 2] < found; hole = (hole - 1) / 2)
                heap[hole] = heap[(hole - 1) / 2];
            heap[hole] = found;
        } else if (found < heap[0]) {
            sift_down(heap, count, found);
        }
    });
    for (int left = count - 1; left > 0; --left) {
        const RankedMove last = heap[left];
        heap[left] = heap[0];
        sift_down(heap, left, last);
    }
    return all;
}

RINGRIFT_CLOSE
