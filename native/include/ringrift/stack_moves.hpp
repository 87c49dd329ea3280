// The moves and captures of one stack, counted and picked without a list [R091, R101].
#pragma once

#include "ringrift/ray_scan.hpp"

RINGRIFT_OPEN

// What a stack of this height and cap may do from a cell, numbered: moves first, then captures.
template <class B>
struct StackMoves {
    RayScan<B> scan;
    int cell, height;

    RINGRIFT_INLINE StackMoves(const State<B>& state, int cell_, int height_, int cap)
        : scan(state, cell_, height_, cap), cell(cell_), height(height_) {}

    RINGRIFT_INLINE bool any() const { return (scan.all_moves | scan.all_captures) > 0; }
    RINGRIFT_INLINE bool any_capture() const { return scan.all_captures > 0; }
    RINGRIFT_INLINE int move_count() const { return scan.all_moves; }
    RINGRIFT_INLINE int capture_count() const { return scan.all_captures; }

    RINGRIFT_INLINE Move nth_move(int at) const {
        const int direction = find_direction(scan.moves, at);
        return Move::of(MoveKind::move_stack, cell,
                        cell + (height + at) * B::step_offset(direction));
    }
    RINGRIFT_INLINE Move nth_capture(const State<B>&, int at, MoveKind kind) const {
        const int direction = find_direction(scan.captures, at), step = B::step_offset(direction);
        const int target = cell + (scan.reach[direction] + 1) * step;
        return Move::of(
            kind, cell, target,
            target + (scan.beyond[direction] - scan.captures[direction] + 1 + at) * step);
    }

    template <class Sink>
    RINGRIFT_INLINE void each_move(Sink&& sink) const {
        for (int direction = 0; direction < B::DIRECTIONS; ++direction)
            for (int distance = height; distance <= scan.reach[direction]; ++distance)
                sink(Move::of(MoveKind::move_stack, cell,
                              cell + distance * B::step_offset(direction)));
    }
    template <class Sink>
    RINGRIFT_INLINE void each_capture(const State<B>&, MoveKind kind, Sink&& sink) const {
        for (int direction = 0; direction < B::DIRECTIONS; ++direction) {
            const int step = B::step_offset(direction),
                      target = cell + (scan.reach[direction] + 1) * step;
            for (int left = scan.captures[direction]; left > 0; --left)
                sink(Move::of(kind, cell, target,
                              target + (scan.beyond[direction] - left + 1) * step));
        }
    }

private:
    RINGRIFT_INLINE static int find_direction(const i32* counts, int& at) {
        int direction = 0;
        for (; at >= counts[direction]; ++direction) at -= counts[direction];
        return direction;
    }
};

// Square8: the landing cells as two words.
template <>
struct StackMoves<Square8> {
    Bitboard64 to, over;  // landing cells of moves and of captures
    int cell;

    RINGRIFT_INLINE StackMoves(const State<Square8>& state, int cell_, int height, int cap)
        : cell(cell_) {
        const RayView view(cell, state.blocked_cells().bits);
        const u64 far = ray_masks.at_distance[height][cell];
        view.unite_directions(stacks_with_cap_at_most(state, cap), to.bits, over.bits);
        to.bits &= far;
        over.bits &= far;
    }

    RINGRIFT_INLINE bool any() const { return (to | over).any(); }
    RINGRIFT_INLINE bool any_capture() const { return over.any(); }
    RINGRIFT_INLINE int move_count() const { return to.count(); }
    RINGRIFT_INLINE int capture_count() const { return over.count(); }

    RINGRIFT_INLINE Move nth_move(int at) const {
        return Move::of(MoveKind::move_stack, cell, to.nth(at));
    }
    RINGRIFT_INLINE Move nth_capture(const State<Square8>& state, int at, MoveKind kind) const {
        return capture_landing_on(state, over.nth(at), kind);
    }

    template <class Sink>
    RINGRIFT_INLINE void each_move(Sink&& sink) const {
        to.each([&](int landing) { sink(Move::of(MoveKind::move_stack, cell, landing)); });
    }
    template <class Sink>
    RINGRIFT_INLINE void each_capture(const State<Square8>& state, MoveKind kind,
                                      Sink&& sink) const {
        over.each([&](int landing) { sink(capture_landing_on(state, landing, kind)); });
    }

private:
    RINGRIFT_INLINE Move capture_landing_on(const State<Square8>& state, int landing,
                                            MoveKind kind) const {
        return Move::of(kind, cell, (cells_between(cell, landing) & state.stacks).first(), landing);
    }
};

template <class B>
RINGRIFT_INLINE StackMoves<B> stack_moves_at(const State<B>& state, int cell) {
    return {state, cell, state.rings[cell].height(), state.caps[cell]};
}

template <class B>
RINGRIFT_NOINLINE bool can_capture(const State<B>& state, int cell, int height, int cap) {
    return StackMoves<B>(state, cell, height, cap).any_capture();
}

// R082: whether a stack of this height and cap would have a move or a capture.
template <class B>
RINGRIFT_NOINLINE bool can_act(const State<B>& state, int cell, int height, int cap) {
    return StackMoves<B>(state, cell, height, cap).any();
}

RINGRIFT_CLOSE
