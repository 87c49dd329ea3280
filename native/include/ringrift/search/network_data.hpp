// The numbers of an evaluation network (docs/reference/evaluation.md), the same for every
// instruction set.
#pragma once

#include <cstdint>

namespace ringrift {

constexpr int NETWORK_FEATURES = 40;  // evaluation features of a seat
constexpr int NETWORK_PHASES = 7;
constexpr int NETWORK_SEATS = 4;
// A seat's own features, the sum of the others', progress, phase, and turns until the seat moves.
constexpr int NETWORK_INPUTS = 2 * NETWORK_FEATURES + 1 + NETWORK_PHASES + NETWORK_SEATS;
constexpr int NETWORK_COLUMNS = 96;  // inputs padded with zeros to whole vectors
constexpr int NETWORK_HIDDEN1 = 32;
constexpr int NETWORK_HIDDEN2 = 16;
constexpr int NETWORK_MAX_ACTIVATION = 4095;  // inputs and activations are clipped to this
constexpr int NETWORK_MAX_FEATURE_SHIFT = 8;

// A learned policy: the features of a move and of its position -> 16 units -> a score, added to a
// linear one. Features of a move are added to the units one by one, because few are not zero.
constexpr int POLICY_FEATURES = 44;
constexpr int POLICY_CONTEXT = 7;  // numbers of the position
constexpr int POLICY_HIDDEN = 16;
constexpr int POLICY_MAX_FEATURE = 31;       // larger features are clipped
constexpr int POLICY_MAX_ACTIVATION = 4095;  // 16.0
constexpr int POLICY_SHIFT = 12;             // of the sum of the units
constexpr int POLICY_LINEAR_SHIFT = 4;       // of the linear score

struct PolicyData {
    alignas(64) std::int32_t move[POLICY_FEATURES][POLICY_HIDDEN];
    alignas(64) std::int32_t context[POLICY_CONTEXT][POLICY_HIDDEN];
    alignas(64) std::int32_t bias[POLICY_HIDDEN], output[POLICY_HIDDEN];
    std::int32_t linear[POLICY_FEATURES];
};

struct NetworkData {
    alignas(64) std::int16_t weights1[NETWORK_HIDDEN1][NETWORK_COLUMNS];
    alignas(64) std::int16_t weights2[NETWORK_HIDDEN2][NETWORK_HIDDEN1];
    alignas(64) std::int16_t weights3[NETWORK_HIDDEN2];
    std::int32_t bias1[NETWORK_HIDDEN1], bias2[NETWORK_HIDDEN2], bias3;
    std::int32_t linear[2 * NETWORK_FEATURES];  // weights of a linear evaluation that is added
    std::uint8_t feature_shift[NETWORK_FEATURES];
    bool has_policy;
    PolicyData policy;
};

// The numbers of a network as a list: shifts, linear weights, and weights and biases of each layer.
constexpr int NETWORK_NUMBERS = 3 * NETWORK_FEATURES + NETWORK_HIDDEN1 * (NETWORK_INPUTS + 1) +
                                NETWORK_HIDDEN2 * (NETWORK_HIDDEN1 + 1) + NETWORK_HIDDEN2 + 1;

// The numbers of a policy, which may follow: units of each feature, units of each number of the
// position, biases, outputs, linear weights.
constexpr int POLICY_NUMBERS =
    (POLICY_FEATURES + POLICY_CONTEXT + 2) * POLICY_HIDDEN + POLICY_FEATURES;

// Reads a policy; returns whether each number has 16 bits, so no sum can overflow 32 bits.
inline bool read_policy(const std::int32_t* numbers, PolicyData& out) {
    bool valid = true;
    const auto read = [&](std::int32_t* to, int count) {
        for (int at = 0; at < count; ++at) {
            valid = valid && *numbers >= INT16_MIN && *numbers <= INT16_MAX;
            to[at] = *numbers++;
        }
    };
    read(out.move[0], POLICY_FEATURES * POLICY_HIDDEN);
    read(out.context[0], POLICY_CONTEXT * POLICY_HIDDEN);
    read(out.bias, POLICY_HIDDEN);
    read(out.output, POLICY_HIDDEN);
    read(out.linear, POLICY_FEATURES);
    return valid;
}

// Reads a list of `NETWORK_NUMBERS`, with or without a policy. Returns null, or what is wrong with
// the numbers: no layer may overflow 32 bits, whatever its inputs.
inline const char* read_network(const std::int32_t* numbers, bool with_policy, NetworkData& out) {
    constexpr std::int64_t MAX_SUM = INT32_MAX;
    constexpr std::int32_t MAX_LINEAR = 1'000'000;
    out = NetworkData{};
    for (auto& shift : out.feature_shift) {
        if (*numbers < 0 || *numbers > NETWORK_MAX_FEATURE_SHIFT)
            return "a feature shift of the network must be 0 to 8";
        shift = static_cast<std::uint8_t>(*numbers++);
    }
    for (auto& weight : out.linear) {
        if (*numbers < -MAX_LINEAR || *numbers > MAX_LINEAR)
            return "a linear weight of the network must be -1000000 to 1000000";
        weight = *numbers++;
    }
    const auto read_unit = [&](std::int16_t* weights, int count, std::int32_t& bias) {
        std::int64_t sum = 0;
        for (int at = 0; at < count; ++at) {
            if (*numbers < INT16_MIN || *numbers > INT16_MAX) return false;
            sum += *numbers < 0 ? -std::int64_t{*numbers} : *numbers;
            weights[at] = static_cast<std::int16_t>(*numbers++);
        }
        bias = *numbers++;
        sum = sum * NETWORK_MAX_ACTIVATION + (bias < 0 ? -std::int64_t{bias} : bias);
        return sum <= MAX_SUM;
    };
    constexpr const char* OVERFLOW =
        "a weight of the network exceeds 16 bits, or a unit can exceed 32 bits";
    for (int unit = 0; unit < NETWORK_HIDDEN1; ++unit)
        if (!read_unit(out.weights1[unit], NETWORK_INPUTS, out.bias1[unit])) return OVERFLOW;
    for (int unit = 0; unit < NETWORK_HIDDEN2; ++unit)
        if (!read_unit(out.weights2[unit], NETWORK_HIDDEN1, out.bias2[unit])) return OVERFLOW;
    if (!read_unit(out.weights3, NETWORK_HIDDEN2, out.bias3)) return OVERFLOW;
    out.has_policy = with_policy;
    if (with_policy && !read_policy(numbers, out.policy))
        return "a weight of the policy exceeds 16 bits";
    return nullptr;
}

}  // namespace ringrift
