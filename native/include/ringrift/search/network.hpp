// Evaluates a position by a small network for each seat, in integers: the same to the bit on every
// instruction set. `read_network` has proved that no sum overflows.
#pragma once

#include "ringrift/search/evaluation.hpp"
#include "ringrift/search/network_data.hpp"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

RINGRIFT_OPEN

static_assert(NETWORK_FEATURES == FEATURES && NETWORK_SEATS == MAX_SEATS);

constexpr int NETWORK_ONE = 256;    // a flag among the inputs
constexpr int NETWORK_SHIFT1 = 11;  // after the first layer
constexpr int NETWORK_SHIFT2 = 12;  // after the second and the third

// Fixed trip counts and no branch: compilers make vector code of it, except for WebAssembly.
template <int COUNT>
RINGRIFT_INLINE i32 dot_product(const std::int16_t* a, const std::int16_t* b) {
#if defined(__wasm_simd128__)
    static_assert(COUNT % 8 == 0);
    v128_t sums = wasm_i32x4_splat(0);
    for (int at = 0; at < COUNT; at += 8)
        sums = wasm_i32x4_add(sums,
                              wasm_i32x4_dot_i16x8(wasm_v128_load(a + at), wasm_v128_load(b + at)));
    return wasm_i32x4_extract_lane(sums, 0) + wasm_i32x4_extract_lane(sums, 1) +
           wasm_i32x4_extract_lane(sums, 2) + wasm_i32x4_extract_lane(sums, 3);
#else
    i32 sum = 0;
    for (int at = 0; at < COUNT; ++at) sum += i32{a[at]} * i32{b[at]};
    return sum;
#endif
}

RINGRIFT_INLINE std::int16_t clip_activation(i32 value, i32 least) {
    return static_cast<std::int16_t>(min(max(value, least), NETWORK_MAX_ACTIVATION));
}

RINGRIFT_INLINE i32 run_network(const NetworkData& network, const std::int16_t* inputs) {
    alignas(64) std::int16_t hidden1[NETWORK_HIDDEN1], hidden2[NETWORK_HIDDEN2];
    for (int unit = 0; unit < NETWORK_HIDDEN1; ++unit)
        hidden1[unit] = clip_activation(
            (network.bias1[unit] + dot_product<NETWORK_COLUMNS>(network.weights1[unit], inputs)) >>
                NETWORK_SHIFT1,
            0);
    for (int unit = 0; unit < NETWORK_HIDDEN2; ++unit)
        hidden2[unit] = clip_activation(
            (network.bias2[unit] + dot_product<NETWORK_HIDDEN1>(network.weights2[unit], hidden1)) >>
                NETWORK_SHIFT2,
            0);
    return (network.bias3 + dot_product<NETWORK_HIDDEN2>(network.weights3, hidden2)) >>
           NETWORK_SHIFT2;
}

// Writes a score for each seat, on the scale of the linear evaluation. The game must not be over.
template <class B>
RINGRIFT_NOINLINE void evaluate_by_network(const State<B>& state, const NetworkData& network,
                                           i32* out) {
    i32 features[MAX_SEATS][FEATURES], progress;
    compute_features(state, features, progress);
    Weights weights;
    std::memcpy(&weights, network.linear, sizeof weights);
    weigh_features(features, progress, state.seats, weights, out);
    i32 total[FEATURES] = {};
    for (int seat = 0; seat < state.seats; ++seat)
        for (int at = 0; at < FEATURES; ++at) total[at] += features[seat][at];
    alignas(64) std::int16_t inputs[NETWORK_COLUMNS];
    for (int seat = 0; seat < state.seats; ++seat) {
        for (int at = 0; at < FEATURES; ++at) {
            const int shift = network.feature_shift[at];
            const i32 own = features[seat][at], others = total[at] - own;
            inputs[at] = clip_activation(own * (1 << shift), -NETWORK_MAX_ACTIVATION);
            inputs[FEATURES + at] = clip_activation(others * (1 << shift), -NETWORK_MAX_ACTIVATION);
        }
        std::memset(inputs + 2 * FEATURES, 0, sizeof inputs - 2 * FEATURES * sizeof inputs[0]);
        std::int16_t* const rest = inputs + 2 * FEATURES;
        rest[0] = static_cast<std::int16_t>(progress);
        rest[1 + static_cast<int>(state.phase)] = NETWORK_ONE;
        const int turns = (seat - state.player + state.seats) % state.seats;
        rest[1 + NETWORK_PHASES + turns] = NETWORK_ONE;
        const i32 score = out[seat] + run_network(network, inputs);
        out[seat] = min(max(score, -MAX_EVALUATION), MAX_EVALUATION);
    }
}

// What evaluates positions: a network, or else linear weights.
struct LeafEvaluation {
    Weights weights;
    const NetworkData* network;

    template <class B>
    RINGRIFT_INLINE void write_scores(const State<B>& state, i32* out) const {
        if (network != nullptr) evaluate_by_network(state, *network, out);
        else evaluate(state, weights, out);
    }
};

RINGRIFT_CLOSE
