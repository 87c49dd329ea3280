// Monte Carlo tree search over decisions. Values are vectors: each seat maximises its own share of
// the win.
//
// All threads share the tree in the pool. A thread holds the lock while it walks the tree, not
// while it plays and evaluates. Nodes store no positions: they are replayed from the root.
#pragma once

#include "ringrift/search/atomic_wait.hpp"
#include "ringrift/search/mcts_report.hpp"
#include "ringrift/search/move_ranking.hpp"
#include "ringrift/search/search_limits.hpp"
#include "ringrift/search/win_prover.hpp"
#include "ringrift/state_codec.hpp"

RINGRIFT_OPEN

constexpr int MAX_TREE_DEPTH = 160;  // decisions on a path
constexpr int MAX_CHILDREN = 4096;

// Shared by all threads of a search, at the start of the pool; the nodes follow.
template <class B>
struct TreePool {
    State<B> root;
    NodePool arena;
    std::atomic<u64> root_hash;  // position of the tree; helpers wait until it is theirs
    u64 seed;  // of the search that created the tree: a reopened node must rank its moves alike
    bool ready;
    std::atomic<bool> locked;
};

template <class B>
class TreeSearch {
public:
    struct PathStep {
        Move move;
        int child, forced_moves;
    };

    // Memory of one thread.
    struct Worker {
        State<B> state, child;
        PathStep path[MAX_TREE_DEPTH + 1];
        RankedMove ranked[MAX_CHILDREN];
        ProofWorkspace<B> proof;
    };

    TreeSearch(Worker& worker, TreePool<B>& pool, const SearchTask& task)
        : worker_(worker),
          pool_(pool),
          tree_(pool.arena),
          task_(task),
          limits_(task),
          tuning_(Tuning::of<B>(task)),
          proof_size_(tuning_.proof_percent > 0 ? task.pool_size / PROOF_MEMORY_PART / 64 * 64 : 0),
          verdicts_(static_cast<char*>(task.pool) + task.pool_size / 64 * 64 - proof_size_,
                    proof_size_, task.generation, task.epoch),
          prover_(worker.proof, verdicts_, limits_) {
        std::memcpy(&evaluation_.weights, task.weights, sizeof evaluation_.weights);
        evaluation_.network = task.network;
        seed_ = mix64(task.seed + 0x9e3779b97f4a7c15ULL);
    }

    // Searches until the budget is spent; thread 0 writes the result.
    void run(SearchResult* result) {
        State<B>& state = worker_.state;
        result->depth = result->count = 0;
        result->nodes = 0;
        if (!StateCodec<B>::load(state, task_.fields)) return;
        play_forced_moves<true>(state, [&](const Move& move) { forced_[forced_count_++] = move; });
        seats_ = state.seats;
        if (state.phase == Phase::game_over)
            return MctsReport<B>{tree_, state, forced_, forced_count_, state}.write_game_over(
                *result);
        prepare_tree(state);
        if (tuning_.proof_percent > 0 && task_.thread == 0) {
            prover_.start(pool_.root);
            prove_short_win();
        }
        for (u64 report = FIRST_REPORT; !limits_.count_node();) {
            ++visits_;
            if (!visit_leaf() || is_depth_reached()) break;
            if (is_win_proved() || is_choice_clear()) break;
            if (task_.callbacks.on_report == nullptr ||
                (limits_.nodes < report && !limits_.report_due))
                continue;
            if (limits_.nodes >= report) report = limits_.nodes + limits_.nodes / 4;
            write_report(result);
            if (limits_.send_report(*result)) break;
        }
        write_report(result);
    }

private:
    static constexpr u64 FIRST_REPORT = 1024;
    static constexpr u32 NO_NODE = ~u32{0};
    static constexpr int MAX_EVALUATED_CHILDREN = 256;
    static constexpr u64 CHECK_INTERVAL = 64;        // visits between two checks for an early end
    static constexpr u64 PROOF_STEP = 1024;          // nodes of the prover between visits, at least
    static constexpr u64 FIRST_PROOF_NODES = 8192;   // a few milliseconds
    static constexpr int LIKELY_PROOF_PERCENT = 75;  // where the player is near a victory
    static constexpr u64 LIKELY_PROOF_NODES = 300'000;   // most proofs need fewer
    static constexpr std::size_t PROOF_MEMORY_PART = 8;  // the prover has one part in eight
    static constexpr u32 NODES_BETWEEN_POLLS =
        1024;  // pruned nodes between two polls of the limits
    static constexpr int POSITIONS_BETWEEN_POLLS = 16;  // replayed positions between two polls

