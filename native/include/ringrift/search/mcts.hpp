// Monte Carlo tree search over decisions, with one value a seat: every seat wants its own share of
// the win.
//
// The tree lies in the pool that all threads share; a thread holds its lock while it walks, and not
// while it plays and evaluates. Positions are not kept: they are played again from the root.
#pragma once

#include "ringrift/exchange.hpp"
#include "ringrift/search/answer.hpp"
#include "ringrift/search/control.hpp"
#include "ringrift/search/ranking.hpp"
#include "ringrift/search/waiting.hpp"

RINGRIFT_OPEN

// Chosen by matches at equal nodes.
constexpr double EXPLORATION = 1.1;  // weight of the policy against the values
constexpr double FORESIGHT = 0.5;    // weight of the best line of a move against the mean of all
constexpr double RELUCTANCE =
    0.15;  // an unvisited move is thought to be worth so much less than its parent
constexpr double TEMPERATURE = 120;  // policy points that make a move e times as likely
constexpr int FIRST_CHILDREN = 8;    // of a new node
constexpr double WIDENING = 2.0;     // times the root of the visits: so many more

constexpr int DEEPEST = 160;  // decisions on a path
constexpr int MOST_CHILDREN = 4096;

// What all threads of a search share, at the start of the pool; the nodes follow it.
template <class B>
struct TreePool {
    State<B> root;
    Arena arena;
    std::atomic<u64>
        root_hash;  // what the tree is for; helpers wait until it is what they think about
    u64 seed;  // of the search that began it: a node that is opened again must rank its moves alike
    bool ready;
    std::atomic<bool> locked;
};

template <class B>
class TreeSearch {
public:
    struct Step {
        Move move;
        int child, tail;
    };

    // What one thread needs.
    struct Worker {
        State<B> state;
        Step path[DEEPEST + 1];
        RankedMove ranked[MOST_CHILDREN];
    };

    TreeSearch(Worker& worker, TreePool<B>& pool, const SearchTask& task)
        : worker_(worker), pool_(pool), tree_(pool.arena), task_(task), control_(task) {
        std::memcpy(&weights_, task.weights, sizeof weights_);
        seed_ = mixed(task.seed + 0x9e3779b97f4a7c15ULL);
    }

    // Searches until the budget ends; the thread that answers writes the lines.
    void think(SearchResult* result) {
        State<B>& state = worker_.state;
        result->depth = result->count = 0;
        result->nodes = 0;
        if (Exchange<B>::load(state, task_.fields) != nullptr) return;
        play_forced<true>(state, [&](const Move& move) { forced_[forced_count_++] = move; });
        seats_ = state.seats;
        if (state.phase == Phase::game_over)
            return TreeAnswer<B>{tree_, state, forced_, forced_count_, state}.write_end(*result);
        prepare(state);
        for (u64 report = FIRST_REPORT; !control_.count();) {
            if (!visit() || deep_enough()) break;
            if (task_.calls.finished == nullptr ||
                (control_.nodes < report && !control_.report_due))
                continue;
            if (control_.nodes >= report) report = control_.nodes + control_.nodes / 4;
            answer(result);
            if (control_.report(*result)) break;
        }
        answer(result);
    }

private:
    static constexpr u64 FIRST_REPORT = 1024;
    static constexpr u32 BETWEEN_LOOKS = 1024;  // at the clock: nodes that are pruned
    static constexpr int BETWEEN_SEEN = 16;     // and positions that are played again

    // The lock of the tree, where several threads share it.
    struct Hold {
        std::atomic<bool>* const lock;
        Hold(TreePool<B>& pool, const SearchTask& task)
            : lock(task.threads > 1 ? &pool.locked : nullptr) {
            while (lock != nullptr && lock->exchange(true, std::memory_order_acquire))
                wait_while(*lock, true);
        }
        ~Hold() {
            if (lock == nullptr) return;
            lock->store(false, std::memory_order_release);
            wake_one(*lock);
        }
    };

    Worker& worker_;
    TreePool<B>& pool_;
    Arena& tree_;
    const SearchTask& task_;
    Control control_;
    Weights weights_;
    u64 seed_;
    int seats_ = 0, forced_count_ = 0, depth_ = 0, deepest_ = 0, standing_ = -1;
    bool full_ = false;  // a node found no room for more children
    Move forced_[MOST_AUTOMATIC];

