// Which moves to look at first.
#pragma once

#include "ringrift/search/policy.hpp"
#include "ringrift/search/workspace.hpp"

RINGRIFT_OPEN

constexpr i32 FIRST = 1 << 30;
constexpr i32 HISTORY_MOST = 1 << 14;
constexpr i32 POLICY_WEIGHT = 4;

RINGRIFT_INLINE int slot_of(u16 mark) { return mark & ((1 << HISTORY_BITS) - 1); }

template <class B>
RINGRIFT_ONCE void score_offers(const Thinker<B>& thinker, const State<B>& state, int ply, u16 best,
                                Offer* offers, int count) {
    const auto& room = thinker.room;
    const i32* history = room.history[thinker.side_of(state)];
    const u16 reply = ply > 0 ? room.replies[slot_of(room.played[ply - 1])] : u16{0};
    Policy<B> policy(state);
    for (int at = 0; at < count; ++at) {
        Offer& offer = offers[at];
        const u16 mark = offer.mark = mark_of(offer.move);
        i32 score = POLICY_WEIGHT * policy.score(offer.move, 0) + history[slot_of(mark)];
        if (mark == room.killers[ply][0]) score += 40000;
        else if (mark == room.killers[ply][1]) score += 30000;
        else if (mark == reply) score += 20000;
        offer.score = mark == best ? FIRST : score;
    }
}

// Brings the best of the rest to the front; equal ones keep the order of the list.
RINGRIFT_INLINE void bring_best(Offer* offers, int from, int count) {
    int best = from;
    for (int at = from + 1; at < count; ++at)
        if (offers[at].score > offers[best].score) best = at;
    if (best != from) {
        const Offer chosen = offers[best];
        offers[best] = offers[from];
        offers[from] = chosen;
    }
}

// A move refuted what came before; the ones tried before it did not.
template <class B>
inline void learn(Thinker<B>& thinker, const State<B>& state, int ply, int depth,
                  const Offer* offers, int at) {
    auto& room = thinker.room;
    const u16 mark = offers[at].mark;
    if (room.killers[ply][0] != mark) {
        room.killers[ply][1] = room.killers[ply][0];
        room.killers[ply][0] = mark;
    }
    if (ply > 0) room.replies[slot_of(room.played[ply - 1])] = mark;
    i32* history = room.history[thinker.side_of(state)];
    const i32 bonus = depth * depth * 32 < 2048 ? depth * depth * 32 : 2048;
    const auto shift = [&](u16 which, i32 amount) {
        i32& value = history[slot_of(which)];
        value += amount - value * (amount < 0 ? -amount : amount) / HISTORY_MOST;
    };
    shift(mark, bonus);
    for (int other = 0; other < at; ++other) shift(offers[other].mark, -bonus / 4);
}

RINGRIFT_CLOSE