    // Locks the tree if several threads share it.
    struct TreeLock {
        std::atomic<bool>* const lock;
        TreeLock(TreePool<B>& pool, const SearchTask& task)
            : lock(task.threads > 1 ? &pool.locked : nullptr) {
            while (lock != nullptr && lock->exchange(true, std::memory_order_acquire))
                wait_while_equal(*lock, true);
        }
        ~TreeLock() {
            if (lock == nullptr) return;
            lock->store(false, std::memory_order_release);
            wake_one(*lock);
        }
    };

    Worker& worker_;
    TreePool<B>& pool_;
    NodePool& tree_;
    const SearchTask& task_;
    SearchLimits limits_;
    const Tuning tuning_;
    const std::size_t proof_size_;
    TranspositionTable verdicts_;  // of the prover: the end of the pool
    WinProver<B> prover_;
    const double exploration_ = tuning_.exploration_percent / 100.0,
                 best_play_weight_ = tuning_.best_play_percent / 100.0,
                 first_play_reduction_ = tuning_.first_play_reduction_percent / 100.0,
                 widening_rate_ = tuning_.widening_percent / 100.0;
    u64 next_check_ = CHECK_INTERVAL, visits_ = 0;
    LeafEvaluation evaluation_;
    u64 seed_;
    int seats_ = 0, forced_count_ = 0, depth_ = 0, deepest_ = 0, replayed_ = -1;
    u32 widened_ = NO_NODE;  // the node that this visit gave new children, to be evaluated
    int widened_from_ = 0;   // the first of them
    bool full_ = false;      // no memory was left for more children
    bool proved_ = false;
    Move forced_[MAX_FORCED_MOVES];

    // A swap exchanges the players: a node's values refer to the seats before its move.
    RINGRIFT_INLINE static int seat_before_move(const Node& node, int seat) {
        return node.move.type() == MoveKind::swap_sides && seat < 2 ? 1 - seat : seat;
    }
    RINGRIFT_INLINE double own_share(const Node& node) const {
        const int seat = seat_before_move(node, node.player);
        const double mean = node.share(seat, seats_);
        return mean + best_play_weight_ * (node.best_share(seat, seats_) - mean);
    }

    void write_report(SearchResult* result) {
        TreeLock hold(pool_, task_);
        result->nodes = limits_.nodes;
        result->depth = deepest_;
        if (task_.thread != 0) return;
        const MctsReport<B> found{tree_, pool_.root, forced_, forced_count_, worker_.state};
        found.write_result(*result, task_.best_count, evaluation_, seed_);
    }

    // Whether the depth limit is reached; a full tree grows no deeper, and no path exceeds
    // `MAX_TREE_DEPTH`.
    bool is_depth_reached() const {
        if (task_.depth == 0) return false;
        return full_ || deepest_ >= (task_.depth < MAX_TREE_DEPTH ? task_.depth : MAX_TREE_DEPTH);
    }

