// Root of the alpha-beta search: a quick score of every move, then iterative deepening.
#pragma once

#include "ringrift/search/alphabeta.hpp"
#include "ringrift/search/pv_report.hpp"
#include "ringrift/search/win_prover.hpp"

RINGRIFT_OPEN

template <class B>
class RootSearch {
public:
    RootSearch(SearchThread<B>& thread, const SearchTask& task, SearchResult* result)
        : thread_(thread),
          task_(task),
          result_(result),
          workspace_(thread.workspace),
          prover_(thread.workspace.proof, thread.table, thread.limits),
          salt_(mix64(task.seed + 0x632be59bd9b4e019ULL)) {}

    // The state is at ply 0.
    void run() {
        const State<B>& state = workspace_.states[0];
        count_ = list_candidates(thread_, state, 0);
        if (count_ == 0) return;
        candidates_ = workspace_.candidates;
        const u16 tt_move = thread_.table.probe(thread_.tt_key(state)).move_key;
        score_candidates(thread_, state, 0, tt_move, candidates_, count_);
        sort_candidates(count_);
        best_count_ = task_.best_count < 1                ? 1
                      : task_.best_count < MAX_BEST_MOVES ? task_.best_count
                                                          : MAX_BEST_MOVES;
        if (best_count_ > count_) best_count_ = count_;
        fill_root_moves(count_ > 1 ? quick_score_candidates(tt_move) : 0);
        write_result(0);
        if (count_ == 1) return;
        if (thread_.tuning.proof_percent > 0 && task_.thread == 0) prover_.start(state);
        const int deepest = task_.depth > 0 && task_.depth < MAX_DEPTH ? task_.depth : MAX_DEPTH;
        // Helper threads start at different depths, so they do not search the same tree.
        for (int depth = 1 + task_.thread % 2; depth <= deepest; ++depth) {
            const bool done = depth == 1 ? search_first_depth() : search_depth(depth);
            write_result(done ? depth : depth - 1);
            if (!done || thread_.limits.send_report(*result_) || is_decided(depth)) return;
            if (is_choice_clear()) return;
        }
    }

private:
    static constexpr i32 MAX_WINDOW = 2000;
    static constexpr u64 PROOF_STEP = 1024;  // nodes of the prover between two root moves, at least
    static constexpr int SINGLE_LINE_DEPTH =
        16;  // quiescence depth at which one move is left to search

    // Makes a move at ply 1; returns whether the side to move changed.
    bool apply_candidate(int at) {
        const Candidate& candidate = candidates_[at];
        workspace_.path_keys[0] = candidate.key;
        State<B>& next = workspace_.states[1];
        next = workspace_.states[0];
        apply<true>(next, candidate.move);
        skip_bookkeeping(next);
        return thread_.changes_side(thread_.side_to_move(workspace_.states[0]), next,
                                    candidate.move.type());
    }

    // Scores a move that was not searched.
    i32 static_score_of_candidate(int at) {
        const bool turned = apply_candidate(at);
        const State<B>& next = workspace_.states[1];
        const i32 score = next.phase == Phase::game_over ? thread_.terminal_score(next, 1)
                                                         : thread_.static_score(next);
        return turned ? -score : score;
    }

    // Scores a move by quiescence search along a single line.
    i32 score_by_quiescence(int at) {
        const bool turned = apply_candidate(at);
        const i32 score =
            quiescence(thread_, 1, -INFINITE_SCORE, INFINITE_SCORE, count_, SINGLE_LINE_DEPTH);
        return turned ? -score : score;
    }

    i32 search_candidate(int at, int left, i32 low, i32 high) {
        return apply_candidate(at) ? -search_node(thread_, 1, left, -high, -low, count_)
                                   : search_node(thread_, 1, left, low, high, count_);
    }

    // Sorts the first `count` candidates by score; the seed, then their order, breaks ties.
    void sort_candidates(int count) {
        for (int at = 0; at < count; ++at) candidates_[at].index = at;
        const auto ranks_before = [&](const Candidate& a, const Candidate& b) {
            if (a.score != b.score) return a.score > b.score;
            const u64 one = mix64(salt_ ^ move_bits(a.move)),
                      two = mix64(salt_ ^ move_bits(b.move));
            return one != two ? one < two : a.index < b.index;
        };
        for (int gap = count / 2; gap > 0; gap /= 2)
            for (int at = gap; at < count; ++at) {
                const Candidate moved = candidates_[at];
                int place = at;
                for (; place >= gap && ranks_before(moved, candidates_[place - gap]); place -= gap)
                    candidates_[place] = candidates_[place - gap];
                candidates_[place] = moved;
            }
    }

    static u64 move_bits(const Move& move) {
        u64 bits;
        std::memcpy(&bits, &move, sizeof bits);
        return bits;
    }

