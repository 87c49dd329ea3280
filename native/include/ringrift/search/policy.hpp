// What a move looks like at a glance: a score from the board as it stands, without playing the
// move.
#pragma once

#include "ringrift/legal.hpp"

// What the policy sees of a move, with its weight on the small boards and on the big ones: fitted
// to how often searches of some thousand visits chose the moves of positions from games between
// them.
// clang-format off
#define RINGRIFT_GLANCES(each)     \
    each(place_one, -75, -143)     \
    each(place_two, -49, -148)     \
    each(place_three, -28, -152)   \
    each(on_own, 28, 470)          \
    each(on_other, 172, 691)       \
    each(on_high, 45, 55)          \
    each(skip_placement, 152, 443) \
    each(swap, 200, 200)           \
    each(outlook, -4, -3)          \
    each(inner, -26, -51)          \
    each(place_prey, 60, 0)        \
    each(run_of_two, 66, 20)       \
    each(run_of_three, 103, 206)   \
    each(run_of_line, 191, 681)    \
    each(move, 33, 18)             \
    each(capture, -7, 46)          \
    each(capture_own, -47, -124)   \
    each(target_cap, 42, -3)       \
    each(target_high, 20, 20)      \
    each(skip_capture, 21, 60)     \
    each(lands_on_own, 27, -9)     \
    each(lands_on_other, 81, 59)   \
    each(flips, 54, 6)             \
    each(collapses, 15, 9)         \
    each(height, 8, 2)             \
    each(loses_stack, -26, -5)     \
    each(lands_inner, -19, 18)     \
    each(prey, 77, 118)            \
    each(whole_line, 23, 23)       \
    each(part_of_line, -23, -23)   \
    each(region, 101, 101)         \
    each(region_cells, 23, 23)     \
    each(region_rings, 18, 18)     \
    each(skip_region, -101, -101)  \
    each(pays_cap, 50, 30)         \
    each(pays_height, -10, -17)    \
    each(slide_line, 40, 40)       \
    each(slide_strike, 82, 82)     \
    each(skip_recovery, -20, -20)
// clang-format on

RINGRIFT_OPEN

struct Glance {
#define RINGRIFT_NAMED(name, small, big) name,
    enum : int { RINGRIFT_GLANCES(RINGRIFT_NAMED) count };
#undef RINGRIFT_NAMED
};

// In hundredths: a hundred more is about e times as likely.
#define RINGRIFT_NAMED(name, small, big) small,
constexpr i32 SMALL_POLICY[] = {RINGRIFT_GLANCES(RINGRIFT_NAMED)};
#undef RINGRIFT_NAMED
#define RINGRIFT_NAMED(name, small, big) big,
constexpr i32 BIG_POLICY[] = {RINGRIFT_GLANCES(RINGRIFT_NAMED)};
#undef RINGRIFT_NAMED

// The moves of one state, looked at one after the other.
template <class B>
struct Policy {
    const State<B>& state;
    const int seat, least;

    RINGRIFT_INLINE explicit Policy(const State<B>& of)
        : state(of), seat(of.player), least(of.line_length()) {}

    // The last bits are the seed's: equals get an order of their own in every search.
    RINGRIFT_INLINE i32 score(const Move& move, u64 seed) {
        i32 sum = 0;
        const i32* const weights = B::BIG ? BIG_POLICY : SMALL_POLICY;
        see(move, [&](int glance, i32 value) { sum += weights[glance] * value; });
        u64 bits;
        std::memcpy(&bits, &move, sizeof bits);
        return sum * 4 + static_cast<i32>(mixed(bits + seed) & 31);
    }

    template <class Show>
    RINGRIFT_INLINE void see(const Move& move, Show&& show) {
        switch (move.type()) {
            case Kind::place_ring: return see_placement(move, show);
            case Kind::skip_placement: return show(Glance::skip_placement, 1);
            case Kind::swap_sides: return show(Glance::swap, 1);
            case Kind::move_stack:
                show(Glance::move, 1);
                return see_way(move.a, move.b, state.rings[move.a], show);
            case Kind::overtaking_capture:
            case Kind::continue_capture_segment: return see_capture(move, show);
            case Kind::skip_capture: return show(Glance::skip_capture, 1);
            case Kind::recovery_slide: {
                const RecoveryMode mode = Slide::of(move.detail).mode;
                if (mode == RecoveryMode::line) show(Glance::slide_line, 1);
                if (mode == RecoveryMode::stack_strike) show(Glance::slide_strike, 1);
                return;
            }
            case Kind::skip_recovery: return show(Glance::skip_recovery, 1);
            case Kind::process_line: return show(Glance::whole_line, 1);
            case Kind::choose_line_reward:
                return show(move.detail >> 2 == 1 ? Glance::whole_line : Glance::part_of_line, 1);
            case Kind::process_territory_region: return see_region(move, show);
            case Kind::skip_territory_processing: return show(Glance::skip_region, 1);
            case Kind::eliminate_rings_from_stack:
            case Kind::forced_elimination:
                show(Glance::pays_cap, state.caps[move.a]);
                return show(Glance::pays_height, state.rings[move.a].height());
            default: return;
        }
    }

private:
    int run_cell_ = -1, run_ = 0;