    // Thread 0 sets up the tree of this root: reuses the tree or a subtree, or starts a new one.
    void prepare_tree(const State<B>& state) {
        const u64 hash = state_hash(state);
        if (task_.thread != 0) {
            for (u64 seen; (seen = pool_.root_hash.load(std::memory_order_acquire)) != hash;)
                wait_while_equal(pool_.root_hash, seen);
            seed_ = pool_.seed;
            return;
        }
        if (!tree_.has_memory()) {
            char* const memory = static_cast<char*>(task_.pool);
            tree_.attach_memory(memory + sizeof pool_,
                                task_.pool_size - sizeof pool_ - proof_size_);
        }
        const bool same = pool_.ready && pool_.root_hash.load(std::memory_order_relaxed) == hash;
        if (!same && !(pool_.ready && reuse_subtree(state, hash))) {
            tree_.clear();
            pool_.seed = seed_;
        }
        seed_ = pool_.seed;
        if (same) return;
        pool_.root = state;
        pool_.ready = true;
        tree_[0].player = state.player;
        tree_[0].move = Move{};
        // The children must show which move wins; those of a move that the prover marked may not.
        tree_[0].winner = 0;
        try_to_prove(tree_[0]);
        pool_.root_hash.store(hash, std::memory_order_release);
        wake_all(pool_.root_hash);
    }

    // Makes the subtree of the new root the tree; false if it was not found, there was no time, or
    // no memory is left for all moves of the root: a new tree is worth more then.
    bool reuse_subtree(const State<B>& target, u64 hash) {
        u32 found = 0;
        int left = 20000;
        if (pool_.root.seats == target.seats && pool_.root.edition == target.edition)
            find_node(pool_.root, 0, target, hash, found, left, 0);
        if (found == 0) return false;
        Node new_root = tree_[found];
        tree_[found].children = tree_[found].child_count = 0;
        u32 pruned = 0;
        if (!tree_.release_descendants(
                0, [&] { return ++pruned % NODES_BETWEEN_POLLS == 0 && limits_.is_interrupted(); }))
            return false;
        if (new_root.move.type() == MoveKind::swap_sides) {
            new_root.mean[0] = 1.0f - new_root.mean[0];
            new_root.best[0] = 1.0f - new_root.best[0];
        }
        tree_[0] = new_root;
        const int all = tuning_.root_children < MAX_CHILDREN ? tuning_.root_children : MAX_CHILDREN;
        return all == 0 || new_root.expanded || tree_.can_allocate(all);
    }

    void find_node(const State<B>& state, u32 at, const State<B>& target, u64 hash, u32& found,
                   int& left, int depth) {
        const Node& node = tree_[at];
        for (u32 child = node.children; found == 0 && child < node.children + node.child_count;
             ++child) {
            if (tree_[child].visits == 0 || --left < 0) continue;
            if (left % POSITIONS_BETWEEN_POLLS == 0 && limits_.is_interrupted()) left = 0;
            State<B> next = state;
            apply<true>(next, tree_[child].move);
            play_forced_moves<true>(next, [](const Move&) {});
            if (next.phase == Phase::game_over || next.turn_number > target.turn_number) continue;
            if (state_hash(next) == hash) found = child;
            else if (depth < MAX_TREE_DEPTH / 4)
                find_node(next, child, target, hash, found, left, depth + 1);
        }
    }

    // Visits one leaf and backs its value up; false if the root is proven.
    bool visit_leaf() {
        float shares[MAX_SEATS] = {};
        Node leaf;
        if (!descend_to_leaf(leaf)) return false;
        if (widened_ != NO_NODE) {
            evaluate_children(widened_, shares);
            back_up_value(shares, false, 0, 0, 0);
            return true;
        }
        int winner = leaf.winner, forced = leaf.forced_moves;
        if (winner != 0) {
            write_proven_shares(leaf, shares);
            back_up_value(shares, false, 0, 0, 0);
            return true;
        }
        replay_path_to(depth_ - 1);
        State<B>& state = worker_.state;
        if (depth_ > 0) {
            apply<false>(state, worker_.path[depth_].move);
            forced = play_forced_moves<false>(state, [](const Move&) {});
            replayed_ = depth_;
        }
        const int player = state.player;
        if (state.phase == Phase::game_over) {
            winner = state.winner;
            for (int seat = 0; seat < seats_; ++seat)
                shares[seat] = winner == seat + 1 ? 1.0f : 0.0f;
        } else {
            evaluate_leaf(state, evaluation_, seed_, shares);
        }
        back_up_value(shares, true, winner, forced, player);
        return true;
    }

