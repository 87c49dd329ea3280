// Iterative-deepening principal-variation search over decisions.
#pragma once

#include "ringrift/search/quiescence.hpp"

RINGRIFT_OPEN

RINGRIFT_INLINE i32 to_table(i32 score, int ply) {
    return score > WON ? score + ply : score < -WON ? score - ply : score;
}
RINGRIFT_INLINE i32 from_table(i32 score, int ply) {
    return score > WON ? score - ply : score < -WON ? score + ply : score;
}

RINGRIFT_INLINE int reduction(const Tuning& tuning, int depth, int at) {
    if (depth < 2) return 0;
    const int from = tuning.reduce_from;
    return (at >= from) + (at >= 4 * from && depth > 2) + (at >= 16 * from && depth > 3);
}

template <class B>
inline void extend_variation(Workspace<B>& room, int ply, const Move& move) {
    room.variation[ply][0] = move;
    const int length = room.length[ply + 1];
    for (int at = 0; at < length; ++at) room.variation[ply][at + 1] = room.variation[ply + 1][at];
    room.length[ply] = length + 1;
}

// The score of the state at `ply` for its side to move.
template <class B>
i32 search(Thinker<B>& thinker, int ply, int depth, i32 alpha, i32 beta, int from) {
    auto& room = thinker.room;
    State<B>& state = room.states[ply];
    room.length[ply] = 0;
    const Tuning& tuning = thinker.tuning;
    const bool principal = beta - alpha > 1;
    int count = 0;
    u64 key = 0;
    Finding known{};
    for (;;) {
        if (state.phase == Phase::game_over) return thinker.ended(state, ply);
        if (depth <= 0) return quiesce(thinker, ply, alpha, beta, from, 0);
        if (ply >= MOST_PLY) return thinker.evaluated(state);
        // No win here can be nearer than one that is already known.
        if (WIN - ply - 1 <= alpha) return alpha;
        key = thinker.key_of(state);
        known = thinker.table.look(key);
        if (!principal && known.bound != Bound::none && known.depth >= depth) {
            const i32 score = from_table(known.score, ply);
            if (known.bound == Bound::exact || (known.bound == Bound::lower && score >= beta) ||
                (known.bound == Bound::upper && score <= alpha))
                return score;
        }
        count = list_offers(thinker, state, from);
        if (count == 0) return thinker.evaluated(state);
        if (count > 1) break;
        const int before = thinker.side_of(state);
        apply<true>(state, room.offers[from].move);
        settle(state);
        // What was forced may have ended the turn: the score is still for the side that came here.
        if (thinker.side_of(state) != before)
            return -search(thinker, ply, depth, -beta, -alpha, from);
    }
    Offer* offers = room.offers + from;
    score_offers(thinker, state, ply, known.mark, offers, count);
    const int side = thinker.side_of(state);
    const int left = depth - 1;
    const int width = tuning.width + tuning.widening * (depth - 1);
    const i32 original = alpha;
    i32 best = -INFINITE;
    u16 best_mark = 0;
    // What is not looked at might save a game that seems lost.
    for (int at = 0; at < count && (at < width || best < -WON); ++at) {
        bring_best(offers, at, count);
        const Move move = offers[at].move;
        State<B>& next = room.states[ply + 1];
        room.played[ply] = offers[at].mark;
        const auto look = [&](int further, i32 low, i32 high) {
            next = state;
            apply<true>(next, move);
            settle(next);
            const bool turned = thinker.turns(side, next, move.type());
            return turned ? -search(thinker, ply + 1, further, -high, -low, from + count)
                          : search(thinker, ply + 1, further, low, high, from + count);
        };
        if (thinker.control.count()) return best;
        i32 score;
        if (at == 0) {
            score = look(left, alpha, beta);
        } else {
            const int less = reduction(tuning, depth, at);
            score = look(left - less, alpha, alpha + 1);
            if (less > 0 && score > alpha && !thinker.control.ended)
                score = look(left, alpha, alpha + 1);
            if (score > alpha && score < beta && !thinker.control.ended)
                score = look(left, alpha, beta);
        }
        if (thinker.control.ended) return best;
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_mark = offers[at].mark;
                extend_variation(room, ply, move);
                if (alpha >= beta) {
                    learn(thinker, state, ply, depth, offers, at);
                    break;
                }
            }
        }
    }
    const Bound bound = best >= beta ? Bound::lower : best > original ? Bound::exact : Bound::upper;
    thinker.table.keep(key, {to_table(best, ply), best_mark, static_cast<u8>(depth), bound});
    return best;
}

RINGRIFT_CLOSE
