// Bitboards of the small boards: one machine word (square8) or two.
#pragma once

#include "ringrift/platform.hpp"

RINGRIFT_OPEN

// Square8: bit = row * 8 + column; steps mask the edge columns.
struct Bitboard64 {
    u64 bits = 0;

    static constexpr int STRIDE = 8;
    static constexpr int SIZE = 64;

    RINGRIFT_INLINE static Bitboard64 of(int cell) { return {u64{1} << cell}; }
    RINGRIFT_INLINE bool any() const { return bits != 0; }
    RINGRIFT_INLINE int count() const { return count_bits(bits); }
    RINGRIFT_INLINE bool has(int cell) const { return bits >> cell & 1; }
    RINGRIFT_INLINE int first() const { return lowest_bit(bits); }
    RINGRIFT_INLINE int nth(int n) const { return nth_bit(bits, n); }
    RINGRIFT_INLINE Bitboard64 isolate_lowest() const { return {bits & (0 - bits)}; }

    template <class Visit>
    RINGRIFT_INLINE void each(Visit&& visit) const {
        for (u64 left = bits; left != 0; left &= left - 1) visit(lowest_bit(left));
    }

    template <int DX, int DY>
    RINGRIFT_INLINE Bitboard64 shifted_by() const {
        constexpr int shift = DY * 8 + DX;
        constexpr u64 kept = DX == 0  ? ~u64{0}
                             : DX > 0 ? ~u64{0x0101010101010101}
                                      : ~u64{0x8080808080808080};
        if constexpr (shift > 0) return {(bits << shift) & kept};
        else return {(bits >> -shift) & kept};
    }

    friend RINGRIFT_INLINE Bitboard64 operator&(Bitboard64 a, Bitboard64 b) {
        return {a.bits & b.bits};
    }
    friend RINGRIFT_INLINE Bitboard64 operator|(Bitboard64 a, Bitboard64 b) {
        return {a.bits | b.bits};
    }
    friend RINGRIFT_INLINE Bitboard64 operator^(Bitboard64 a, Bitboard64 b) {
        return {a.bits ^ b.bits};
    }
    friend RINGRIFT_INLINE Bitboard64 operator-(Bitboard64 a, Bitboard64 b) {
        return {a.bits & ~b.bits};
    }
    friend RINGRIFT_INLINE bool operator==(Bitboard64 a, Bitboard64 b) { return a.bits == b.bits; }
};

// Boards of up to 10 rows: bit = row * (ROWS + 1) + column. The unused column at the end of a row
// keeps single steps from wrapping onto the board.
template <int ROWS>
struct Bitboard128 {
    u128 bits = 0;

    static constexpr int STRIDE = ROWS + 1;
    static constexpr int SIZE = ROWS * STRIDE;
    static_assert(SIZE <= 128);

    RINGRIFT_INLINE static Bitboard128 of(int cell) { return {u128{1} << cell}; }
    RINGRIFT_INLINE u64 low_word() const { return static_cast<u64>(bits); }
    RINGRIFT_INLINE u64 high_word() const { return static_cast<u64>(bits >> 64); }
    RINGRIFT_INLINE bool any() const { return bits != 0; }
    RINGRIFT_INLINE int count() const { return count_bits(low_word()) + count_bits(high_word()); }
    RINGRIFT_INLINE bool has(int cell) const {
        return (cell < 64 ? low_word() >> cell : high_word() >> (cell - 64)) & 1;
    }
    RINGRIFT_INLINE int first() const {
        return low_word() != 0 ? lowest_bit(low_word()) : 64 + lowest_bit(high_word());
    }
    RINGRIFT_INLINE int nth(int n) const {
        const int below = count_bits(low_word());
        return n < below ? nth_bit(low_word(), n) : 64 + nth_bit(high_word(), n - below);
    }
    RINGRIFT_INLINE Bitboard128 isolate_lowest() const { return {bits & (0 - bits)}; }

    template <class Visit>
    RINGRIFT_INLINE void each(Visit&& visit) const {
        for (u64 left = low_word(); left != 0; left &= left - 1) visit(lowest_bit(left));
        for (u64 left = high_word(); left != 0; left &= left - 1) visit(64 + lowest_bit(left));
    }

    template <int DX, int DY>
    RINGRIFT_INLINE Bitboard128 shifted_by() const {
        constexpr int shift = DY * STRIDE + DX;
        if constexpr (shift > 0) return {bits << shift};
        else return {bits >> -shift};
    }

    friend RINGRIFT_INLINE Bitboard128 operator&(Bitboard128 a, Bitboard128 b) {
        return {a.bits & b.bits};
    }
    friend RINGRIFT_INLINE Bitboard128 operator|(Bitboard128 a, Bitboard128 b) {
        return {a.bits | b.bits};
    }
    friend RINGRIFT_INLINE Bitboard128 operator^(Bitboard128 a, Bitboard128 b) {
        return {a.bits ^ b.bits};
    }
    friend RINGRIFT_INLINE Bitboard128 operator-(Bitboard128 a, Bitboard128 b) {
        return {a.bits & ~b.bits};
    }
    friend RINGRIFT_INLINE bool operator==(Bitboard128 a, Bitboard128 b) {
        return a.bits == b.bits;
    }
};

RINGRIFT_CLOSE
