// Move ordering: transposition table, killers, countermoves, history and policy.
#pragma once

#include "ringrift/search/move_policy.hpp"
#include "ringrift/search/search_thread.hpp"

RINGRIFT_OPEN

constexpr i32 TT_MOVE_SCORE = 1 << 30;
constexpr i32 MAX_HISTORY = 1 << 14;
constexpr i32 POLICY_WEIGHT = 4;

RINGRIFT_INLINE int history_slot(u16 key) { return key & ((1 << HISTORY_BITS) - 1); }

template <class B>
RINGRIFT_NOINLINE void score_candidates(const SearchThread<B>& thread, const State<B>& state,
                                        int ply, u16 best, Candidate* candidates, int count) {
    const auto& workspace = thread.workspace;
    const i32* history = workspace.history[thread.side_to_move(state)];
    const u16 countermove =
        ply > 0 ? workspace.countermoves[history_slot(workspace.path_keys[ply - 1])] : u16{0};
    Policy<B> policy(state);
    for (int at = 0; at < count; ++at) {
        Candidate& candidate = candidates[at];
        const u16 key = candidate.key = move_key(candidate.move);
        i32 score = POLICY_WEIGHT * policy.score(candidate.move, 0) + history[history_slot(key)];
        if (key == workspace.killers[ply][0]) score += 40000;
        else if (key == workspace.killers[ply][1]) score += 30000;
        else if (key == countermove) score += 20000;
        candidate.score = key == best ? TT_MOVE_SCORE : score;
    }
}

// Moves the best remaining candidate to the front; ties keep the order of the list.
RINGRIFT_INLINE void select_best_candidate(Candidate* candidates, int from, int count) {
    int best = from;
    for (int at = from + 1; at < count; ++at)
        if (candidates[at].score > candidates[best].score) best = at;
    if (best != from) {
        const Candidate chosen = candidates[best];
        candidates[best] = candidates[from];
        candidates[from] = chosen;
    }
}

// Rewards the move that caused a cutoff and penalises those tried before it.
template <class B>
inline void update_history(SearchThread<B>& thread, const State<B>& state, int ply, int depth,
                           const Candidate* candidates, int at) {
    auto& workspace = thread.workspace;
    const u16 key = candidates[at].key;
    if (workspace.killers[ply][0] != key) {
        workspace.killers[ply][1] = workspace.killers[ply][0];
        workspace.killers[ply][0] = key;
    }
    if (ply > 0) workspace.countermoves[history_slot(workspace.path_keys[ply - 1])] = key;
    i32* history = workspace.history[thread.side_to_move(state)];
    const i32 bonus = depth * depth * 32 < 2048 ? depth * depth * 32 : 2048;
    const auto shift = [&](u16 which, i32 amount) {
        i32& value = history[history_slot(which)];
        value += amount - value * (amount < 0 ? -amount : amount) / MAX_HISTORY;
    };
    shift(key, bonus);
    for (int other = 0; other < at; ++other) shift(candidates[other].key, -bonus / 4);
}

RINGRIFT_CLOSE
