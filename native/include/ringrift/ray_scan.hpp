// Scans the rays from a cell for moves and captures [R090-R093, R101-R103].
//
// Each line of the board is a word of blockers (square8 uses ray_masks.hpp), so a count of zero
// bits gives the reach of a stack. All directions are computed without branches: their outcomes are
// unpredictable, and a misprediction costs more.
#pragma once

#include "ringrift/ray_masks.hpp"

RINGRIFT_OPEN

RINGRIFT_INLINE int clamp_negative_to_zero(int value) { return value & ~(value >> 31); }

// What a stack of this height and cap can do from a cell, by direction: `reach` free cells, then
// possibly a stack with `beyond` free cells behind it [R091, R101].
template <class B>
struct RayScan {
    i32 reach[B::LANES], beyond[B::LANES];
    i32 moves[B::LANES], captures[B::LANES];  // counts; the last one goes farthest
    i32 all_moves, all_captures;

    RINGRIFT_INLINE RayScan(const State<B>& state, int cell, int height, int cap) {
        const auto& lines_of_cell = B::tables.cell_lines[cell];
        scan_directions(state, lines_of_cell, cell, height, cap);
    }

private:
    using CellLines = typename B::CellLines;

#if defined(__AVX2__)
    RINGRIFT_INLINE static __m256i lowest_bit_index(__m256i bits) {
        const __m256i low = _mm256_and_si256(bits, _mm256_sub_epi32(_mm256_setzero_si256(), bits));
        const __m256i power = _mm256_castps_si256(_mm256_cvtepi32_ps(low));
        return _mm256_sub_epi32(_mm256_srli_epi32(power, 23), _mm256_set1_epi32(127));
    }

    // Whether the stacks on these cells have at most this cap.
    RINGRIFT_INLINE static __m256i cap_at_most_mask(const State<B>& state, __m256i cells, int cap) {
        const __m256i found =
            _mm256_i32gather_epi32(reinterpret_cast<const int*>(state.caps), cells, 1);
        const __m256i caps = _mm256_and_si256(found, _mm256_set1_epi32(0xff));
        return _mm256_cmpgt_epi32(_mm256_set1_epi32(cap + 1), caps);
    }

    // All directions at once; the tests compare it with the scalar code below.
    RINGRIFT_INLINE void scan_directions(const State<B>& state, const CellLines& lines_of_cell,
                                         int cell, int height, int cap) {
        const __m256i one = _mm256_set1_epi32(1), none = _mm256_setzero_si256();
        const __m256i word = _mm256_cvtepu16_epi32(
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(lines_of_cell.line)));
        const __m256i after = _mm256_cvtepu8_epi32(
            _mm_loadl_epi64(reinterpret_cast<const __m128i*>(lines_of_cell.next_bit)));
        const int* lines = reinterpret_cast<const int*>(state.lines);
        const __m256i blocked = _mm256_srlv_epi32(_mm256_i32gather_epi32(lines, word, 8), after);
        const __m256i stacks = _mm256_srlv_epi32(_mm256_i32gather_epi32(lines + 1, word, 8), after);
        const __m256i ahead = lowest_bit_index(blocked), distance = _mm256_add_epi32(ahead, one);
        const __m256i behind = lowest_bit_index(_mm256_srlv_epi32(blocked, distance));
        const __m256i met = _mm256_and_si256(_mm256_srlv_epi32(stacks, ahead), one);
        const __m256i there = _mm256_sub_epi32(none, met);
        const __m256i steps = _mm256_setr_epi32(B::lane_step_offset(0), B::lane_step_offset(1),
                                                B::lane_step_offset(2), B::lane_step_offset(3),
                                                B::lane_step_offset(4), B::lane_step_offset(5),
                                                B::lane_step_offset(6), B::lane_step_offset(7));
        const __m256i target = _mm256_add_epi32(
            _mm256_set1_epi32(cell), _mm256_and_si256(_mm256_mullo_epi32(distance, steps), there));
        const __m256i short_of = _mm256_sub_epi32(_mm256_set1_epi32(height - 1), distance);
        const __m256i landings = _mm256_sub_epi32(behind, _mm256_max_epi32(none, short_of));
        __m256i taken = _mm256_and_si256(_mm256_max_epi32(none, landings), there);
        taken = _mm256_and_si256(taken, cap_at_most_mask(state, target, cap));
        __m256i moved =
            _mm256_max_epi32(none, _mm256_sub_epi32(ahead, _mm256_set1_epi32(height - 1)));
        if constexpr (B::DIRECTIONS < B::LANES) {
            const __m256i used = _mm256_setr_epi32(-1, -1, -1, -1, -1, -1, 0, 0);
            taken = _mm256_and_si256(taken, used);
            moved = _mm256_and_si256(moved, used);
        }
        std::memcpy(reach, &ahead, sizeof reach);
        std::memcpy(beyond, &behind, sizeof beyond);
        std::memcpy(moves, &moved, sizeof moves);
        std::memcpy(captures, &taken, sizeof captures);
        // Both sums at once, in the halves of each lane.
        const __m256i both = _mm256_add_epi32(moved, _mm256_slli_epi32(taken, 16));
        __m128i sum =
            _mm_add_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
        sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
        sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
        const u32 sums = static_cast<u32>(_mm_cvtsi128_si32(sum));
        all_moves = static_cast<i32>(sums & 0xffff);
        all_captures = static_cast<i32>(sums >> 16);
    }
