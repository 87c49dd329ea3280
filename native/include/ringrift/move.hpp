// A move in eight bytes. Cells are kernel cells (bits of a bitboard), seats are 0 to 3.
#pragma once

#include "ringrift/platform.hpp"

RINGRIFT_OPEN

enum class MoveKind : u8 {
    place_ring,  // a: cell, detail: count
    skip_placement,
    swap_sides,
    no_placement_action,
    move_stack,          // a: from, b: to
    overtaking_capture,  // a: from, b: target, c: to
    continue_capture_segment,
    skip_capture,
    recovery_slide,  // a: from, b: to, c: extraction or start of the segment; detail: SlideDetail
    skip_recovery,
    no_movement_action,
    process_line,        // a: first cell, detail: axis
    choose_line_reward,  // a: first cell, b: first cell of the segment; detail: axis + 4 * option
    no_line_action,
    process_territory_region,  // a: first cell, detail: border (0: none, else seat + 1)
    skip_territory_processing,
    no_territory_action,
    eliminate_rings_from_stack,  // a: cell
    forced_elimination,          // a: cell
    none,                        // the game is over
};

struct Move {
    u8 kind = static_cast<u8>(MoveKind::none);
    u8 detail = 0;
    u16 a = 0, b = 0, c = 0;

    RINGRIFT_INLINE static Move of(MoveKind kind, int a = 0, int b = 0, int c = 0, int detail = 0) {
        return {static_cast<u8>(kind), static_cast<u8>(detail), static_cast<u16>(a),
                static_cast<u16>(b), static_cast<u16>(c)};
    }
    RINGRIFT_INLINE MoveKind type() const { return static_cast<MoveKind>(kind); }
    friend bool operator==(const Move& x, const Move& y) {
        return x.kind == y.kind && x.detail == y.detail && x.a == y.a && x.b == y.b && x.c == y.c;
    }
};

enum class RecoveryMode : u8 { none, line, fallback, stack_strike };

// How a recovery slide is settled: mode, option (1 whole line, 2 segment) and axis in one byte.
struct SlideDetail {
    RecoveryMode mode;
    int option, axis;

    RINGRIFT_INLINE static int pack(RecoveryMode mode, int option, int axis) {
        return static_cast<int>(mode) << 4 | option << 2 | axis;
    }
    RINGRIFT_INLINE static SlideDetail of(int detail) {
        return {static_cast<RecoveryMode>(detail >> 4), detail >> 2 & 3, detail & 3};
    }
};

// R072: all moves except skips, bookkeeping and the swap.
RINGRIFT_INLINE bool is_turn_action(MoveKind kind) {
    constexpr u32 others = 1u << static_cast<int>(MoveKind::skip_placement) |
                           1u << static_cast<int>(MoveKind::swap_sides) |
                           1u << static_cast<int>(MoveKind::no_placement_action) |
                           1u << static_cast<int>(MoveKind::skip_capture) |
                           1u << static_cast<int>(MoveKind::skip_recovery) |
                           1u << static_cast<int>(MoveKind::no_movement_action) |
                           1u << static_cast<int>(MoveKind::no_line_action) |
                           1u << static_cast<int>(MoveKind::skip_territory_processing) |
                           1u << static_cast<int>(MoveKind::no_territory_action);
    return (others >> static_cast<int>(kind) & 1) == 0;
}

// R172.
RINGRIFT_INLINE bool is_real_action(MoveKind kind) {
    return kind == MoveKind::place_ring || kind == MoveKind::move_stack ||
           kind == MoveKind::overtaking_capture || kind == MoveKind::continue_capture_segment;
}

// R075.
RINGRIFT_INLINE bool is_bookkeeping(MoveKind kind) {
    return kind == MoveKind::no_placement_action || kind == MoveKind::no_movement_action ||
           kind == MoveKind::no_line_action || kind == MoveKind::no_territory_action;
}

RINGRIFT_CLOSE
