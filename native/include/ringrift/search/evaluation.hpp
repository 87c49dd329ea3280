// The value of a position to each seat: features times weights of the board, players and edition.
//
// Integers only, so every machine and instruction set computes the same score.
#pragma once

#include "ringrift/search/eval_features.hpp"

RINGRIFT_OPEN

struct Weights {
    i32 value[2][FEATURES];  // at the start and the end of a game; interpolated linearly
};

constexpr i32 WIN = 1'000'000;           // minus the distance in plies; evaluations stay far below
constexpr i32 MAX_EVALUATION = 100'000;  // evaluations are clamped to this
constexpr i32 WEIGHT_SCALE = 64;         // a score is the weighted sum divided by it
constexpr i32 SOFTMAX_SCALE = 400;       // a lead of this many points multiplies the odds by e

inline void weigh_features(const i32 (*features)[FEATURES], i32 progress, int seats,
                           const Weights& weights, i32* out) {
    i32 blended[FEATURES];
    for (int at = 0; at < FEATURES; ++at)
        blended[at] =
            weights.value[0][at] * (FIXED_ONE - progress) + weights.value[1][at] * progress;
    for (int seat = 0; seat < seats; ++seat) {
        i64 sum = 0;
        for (int at = 0; at < FEATURES; ++at) sum += i64{features[seat][at]} * blended[at];
        // Rounds towards zero, so mirrored leads are equal.
        const i64 score = sum / (i64{FIXED_ONE} * WEIGHT_SCALE);
        out[seat] = static_cast<i32>(score > MAX_EVALUATION    ? MAX_EVALUATION
                                     : score < -MAX_EVALUATION ? -MAX_EVALUATION
                                                               : score);
    }
}

// Writes a score for each seat, about 100 for a ring. The game must not be over.
template <class B>
inline void evaluate(const State<B>& state, const Weights& weights, i32* out) {
    i32 features[MAX_SEATS][FEATURES], progress;
    compute_features(state, features, progress);
    weigh_features(features, progress, state.seats, weights, out);
}

// Returns e to a power that is not positive, by multiplication alone: the same on every machine.
inline double exp_nonpositive(double power) {
    double base = 1.0 + (power < -40.0 ? -40.0 : power) / 256.0;
    for (int at = 0; at < 8; ++at) base *= base;
    return base;
}

// Writes each seat's expected share of the win; they add up to 1.
inline void softmax(const i32* scores, int seats, double* out) {
    i32 best = scores[0];
    for (int seat = 1; seat < seats; ++seat) best = max(best, scores[seat]);
    double sum = 0;
    for (int seat = 0; seat < seats; ++seat) {
        out[seat] = exp_nonpositive(static_cast<double>(scores[seat] - best) / SOFTMAX_SCALE);
        sum += out[seat];
    }
    for (int seat = 0; seat < seats; ++seat) out[seat] /= sum;
}

RINGRIFT_CLOSE