    // A swap exchanges the people: what is said of a node is said in the seats before its move.
    RINGRIFT_INLINE static int before(const Node& node, int seat) {
        return node.move.type() == Kind::swap_sides && seat < 2 ? 1 - seat : seat;
    }
    RINGRIFT_INLINE double own_share(const Node& node) const {
        const int seat = before(node, node.player);
        const double mean = node.share(seat, seats_);
        return mean + FORESIGHT * (node.best_share(seat, seats_) - mean);
    }

    void answer(SearchResult* result) {
        Hold hold(pool_, task_);
        result->nodes = control_.nodes;
        result->depth = deepest_;
        if (task_.thread != 0) return;
        const TreeAnswer<B> found{tree_, pool_.root, forced_, forced_count_, worker_.state};
        found.write(*result, task_.best, weights_, seed_);
    }

    // Whether a limit of depth is reached; a full tree grows no deeper, and no path is longer than
    // `DEEPEST`.
    bool deep_enough() const {
        if (task_.depth == 0) return false;
        return full_ || deepest_ >= (task_.depth < DEEPEST ? task_.depth : DEEPEST);
    }

    // The tree for this root: the one that is there, a part of it, or a new one. The first thread
    // sees to it.
    void prepare(const State<B>& state) {
        const u64 hash = hash_of(state);
        if (task_.thread != 0) {
            for (u64 seen; (seen = pool_.root_hash.load(std::memory_order_acquire)) != hash;)
                wait_while(pool_.root_hash, seen);
            seed_ = pool_.seed;
            return;
        }
        if (!tree_.attached()) {
            char* const memory = static_cast<char*>(task_.pool);
            tree_.attach(memory + sizeof pool_, task_.pool_size - sizeof pool_);
        }
        const bool same = pool_.ready && pool_.root_hash.load(std::memory_order_relaxed) == hash;
        if (!same && !(pool_.ready && find_descendant(state, hash))) {
            tree_.clear();
            pool_.seed = seed_;
        }
        seed_ = pool_.seed;
        if (same) return;
        pool_.root = state;
        pool_.ready = true;
        tree_[0].player = state.player;
        tree_[0].move = Move{};
        pool_.root_hash.store(hash, std::memory_order_release);
        wake_all(pool_.root_hash);
    }

    // Keeps what grew below the position that is now the root; false: it was not found, or there is
    // no time for it.
    bool find_descendant(const State<B>& target, u64 hash) {
        u32 found = 0;
        int left = 20000;
        if (pool_.root.seats == target.seats && pool_.root.standard == target.standard)
            seek(pool_.root, 0, target, hash, found, left, 0);
        if (found == 0) return false;
        Node kept = tree_[found];
        tree_[found].children = tree_[found].held = 0;
        u32 pruned = 0;
        if (!tree_.prune(0,
                         [&] { return ++pruned % BETWEEN_LOOKS == 0 && control_.interrupted(); }))
            return false;
        if (kept.move.type() == Kind::swap_sides) {
            kept.mean[0] = 1.0f - kept.mean[0];
            kept.best[0] = 1.0f - kept.best[0];
            if (kept.winner != 0) kept.winner = static_cast<u8>(3 - kept.winner);
        }
        tree_[0] = kept;
        return true;
    }

    void seek(const State<B>& state, u32 at, const State<B>& target, u64 hash, u32& found,
              int& left, int depth) {
        const Node& node = tree_[at];
        for (u32 child = node.children; found == 0 && child < node.children + node.held; ++child) {
            if (tree_[child].visits == 0 || --left < 0) continue;
            if (left % BETWEEN_SEEN == 0 && control_.interrupted()) left = 0;
            State<B> next = state;
            apply<true>(next, tree_[child].move);
            play_forced<true>(next, [](const Move&) {});
            if (next.phase == Phase::game_over || next.turn_number > target.turn_number) continue;
            if (hash_of(next) == hash) found = child;
            else if (depth < DEEPEST / 4) seek(next, child, target, hash, found, left, depth + 1);
        }
    }

