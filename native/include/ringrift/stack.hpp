// A stack: two bits for each ring, top first, and the height [R021-R023].
#pragma once

#include "ringrift/platform.hpp"

RINGRIFT_OPEN

// Seats are 0 to 3. Zero means no stack.
struct Stack {
    u64 packed = 0;  // bits 0-49: rings, top lowest; bits 56-60: height

    static constexpr int HEIGHT_AT = 56;
    static constexpr u64 RINGS = (u64{1} << HEIGHT_AT) - 1;
    static constexpr u64 ONE = u64{1} << HEIGHT_AT;

    RINGRIFT_INLINE static Stack of(u64 rings, int height) {
        return {rings | static_cast<u64>(height) << HEIGHT_AT};
    }
    RINGRIFT_INLINE bool any() const { return packed != 0; }
    RINGRIFT_INLINE int height() const { return static_cast<int>(packed >> HEIGHT_AT); }
    RINGRIFT_INLINE u64 ring_bits() const { return packed & RINGS; }
    RINGRIFT_INLINE int top_seat() const { return static_cast<int>(packed & 3); }

    // R022: the number of top rings of the controller's colour.
    RINGRIFT_INLINE int cap() const {
        const u64 other = (ring_bits() ^ repeat_colour(top_seat())) | u64{1} << (2 * height());
        return lowest_bit(other) / 2;
    }

    RINGRIFT_INLINE Stack with_rings_on_top(int seat, int count) const {
        const u64 added = repeat_colour(seat) & ((u64{1} << (2 * count)) - 1);
        return of(ring_bits() << (2 * count) | added, height() + count);
    }
    RINGRIFT_INLINE Stack with_ring_below(int seat) const {
        return {(packed | static_cast<u64>(seat) << (2 * height())) + ONE};
    }
    RINGRIFT_INLINE Stack without_top_rings(int count) const {
        return of(ring_bits() >> (2 * count), height() - count);
    }

    // Returns the bit positions (even) of a seat's rings below the top `below` rings.
    RINGRIFT_INLINE u64 ring_bits_of(int seat, int below) const {
        const u64 other = ring_bits() ^ repeat_colour(seat);
        const u64 same = ~(other | other >> 1) & repeat_colour(1);
        return same & ((u64{1} << (2 * height())) - 1) & ~((u64{1} << (2 * below)) - 1);
    }
    RINGRIFT_INLINE int count_rings_of(int seat) const { return count_bits(ring_bits_of(seat, 0)); }
    RINGRIFT_INLINE bool has_buried_ring(int seat) const { return ring_bits_of(seat, 1) != 0; }

    // R113: removes the seat's bottommost buried ring.
    RINGRIFT_INLINE Stack without_buried_ring(int seat) const {
        const int at = 63 - __builtin_clzll(ring_bits_of(seat, 1));
        const u64 above = ring_bits() & ((u64{1} << at) - 1);
        return of(above | (ring_bits() >> (at + 2)) << at, height() - 1);
    }

    friend RINGRIFT_INLINE bool operator==(Stack a, Stack b) { return a.packed == b.packed; }

private:
    // This seat in every position.
    RINGRIFT_INLINE static u64 repeat_colour(int seat) {
        return 0x0055555555555555ULL * static_cast<u64>(seat);
    }
};

RINGRIFT_CLOSE
