// What a tree says about its root: the best moves, what each is worth to each seat, and how the
// game would go on.
#pragma once

#include "ringrift/search/leaf.hpp"
#include "ringrift/search/result.hpp"
#include "ringrift/wire.hpp"

RINGRIFT_OPEN

template <class B>
struct TreeAnswer {
    const Arena& tree;
    const State<B>& root;
    const Move* forced;  // what must be played before the root's decision
    int forced_count;
    State<B>& state;  // to play variations on

    void write(SearchResult& result, int wanted, const Weights& weights, u64 seed) const {
        const Node& top = tree[0];
        const int most = forced_count > 0 || wanted < 1 ? 1
                         : wanted > MOST_LINES          ? MOST_LINES
                                                        : wanted;
        u32 order[MOST_LINES];
        int count = 0;
        for (u32 at = top.children; at < top.children + top.held; ++at) {
            if (tree[at].visits == 0) continue;
            int place = count;
            while (place > 0 && better(tree[at], tree[order[place - 1]], top.player)) --place;
            if (place == most) continue;
            if (count < most) ++count;
            for (int later = count - 1; later > place; --later) order[later] = order[later - 1];
            order[place] = at;
        }
        result.count = count == 0 ? 1 : count;
        for (int line = 0; line < count; ++line) write_line(result.lines[line], order[line]);
        if (count == 0) guess(result.lines[0], weights, seed);
    }

    // Nothing is left to choose: the moves that end the game, if there are any.
    void write_end(SearchResult& result) const {
        result.count = forced_count > 0;
        SearchLine& line = result.lines[0];
        if (forced_count == 0) return;
        begin(line);
        line.move = line.variation[0];
        for (int seat = 0; seat < MOST_SEATS; ++seat)
            line.shares[seat] = root.winner == seat + 1 ? 1000 : 0;
    }

private:
    // Won, then visited more, then worth more; lost ones last.
    bool better(const Node& a, const Node& b, int player) const {
        const auto grade = [&](const Node& node) {
            return node.winner == 0 ? 1 : node.winner == player + 1 ? 2 : 0;
        };
        if (grade(a) != grade(b)) return grade(a) > grade(b);
        if (a.visits != b.visits) return a.visits > b.visits;
        return a.share(player, root.seats) > b.share(player, root.seats);
    }

    // The child that the node's player would choose; 0: none was visited.
    u32 favourite(const Node& node) const {
        u32 best = 0;
        for (u32 at = node.children; at < node.children + node.held; ++at)
            if (tree[at].visits > 0 && (best == 0 || better(tree[at], tree[best], node.player)))
                best = at;
        return best;
    }

    static void say(SearchLine& line, const Move& move) {
        if (line.length < MOST_VARIATION) line.variation[line.length++] = outward<B>(move);
    }

    void begin(SearchLine& line) const {
        line.length = 0;
        for (int at = 0; at < forced_count; ++at) say(line, forced[at]);
        state = root;
    }

    void write_shares(SearchLine& line, const Node& node) const {
        i32 rest = 1000;
        for (i32& share : line.shares) share = 0;
        for (int seat = 0; seat < MOST_SEATS - 1 && seat < root.seats - 1; ++seat) {
            line.shares[seat] = static_cast<i32>(node.share(seat, root.seats) * 1000);
            rest -= line.shares[seat];
        }
        line.shares[root.seats - 1] = rest;
    }

    void write_line(SearchLine& line, u32 at) const {
        write_shares(line, forced_count > 0 ? tree[0] : tree[at]);
        begin(line);
        for (; at != 0; at = favourite(tree[at])) {
            say(line, tree[at].move);
            apply<false>(state, tree[at].move);
            play_forced<false>(state, [&](const Move& move) { say(line, move); });
        }
        line.move = line.variation[0];
    }

    // A search that was stopped before it began answers as well: with what the policy likes.
    void guess(SearchLine& line, const Weights& weights, u64 seed) const {
        begin(line);
        say(line, likeliest(state, seed));
        line.move = line.variation[0];
        float shares[MOST_SEATS] = {};
        value_of(state, weights, seed, shares);
        Node node;
        node.add(shares, root.seats);
        write_shares(line, node);
    }
};

RINGRIFT_CLOSE
