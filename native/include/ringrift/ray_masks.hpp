// Rays of square8 as masks of one word, for all eight directions of a cell [R090-R093, R101-R103].
//
// A landing cell determines the move, so a set of landing cells is as good as a list of moves.
// Directions 0 to 3 lead to higher cell numbers, their reverses 4 to 7 to lower ones.
#pragma once

#include "ringrift/state.hpp"

#if defined(__AVX512CD__) && defined(__AVX512VL__) && defined(__AVX512VPOPCNTDQ__) && \
    !defined(RINGRIFT_SCALAR)
#define RINGRIFT_RAY_LANES 1
#else
#define RINGRIFT_RAY_LANES 0
#endif

RINGRIFT_OPEN

struct RayMasks {
    static constexpr int HEIGHTS =
        Square8::MAX_HEIGHT + 2;  // one more than the tallest stack: a ring may be placed on it

    alignas(32) u64 ray[64][8] = {};
    u64 at_distance[HEIGHTS][64] = {};  // by height: cells at least that many steps away
    u8 direction_to[64][64] = {};       // direction of the ray from one cell to another

    constexpr RayMasks() {
        for (int cell = 0; cell < 64; ++cell) {
            const int row = cell / 8, column = cell % 8;
            for (int direction = 0; direction < 8; ++direction) {
                const int sign = direction < 4 ? 1 : -1;
                const int dx = sign * Square8::dx(direction % 4),
                          dy = sign * Square8::dy(direction % 4);
                for (int x = column + dx, y = row + dy; Square8::on_board(y, x); x += dx, y += dy) {
                    ray[cell][direction] |= u64{1} << (8 * y + x);
                    direction_to[cell][8 * y + x] = static_cast<u8>(direction);
                }
            }
            for (int other = 0; other < 64; ++other) {
                const int down = other / 8 - row, right = other % 8 - column;
                const int rows = down < 0 ? -down : down, columns = right < 0 ? -right : right;
                for (int height = 0;
                     height < HEIGHTS && height <= (rows > columns ? rows : columns); ++height)
                    at_distance[height][cell] |= u64{1} << other;
            }
        }
    }
};
inline constexpr RayMasks ray_masks{};

// The cells strictly between two cells of a ray.
RINGRIFT_INLINE Bitboard64 cells_between(int from, int to) {
    const int direction_to = ray_masks.direction_to[from][to];
    return {ray_masks.ray[from][direction_to] & ~(ray_masks.ray[to][direction_to] | u64{1} << to)};
}

// Returns the stacks with at most this cap.
RINGRIFT_INLINE u64 stacks_with_cap_at_most(const State<Square8>& state, int cap) {
    const auto from = [cap](int least) { return 0 - static_cast<u64>(cap >= least); };
    u64 found =
        state.of_cap[1].bits | (state.of_cap[2].bits & from(2)) | (state.of_cap[3].bits & from(3));
    if (cap >= 4 && state.of_cap[4].any())
        state.of_cap[4].each(
            [&](int cell) { found |= static_cast<u64>(state.caps[cell] <= cap) << cell; });
    return found;
}

#if RINGRIFT_RAY_LANES
typedef u64 FourMasks __attribute__((vector_size(32)));

// Four rays that all lead to higher cell numbers, or all to lower ones: free cells, the first
// blocker, and the free cells behind it.
template <bool FORWARD>
struct FourRays {
    FourMasks free, first, behind;

    RINGRIFT_INLINE FourRays(int cell, u64 blocked) {
        FourMasks ray;
        std::memcpy(&ray, ray_masks.ray[cell] + (FORWARD ? 0 : 4), sizeof ray);
        const FourMasks met = ray & blocked;
        free = ray & bits_before_first(met);
        if constexpr (FORWARD) first = met & -met;
        else first = met & ~(bits_up_to_highest(met) >> 1);
        behind = (ray ^ free ^ first) & bits_before_first(met ^ first);
    }

    RINGRIFT_INLINE FourMasks behind_targets(u64 targets) const {
        return behind & (FourMasks)((first & targets) != 0);
    }

private:
    RINGRIFT_INLINE static FourMasks bits_up_to_highest(FourMasks bits) {
        const __m256i zeros = _mm256_lzcnt_epi64(reinterpret_cast<__m256i>(bits));
        return reinterpret_cast<FourMasks>(_mm256_srlv_epi64(_mm256_set1_epi64x(-1), zeros));
    }
    // Returns the bits before the first of these.
    RINGRIFT_INLINE static FourMasks bits_before_first(FourMasks bits) {
        if constexpr (FORWARD) return (bits - 1) & ~bits;
        else return ~bits_up_to_highest(bits);
    }
};

struct RayView {
    FourRays<true> forward;
    FourRays<false> backward;

    RINGRIFT_INLINE RayView(int cell, u64 blocked)
        : forward(cell, blocked), backward(cell, blocked) {}

    // Unites all directions: free cells, and free cells behind one of the targets.
    RINGRIFT_INLINE void unite_directions(u64 targets, u64& all_free, u64& all_behind) const {
        typedef u64 TwoMasks __attribute__((vector_size(16)));
        const FourMasks to = forward.free | backward.free;
        const FourMasks over = forward.behind_targets(targets) | backward.behind_targets(targets);
        const FourMasks both = __builtin_shufflevector(to, over, 0, 4, 2, 6) |
                               __builtin_shufflevector(to, over, 1, 5, 3, 7);
        const TwoMasks two =
            __builtin_shufflevector(both, both, 0, 1) | __builtin_shufflevector(both, both, 2, 3);
        all_free = two[0];
        all_behind = two[1];
    }
};
#else
// The same, one direction at a time.
struct RayView {
    u64 free[8], first[8], behind[8];

    RINGRIFT_INLINE RayView(int cell, u64 blocked) {
#pragma GCC unroll 8
        for (int direction = 0; direction < 8; ++direction) {
            const u64 ray = ray_masks.ray[cell][direction], met = ray & blocked;
            free[direction] = ray & bits_before_first(met, direction);
            first[direction] =
                direction < 4 ? met & (0 - met) : met & ~(bits_up_to_highest(met) >> 1);
            behind[direction] = (ray ^ free[direction] ^ first[direction]) &
                                bits_before_first(met ^ first[direction], direction);
        }
    }

    RINGRIFT_INLINE void unite_directions(u64 targets, u64& all_free, u64& all_behind) const {
        all_free = all_behind = 0;
        for (int direction = 0; direction < 8; ++direction) {
            all_free |= free[direction];
            all_behind |=
                behind[direction] & (0 - static_cast<u64>((first[direction] & targets) != 0));
        }
    }

private:
    RINGRIFT_INLINE static u64 bits_up_to_highest(u64 bits) {
        return (~u64{0} >> __builtin_clzll(bits | 1)) & (0 - static_cast<u64>(bits != 0));
    }
    RINGRIFT_INLINE static u64 bits_before_first(u64 bits, int direction) {
        return direction < 4 ? (bits - 1) & ~bits : ~bits_up_to_highest(bits);
    }
};
#endif

RINGRIFT_CLOSE
