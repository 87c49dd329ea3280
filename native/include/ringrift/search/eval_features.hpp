// Evaluation features: small integers for each seat, which the evaluation weighs
// (docs/reference/evaluation.md).
#pragma once

#include "ringrift/recovery.hpp"
#include "ringrift/search/landing_cells.hpp"
#include "ringrift/search/marker_runs.hpp"
#include "ringrift/search/threats.hpp"
#include "ringrift/search/walls.hpp"
#include "ringrift/victory.hpp"

// The list of features, in the order of the weights.
#define RINGRIFT_FEATURES(each)                                                                  \
    each(eliminated) each(eliminated_near) each(territory) each(territory_near) each(hand)       \
        each(stacks_of_1) each(stacks_of_2) each(stacks_of_3) each(stacks_of_4) each(caps_of_2)  \
            each(caps_of_3) each(caps_of_4) each(highest_cap) each(prisoners) each(buried)       \
                each(centre) each(live_stacks) each(moves) each(captures) each(prey)             \
                    each(tall_prey) each(exposed) each(tall_exposed) each(landings) each(passes) \
                        each(markers) each(runs_two_short) each(runs_one_short)                  \
                            each(runs_to_leave) each(lines) each(dead_ends) each(pinches)        \
                                each(pinch_stacks) each(stackless) each(stranded) each(recovery) \
                                    each(exclusive) each(tempo) each(settling) each(debt)

RINGRIFT_OPEN

struct Feature {
#define RINGRIFT_NAMED(name) name,
    enum : int { RINGRIFT_FEATURES(RINGRIFT_NAMED) count };
#undef RINGRIFT_NAMED
};

constexpr int FEATURES = Feature::count;

#define RINGRIFT_NAMED(name) #name,
constexpr const char* FEATURE_NAMES[FEATURES] = {RINGRIFT_FEATURES(RINGRIFT_NAMED)};
#undef RINGRIFT_NAMED

constexpr int FIXED_ONE = 256;  // 1.0 as fixed point: a victory condition met, a game at its end

RINGRIFT_INLINE i32 min(i32 a, i32 b) { return a < b ? a : b; }
RINGRIFT_INLINE i32 max(i32 a, i32 b) { return a > b ? a : b; }
RINGRIFT_INLINE i32 progress_towards(i32 done, i32 needed) {
    return min(FIXED_ONE, done * FIXED_ONE / needed);
}
RINGRIFT_INLINE i32 square_fixed_point(i32 part) { return part * part / FIXED_ONE; }

// Returns the cells at least two steps from the edge.
template <class B>
RINGRIFT_INLINE typename B::Bitboard centre_cells(const typename B::Bitboard& all) {
    using Bitboard = typename B::Bitboard;
    const auto inner = [](const Bitboard& set) {
        Bitboard kept = set & B::template shifted<0>(set) & B::template shifted<B::AXES>(set) &
                        B::template shifted<1>(set) & B::template shifted<B::AXES + 1>(set);
        if constexpr (B::HEX)
            kept = kept & B::template shifted<2>(set) & B::template shifted<B::AXES + 2>(set);
        return kept;
    };
    return inner(inner(all));
}

// Returns the progress of the game, 0 to 256: rings placed and eliminated, or the nearest victory.
template <class B>
RINGRIFT_INLINE i32 game_progress(const State<B>& state) {
    i32 gone = 0, placed = 0, nearest = 0;
    for (int seat = 0; seat < state.seats; ++seat) {
        gone += state.eliminated[seat];
        placed += B::rings_each(state.edition) - state.hand[seat];
        nearest =
            max(nearest, max(progress_towards(state.eliminated[seat], ring_threshold(state)),
                             progress_towards(state.territory[seat], territory_threshold(state))));
    }
    const i32 played =
        progress_towards(placed + gone, 2 * B::rings_each(state.edition) * state.seats);
    return max(nearest, played);
}

template <class B>
RINGRIFT_INLINE void write_victory_features(const State<B>& state, int seat, i32* out) {
    i32 others = 0;
    for (int other = 0; other < state.seats; ++other)
        others += other == seat ? 0 : state.territory[other];
    const i32 rings = progress_towards(state.eliminated[seat], ring_threshold(state));
    const i32 land = progress_towards(state.territory[seat], territory_threshold(state));
    // R062: some editions also require more cells than all opponents together.
    const i32 over = state.edition_rules().territory_majority
                         ? progress_towards(state.territory[seat], others + 1)
                         : FIXED_ONE;
    out[Feature::eliminated] = rings;
    out[Feature::eliminated_near] = square_fixed_point(rings);
    out[Feature::territory] = land;
    out[Feature::territory_near] = square_fixed_point(min(land, over));
    out[Feature::exclusive] = state.exclusive_seat == seat + 1 ? state.exclusive_rounds : 0;
}