    int first_depth_width() const {
        const int width = thread_.tuning.first_depth_width < best_count_
                              ? best_count_
                              : thread_.tuning.first_depth_width;
        return width < count_ ? width : count_;
    }

    // Scores moves quickly, likeliest first, with part of the budget, and sorts them; returns how
    // many.
    int quick_score_candidates(u16 tt_move) {
        SearchLimits& limits = thread_.limits;
        const u64 most =
            limits.max_nodes / 100 * static_cast<u64>(thread_.tuning.quick_score_percent);
        Policy<B> policy(workspace_.states[0]);
        int seen = 0;
        for (; seen < count_ && limits.nodes < most && !limits.count_node(); ++seen) {
            const i32 score = score_by_quiescence(seen);
            if (limits.stopped) break;
            Candidate& candidate = candidates_[seen];
            candidate.value = score;
            // Both scales match: this many more points make a move e times as likely.
            if (score < WIN_BOUND && score > -WIN_BOUND)
                candidate.score =
                    score + policy.score(candidate.move, 0) / 100 * thread_.tuning.policy_percent;
            else candidate.score = score;
        }
        sort_candidates(seen);
        // The move of the transposition table must be part of the first depth.
        for (int at = first_depth_width(); at < seen; ++at)
            if (candidates_[at].key == tt_move)
                std::swap(candidates_[at], candidates_[first_depth_width() - 1]);
        return seen;
    }

    // Takes the best candidates as root moves. The first `scored` have a score.
    void fill_root_moves(int scored) {
        for (int at = 0; at < best_count_; ++at) {
            i32 score = at < scored ? candidates_[at].value : static_score_of_candidate(at);
            if (at > 0 && score > workspace_.root_moves[at - 1].score)
                score = workspace_.root_moves[at - 1].score;
            workspace_.root_moves[at] = RootMove{candidates_[at].move, score, 0, {}};
        }
    }

    // Searches the first depth, which scores and sorts the moves; false if interrupted.
    bool search_first_depth() {
        SearchLimits& limits = thread_.limits;
        i32 best = -INFINITE_SCORE;
        int seen = 0;
        for (; seen < count_ && (seen < first_depth_width() || best < -WIN_BOUND) &&
               !limits.count_node();
             ++seen) {
            const i32 score = search_candidate(seen, 0, -INFINITE_SCORE, INFINITE_SCORE);
            if (limits.stopped) break;
            candidates_[seen].score = candidates_[seen].value = score;
            if (score > best) best = score;
        }
        sort_candidates(seen);
        if (seen > 0) fill_root_moves(seen);
        return !limits.stopped;
    }

    // Searches one depth for every root move; false if interrupted.
    bool search_depth(int depth) {
        for (int at = 0; at < best_count_; ++at)
            workspace_.previous_root_moves[at] = workspace_.root_moves[at];
        for (int at = 0; at < best_count_; ++at) {
            workspace_.root_moves[at].score = -INFINITE_SCORE;
            if (!search_root_move(at, depth)) {
                restore_previous_root_moves(
                    workspace_.root_moves[at].score > -INFINITE_SCORE ? at + 1 : at);
                return false;
            }
        }
        sort_root_moves(best_count_);
        return true;
    }

    void sort_root_moves(int count) {
        for (int at = 1; at < count; ++at)
            for (int place = at; place > 0 && workspace_.root_moves[place - 1].score <
                                                  workspace_.root_moves[place].score;
                 --place)
                std::swap(workspace_.root_moves[place - 1], workspace_.root_moves[place]);
    }

    // After an interrupted depth: keeps the moves found, then adds earlier ones, scored no higher.
    void restore_previous_root_moves(int found) {
        sort_root_moves(found);
        for (int at = 0; at < best_count_ && found < best_count_; ++at) {
            bool there = false;
            for (int other = 0; other < found; ++other)
                there |=
                    workspace_.root_moves[other].move == workspace_.previous_root_moves[at].move;
            if (there) continue;
            RootMove& kept = workspace_.root_moves[found] = workspace_.previous_root_moves[at];
            if (found > 0 && kept.score > workspace_.root_moves[found - 1].score)
                kept.score = workspace_.root_moves[found - 1].score;
            ++found;
        }
    }

    bool search_root_move(int rank, int depth) {
        const i32 before = workspace_.previous_root_moves[rank].score;
        i32 below = thread_.tuning.aspiration_window, above = below;
        const bool narrow = depth > 2 && before > -WIN_BOUND && before < WIN_BOUND;
        for (;;) {
            const i32 alpha = narrow && below < MAX_WINDOW ? before - below : -INFINITE_SCORE;
            const i32 beta = narrow && above < MAX_WINDOW ? before + above : INFINITE_SCORE;
            const i32 score = search_candidates(rank, depth, alpha, beta);
            // A score below the window is only a bound; the earlier score says more.
            if (workspace_.root_moves[rank].score <= alpha)
                workspace_.root_moves[rank].score = -INFINITE_SCORE;
            if (thread_.limits.stopped) return false;
            if (score <= alpha) below *= 4;
            else if (score >= beta) above *= 4;
            else return true;
        }
    }