    // What a child is worth without a visit.
    struct ChildEvaluation {
        float shares[MAX_SEATS];
        u8 player, forced_moves, winner;  // seat + 1, or 0
    };

    // Evaluates the children that a node got in this visit, as if each had been visited once. The
    // value of the visit is that of the best child.
    void evaluate_children(u32 at, float* shares) {
        Move moves[MAX_EVALUATED_CHILDREN];
        ChildEvaluation found[MAX_EVALUATED_CHILDREN];
        const int count = list_new_children(at, moves);
        limits_.nodes += static_cast<u64>(count) - 1;  // the visit counted one
        replay_path_to(depth_);
        for (int i = 0; i < count; ++i) evaluate_child(moves[i], found[i]);
        TreeLock hold(pool_, task_);
        Node& node = tree_[at];
        Node* const children = &tree_[node.children + static_cast<u32>(widened_from_)];
        for (int i = 0; i < count; ++i) {
            // Another thread may have visited it meanwhile.
            if (children[i].visits == 0) store_evaluation(children[i], found[i]);
        }
        try_to_prove(node);
        if (node.winner != 0) return write_proven_shares(node, shares);
        const float none[MAX_SEATS] = {};
        write_best_play_shares(node, none, shares);
        shares[seats_ - 1] = 1.0f;
        for (int seat = 0; seat < seats_ - 1; ++seat) shares[seats_ - 1] -= shares[seat];
    }

    // Lists the new children that are to be evaluated, within the budget of nodes.
    int list_new_children(u32 at, Move* moves) {
        TreeLock hold(pool_, task_);
        const Node& node = tree_[at];
        const u64 left = limits_.max_nodes - limits_.nodes + 1;
        int count = min(node.child_count - widened_from_, MAX_EVALUATED_CHILDREN);
        if (static_cast<u64>(count) > left) count = static_cast<int>(left);
        const Node* const children = &tree_[node.children + static_cast<u32>(widened_from_)];
        for (int i = 0; i < count; ++i) moves[i] = children[i].move;
        return count;
    }

    // Evaluates the position after a move of the position that was replayed.
    void evaluate_child(const Move& move, ChildEvaluation& out) {
        State<B>& state = worker_.child;
        state = worker_.state;
        apply<false>(state, move);
        out.forced_moves = static_cast<u8>(play_forced_moves<false>(state, [](const Move&) {}));
        out.player = state.player;
        out.winner = state.phase == Phase::game_over ? state.winner : u8{0};
        if (out.winner == 0) evaluate_leaf(state, evaluation_, seed_, out.shares);
    }

    void store_evaluation(Node& child, ChildEvaluation& found) const {
        child.player = found.player;
        child.forced_moves = found.forced_moves;
        if (found.winner != 0) {
            child.winner = static_cast<u8>(seat_before_move(child, found.winner - 1) + 1) & 7;
            write_proven_shares(child, found.shares);
        }
        if (child.move.type() == MoveKind::swap_sides) std::swap(found.shares[0], found.shares[1]);
        child.add_visit(found.shares, seats_);
        std::memcpy(child.best, child.mean, sizeof child.best);
    }

    // Writes the shares of a proven node after its move.
    void write_proven_shares(const Node& node, float* shares) const {
        for (int seat = 0; seat < seats_; ++seat)
            shares[seat] = seat_before_move(node, seat) + 1 == node.winner ? 1.0f : 0.0f;
    }

