// Playing out what has begun: a position is judged only when no chain, line, region or cost is
// pending.
#pragma once

#include "ringrift/search/ordering.hpp"

RINGRIFT_OPEN

// Lists the interactive moves at the store's place `from`; returns how many there is room for.
template <class B>
RINGRIFT_INLINE int list_offers(Thinker<B>& thinker, const State<B>& state, int from) {
    Offer* offers = thinker.room.offers + from;
    const int most = Workspace<B>::ROOM - from;
    int count = 0;
    each_legal(state, [&](const Move& move) {
        if (count < most) offers[count++].move = move;
    });
    if (count == 0 && most > 0) {
        const Kind due = bookkeeping_of(state.phase);
        if (due != Kind::none) offers[count++].move = Move::of(due);
    }
    return count;
}

// Scores are for the side to move.
template <class B>
i32 quiesce(Thinker<B>& thinker, int ply, i32 alpha, i32 beta, int from, int begun) {
    auto& room = thinker.room;
    State<B>& state = room.states[ply];
    room.length[ply] = 0;
    int count = 0;
    int width = 0;
    for (;;) {
        if (state.phase == Phase::game_over) return thinker.ended(state, ply);
        // A placed stack must move; any other move is a new thought.
        const bool moving = state.phase == Phase::movement && state.must_move_from != NO_CELL;
        const bool quiet =
            state.phase == Phase::ring_placement || (state.phase == Phase::movement && !moving);
        if (quiet || ply >= MOST_PLY) return thinker.evaluated(state);
        // The longer it lasts the fewer ways are looked at.
        width = (moving ? thinker.tuning.moving_width : thinker.tuning.quiet_width) >>
                (begun < 16 ? begun : 16);
        count = list_offers(thinker, state, from);
        if (count == 0) return thinker.evaluated(state);
        if (count > 1) break;
        const int before = thinker.side_of(state);
        apply<true>(state, room.offers[from].move);
        settle(state);
        // What was forced may have ended the turn: the score is still for the side that came here.
        if (thinker.side_of(state) != before)
            return -quiesce(thinker, ply, -beta, -alpha, from, begun);
    }
    Offer* offers = room.offers + from;
    score_offers(thinker, state, ply, 0, offers, count);
    const int looked = width > 1 ? width : 1;
    const int side = thinker.side_of(state);
    i32 best = -INFINITE;
    for (int at = 0; at < count && (at < looked || best < -WON); ++at) {
        bring_best(offers, at, count);
        const Move move = offers[at].move;
        room.played[ply] = offers[at].mark;
        State<B>& next = room.states[ply + 1];
        next = state;
        apply<true>(next, move);
        settle(next);
        if (thinker.control.count()) return best;
        const bool turned = thinker.turns(side, next, move.type());
        const i32 score = turned
                              ? -quiesce(thinker, ply + 1, -beta, -alpha, from + count, begun + 1)
                              : quiesce(thinker, ply + 1, alpha, beta, from + count, begun + 1);
        if (thinker.control.ended) return best;
        if (score > best) best = score;
        if (score > alpha) alpha = score;
        if (alpha >= beta) break;
    }
    return best;
}

RINGRIFT_CLOSE
