// Moving and capturing along rays [R090-R093, R101-R103]: the one place that looks along them.
//
// The blockers of every line of the board lie in one word, so how far a stack can go is a count of zero bits.
#pragma once

#include "ringrift/state.hpp"

RINGRIFT_OPEN

// Free places after, or before, a place of a line; the edge is a blocker, so there always is one.
RINGRIFT_INLINE int free_after(u32 line, int place) { return __builtin_ctz(line >> (place + 1)); }
RINGRIFT_INLINE int free_before(u32 line, int place) {
    return place - 32 + __builtin_clz(line & ((u32{1} << place) - 1));
}

// What lies in one direction: `reach` free cells, then perhaps a stack with `beyond` free cells behind it.
struct View {
    int direction, step, reach;
    bool meets_stack;
    int beyond;
};

// Shows the view in each direction; stops when `show` returns true, and says whether it did.
template <class B, class Show>
RINGRIFT_INLINE bool look_around(const State<B>& state, int cell, Show&& show) {
    const auto& spots = B::tables.spot[cell];
#pragma GCC unroll 4
    for (int axis = 0; axis < B::AXES; ++axis) {
        const int place = spots[axis].place;
        const u32 blocked = state.blocked_lines[axis][spots[axis].line];
        const u32 stacks = state.stack_lines[axis][spots[axis].line];
        const int after = free_after(blocked, place);
        const int over = place + after + 1;
        const bool meets = stacks >> over & 1;
        if (show(View{axis, B::step(axis), after, meets, meets ? free_after(blocked, over) : 0})) return true;
        const int before = free_before(blocked, place);
        const int under = place - before - 1;
        const bool met = stacks >> under & 1;
        if (show(View{axis + B::AXES, -B::step(axis), before, met, met ? free_before(blocked, under) : 0})) return true;
    }
    return false;
}

// R101: the nearest landing behind the target, counted from it.
RINGRIFT_INLINE int nearest_landing(int height, int target_distance) {
    return height > target_distance ? height - target_distance : 1;
}

// R101: landings of a capture in this view by a stack of this height and cap.
template <class B>
RINGRIFT_INLINE int count_landings(const State<B>& state, const View& view, int cell, int height, int cap) {
    if (view.beyond == 0) return 0;
    const int distance = view.reach + 1;
    const int landings = view.beyond - nearest_landing(height, distance) + 1;
    if (landings <= 0 || state.rings[cell + distance * view.step].cap() > cap) return 0;
    return landings;
}

template <class B>
RINGRIFT_ONCE bool can_move(const State<B>& state, int cell, int height) {
    return look_around(state, cell, [&](const View& view) { return view.reach >= height; });
}

template <class B>
RINGRIFT_ONCE bool can_capture(const State<B>& state, int cell, int height, int cap) {
    return look_around(state, cell,
                       [&](const View& view) { return count_landings(state, view, cell, height, cap) > 0; });
}

// R082: whether a stack of this height and cap on the cell would have a move or a capture.
template <class B>
RINGRIFT_ONCE bool can_act(const State<B>& state, int cell, int height, int cap) {
    return look_around(state, cell, [&](const View& view) {
        return view.reach >= height || count_landings(state, view, cell, height, cap) > 0;
    });
}

// R091: every move of the stack on a cell.
template <class B, class Sink>
RINGRIFT_INLINE void moves_from(const State<B>& state, int cell, Sink&& sink) {
    const int height = state.rings[cell].height();
    look_around(state, cell, [&](const View& view) {
        for (int distance = height; distance <= view.reach; ++distance)
            sink(Move::of(Kind::move_stack, cell, cell + distance * view.step));
        return false;
    });
}

// R101: every capture of the stack on a cell.
template <class B, class Sink>
RINGRIFT_INLINE void captures_from(const State<B>& state, int cell, Kind kind, Sink&& sink) {
    const Stack stack = state.rings[cell];
    const int height = stack.height(), cap = stack.cap();
    look_around(state, cell, [&](const View& view) {
        const int landings = count_landings(state, view, cell, height, cap);
        const int target = cell + (view.reach + 1) * view.step;
        for (int at = view.beyond - landings + 1; at <= view.beyond && landings > 0; ++at)
            sink(Move::of(kind, cell, target, target + at * view.step));
        return false;
    });
}

RINGRIFT_CLOSE