template <class B>
RINGRIFT_INLINE void write_material_features(const State<B>& state, int seat,
                                             const typename B::Bitboard& centre, i32* out) {
    const auto own = state.controlled[seat];
    const auto of_height = [&](int height) { return (own & state.of_height[height]).count(); };
    const auto of_cap = [&](int cap) { return (own & state.of_cap[cap]).count(); };
    const i32 one = of_height(1), two = of_height(2), three = of_height(3), stacks = own.count();
    const i32 cap_two = of_cap(2), cap_three = of_cap(3);
    const auto high = own & state.of_height[4], capped = own & state.of_cap[4];
    i32 rings = one + 2 * two + 3 * three, caps = of_cap(1) + 2 * cap_two + 3 * cap_three;
    i32 highest = cap_three > 0 ? 3 : cap_two > 0 ? 2 : stacks > 0 ? 1 : 0;
    high.each([&](int cell) { rings += state.rings[cell].height(); });
    capped.each([&](int cell) {
        caps += state.caps[cell];
        highest = max(highest, state.caps[cell]);
    });
    out[Feature::hand] = progress_towards(state.hand[seat], B::rings_each(state.edition));
    out[Feature::stacks_of_1] = one;
    out[Feature::stacks_of_2] = two;
    out[Feature::stacks_of_3] = three;
    out[Feature::stacks_of_4] = stacks - one - two - three;
    out[Feature::caps_of_2] = cap_two;
    out[Feature::caps_of_3] = cap_three;
    out[Feature::caps_of_4] = capped.count();
    out[Feature::highest_cap] = highest;
    out[Feature::prisoners] = rings - caps;
    out[Feature::buried] = state.rings_on_board[seat] - caps;
    out[Feature::centre] = (own & centre).count();
    out[Feature::stackless] = stacks == 0;
    out[Feature::stranded] = stacks == 0 && state.hand[seat] == 0;
    out[Feature::recovery] = is_recovery_eligible(state, seat);
}

template <class B>
RINGRIFT_INLINE void write_turn_features(const State<B>& state, int seat, i32* out) {
    const bool own = state.player == seat;
    const bool acts = state.phase == Phase::ring_placement || state.phase == Phase::movement;
    out[Feature::tempo] = own && acts;
    out[Feature::settling] = own && !acts;
    out[Feature::debt] = own && state.pending != Cost::none;
}

// Computes the features of each seat, and the progress of the game: 0 to 256.
template <class B>
inline void compute_features(const State<B>& state, i32 (*out)[FEATURES], i32& progress) {
    progress = game_progress(state);
    const auto centre = centre_cells<B>(state.all);
    Threats<B> threats;
    threats.compute(state);
    const MarkerRuns<B> runs(state);
    const LandingCells<B> landings(state);
    const auto free = state.free_cells();
    for (int seat = 0; seat < state.seats; ++seat) {
        i32* const own = out[seat];
        write_victory_features(state, seat, own);
        write_material_features(state, seat, centre, own);
        write_turn_features(state, seat, own);
        own[Feature::live_stacks] = threats.live[seat];
        own[Feature::moves] = threats.moves[seat];
        own[Feature::captures] = threats.captures[seat];
        const auto tall = state.stacks - state.of_height[1];
        own[Feature::prey] = threats.prey[seat].count();
        own[Feature::tall_prey] = (threats.prey[seat] & tall).count();
        own[Feature::exposed] = threats.exposed[seat].count();
        own[Feature::tall_exposed] = (threats.exposed[seat] & tall).count();
        own[Feature::markers] = state.markers[seat].count();
        const RunCounts found = runs.count_runs(state, seat);
        own[Feature::runs_two_short] = found.two_short;
        own[Feature::runs_one_short] = found.one_short;
        own[Feature::runs_to_leave] = found.to_leave;
        own[Feature::lines] = found.full;
        own[Feature::landings] =
            landings.stacks_that_can_land_on_marker(state, state.controlled[seat]).count();
        own[Feature::passes] = stacks_that_can_pass_own_marker(state, state.controlled[seat],
                                                               state.markers[seat], free)
                                   .count();
        const Walls<B> walls(state.open - state.markers[seat]);
        own[Feature::dead_ends] = walls.dead_ends.count();
        own[Feature::pinches] = walls.pinches.count();
        own[Feature::pinch_stacks] = (walls.pinches & state.controlled[seat]).count();
    }
}

RINGRIFT_CLOSE
