// Principal variation search over decisions.
#pragma once

#include "ringrift/search/quiescence.hpp"

RINGRIFT_OPEN

RINGRIFT_INLINE i32 score_to_tt(i32 score, int ply) {
    return score > WIN_BOUND ? score + ply : score < -WIN_BOUND ? score - ply : score;
}
RINGRIFT_INLINE i32 score_from_tt(i32 score, int ply) {
    return score > WIN_BOUND ? score - ply : score < -WIN_BOUND ? score + ply : score;
}

RINGRIFT_INLINE int depth_reduction(const Tuning& tuning, int depth, int at) {
    if (depth < 2) return 0;
    const int from = tuning.first_reduced_move;
    return (at >= from) + (at >= 4 * from && depth > 2) + (at >= 16 * from && depth > 3);
}

template <class B>
inline void extend_pv(Workspace<B>& workspace, int ply, const Move& move) {
    workspace.pv[ply][0] = move;
    const int length = workspace.pv_length[ply + 1];
    for (int at = 0; at < length; ++at) workspace.pv[ply][at + 1] = workspace.pv[ply + 1][at];
    workspace.pv_length[ply] = length + 1;
}

// Returns the score of the state at `ply` for its side to move.
template <class B>
i32 search_node(SearchThread<B>& thread, int ply, int depth, i32 alpha, i32 beta, int from) {
    auto& workspace = thread.workspace;
    State<B>& state = workspace.states[ply];
    workspace.pv_length[ply] = 0;
    const Tuning& tuning = thread.tuning;
    const bool principal = beta - alpha > 1;
    int count = 0;
    u64 key = 0;
    TTEntry entry{};
    for (;;) {
        if (state.phase == Phase::game_over) return thread.terminal_score(state, ply);
        if (depth <= 0) return quiescence(thread, ply, alpha, beta, from, 0);
        if (ply >= MAX_PLY) return thread.static_score(state);
        // No win here can be nearer than one already found.
        if (WIN - ply - 1 <= alpha) return alpha;
        key = thread.tt_key(state);
        entry = thread.table.probe(key);
        if (!principal && entry.bound != Bound::none && entry.depth >= depth) {
            const i32 score = score_from_tt(entry.score, ply);
            if (entry.bound == Bound::exact || (entry.bound == Bound::lower && score >= beta) ||
                (entry.bound == Bound::upper && score <= alpha))
                return score;
        }
        count = list_candidates(thread, state, from);
        if (count == 0) return thread.static_score(state);
        if (count > 1) break;
        const int before = thread.side_to_move(state);
        apply<true>(state, workspace.candidates[from].move);
        skip_bookkeeping(state);
        // A forced move may end the turn; the score stays that of the side that entered the node.
        if (thread.side_to_move(state) != before)
            return -search_node(thread, ply, depth, -beta, -alpha, from);
    }
    Candidate* candidates = workspace.candidates + from;
    score_candidates(thread, state, ply, entry.move_key, candidates, count);
    const int side = thread.side_to_move(state);
    const int left = depth - 1;
    const int width = tuning.width + tuning.widening * (depth - 1);
    const i32 original = alpha;
    i32 best = -INFINITE_SCORE;
    u16 best_key = 0;
    // Beyond the width, go on only while all moves lose.
    for (int at = 0; at < count && (at < width || best < -WIN_BOUND); ++at) {
        select_best_candidate(candidates, at, count);
        const Move move = candidates[at].move;
        State<B>& next = workspace.states[ply + 1];
        workspace.path_keys[ply] = candidates[at].key;
        const auto search_child = [&](int further, i32 low, i32 high) {
            next = state;
            apply<true>(next, move);
            skip_bookkeeping(next);
            const bool turned = thread.changes_side(side, next, move.type());
            return turned ? -search_node(thread, ply + 1, further, -high, -low, from + count)
                          : search_node(thread, ply + 1, further, low, high, from + count);
        };
        if (thread.limits.count_node()) return best;
        i32 score;
        if (at == 0) {
            score = search_child(left, alpha, beta);
        } else {
            const int less = depth_reduction(tuning, depth, at);
            score = search_child(left - less, alpha, alpha + 1);
            if (less > 0 && score > alpha && !thread.limits.stopped)
                score = search_child(left, alpha, alpha + 1);
            if (score > alpha && score < beta && !thread.limits.stopped)
                score = search_child(left, alpha, beta);
        }
        if (thread.limits.stopped) return best;
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_key = candidates[at].key;
                extend_pv(workspace, ply, move);
                if (alpha >= beta) {
                    update_history(thread, state, ply, depth, candidates, at);
                    break;
                }
            }
        }
    }
    const Bound bound = best >= beta ? Bound::lower : best > original ? Bound::exact : Bound::upper;
    thread.table.store(key, {score_to_tt(best, ply), best_key, static_cast<u8>(depth), bound});
    return best;
}

RINGRIFT_CLOSE