    // One walk to a leaf and back; false: nothing is left to find out.
    bool visit() {
        float shares[MOST_SEATS] = {};
        Node leaf;
        if (!descend(leaf)) return false;
        int winner = leaf.winner, tail = leaf.tail;
        if (winner != 0) {
            for (int seat = 0; seat < seats_; ++seat)
                shares[seat] = before(leaf, seat) + 1 == winner ? 1.0f : 0.0f;
            back_up(shares, false, 0, 0, 0);
            return true;
        }
        stand_at(depth_ - 1);
        State<B>& state = worker_.state;
        if (depth_ > 0) {
            apply<false>(state, worker_.path[depth_].move);
            tail = play_forced<false>(state, [](const Move&) {});
            standing_ = depth_;
        }
        const int player = state.player;
        if (state.phase == Phase::game_over) {
            winner = state.winner;
            for (int seat = 0; seat < seats_; ++seat)
                shares[seat] = winner == seat + 1 ? 1.0f : 0.0f;
        } else {
            value_of(state, weights_, seed_, shares);
        }
        back_up(shares, true, winner, tail, player);
        return true;
    }

    // Walks down by the best balance of value and curiosity; opens nodes on the way. False: the
    // root is proven.
    bool descend(Node& leaf) {
        Hold hold(pool_, task_);
        depth_ = 0;
        standing_ = -1;
        if (tree_[0].winner != 0) return false;
        for (u32 at = 0;;) {
            if (tree_[at].pending < 255) ++tree_[at].pending;
            leaf = tree_[at];
            if (leaf.winner != 0 || (leaf.visits == 0 && depth_ > 0) || depth_ == DEEPEST)
                return true;
            const int wanted = width(leaf);
            if (leaf.held < wanted && !leaf.complete && !open(at, wanted) && leaf.held == 0)
                return true;
            const int child = choose(at, wanted);
            at = tree_[at].children + static_cast<u32>(child);
            ++depth_;
            worker_.path[depth_] = {tree_[at].move, child, tree_[at].tail};
        }
    }

    RINGRIFT_INLINE static int width(const Node& node) {
        const int wide =
            FIRST_CHILDREN +
            static_cast<int>(WIDENING * __builtin_sqrt(static_cast<double>(node.visits)));
        return wide < MOST_CHILDREN ? wide : MOST_CHILDREN;
    }

    // The child to visit: proven losses are left alone; if there is nothing else, more moves are
    // looked at.
    int choose(u32 at, int wanted) {
        for (;;) {
            const Node& node = tree_[at];
            const int count = node.held < wanted ? node.held : wanted;
            const Node* const children = &tree_[node.children];
            u32 total = 0;
            for (int i = 0; i < count; ++i) total += children[i].weight;
            const int player = node.player;
            const double root = __builtin_sqrt(static_cast<double>(node.visits + node.pending));
            const double curiosity = EXPLORATION * root / static_cast<double>(total);
            const double unknown = (node.visits == 0 ? 0.5 : own_share(node)) - RELUCTANCE;
            int best = -1;
            double most = 0;
            for (int i = 0; i < count; ++i) {
                const Node& child = children[i];
                if (child.winner != 0) continue;
                const double visits = static_cast<double>(child.visits + child.pending);
                double value = unknown;
                if (child.visits > 0) {
                    value = child.share(player, seats_);
                    value += FORESIGHT * (child.best_share(player, seats_) - value);
                    if (child.pending > 0) value *= static_cast<double>(child.visits) / visits;
                }
                const double promise = value + curiosity * child.weight / (1.0 + visits);
                if (best < 0 || promise > most) {
                    best = i;
                    most = promise;
                }
            }
            if (best >= 0) return best;
            if (count < node.held) {
                wanted = node.held;
                continue;
            }
            if (node.complete || !open(at, 2 * node.held)) return 0;
            wanted = tree_[at].held;
        }
    }

