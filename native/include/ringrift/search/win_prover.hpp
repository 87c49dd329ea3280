// Proves forced wins: searches all moves of every player, deepened by the player's own turns.
//
// Nothing is pruned by evaluation or width, so a proved win is a win whatever the others do.
#pragma once

#include "ringrift/search/move_policy.hpp"
#include "ringrift/search/search_thread.hpp"

RINGRIFT_OPEN

constexpr int MAX_PROOF_TURNS = 16;  // own turns

enum class Verdict : u8 { open, refuted, proved };

template <class B>
class WinProver {
public:
    // Keeps its verdicts in the table, under keys of its own.
    WinProver(ProofWorkspace<B>& workspace, TranspositionTable& table, SearchLimits& limits)
        : workspace_(workspace), table_(table), limits_(limits) {}

    // Starts with a position in which its player chooses, and forgets the earlier one.
    void start(const State<B>& state) {
        workspace_.states[0] = state;
        own_ = state.player;
        std::memset(workspace_.history, 0, sizeof workspace_.history);
        // A swap exchanges the players in mid-turn: it is left to the other searches.
        count_ = can_swap(state) ? 0 : list_moves(state, 0);
        if (count_ > 1) score_moves(state, 0, 0, count_);
        turns_ = 1;
        at_ = sorted_ = 0;
        cap_ = FIRST_CAP;
        spent_ = 0;
        open_ = false;
    }

    int count() const { return count_; }
    const Move& move(int at) const { return workspace_.moves[at].move; }
    u64 nodes() const { return nodes_; }

    // Continues with at most `budget` nodes; returns whether a win was found: `winning_move`.
    //
    // Wins in fewer turns come first. Every move gets a small budget before one gets a large one;
    // the likeliest moves get more.
    bool advance(u64 budget, int max_turns) {
        const u64 most = nodes_ + budget;
        while (nodes_ < most && turns_ <= max_turns && count_ > 1) {
            if (at_ == sorted_) select_best_move(workspace_.moves, sorted_++, count_);
            // A move that the last call left unfinished starts again, with its verdicts in the
            // table.
            const u64 left = most - nodes_, started = nodes_,
                      cap = cap_ * static_cast<u64>(priority(at_)),
                      wanted = cap > spent_ ? cap - spent_ : 1;
            const bool whole = left >= wanted;
            const Verdict verdict = prove_move(at_, turns_, whole ? wanted : left);
            spent_ += nodes_ - started;
            if (verdict == Verdict::proved) {
                winning_ = at_;
                return true;
            }
            if (limits_.stopped || (verdict == Verdict::open && !whole)) return false;
            open_ |= verdict == Verdict::open;
            spent_ = 0;
            if (++at_ < count_) continue;
            at_ = 0;
            if (open_) {
                cap_ *= CAP_GROWTH;
            } else {
                ++turns_;
                cap_ = FIRST_CAP;
            }
            open_ = false;
        }
        return false;
    }

    const Move& winning_move() const { return workspace_.moves[winning_].move; }

    // Whether a move of the root wins within this many own turns.
    Verdict prove_move(int at, int turns, u64 budget) {
        max_nodes_ = nodes_ + budget;
        return prove_child(0, at, count_, turns);
    }

private:
    static constexpr u64 FIRST_CAP = 1024;  // nodes of a root move in the first round
    static constexpr u64 CAP_GROWTH = 8;
    static constexpr u64 KEY_SALT = 0x51a7c0de0f5eedULL;
    static constexpr i32 PROOF_POLICY_WEIGHT = 4;

    // How many times the usual budget a move of the root gets, by its rank.
    static int priority(int rank) {
        constexpr int MOST = 16;
        return rank < MOST ? MOST / (rank + 1) : 1;
    }

    int list_moves(const State<B>& state, int from) {
        Candidate* const moves = workspace_.moves + from;
        const int most = ProofWorkspace<B>::MAX_MOVES - from;
        int count = 0;
        each_legal_move(state, [&](const Move& move) {
            if (count < most) moves[count].move = move;
            ++count;
        });
        if (count > most) return 0;
        if (count == 0 && most > 0) {
            const MoveKind bookkeeping = bookkeeping_kind(state.phase);
            if (bookkeeping != MoveKind::none) moves[count++].move = Move::of(bookkeeping);
        }
        return count;
    }