    // Two steps or more from the edge.
    RINGRIFT_INLINE static bool is_inner(int cell) {
        const int row = cell / B::STRIDE, column = cell % B::STRIDE;
        if (row < 2 || column < 2 || row >= B::ROWS - 2 || column >= B::ROWS - 2) return false;
        const int third = row + column - 2 * B::RADIUS;
        return !B::HEX || (third <= B::RADIUS - 2 && -third <= B::RADIUS - 2);
    }

    // R081, R092: the placed stack must move and leaves a marker behind.
    template <class Show>
    RINGRIFT_INLINE void see_placement(const Move& move, Show&& show) {
        const Stack under = state.rings[move.a];
        show(Glance::place_one + move.detail - 1, 1);
        if (under.any()) {
            show(under.top() == seat ? Glance::on_own : Glance::on_other, 1);
            show(Glance::on_high, under.height());
        }
        const Stack after = under.with_on_top(seat, move.detail);
        const Sight<B> sight(state, move.a, after.height(), after.cap());
        int prey = 0;
        for (int direction = 0; direction < B::DIRECTIONS; ++direction)
            prey += sight.captures[direction] > 0;
        show(Glance::place_prey, prey);
        show(Glance::outlook, sight.all_moves < 16 ? sight.all_moves : 16);
        show(Glance::inner, is_inner(move.a));
        see_run(move.a, show);
    }

    template <class Show>
    RINGRIFT_INLINE void see_capture(const Move& move, Show&& show) {
        const Stack target = state.rings[move.b];
        show(target.top() == seat ? Glance::capture_own : Glance::capture, 1);
        show(Glance::target_cap, state.caps[move.b]);
        show(Glance::target_high, target.height());
        see_way(move.a, move.c, state.rings[move.a].with_below(target.top()), show);
    }

    // R092: what leaving, passing and landing do.
    template <class Show>
    RINGRIFT_INLINE void see_way(int from, int to, Stack stack, Show&& show) {
        int flips = 0, collapses = 0;
        if constexpr (B::ONE_WORD) {
            const auto met = markers_passed(state, from, to), own = met & state.markers[seat];
            collapses = own.count();
            flips = (met - own).count();
        } else {  // a set of a big board is dearer than the few cells
            const int step = step_towards<B>(from, to);
            for (int cell = from + step; cell != to; cell += step) {
                if (!state.marked.has(cell)) continue;
                if (state.markers[seat].has(cell)) ++collapses;
                else ++flips;
            }
        }
        show(Glance::flips, flips);
        show(Glance::collapses, collapses);
        show(Glance::height, stack.height());
        if (state.marked.has(to)) {
            show(state.markers[seat].has(to) ? Glance::lands_on_own : Glance::lands_on_other, 1);
            stack = stack.without_top(1);
        }
        see_run(from, show);
        if (!stack.any() || stack.top() != seat) return show(Glance::loses_stack, 1);
        show(Glance::lands_inner, is_inner(to));
        see_prey(from, to, stack, show);
    }

    // How many stacks the landed stack could capture [R101]; chances that open only because it left
    // are not seen.
    template <class Show>
    RINGRIFT_INLINE void see_prey(int from, int to, Stack stack, Show&& show) {
        const Sight<B> sight(state, to, stack.height(), stack.cap());
        int prey = 0;
        for (int direction = 0; direction < B::DIRECTIONS; ++direction) {
            const int first = to + (sight.reach[direction] + 1) * B::step(direction);
            prey += sight.captures[direction] > 0 && first != from;
        }
        show(Glance::prey, prey);
    }

    template <class Show>
    void see_region(const Move& move, Show&& show) {
        typename B::Set region{};
        find_region(state, move, region);
        const int cells = region.count();
        int rings = 0;
        (region & state.stacks).each([&](int cell) { rings += state.rings[cell].height(); });
        show(Glance::region, 1);
        show(Glance::region_cells, cells < 16 ? cells : 16);
        show(Glance::region_rings, rings < 16 ? rings : 16);
    }

    // The run of own markers that a marker on this cell would stand in.
    template <class Show>
    RINGRIFT_INLINE void see_run(int cell, Show&& show) {
        if (cell != run_cell_) {
            run_cell_ = cell;
            run_ = 1;
            for (int axis = 0; axis < B::AXES; ++axis) {
                int length = 1;
                for (const int direction : {axis, axis + B::AXES})
                    for (int at = cell; B::tables.neighbours[at] >> direction & 1; ++length) {
                        at += B::step(direction);
                        if (!state.markers[seat].has(at)) break;
                    }
                run_ = length > run_ ? length : run_;
            }
        }
        if (run_ >= least) show(Glance::run_of_line, 1);
        else if (run_ == 3) show(Glance::run_of_three, 1);
        else if (run_ == 2) show(Glance::run_of_two, 1);
    }
};

RINGRIFT_CLOSE
