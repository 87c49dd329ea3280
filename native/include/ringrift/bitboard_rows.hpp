// Bitboards of the big boards: one 32-bit word for each row, in vector registers.
//
// A step along a row shifts every lane; a step to another row moves the lanes by one. Unused
// columns and rows take what leaves the board, so callers mask a stepped bitboard with one on the
// board.
#pragma once

#include "ringrift/platform.hpp"

RINGRIFT_OPEN

template <int N>
struct alignas(64) RowBitboard {
    static constexpr int STRIDE = 32;
    static constexpr int SIZE = N * 32;
    static constexpr int LANES = RINGRIFT_LANES;
    static constexpr int STORED =
        32 / LANES;  // vectors in memory; the same layout for every vector width
    static constexpr int USED = (N + LANES - 1) / LANES;  // vectors that hold rows of the board
    static constexpr int WORDS = (N + 1) / 2;  // 64-bit words that hold rows of the board

#if RINGRIFT_LANES == 1
    struct Vector {
        u32 lane;
        RINGRIFT_INLINE u32 operator[](int) const { return lane; }
        friend RINGRIFT_INLINE Vector operator&(Vector a, Vector b) { return {a.lane & b.lane}; }
        friend RINGRIFT_INLINE Vector operator|(Vector a, Vector b) { return {a.lane | b.lane}; }
        friend RINGRIFT_INLINE Vector operator^(Vector a, Vector b) { return {a.lane ^ b.lane}; }
        friend RINGRIFT_INLINE Vector operator<<(Vector a, int n) { return {a.lane << n}; }
        friend RINGRIFT_INLINE Vector operator>>(Vector a, int n) { return {a.lane >> n}; }
        RINGRIFT_INLINE Vector operator~() const { return {~lane}; }
    };
#else
    typedef u32 Vector __attribute__((vector_size(4 * RINGRIFT_LANES)));
#endif

    Vector part[STORED] = {};

    RINGRIFT_INLINE static RowBitboard of(int cell) {
        RowBitboard set;
        const u32 row = static_cast<u32>(cell) >> 5, bit = u32{1} << (cell & 31);
#if RINGRIFT_LANES == 1
        set.part[row].lane = bit;
#else
        for (int i = 0; i < USED; ++i) {
            Vector numbers = lane_numbers();
            set.part[i] = (Vector)(numbers + static_cast<u32>(i * LANES) == row) & (Vector{} + bit);
        }
#endif
        return set;
    }

    RINGRIFT_INLINE u32 row(int number) const { return part[number / LANES][number % LANES]; }
    RINGRIFT_INLINE bool has(int cell) const { return row(cell >> 5) >> (cell & 31) & 1; }

    struct Words {
        u64 word[16];
    };
    RINGRIFT_INLINE Words to_words() const {
        Words copy;
        std::memcpy(copy.word, part, sizeof copy.word);
        return copy;
    }

    RINGRIFT_INLINE bool any() const {
        Vector all = part[0];
        for (int i = 1; i < USED; ++i) all = all | part[i];
#if RINGRIFT_LANES == 1
        return all.lane != 0;
#elif RINGRIFT_LANES == 16
        return _mm512_test_epi32_mask(reinterpret_cast<__m512i>(all),
                                      reinterpret_cast<__m512i>(all)) != 0;
#else
        u64 halves[LANES / 2], one = 0;
        std::memcpy(halves, &all, sizeof all);
        for (u64 half : halves) one |= half;
        return one != 0;
#endif
    }

    RINGRIFT_INLINE int count() const {
#if defined(__AVX512VPOPCNTDQ__) && RINGRIFT_LANES == 16
        __m512i sum = _mm512_popcnt_epi64(reinterpret_cast<__m512i>(part[0]));
        for (int i = 1; i < USED; ++i)
            sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(reinterpret_cast<__m512i>(part[i])));
        u64 sums[8];
        std::memcpy(sums, &sum, sizeof sums);
        return static_cast<int>(sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] +
                                sums[6] + sums[7]);
#else
        const Words all = to_words();
        int sum = 0;
        for (int i = 0; i < WORDS; ++i) sum += count_bits(all.word[i]);
        return sum;
