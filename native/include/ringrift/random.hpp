// A small, fast random generator with the same sequence on every machine.
#pragma once

#include "ringrift/platform.hpp"

RINGRIFT_OPEN

struct Random {
    u64 state;

    RINGRIFT_INLINE explicit Random(u64 seed) : state(mix64(seed ^ 0x2545f4914f6cdd1dULL)) {}

    RINGRIFT_INLINE u64 next() {
        state += 0xa0761d6478bd642fULL;
        const u128 product = static_cast<u128>(state) * (state ^ 0xe7037ed1a0b428dbULL);
        return static_cast<u64>(product >> 64) ^ static_cast<u64>(product);
    }

    // Returns 0 to count - 1; the probabilities differ by less than count / 2^64.
    RINGRIFT_INLINE int next_below(int count) {
        return static_cast<int>(static_cast<u128>(next()) * static_cast<u64>(count) >> 64);
    }
};

RINGRIFT_CLOSE