    // Descends by the best balance of value and exploration, expanding nodes. False if the root is
    // proven.
    bool descend_to_leaf(Node& leaf) {
        TreeLock hold(pool_, task_);
        widened_ = NO_NODE;
        depth_ = 0;
        replayed_ = -1;
        if (tree_[0].winner != 0) return false;
        for (u32 at = 0;;) {
            if (tree_[at].virtual_visits < 255) ++tree_[at].virtual_visits;
            leaf = tree_[at];
            if (leaf.winner != 0 || (leaf.visits == 0 && depth_ > 0) || depth_ == MAX_TREE_DEPTH)
                return true;
            const int wanted = widening_limit(leaf, at);
            if (leaf.child_count < wanted && !leaf.expanded && !expand_node(at, wanted) &&
                leaf.child_count == 0)
                return true;
            if (tuning_.evaluate_children != 0 && tree_[at].child_count > leaf.child_count) {
                widened_ = at;
                widened_from_ = leaf.child_count;
                return true;
            }
            const int child = choose_child(at, wanted);
            at = tree_[at].children + static_cast<u32>(child);
            ++depth_;
            worker_.path[depth_] = {tree_[at].move, child, tree_[at].forced_moves};
        }
    }

    RINGRIFT_INLINE int widening_limit(const Node& node, u32 at) const {
        int wide =
            tuning_.initial_children +
            static_cast<int>(widening_rate_ * __builtin_sqrt(static_cast<double>(node.visits)));
        if (at == 0 && wide < tuning_.root_children) wide = tuning_.root_children;
        return wide < MAX_CHILDREN ? wide : MAX_CHILDREN;
    }

    // Gives the prover its part of the nodes. A proved win ends the search, unless more moves than
    // one are wanted.
    bool is_win_proved() {
        if (tuning_.proof_percent == 0 || task_.thread != 0 || proved_) return false;
        const u64 part = static_cast<u64>(proof_part());
        const u64 due = limits_.nodes / 100 * part;
        if (due < prover_.nodes() + PROOF_STEP) return false;
        proved_ = prover_.advance(due - prover_.nodes(), MAX_PROOF_TURNS);
        return proved_ && mark_proved_move() && task_.best_count == 1;
    }

    // The prover searches first, longer near a victory: the tree may prove a longer win.
    void prove_short_win() {
        const u64 wanted = is_near_victory() ? FIRST_PROOF_NODES : FIRST_PROOF_NODES / 8;
        const u64 most = limits_.max_nodes / 4;
        proved_ = prover_.advance(wanted < most ? wanted : most, MAX_PROOF_TURNS);
        if (proved_) mark_proved_move();
    }

    // Whether the player at the root has half of what a victory needs.
    bool is_near_victory() const {
        const State<B>& root = pool_.root;
        const int seat = root.player;
        return 2 * root.eliminated[seat] >= ring_threshold(root) ||
               2 * root.territory[seat] >= territory_threshold(root);
    }

    // A node of the prover takes a tenth of the time of a visit. Near a victory, the prover has at
    // least `LIKELY_PROOF_PERCENT` of the first nodes, and then waits until that is its usual part:
    // later nodes seldom prove what the first did not.
    int proof_part() const {
        const bool likely = is_near_victory() && limits_.nodes < LIKELY_PROOF_NODES;
        return likely && tuning_.proof_percent < LIKELY_PROOF_PERCENT ? LIKELY_PROOF_PERCENT
                                                                      : tuning_.proof_percent;
    }

    // Makes the proved win a visited child of the root, which is widened until it has it; false if
    // there was no memory for it.
    bool mark_proved_move() {
        TreeLock hold(pool_, task_);
        u32 seen = 0;
        do {
            const u32 first = tree_[0].children, end = first + tree_[0].child_count;
            for (u32 at = first + seen; at < end; ++at) {
                Node& child = tree_[at];
                if (!(child.move == prover_.winning_move())) continue;
                child.winner = static_cast<u8>(tree_[0].player + 1) & 7;
                if (child.visits == 0) child.visits = 1;
                if (task_.best_count == 1) tree_[0].winner = child.winner;
                return true;
            }
            seen = end - first;
            depth_ = 0;
            replayed_ = -1;
        } while (!tree_[0].expanded && expand_node(0, 2 * static_cast<int>(seen) + 1));
        return false;
    }

