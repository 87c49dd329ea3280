// What a position is worth to each seat: its features times the weights of the board, the players
// and the edition.
//
// Whole numbers only, so that every machine and instruction set finds the same score.
#pragma once

#include "ringrift/search/eval_features.hpp"

RINGRIFT_OPEN

struct Weights {
    i32 value[2][FEATURES];  // at the start of a game, and at its end; linear in between
};

constexpr i32 WIN = 1'000'000;           // minus the distance in plies; no evaluation comes near it
constexpr i32 MAX_EVALUATION = 100'000;  // evaluations lie between this and its negative
constexpr i32 WEIGHT_SCALE = 64;         // of the weights: a score is the sum divided by it
constexpr i32 SOFTMAX_SCALE = 400;       // a lead of so much multiplies the odds by e

// One score a seat, about 100 for one ring's worth. The game is not over.
template <class B>
inline void evaluate(const State<B>& state, const Weights& weights, i32* out) {
    i32 features[MAX_SEATS][FEATURES], progress;
    compute_features(state, features, progress);
    i32 blended[FEATURES];
    for (int at = 0; at < FEATURES; ++at)
        blended[at] =
            weights.value[0][at] * (FIXED_ONE - progress) + weights.value[1][at] * progress;
    for (int seat = 0; seat < state.seats; ++seat) {
        i64 sum = 0;
        for (int at = 0; at < FEATURES; ++at) sum += i64{features[seat][at]} * blended[at];
        // Rounded towards zero, so that a mirrored lead is the same lead.
        const i64 score = sum / (i64{FIXED_ONE} * WEIGHT_SCALE);
        out[seat] = static_cast<i32>(score > MAX_EVALUATION    ? MAX_EVALUATION
                                     : score < -MAX_EVALUATION ? -MAX_EVALUATION
                                                               : score);
    }
}

// e to the power of a number that is not positive, by multiplication alone: the same on every
// machine.
inline double exp_neg(double power) {
    double base = 1.0 + (power < -40.0 ? -40.0 : power) / 256.0;
    for (int at = 0; at < 8; ++at) base *= base;
    return base;
}

// Each seat's expected share of the win, in all 1.
inline void softmax(const i32* scores, int seats, double* out) {
    i32 best = scores[0];
    for (int seat = 1; seat < seats; ++seat) best = max(best, scores[seat]);
    double sum = 0;
    for (int seat = 0; seat < seats; ++seat) {
        out[seat] = exp_neg(static_cast<double>(scores[seat] - best) / SOFTMAX_SCALE);
        sum += out[seat];
    }
    for (int seat = 0; seat < seats; ++seat) out[seat] /= sum;
}

RINGRIFT_CLOSE
