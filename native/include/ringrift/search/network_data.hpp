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

struct NetworkData {
    alignas(64) std::int16_t weights1[NETWORK_HIDDEN1][NETWORK_COLUMNS];
    alignas(64) std::int16_t weights2[NETWORK_HIDDEN2][NETWORK_HIDDEN1];
    alignas(64) std::int16_t weights3[NETWORK_HIDDEN2];
    std::int32_t bias1[NETWORK_HIDDEN1], bias2[NETWORK_HIDDEN2], bias3;
    std::int32_t linear[2 * NETWORK_FEATURES];  // weights of a linear evaluation that is added
    std::uint8_t feature_shift[NETWORK_FEATURES];
};

// The numbers of a network as a list: shifts, linear weights, and weights and biases of each layer.
constexpr int NETWORK_NUMBERS = 3 * NETWORK_FEATURES + NETWORK_HIDDEN1 * (NETWORK_INPUTS + 1) +
                                NETWORK_HIDDEN2 * (NETWORK_HIDDEN1 + 1) + NETWORK_HIDDEN2 + 1;

// Reads a list of `NETWORK_NUMBERS`. Returns null, or what is wrong with the numbers: no layer may
// overflow 32 bits, whatever its inputs.
inline const char* read_network(const std::int32_t* numbers, NetworkData& out) {
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
    return read_unit(out.weights3, NETWORK_HIDDEN2, out.bias3) ? nullptr : OVERFLOW;
}

}  // namespace ringrift