    // Whether the most visited move of the root stays so, whatever the remaining visits find. A
    // search uses at least half of its budget, because later decisions continue in its tree. Near
    // a victory, the prover may still find a win.
    bool is_choice_clear() {
        if (tuning_.early_stop == 0 || task_.thread != 0 || task_.best_count > 1 ||
            limits_.nodes < next_check_)
            return false;
        next_check_ = limits_.nodes + CHECK_INTERVAL;
        if (tuning_.proof_percent > 0 && is_near_victory()) return false;
        const double used = limits_.used_part();
        if (used < 0.5) return false;
        TreeLock hold(pool_, task_);
        u32 most = 0, second = 0;
        for (u32 at = 0; at < tree_[0].child_count; ++at) {
            const Node& child = tree_[tree_[0].children + at];
            if (child.winner != 0) continue;  // a proven loss is chosen last, whatever its visits
            const u32 visits = child.visits;
            if (visits > most) {
                second = most;
                most = visits;
            } else if (visits > second) {
                second = visits;
            }
        }
        const double visits = static_cast<double>(visits_) * task_.threads;
        return static_cast<double>(most - second) > visits * (1.0 - used) / used;
    }

    // Chooses the child to visit. Proven children are skipped; if no other is left, expands
    // further.
    int choose_child(u32 at, int wanted) {
        for (;;) {
            const Node& node = tree_[at];
            const int count = node.child_count < wanted ? node.child_count : wanted;
            const Node* const children = &tree_[node.children];
            u32 total = 0;
            for (int i = 0; i < count; ++i) total += children[i].prior;
            const int player = node.player;
            const double root =
                __builtin_sqrt(static_cast<double>(node.visits + node.virtual_visits));
            const double exploration = exploration_ * root / static_cast<double>(total);
            const double unknown =
                (node.visits == 0 ? 0.5 : own_share(node)) - first_play_reduction_;
            int best = -1;
            double most = 0;
            for (int i = 0; i < count; ++i) {
                const Node& child = children[i];
                if (child.winner != 0) continue;
                const double visits = static_cast<double>(child.visits + child.virtual_visits);
                double value = unknown;
                if (child.visits > 0) {
                    value = child.share(player, seats_);
                    value += best_play_weight_ * (child.best_share(player, seats_) - value);
                    if (child.virtual_visits > 0)
                        value *= static_cast<double>(child.visits) / visits;
                }
                const double score = value + exploration * child.prior / (1.0 + visits);
                if (best < 0 || score > most) {
                    best = i;
                    most = score;
                }
                // Children are visited in order, so the others have smaller priors and no visits.
                if (visits == 0) break;
            }
            if (best >= 0) return best;
            if (count < node.child_count) {
                wanted = node.child_count;
                continue;
            }
            if (node.expanded || !expand_node(at, 2 * node.child_count)) return 0;
            wanted = tree_[at].child_count;
        }
    }

    // Adds children to a node: the best moves by policy, of which it already has the first.
    bool expand_node(u32 at, int wanted) {
        int room = wanted < 8 ? 8 : 1 << (32 - __builtin_clz(static_cast<u32>(wanted - 1)));
        if (room > MAX_CHILDREN) room = MAX_CHILDREN;
        if (tree_[at].child_count >= room) return false;
        if (!tree_.can_allocate(room)) return !(full_ = true);
        replay_path_to(depth_);
        const int all = rank_moves(worker_.state, evaluation_.network, seed_, worker_.ranked, room),
                  count = all < room ? all : room;
        const u32 block = tree_.allocate_block(count);
        if (block == 0) return !(full_ = true);
        Node& node = tree_[at];
        for (int i = 0; i < count; ++i) {
            Node& child = tree_[block + static_cast<u32>(i)];
            if (i < node.child_count) {
                child = tree_[node.children + static_cast<u32>(i)];
                continue;
            }
            const double behind =
                static_cast<double>(worker_.ranked[i].score - worker_.ranked[0].score);
            const double weight =
                65535.0 * exp_nonpositive(behind / (4.0 * tuning_.policy_temperature));
            child.move = worker_.ranked[i].move;
            child.prior = weight < 1.0 ? u16{1} : static_cast<u16>(weight);
        }
        if (node.children != 0) tree_.release_block(node.children, node.child_count);
        node.children = block;
        node.child_count = static_cast<u16>(count);
        node.expanded = count == all;
        return true;
    }