#else
    RINGRIFT_INLINE void scan_directions(const State<B>& state, const CellLines& lines_of_cell,
                                         int cell, int height, int cap) {
        all_moves = all_captures = 0;
#pragma GCC unroll 8
        for (int direction = 0; direction < B::DIRECTIONS; ++direction) {
            const u64 line = state.lines[lines_of_cell.line[direction]];
            const u32 blocked = static_cast<u32>(line) >> lines_of_cell.next_bit[direction];
            const int ahead = __builtin_ctz(blocked), distance = ahead + 1;
            const int behind = __builtin_ctz(blocked >> distance);
            const int there =
                -static_cast<int>(line >> (32 + lines_of_cell.next_bit[direction] + ahead) & 1);
            const int target = state.caps[cell + (distance * B::step_offset(direction) & there)];
            const int landings =
                clamp_negative_to_zero(behind - clamp_negative_to_zero(height - 1 - distance));
            reach[direction] = ahead;
            beyond[direction] = behind;
            all_moves += moves[direction] = clamp_negative_to_zero(ahead - height + 1);
            all_captures += captures[direction] =
                landings & there & -static_cast<int>(target <= cap);
        }
    }
#endif
};

// Square8: the same from its ray masks.
template <>
struct RayScan<Square8> {
    i32 reach[8], beyond[8];
    i32 moves[8], captures[8];
    i32 all_moves, all_captures;

    RINGRIFT_INLINE RayScan(const State<Square8>& state, int cell, int height, int cap) {
        const RayView view(cell, state.blocked_cells().bits);
        const u64 far = ray_masks.at_distance[height][cell],
                  prey = stacks_with_cap_at_most(state, cap);
#if RINGRIFT_RAY_LANES
        const auto count = [](i32* out, FourMasks forward, FourMasks backward) {
            typedef i32 Counts __attribute__((vector_size(16)));
            const auto counted = [](FourMasks cells) {
                const __m256i counts = _mm256_popcnt_epi64(reinterpret_cast<__m256i>(cells));
                return __builtin_convertvector(reinterpret_cast<FourMasks>(counts), Counts);
            };
            const Counts counts[] = {counted(forward), counted(backward)};
            std::memcpy(out, counts, sizeof counts);
        };
        count(reach, view.forward.free, view.backward.free);
        count(beyond, view.forward.behind, view.backward.behind);
        count(moves, view.forward.free & far, view.backward.free & far);
        count(captures, view.forward.behind_targets(prey) & far,
              view.backward.behind_targets(prey) & far);
        u64 to, over;
        view.unite_directions(prey, to, over);
        all_moves = count_bits(to & far);
        all_captures = count_bits(over & far);
#else
        all_moves = all_captures = 0;
        for (int direction = 0; direction < 8; ++direction) {
            const u64 taken =
                (view.first[direction] & prey) != 0 ? view.behind[direction] & far : 0;
            reach[direction] = count_bits(view.free[direction]);
            beyond[direction] = count_bits(view.behind[direction]);
            all_moves += moves[direction] = count_bits(view.free[direction] & far);
            all_captures += captures[direction] = count_bits(taken);
        }
#endif
    }
};

template <class B>
RINGRIFT_INLINE RayScan<B> scan_rays(const State<B>& state, int cell) {
    const Stack stack = state.rings[cell];
    return {state, cell, stack.height(), state.caps[cell]};
}

RINGRIFT_CLOSE
