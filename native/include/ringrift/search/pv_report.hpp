// Reports a principal variation of alpha-beta: all its moves, and each seat's share.
#pragma once

#include "ringrift/actions.hpp"
#include "ringrift/move_codec.hpp"
#include "ringrift/search/search_thread.hpp"

RINGRIFT_OPEN

template <class B>
struct PvReport {
    const SearchThread<B>& thread;

    // Replays the variation with the bookkeeping and forced moves that the search skipped.
    void write_best_move(const RootMove& root_move, BestMove& out) const {
        State<B>& state = thread.workspace.states[MAX_PLY + 1];
        state = thread.workspace.states[0];
        bool swapped = false;
        int length = 0, next = 0;
        const auto play = [&](const Move& move) {
            out.pv[length++] = to_wire<B>(move);
            swapped ^= move.type() == MoveKind::swap_sides;
            apply<true>(state, move);
        };
        out.move = to_wire<B>(root_move.move);
        play(root_move.move);
        while (length < MAX_PV_LENGTH) {
            Move only;
            const int count = list_moves(state, &only, 1);
            if (count == 0) break;
            if (count == 1) {
                play(only);
                continue;
            }
            if (next == root_move.length || !is_legal(state, root_move.moves[next])) break;
            play(root_move.moves[next++]);
        }
        out.pv_length = length;
        write_shares(root_move.score, state, swapped, out.shares);
    }

private:
    void write_shares(i32 score, const State<B>& end, bool swapped, std::int32_t* shares) const {
        for (int seat = 0; seat < MAX_SEATS; ++seat) shares[seat] = 0;
        if (end.phase == Phase::game_over) {
            const int winner = end.winner - 1;
            shares[swapped ? 1 - winner : winner] = 1000;
            return;
        }
        const int own = thread.workspace.states[0].player;
        shares[own] = own_share(score);
        split_rest_among_others(1000 - shares[own], own, end, shares);
    }

    // Only proven results get 0 or 1000. The score is the lead over the others.
    i32 own_share(i32 score) const {
        if (score >= WIN_BOUND || score <= -WIN_BOUND) return score > 0 ? 1000 : 0;
        const i32 lead = score > MAX_EVALUATION    ? MAX_EVALUATION
                         : score < -MAX_EVALUATION ? -MAX_EVALUATION
                                                   : score;
        i32 scores[MAX_SEATS] = {lead};
        double parts[MAX_SEATS];
        softmax(scores, thread.seats, parts);
        const i32 permille = static_cast<i32>(1000 * parts[0] + 0.5);
        return permille > 999 ? 999 : permille < 1 ? 1 : permille;
    }

    // Splits the rest among the others by the evaluation at the end of the variation.
    void split_rest_among_others(i32 rest, int own, const State<B>& end,
                                 std::int32_t* shares) const {
        i32 scores[MAX_SEATS] = {};
        int seat_of[MAX_SEATS], others = 0;
        i32 found[MAX_SEATS];
        if (thread.seats > 2) thread.evaluation.write_scores(end, found);
        else found[0] = found[1] = 0;
        for (int seat = 0; seat < thread.seats; ++seat) {
            if (seat == own) continue;
            seat_of[others] = seat;
            scores[others++] = found[seat];
        }
        double parts[MAX_SEATS];
        softmax(scores, others, parts);
        i32 left = rest;
        for (int at = 0; at < others - 1; ++at) {
            const i32 permille = static_cast<i32>(rest * parts[at] + 0.5);
            shares[seat_of[at]] = permille < left ? permille : left;
            left -= shares[seat_of[at]];
        }
        shares[seat_of[others - 1]] = left;
    }
};

RINGRIFT_CLOSE