#endif
    }

    RINGRIFT_INLINE int first() const {
        const Words all = to_words();
        int i = 0;
        while (all.word[i] == 0) ++i;
        return 64 * i + lowest_bit(all.word[i]);
    }

    RINGRIFT_INLINE int nth(int n) const {
        const Words all = to_words();
        int i = 0;
        for (int here = count_bits(all.word[0]); n >= here; here = count_bits(all.word[++i]))
            n -= here;
        return 64 * i + nth_bit(all.word[i], n);
    }

    RINGRIFT_INLINE RowBitboard isolate_lowest() const { return of(first()); }

    template <class Visit>
    RINGRIFT_INLINE void each(Visit&& visit) const {
        const Words all = to_words();
        for (int i = 0; i < WORDS; ++i)
            for (u64 left = all.word[i]; left != 0; left &= left - 1)
                visit(64 * i + lowest_bit(left));
    }

    template <int DX, int DY>
    RINGRIFT_INLINE RowBitboard shifted_by() const {
        RowBitboard moved;
        for (int i = 0; i < USED; ++i) {
            Vector rows;
            if constexpr (DY == 0) rows = part[i];
            else if constexpr (DY > 0)
                rows = shift_to_next_row(i > 0 ? part[i - 1] : Vector{}, part[i]);
            else rows = shift_to_previous_row(part[i], i + 1 < USED ? part[i + 1] : Vector{});
            if constexpr (DX > 0) rows = rows << 1;
            if constexpr (DX < 0) rows = rows >> 1;
            moved.part[i] = rows;
        }
        return moved;
    }

    friend RINGRIFT_INLINE RowBitboard operator&(const RowBitboard& a, const RowBitboard& b) {
        RowBitboard set;
        for (int i = 0; i < USED; ++i) set.part[i] = a.part[i] & b.part[i];
        return set;
    }
    friend RINGRIFT_INLINE RowBitboard operator|(const RowBitboard& a, const RowBitboard& b) {
        RowBitboard set;
        for (int i = 0; i < USED; ++i) set.part[i] = a.part[i] | b.part[i];
        return set;
    }
    friend RINGRIFT_INLINE RowBitboard operator^(const RowBitboard& a, const RowBitboard& b) {
        RowBitboard set;
        for (int i = 0; i < USED; ++i) set.part[i] = a.part[i] ^ b.part[i];
        return set;
    }
    friend RINGRIFT_INLINE RowBitboard operator-(const RowBitboard& a, const RowBitboard& b) {
        RowBitboard set;
        for (int i = 0; i < USED; ++i) set.part[i] = a.part[i] & ~b.part[i];
        return set;
    }
    friend RINGRIFT_INLINE bool operator==(const RowBitboard& a, const RowBitboard& b) {
        return !(a ^ b).any();
    }

private:
#if RINGRIFT_LANES == 1
    // Shift the lanes by one row, towards higher or lower row numbers.
    RINGRIFT_INLINE static Vector shift_to_next_row(Vector before, Vector) { return before; }
    RINGRIFT_INLINE static Vector shift_to_previous_row(Vector, Vector after) { return after; }
#elif RINGRIFT_LANES == 4
    RINGRIFT_INLINE static Vector lane_numbers() { return Vector{0, 1, 2, 3}; }
    RINGRIFT_INLINE static Vector shift_to_next_row(Vector before, Vector here) {
        return __builtin_shufflevector(before, here, 3, 4, 5, 6);
    }
    RINGRIFT_INLINE static Vector shift_to_previous_row(Vector here, Vector after) {
        return __builtin_shufflevector(here, after, 1, 2, 3, 4);
    }
#elif RINGRIFT_LANES == 8
    RINGRIFT_INLINE static Vector lane_numbers() { return Vector{0, 1, 2, 3, 4, 5, 6, 7}; }
    RINGRIFT_INLINE static Vector shift_to_next_row(Vector before, Vector here) {
        return __builtin_shufflevector(before, here, 7, 8, 9, 10, 11, 12, 13, 14);
    }
    RINGRIFT_INLINE static Vector shift_to_previous_row(Vector here, Vector after) {
        return __builtin_shufflevector(here, after, 1, 2, 3, 4, 5, 6, 7, 8);
    }
#else
    RINGRIFT_INLINE static Vector lane_numbers() {
        return Vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    }
    RINGRIFT_INLINE static Vector shift_to_next_row(Vector before, Vector here) {
        return reinterpret_cast<Vector>(_mm512_maskz_alignr_epi32(
            0xffff, reinterpret_cast<__m512i>(here), reinterpret_cast<__m512i>(before), 15));
    }
    RINGRIFT_INLINE static Vector shift_to_previous_row(Vector here, Vector after) {
        return reinterpret_cast<Vector>(_mm512_maskz_alignr_epi32(
            0xffff, reinterpret_cast<__m512i>(after), reinterpret_cast<__m512i>(here), 1));
    }
#endif
};

RINGRIFT_CLOSE