    // Searches the moves from `rank` on and moves the best one there.
    i32 search_candidates(int rank, int depth, i32 alpha, i32 beta) {
        i32 best = -INFINITE_SCORE;
        const int last =
            rank + thread_.tuning.root_width + thread_.tuning.root_widening * (depth - 2);
        const SearchLimits& limits = thread_.limits;
        for (int at = rank; at < count_ && (at < last || best < -WIN_BOUND); ++at) {
            if (is_win_proved() || thread_.limits.count_node()) return best;
            i32 score;
            if (at == rank) {
                score = search_candidate(at, depth - 1, alpha, beta);
            } else {
                const int less = depth_reduction(thread_.tuning, depth, at - rank);
                score = search_candidate(at, depth - 1 - less, alpha, alpha + 1);
                if (less > 0 && score > alpha && !limits.stopped)
                    score = search_candidate(at, depth - 1, alpha, alpha + 1);
                if (score > alpha && score < beta && !limits.stopped)
                    score = search_candidate(at, depth - 1, alpha, beta);
            }
            if (limits.stopped) return best;
            if (score > best) best = score;
            // The first move always has a variation; another must beat all before it.
            if (at == rank || score > alpha) {
                store_root_move(rank, at, score);
                if (score > alpha) alpha = score;
                if (alpha >= beta) break;
            }
        }
        return best;
    }

    void store_root_move(int rank, int at, i32 score) {
        const Candidate chosen = candidates_[at];
        for (int place = at; place > rank; --place) candidates_[place] = candidates_[place - 1];
        candidates_[rank] = chosen;
        RootMove& kept = workspace_.root_moves[rank];
        kept.move = chosen.move;
        kept.score = score;
        kept.length = workspace_.pv_length[1];
        for (int move = 0; move < kept.length; ++move) kept.moves[move] = workspace_.pv[1][move];
    }

    // Whether a deeper search cannot change the result.
    bool is_decided(int depth) const {
        for (int at = 0; at < best_count_; ++at) {
            const i32 score = workspace_.root_moves[at].score;
            if (score < WIN_BOUND && score > -WIN_BOUND) return false;
            const i32 distance = WIN - (score > 0 ? score : -score);
            if (distance > depth) return false;
        }
        return true;
    }

    // Gives the prover its part of the nodes. A proved win ends the search, unless more moves than
    // one are wanted.
    bool is_win_proved() {
        const u64 part = static_cast<u64>(thread_.tuning.proof_percent);
        if (part == 0 || proved_ || task_.thread != 0) return false;
        SearchLimits& limits = thread_.limits;
        const u64 due = limits.nodes / 100 * part;
        if (due < prover_.nodes() + PROOF_STEP) return false;
        proved_ = prover_.advance(due - prover_.nodes(), MAX_PROOF_TURNS);
        if (proved_ && best_count_ == 1) limits.stopped = true;
        return limits.stopped;
    }

    // Puts the proved win first, unless the search knows how far a win is.
    void insert_proved_move() {
        RootMove* const moves = workspace_.root_moves;
        if (moves[0].score >= WIN_BOUND) return;
        const Move& winning = prover_.winning_move();
        int place = 0;
        while (place < best_count_ - 1 && !(moves[place].move == winning)) ++place;
        for (; place > 0; --place) moves[place] = moves[place - 1];
        moves[0].move = winning;
        moves[0].score = WIN_BOUND;
        moves[0].length = 0;
    }

    // Whether the best move was the same in the last depths and the next one would not finish.
    bool is_choice_clear() {
        RootMove* const moves = workspace_.root_moves;
        same_depths_ = moves[0].move == last_best_ ? same_depths_ + 1 : 0;
        last_best_ = moves[0].move;
        if (thread_.tuning.early_stop == 0 || best_count_ > 1 || task_.thread != 0) return false;
        const double used = thread_.limits.used_part();
        return used > 0.5 && same_depths_ >= 2;
    }

    void write_result(int depth) {
        if (result_ == nullptr) return;
        if (proved_) insert_proved_move();
        result_->depth = depth;
        result_->nodes = thread_.limits.nodes;
        result_->count = best_count_;
        const PvReport<B> report{thread_};
        for (int at = 0; at < best_count_; ++at)
            report.write_best_move(workspace_.root_moves[at], result_->best_moves[at]);
    }

    SearchThread<B>& thread_;
    const SearchTask& task_;
    SearchResult* result_;
    Workspace<B>& workspace_;
    Candidate* candidates_ = nullptr;
    WinProver<B> prover_;
    const u64 salt_;
    int count_ = 0, best_count_ = 0, same_depths_ = 0;
    Move last_best_;
    bool proved_ = false;
};

RINGRIFT_CLOSE
