// Moving and capturing along rays [R090-R093, R101-R103]: the one place that looks along them.
//
// The blockers of every line of the board lie in one word, so how far a stack can go is a count of zero bits. All
// directions are looked at without a branch: what lies there is as good as random, and a wrong guess costs more.
#pragma once

#include "ringrift/state.hpp"

RINGRIFT_OPEN

// Free places after, or before, a place of a line; beyond both ends of a line everything is blocked.
RINGRIFT_INLINE int free_after(u32 line, int place) { return __builtin_ctz(line >> (place + 1)); }
RINGRIFT_INLINE int free_before(u32 line, int place) {
    return place - 32 + __builtin_clz(line & ((u32{1} << place) - 1));
}

RINGRIFT_INLINE int at_least_zero(int value) { return value & ~(value >> 31); }

// What lies in one direction: `reach` free cells, then perhaps a stack with `beyond` free cells behind it.
struct View {
    int reach, beyond;
    bool meets_stack;
};

template <class B, int DIRECTION>
RINGRIFT_INLINE View look(const State<B>& state, int cell) {
    constexpr int axis = DIRECTION % B::AXES;
    const auto spot = B::tables.spot[cell][axis];
    const u32 blocked = state.blocked_lines[axis][spot.line], stacks = state.stack_lines[axis][spot.line];
    if constexpr (DIRECTION < B::AXES) {
        const int reach = free_after(blocked, spot.place), over = spot.place + reach + 1;
        return {reach, free_after(blocked, over), static_cast<bool>(stacks >> over & 1)};
    } else {
        const int reach = free_before(blocked, spot.place), under = spot.place - reach - 1;
        return {reach, free_before(blocked, under), static_cast<bool>(stacks >> under & 1)};
    }
}

// R101: the landings of a capture in this view by a stack of this height and cap. The farthest is `beyond` cells
// behind the target; none is nearer than the stack is high.
template <class B, int DIRECTION>
RINGRIFT_INLINE int count_landings(const State<B>& state, const View& view, int cell, int height, int cap) {
    const int distance = view.reach + 1, there = -static_cast<int>(view.meets_stack);
    const Stack target = state.rings[cell + (distance * B::step(DIRECTION) & there)];
    const int landings = view.beyond - at_least_zero(height - distance - 1);
    return at_least_zero(landings) & there & -static_cast<int>(target.cap() <= cap);
}

// What a stack of a height and a cap could do from a cell, by direction.
template <class B>
struct Sight {
    u8 reach[B::DIRECTIONS], beyond[B::DIRECTIONS], moves[B::DIRECTIONS], captures[B::DIRECTIONS];
    int all_moves = 0, all_captures = 0;

    RINGRIFT_INLINE Sight(const State<B>& state, int cell, int height, int cap) { see<0>(state, cell, height, cap); }

private:
    template <int DIRECTION>
    RINGRIFT_INLINE void see(const State<B>& state, int cell, int height, int cap) {
        const View view = look<B, DIRECTION>(state, cell);
        const int steps = at_least_zero(view.reach - height + 1);
        const int landings = count_landings<B, DIRECTION>(state, view, cell, height, cap);
        reach[DIRECTION] = static_cast<u8>(view.reach);
        beyond[DIRECTION] = static_cast<u8>(view.beyond);
        moves[DIRECTION] = static_cast<u8>(steps);
        captures[DIRECTION] = static_cast<u8>(landings);
        all_moves += steps;
        all_captures += landings;
        if constexpr (DIRECTION + 1 < B::DIRECTIONS) see<DIRECTION + 1>(state, cell, height, cap);
    }
};

template <class B>
RINGRIFT_INLINE Sight<B> sight_of(const State<B>& state, int cell) {
    const Stack stack = state.rings[cell];
    return {state, cell, stack.height(), stack.cap()};
}

template <class B>
RINGRIFT_ONCE bool can_capture(const State<B>& state, int cell, int height, int cap) {
    return Sight<B>(state, cell, height, cap).all_captures > 0;
}

// R082: whether a stack of this height and cap on the cell would have a move or a capture.
template <class B>
RINGRIFT_ONCE bool can_act(const State<B>& state, int cell, int height, int cap) {
    const Sight<B> sight(state, cell, height, cap);
    return (sight.all_moves | sight.all_captures) > 0;
}

// How many moves and captures the stack on a cell has.
template <class B>
RINGRIFT_ONCE int count_choices(const State<B>& state, int cell) {
    const Sight<B> sight = sight_of(state, cell);
    return sight.all_moves + sight.all_captures;
}

// R091: every move of the stack on a cell.
template <class B, class Sink>
inline void moves_from(const State<B>& state, int cell, const Sight<B>& sight, Sink&& sink) {
    const int height = state.rings[cell].height();
    for (int direction = 0; direction < B::DIRECTIONS; ++direction)
        for (int distance = height; distance <= sight.reach[direction]; ++distance)
            sink(Move::of(Kind::move_stack, cell, cell + distance * B::step(direction)));
}

// R101: every capture of the stack on a cell.
template <class B, class Sink>
inline void captures_from(const State<B>&, int cell, const Sight<B>& sight, Kind kind, Sink&& sink) {
    for (int direction = 0; direction < B::DIRECTIONS; ++direction) {
        const int step = B::step(direction), target = cell + (sight.reach[direction] + 1) * step;
        for (int left = sight.captures[direction]; left > 0; --left)
            sink(Move::of(kind, cell, target, target + (sight.beyond[direction] - left + 1) * step));
    }
}

RINGRIFT_CLOSE