    // Replays the path up to a depth.
    void replay_path_to(int depth) {
        if (replayed_ < 0 || replayed_ > depth) {
            worker_.state = pool_.root;
            replayed_ = 0;
        }
        while (replayed_ < depth) {
            const PathStep& step = worker_.path[++replayed_];
            apply<false>(worker_.state, step.move);
            replay_forced_moves(worker_.state, step.forced_moves);
        }
    }

    // Adds the value to every node of the path, and propagates proofs.
    void back_up_value(float* shares, bool first, int winner, int forced, int player) {
        TreeLock hold(pool_, task_);
        u32 path[MAX_TREE_DEPTH + 1];
        path[0] = 0;
        for (int step = 1; step <= depth_; ++step)
            path[step] =
                tree_[path[step - 1]].children + static_cast<u32>(worker_.path[step].child);
        Node& leaf = tree_[path[depth_]];
        if (first && depth_ > 0) {
            leaf.forced_moves = static_cast<u8>(forced);
            leaf.player = static_cast<u8>(player);
            if (winner != 0)
                leaf.winner = static_cast<u8>(seat_before_move(leaf, winner - 1) + 1) & 7;
        }
        bool proven = leaf.winner != 0;
        for (int step = depth_; step >= 0; --step) {
            Node& node = tree_[path[step]];
            if (proven && step < depth_) proven = try_to_prove(node);
            float best[MAX_SEATS - 1] = {};
            write_best_play_shares(node, shares, best);
            if (node.move.type() == MoveKind::swap_sides) {
                const float other = shares[0];
                shares[0] = shares[1];
                shares[1] = other;
                best[0] = 1.0f - best[0];
            }
            std::memcpy(node.best, best, sizeof best);
            node.add_visit(shares, seats_);
            if (node.virtual_visits > 0) --node.virtual_visits;
        }
        if (depth_ > deepest_) deepest_ = depth_;
    }

    // Writes the shares of best play: those of the player's best child, or of the leaf itself.
    void write_best_play_shares(const Node& node, const float* shares, float* best) const {
        const Node* chosen = nullptr;
        double most = 0;
        for (u32 at = node.children; at < node.children + node.child_count; ++at) {
            const Node& child = tree_[at];
            if (child.visits == 0) {
                // Children are visited in order, but for a proved win of the root.
                if (child.virtual_visits == 0 && &node != &tree_[0]) break;
                continue;
            }
            const double share = child.best_share(node.player, seats_);
            if (chosen == nullptr || share > most) {
                chosen = &child;
                most = share;
            }
        }
        for (int seat = 0; seat < MAX_SEATS - 1 && seat < seats_ - 1; ++seat)
            best[seat] = chosen == nullptr ? shares[seat]
                                           : static_cast<float>(chosen->best_share(seat, seats_));
    }

    // A node is proven if its player can win, or if all moves lead to the same winner.
    bool try_to_prove(Node& node) {
        if (node.winner != 0) return true;
        int same = -1;
        for (u32 i = 0; i < node.child_count; ++i) {
            const int winner = tree_[node.children + i].winner;
            if (winner == node.player + 1) {
                same = winner;
                break;
            }
            if (!node.expanded || winner == 0 || (same > 0 && same != winner)) same = 0;
            else if (same < 0) same = winner;
        }
        if (same <= 0) return false;
        node.winner = static_cast<u8>(seat_before_move(node, same - 1) + 1) & 7;
        return true;
    }
};

RINGRIFT_CLOSE
