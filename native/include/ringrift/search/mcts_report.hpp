// Reports a tree search: the best moves, the share of each seat, and the principal variations.
#pragma once

#include "ringrift/move_codec.hpp"
#include "ringrift/search/leaf_eval.hpp"
#include "ringrift/search/search_api.hpp"

RINGRIFT_OPEN

template <class B>
struct MctsReport {
    const NodePool& tree;
    const State<B>& root;
    const Move* forced;  // forced moves before the root's decision
    int forced_count;
    State<B>& state;  // scratch state

    void write_result(SearchResult& result, int wanted, const LeafEvaluation& evaluation,
                      u64 seed) const {
        const Node& top = tree[0];
        const int most = forced_count > 0 || wanted < 1 ? 1
                         : wanted > MAX_BEST_MOVES      ? MAX_BEST_MOVES
                                                        : wanted;
        u32 order[MAX_BEST_MOVES];
        int count = 0;
        for (u32 at = top.children; at < top.children + top.child_count; ++at) {
            if (tree[at].visits == 0) continue;
            int rank = count;
            while (rank > 0 && ranks_before(tree[at], tree[order[rank - 1]], top.player)) --rank;
            if (rank == most) continue;
            if (count < most) ++count;
            for (int later = count - 1; later > rank; --later) order[later] = order[later - 1];
            order[rank] = at;
        }
        result.count = count == 0 ? 1 : count;
        for (int rank = 0; rank < count; ++rank)
            write_best_move(result.best_moves[rank], order[rank]);
        if (count == 0) write_policy_move(result.best_moves[0], evaluation, seed);
    }

    // Reports a finished game: the forced moves that end it, if any.
    void write_game_over(SearchResult& result) const {
        result.count = forced_count > 0;
        BestMove& out = result.best_moves[0];
        if (forced_count == 0) return;
        start_pv(out);
        out.move = out.pv[0];
        for (int seat = 0; seat < MAX_SEATS; ++seat)
            out.shares[seat] = root.winner == seat + 1 ? 1000 : 0;
    }

private:
    // Wins first, then by visits, then by value; losses last.
    bool ranks_before(const Node& a, const Node& b, int player) const {
        const auto grade = [&](const Node& node) {
            return node.winner == 0 ? 1 : node.winner == player + 1 ? 2 : 0;
        };
        if (grade(a) != grade(b)) return grade(a) > grade(b);
        if (a.visits != b.visits) return a.visits > b.visits;
        return a.share(player, root.seats) > b.share(player, root.seats);
    }

    // Returns the child that the player prefers; 0 if none was visited.
    u32 preferred_child(const Node& node) const {
        u32 best = 0;
        for (u32 at = node.children; at < node.children + node.child_count; ++at)
            if (tree[at].visits > 0 &&
                (best == 0 || ranks_before(tree[at], tree[best], node.player)))
                best = at;
        return best;
    }

    static void append_to_pv(BestMove& out, const Move& move) {
        if (out.pv_length < MAX_PV_LENGTH) out.pv[out.pv_length++] = to_wire<B>(move);
    }

    void start_pv(BestMove& out) const {
        out.pv_length = 0;
        for (int at = 0; at < forced_count; ++at) append_to_pv(out, forced[at]);
        state = root;
    }

    void write_shares(BestMove& out, const Node& node) const {
        i32 rest = 1000;
        for (i32& share : out.shares) share = 0;
        for (int seat = 0; seat < MAX_SEATS - 1 && seat < root.seats - 1; ++seat) {
            out.shares[seat] = static_cast<i32>(node.share(seat, root.seats) * 1000);
            rest -= out.shares[seat];
        }
        out.shares[root.seats - 1] = rest;
    }

    void write_best_move(BestMove& out, u32 at) const {
        write_shares(out, forced_count > 0 ? tree[0] : tree[at]);
        start_pv(out);
        for (; at != 0; at = preferred_child(tree[at])) {
            append_to_pv(out, tree[at].move);
            apply<false>(state, tree[at].move);
            play_forced_moves<false>(state, [&](const Move& move) { append_to_pv(out, move); });
        }
        out.move = out.pv[0];
    }

    // A search that was stopped at once reports the policy's move.
    void write_policy_move(BestMove& out, const LeafEvaluation& evaluation, u64 seed) const {
        start_pv(out);
        append_to_pv(out, most_likely_move(state, evaluation.network, seed));
        out.move = out.pv[0];
        float shares[MAX_SEATS] = {};
        evaluate_leaf(state, evaluation, seed, shares);
        Node node;
        node.add_visit(shares, root.seats);
        write_shares(out, node);
    }
};

RINGRIFT_CLOSE
