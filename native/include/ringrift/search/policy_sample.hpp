// Samples of a tree search for training a policy.
#pragma once

#include "ringrift/move_codec.hpp"
#include "ringrift/search/mcts.hpp"
#include "ringrift/search/move_policy.hpp"
#include "ringrift/search/search_api.hpp"

RINGRIFT_OPEN

// Returns how often the root of the tree visited a move.
template <class B>
RINGRIFT_INLINE i32 root_visits(TreePool<B>* pool, const Move& move) {
    if (pool == nullptr) return 0;
    const Node& root = pool->arena[0];
    for (u32 at = root.children; at < root.children + root.child_count; ++at)
        if (pool->arena[at].move == move) return static_cast<i32>(pool->arena[at].visits);
    return 0;
}

// Describes the legal moves: those that were visited, and some or all of the others.
template <class B>
bool write_policy_sample(const State<B>& state, TreePool<B>* pool, PolicySample& out) {
    write_policy_context(state, out.context);
    int all = 0, visited = 0;
    each_legal_move(state, [&](const Move& move) {
        ++all;
        visited += root_visits(pool, move) > 0;
    });
    const int unvisited = all - visited, room = PolicySample::CAPACITY - visited;
    if (room < 1) return false;
    out.unvisited_step = unvisited == 0 ? 1 : (unvisited + room - 1) / room;
    out.count = 0;
    int skipped = 0;
    Policy<B> policy(state);
    each_legal_move(state, [&](const Move& move) {
        const i32 visits = root_visits(pool, move);
        if (visits == 0 && skipped++ % out.unvisited_step != 0) return;
        MoveFeatures found;
        policy.template each_feature<true>(move, found);
        std::int8_t* const row = out.features[out.count];
        std::memset(row, 0, POLICY_FEATURES);
        for (int at = 0; at < found.count; ++at)
            row[found.feature[at]] =
                static_cast<std::int8_t>(row[found.feature[at]] + found.value[at]);
        out.moves[out.count] = to_wire<B>(move);
        out.visits[out.count++] = visits;
    });
    return true;
}

RINGRIFT_CLOSE