    RINGRIFT_NOINLINE void score_moves(const State<B>& state, u16 best, int from, int count) {
        Candidate* const moves = workspace_.moves + from;
        const i32* history = workspace_.history[state.player != own_];
        Policy<B> policy(state);
        for (int at = 0; at < count; ++at) {
            const u16 key = moves[at].key = move_key(moves[at].move);
            moves[at].score = key == best ? 1 << 30
                                          : PROOF_POLICY_WEIGHT * policy.score(moves[at].move, 0) +
                                                history[key & ((1 << HISTORY_BITS) - 1)];
        }
    }

    RINGRIFT_INLINE static void select_best_move(Candidate* moves, int from, int count) {
        int best = from;
        for (int at = from + 1; at < count; ++at)
            if (moves[at].score > moves[best].score) best = at;
        if (best != from) std::swap(moves[best], moves[from]);
    }

    // Plays a move and the bookkeeping after it; returns the own turns that are left.
    RINGRIFT_INLINE int play(State<B>& state, const Move& move, int turns) const {
        const bool own = state.player == own_;
        const i64 turn = state.turn_number;
        apply<true>(state, move);
        skip_bookkeeping(state);
        return own && state.turn_number != turn ? turns - 1 : turns;
    }

    // Proves the position after move `at` of the list at `ply`.
    Verdict prove_child(int ply, int at, int end, int turns, int from = 0) {
        if (nodes_ >= max_nodes_ || limits_.count_node()) {
            return Verdict::open;
        }
        ++nodes_;
        State<B>& next = workspace_.states[ply + 1];
        next = workspace_.states[ply];
        const int left = play(next, workspace_.moves[from + at].move, turns);
        return prove_position(ply + 1, end, left);
    }

    // Proves the position at `ply` within `turns` own turns; its moves are listed from `from` on.
    Verdict prove_position(int ply, int from, int turns) {
        State<B>& state = workspace_.states[ply];
        int count = 0;
        for (;;) {
            if (state.phase == Phase::game_over)
                return state.winner == own_ + 1 ? Verdict::proved : Verdict::refuted;
            if (turns == 0) return Verdict::refuted;
            count = list_moves(state, from);
            if (count == 0) return Verdict::open;
            if (count > 1) break;
            turns = play(state, workspace_.moves[from].move, turns);
        }
        if (ply >= MAX_PROOF_PLY) return Verdict::open;
        const u64 key = mix64(position_key(state) + KEY_SALT + static_cast<u64>(own_));
        const TTEntry entry = table_.probe(key);
        if (entry.bound == Bound::lower && entry.depth <= turns) return Verdict::proved;
        if (entry.bound == Bound::upper && entry.depth >= turns) return Verdict::refuted;
        const bool own = state.player == own_;
        score_moves(state, entry.move_key, from, count);
        Candidate* const moves = workspace_.moves + from;
        const Verdict decisive = own ? Verdict::proved : Verdict::refuted;
        bool open = false;
        for (int at = 0; at < count; ++at) {
            select_best_move(moves, at, count);
            const Verdict verdict = prove_child(ply, at, from + count, turns, from);
            if (verdict == decisive) {
                reward(own, moves[at].key, turns);
                store(key, verdict, turns, moves[at].key);
                return verdict;
            }
            if (verdict == Verdict::open) {
                if (!own || nodes_ >= max_nodes_ || limits_.stopped) return Verdict::open;
                open = true;
            }
        }
        if (open) return Verdict::open;
        const Verdict verdict = own ? Verdict::refuted : Verdict::proved;
        store(key, verdict, turns, 0);
        return verdict;
    }

    void reward(bool own, u16 key, int turns) {
        i32& value = workspace_.history[!own][key & ((1 << HISTORY_BITS) - 1)];
        const i32 bonus = turns > 1 ? 512 : 256;
        value += bonus - value * bonus / (1 << 14);
    }

    void store(u64 key, Verdict verdict, int turns, u16 best) {
        table_.store(key, {0, best, static_cast<u8>(turns),
                           verdict == Verdict::proved ? Bound::lower : Bound::upper});
    }

    ProofWorkspace<B>& workspace_;
    TranspositionTable& table_;
    SearchLimits& limits_;
    int own_ = 0, count_ = 0, turns_ = 1, at_ = 0, sorted_ = 0, winning_ = 0;
    u64 nodes_ = 0, max_nodes_ = 0, cap_ = FIRST_CAP,
        spent_ = 0;  // on the current move, of its budget
    bool open_ = false;
};

RINGRIFT_CLOSE
