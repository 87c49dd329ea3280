// Victory and ranking [R170-R173].
#pragma once

#include "ringrift/placement.hpp"

RINGRIFT_OPEN

constexpr int EXCLUSIVE_ROUNDS_TO_WIN = 2;  // R172

// R061.
template <class B>
RINGRIFT_INLINE int ring_threshold(const State<B>& state) {
    return B::thresholds.rings[state.edition][state.seats];
}

// R062: the minimum number of own cells that can win.
template <class B>
RINGRIFT_INLINE int territory_threshold(const State<B>& state) {
    return B::thresholds.territory[state.edition][state.seats];
}

template <class B>
RINGRIFT_INLINE bool wins_by_territory(const State<B>& state, int seat) {
    const int own = state.territory[seat];
    if (own < territory_threshold(state)) return false;
    int all = 0;
    for (int other = 0; other < MAX_SEATS; ++other) all += state.territory[other];
    return !state.edition_rules().territory_majority || own > all - own;
}

// Returns the seat that meets a condition: the one that just played, else the lowest; -1: none.
template <class B, class Condition>
RINGRIFT_INLINE int first_seat_where(const State<B>& state, Condition&& holds) {
    if (holds(state.player)) return state.player;
    for (int seat = 0; seat < state.seats; ++seat)
        if (holds(seat)) return seat;
    return -1;
}

// Ranks seats by survival (where it counts), territory, eliminated rings, markers and last action.
struct RankingKey {
    i64 survival, territory, eliminated, markers, last_action;

    friend bool operator>(const RankingKey& a, const RankingKey& b) {
        if (a.survival != b.survival) return a.survival > b.survival;
        if (a.territory != b.territory) return a.territory > b.territory;
        if (a.eliminated != b.eliminated) return a.eliminated > b.eliminated;
        if (a.markers != b.markers) return a.markers > b.markers;
        return a.last_action > b.last_action;
    }
};

template <class B>
inline RankingKey ranking_key(const State<B>& state, int seat, bool with_survival) {
    const i64 gone = state.eliminated_at_turn[seat];
    const i64 survival = gone == 0 ? state.turn_number + 1 : gone;
    return {with_survival ? survival : 0, state.territory[seat], state.eliminated[seat],
            state.markers[seat].count(), state.last_action_turn[seat]};
}

// R173.
template <class B>
inline int stalemate_winner(const State<B>& state) {
    int best = 0;
    for (int seat = 1; seat < state.seats; ++seat)
        if (ranking_key(state, seat, false) > ranking_key(state, best, false)) best = seat;
    return best;
}

// R170: ends the game and ranks the others by survival and standing; ties share a rank.
template <class B>
inline void end_game(State<B>& state, int winner, VictoryReason reason) {
    state.phase = Phase::game_over;
    state.winner = static_cast<u8>(winner + 1);
    state.reason = reason;
    for (int seat = 0; seat < state.seats; ++seat) {
        int rank = seat == winner ? 1 : 2;
        for (int other = 0; other < state.seats && seat != winner; ++other)
            rank +=
                other != winner && ranking_key(state, other, true) > ranking_key(state, seat, true);
        state.rank[seat] = static_cast<u8>(rank);
    }
}

// R172: updates the exclusive rounds after a round; returns whether a seat has won by them.
template <class B>
RINGRIFT_INLINE bool end_round(State<B>& state) {
    const u8 had = state.round_had_action;
    const bool exclusive = !state.round_partial && had != 0 && (had & (had - 1)) == 0 &&
                           (had & state.round_took_action);
    if (exclusive) {
        const u8 seat = static_cast<u8>(lowest_bit(had) + 1);
        state.exclusive_rounds =
            static_cast<u8>(seat == state.exclusive_seat ? state.exclusive_rounds + 1 : 1);
        state.exclusive_seat = seat;
    } else {
        state.exclusive_rounds = state.exclusive_seat = 0;
    }
    state.round_had_action = state.round_took_action = state.round_partial = 0;
    return state.exclusive_rounds >= EXCLUSIVE_ROUNDS_TO_WIN;
}

// R173, R200: no stack is left and no seat has a legal placement.
template <class B>
RINGRIFT_INLINE bool nobody_can_play(const State<B>& state) {
    if (state.stacks.any()) return false;
    for (int seat = 0; seat < state.seats; ++seat)
        if (can_place(state, seat)) return false;
    return true;
}

RINGRIFT_CLOSE