    // Gives a node more children: the best moves by the policy, those that it has being the first
    // of them.
    bool open(u32 at, int wanted) {
        int room = wanted < 8 ? 8 : 1 << (32 - __builtin_clz(static_cast<u32>(wanted - 1)));
        if (room > MOST_CHILDREN) room = MOST_CHILDREN;
        if (tree_[at].held >= room) return false;
        if (!tree_.has_room(room)) return !(full_ = true);
        stand_at(depth_);
        const int all = rank_moves(worker_.state, seed_, worker_.ranked, room),
                  count = all < room ? all : room;
        const u32 block = tree_.take(count);
        if (block == 0) return !(full_ = true);
        Node& node = tree_[at];
        for (int i = 0; i < count; ++i) {
            Node& child = tree_[block + static_cast<u32>(i)];
            if (i < node.held) {
                child = tree_[node.children + static_cast<u32>(i)];
                continue;
            }
            const double behind =
                static_cast<double>(worker_.ranked[i].score - worker_.ranked[0].score);
            const double weight = 65535.0 * falling(behind / (4 * TEMPERATURE));
            child.move = worker_.ranked[i].move;
            child.weight = weight < 1.0 ? u16{1} : static_cast<u16>(weight);
        }
        if (node.children != 0) tree_.give_back(node.children, node.held);
        node.children = block;
        node.held = static_cast<u16>(count);
        node.complete = count == all;
        return true;
    }

    // The state that so many steps of the path lead to.
    void stand_at(int depth) {
        if (standing_ < 0 || standing_ > depth) {
            worker_.state = pool_.root;
            standing_ = 0;
        }
        while (standing_ < depth) {
            const Step& step = worker_.path[++standing_];
            apply<false>(worker_.state, step.move);
            replay_tail(worker_.state, step.tail);
        }
    }

    // The value goes up the path; so does what is proven.
    void back_up(float* shares, bool first, int winner, int tail, int player) {
        Hold hold(pool_, task_);
        u32 line[DEEPEST + 1];
        line[0] = 0;
        for (int step = 1; step <= depth_; ++step)
            line[step] =
                tree_[line[step - 1]].children + static_cast<u32>(worker_.path[step].child);
        Node& leaf = tree_[line[depth_]];
        if (first && depth_ > 0) {
            leaf.tail = static_cast<u8>(tail);
            leaf.player = static_cast<u8>(player);
            if (winner != 0) leaf.winner = static_cast<u8>(before(leaf, winner - 1) + 1) & 7;
        }
        bool proven = leaf.winner != 0;
        for (int step = depth_; step >= 0; --step) {
            Node& node = tree_[line[step]];
            if (proven && step < depth_) proven = prove(node);
            float best[MOST_SEATS - 1] = {};
            foresee(node, shares, best);
            if (node.move.type() == Kind::swap_sides) {
                const float other = shares[0];
                shares[0] = shares[1];
                shares[1] = other;
                best[0] = 1.0f - best[0];
            }
            std::memcpy(node.best, best, sizeof best);
            node.add(shares, seats_);
            if (node.pending > 0) --node.pending;
        }
        if (depth_ > deepest_) deepest_ = depth_;
    }

    // What the node's player would choose, by the best lines; a leaf's own value.
    void foresee(const Node& node, const float* shares, float* best) const {
        const Node* chosen = nullptr;
        double most = 0;
        for (u32 at = node.children; at < node.children + node.held; ++at) {
            const Node& child = tree_[at];
            if (child.visits == 0) continue;
            const double share = child.best_share(node.player, seats_);
            if (chosen == nullptr || share > most) {
                chosen = &child;
                most = share;
            }
        }
        for (int seat = 0; seat < MOST_SEATS - 1 && seat < seats_ - 1; ++seat)
            best[seat] = chosen == nullptr ? shares[seat]
                                           : static_cast<float>(chosen->best_share(seat, seats_));
    }

    // A node is won by a seat that decides there and can win, or by the one that wins whatever is
    // played.
    bool prove(Node& node) {
        if (node.winner != 0) return true;
        int same = -1;
        for (u32 i = 0; i < node.held; ++i) {
            const int winner = tree_[node.children + i].winner;
            if (winner == node.player + 1) {
                same = winner;
                break;
            }
            if (!node.complete || winner == 0 || (same > 0 && same != winner)) same = 0;
            else if (same < 0) same = winner;
        }
        if (same <= 0) return false;
        node.winner = static_cast<u8>(before(node, same - 1) + 1) & 7;
        return true;
    }
};

RINGRIFT_CLOSE
