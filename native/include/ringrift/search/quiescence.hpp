// Quiescence search: evaluates only positions without a pending capture chain, line, region or
// cost.
#pragma once

#include "ringrift/search/move_ordering.hpp"

RINGRIFT_OPEN

// Lists the legal moves from index `from` on; returns how many fit.
template <class B>
RINGRIFT_INLINE int list_candidates(SearchThread<B>& thread, const State<B>& state, int from) {
    Candidate* candidates = thread.workspace.candidates + from;
    const int most = Workspace<B>::MAX_CANDIDATES - from;
    int count = 0;
    each_legal_move(state, [&](const Move& move) {
        if (count < most) candidates[count++].move = move;
    });
    if (count == 0 && most > 0) {
        const MoveKind bookkeeping = bookkeeping_kind(state.phase);
        if (bookkeeping != MoveKind::none) candidates[count++].move = Move::of(bookkeeping);
    }
    return count;
}

// Scores are for the side to move.
template <class B>
i32 quiescence(SearchThread<B>& thread, int ply, i32 alpha, i32 beta, int from, int depth) {
    auto& workspace = thread.workspace;
    State<B>& state = workspace.states[ply];
    workspace.pv_length[ply] = 0;
    int count = 0;
    int width = 0;
    for (;;) {
        if (state.phase == Phase::game_over) return thread.terminal_score(state, ply);
        // A placed stack must move; any other move starts a new decision.
        const bool moving = state.phase == Phase::movement && state.must_move_from != NO_CELL;
        const bool quiet =
            state.phase == Phase::ring_placement || (state.phase == Phase::movement && !moving);
        if (quiet || ply >= MAX_PLY) return thread.static_score(state);
        // The width halves with each ply.
        width = (moving ? thread.tuning.placed_stack_width : thread.tuning.quiescence_width) >>
                (depth < 16 ? depth : 16);
        count = list_candidates(thread, state, from);
        if (count == 0) return thread.static_score(state);
        if (count > 1) break;
        const int before = thread.side_to_move(state);
        apply<true>(state, workspace.candidates[from].move);
        skip_bookkeeping(state);
        // A forced move may end the turn; the score stays that of the side that entered the node.
        if (thread.side_to_move(state) != before)
            return -quiescence(thread, ply, -beta, -alpha, from, depth);
    }
    Candidate* candidates = workspace.candidates + from;
    score_candidates(thread, state, ply, 0, candidates, count);
    const int looked = width > 1 ? width : 1;
    const int side = thread.side_to_move(state);
    i32 best = -INFINITE_SCORE;
    for (int at = 0; at < count && (at < looked || best < -WIN_BOUND); ++at) {
        select_best_candidate(candidates, at, count);
        const Move move = candidates[at].move;
        workspace.path_keys[ply] = candidates[at].key;
        State<B>& next = workspace.states[ply + 1];
        next = state;
        apply<true>(next, move);
        skip_bookkeeping(next);
        if (thread.limits.count_node()) return best;
        const bool turned = thread.changes_side(side, next, move.type());
        const i32 score = turned
                              ? -quiescence(thread, ply + 1, -beta, -alpha, from + count, depth + 1)
                              : quiescence(thread, ply + 1, alpha, beta, from + count, depth + 1);
        if (thread.limits.stopped) return best;
        if (score > best) best = score;
        if (score > alpha) alpha = score;
        if (alpha >= beta) break;
    }
    return best;
}

RINGRIFT_CLOSE
