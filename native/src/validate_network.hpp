// Checks the numbers of a network that Python passes.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "ringrift/search/network_data.hpp"

namespace ringrift {

// Returns the network of these numbers; null for an empty list.
inline std::unique_ptr<const NetworkData> validate_network(const std::vector<std::int64_t>& given) {
    if (given.empty()) return nullptr;
    const bool with_policy = given.size() == NETWORK_NUMBERS + POLICY_NUMBERS;
    if (!with_policy && given.size() != NETWORK_NUMBERS)
        throw nanobind::value_error(("a network has " + std::to_string(NETWORK_NUMBERS) +
                                     " numbers, or " +
                                     std::to_string(NETWORK_NUMBERS + POLICY_NUMBERS) +
                                     " with a policy, not " + std::to_string(given.size()))
                                        .c_str());
    std::vector<std::int32_t> numbers;
    for (const std::int64_t number : given) {
        if (number < INT32_MIN || number > INT32_MAX)
            throw nanobind::value_error("a number of the network exceeds 32 bits");
        numbers.push_back(static_cast<std::int32_t>(number));
    }
    auto network = std::make_unique<NetworkData>();
    if (const char* const wrong = read_network(numbers.data(), with_policy, *network);
        wrong != nullptr)
        throw nanobind::value_error(wrong);
    return network;
}

}  // namespace ringrift
