// Integer types, bit operations and vector width.
//
// The core is compiled for several instruction sets into one module. RINGRIFT_ISA names the inline
// namespace of each, so the linker never mixes them. Nothing here needs a library at run time.
#pragma once

#include <cstdint>
#include <cstring>

#ifndef RINGRIFT_ISA
#define RINGRIFT_ISA plain
#endif

#define RINGRIFT_OPEN    \
    namespace ringrift { \
    inline namespace RINGRIFT_ISA {
#define RINGRIFT_CLOSE \
    }                  \
    }

// Rows of a big board in one vector register; 1 means integer code.
#if defined(RINGRIFT_SCALAR)
#define RINGRIFT_LANES 1
#elif defined(__AVX512F__)
#define RINGRIFT_LANES 16
#elif defined(__AVX2__)
#define RINGRIFT_LANES 8
#else
#define RINGRIFT_LANES 4
#endif

#if defined(__AVX512VPOPCNTDQ__) || defined(__BMI2__)
#include <immintrin.h>
#endif

#define RINGRIFT_INLINE inline __attribute__((always_inline))
// For functions that are called from several places and too long to inline.
#define RINGRIFT_NOINLINE inline __attribute__((noinline))

RINGRIFT_OPEN

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
__extension__ typedef unsigned __int128 u128;

RINGRIFT_INLINE int count_bits(u64 word) { return __builtin_popcountll(word); }
RINGRIFT_INLINE int lowest_bit(u64 word) { return __builtin_ctzll(word); }

// Returns the position of the n-th set bit, counted from 0.
RINGRIFT_INLINE int nth_bit(u64 word, int n) {
#if defined(__BMI2__)
    return lowest_bit(_pdep_u64(u64{1} << n, word));
#else
    int at = 0;
    for (int width = 32; width > 0; width /= 2) {
        const int below = count_bits(word & ((u64{1} << width) - 1));
        if (n >= below) {
            n -= below;
            at += width;
            word >>= width;
        }
    }
    return at;
#endif
}

// Mixes the bits of a word, for hash keys and random numbers.
RINGRIFT_INLINE u64 mix64(u64 x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ULL;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ULL;
    return x ^ (x >> 32);
}

RINGRIFT_CLOSE
