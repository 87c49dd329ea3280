// What alpha-beta says about a line: its moves with all that happens in between, and what it is
// worth to each seat.
#pragma once

#include "ringrift/actions.hpp"
#include "ringrift/search/workspace.hpp"
#include "ringrift/wire.hpp"

RINGRIFT_OPEN

template <class B>
struct Telling {
    const Thinker<B>& thinker;

    // Plays the variation, with the bookkeeping and forced moves that the search did not count.
    void write(const Line& line, SearchLine& shown) const {
        State<B>& state = thinker.room.states[MOST_PLY + 1];
        state = thinker.room.states[0];
        bool swapped = false;
        int length = 0, next = 0;
        const auto play = [&](const Move& move) {
            shown.variation[length++] = outward<B>(move);
            swapped ^= move.type() == Kind::swap_sides;
            apply<true>(state, move);
        };
        shown.move = outward<B>(line.move);
        play(line.move);
        while (length < MOST_VARIATION) {
            Move only;
            const int count = list_moves(state, &only, 1);
            if (count == 0) break;
            if (count == 1) {
                play(only);
                continue;
            }
            if (next == line.length || !is_legal(state, line.moves[next])) break;
            play(line.moves[next++]);
        }
        shown.length = length;
        write_shares(line.score, state, swapped, shown.shares);
    }

private:
    void write_shares(i32 score, const State<B>& end, bool swapped, std::int32_t* shares) const {
        for (int seat = 0; seat < MOST_SEATS; ++seat) shares[seat] = 0;
        if (end.phase == Phase::game_over) {
            const int winner = end.winner - 1;
            shares[swapped ? 1 - winner : winner] = 1000;
            return;
        }
        const int own = thinker.room.states[0].player;
        shares[own] = own_share(score);
        divide(1000 - shares[own], own, end, shares);
    }

    // All of it, or nothing, is only for what is proven. The score is the lead over the others.
    i32 own_share(i32 score) const {
        if (score >= WON || score <= -WON) return score > 0 ? 1000 : 0;
        const i32 lead = score > FURTHEST ? FURTHEST : score < -FURTHEST ? -FURTHEST : score;
        i32 scores[MOST_SEATS] = {lead};
        double parts[MOST_SEATS];
        share(scores, thinker.seats, parts);
        const i32 permille = static_cast<i32>(1000 * parts[0] + 0.5);
        return permille > 999 ? 999 : permille < 1 ? 1 : permille;
    }

    // The others have the rest, each as much as the end of the variation promises.
    void divide(i32 rest, int own, const State<B>& end, std::int32_t* shares) const {
        i32 scores[MOST_SEATS] = {};
        int seat_of[MOST_SEATS], others = 0;
        i32 found[MOST_SEATS];
        if (thinker.seats > 2) evaluate(end, thinker.weights, found);
        else found[0] = found[1] = 0;
        for (int seat = 0; seat < thinker.seats; ++seat) {
            if (seat == own) continue;
            seat_of[others] = seat;
            scores[others++] = found[seat];
        }
        double parts[MOST_SEATS];
        share(scores, others, parts);
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
