// Move policy: scores a move from the current board, without playing it. The policy is hand-made,
// or learned with an evaluation network.
#pragma once

#include <optional>

#include "ringrift/legal_moves.hpp"
#include "ringrift/ray_scan.hpp"
#include "ringrift/search/network_data.hpp"
#include "ringrift/victory.hpp"

// The features of a move, with their weights on small and big boards. They were fitted to how often
// searches of a few thousand visits chose the moves of self-play positions.
// clang-format off
#define RINGRIFT_POLICY_FEATURES(each)     \
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

// More features for a learned policy: the moved stack could be captured before, or after; its cap
// then; how near the owner of the captured ring is to victory; the steps of the move.
#define RINGRIFT_LEARNED_FEATURES(each) \
    each(exposed_before) each(exposed_after) each(exposed_cap) each(target_lead) each(distance)

RINGRIFT_OPEN

struct PolicyFeature {
#define RINGRIFT_NAMED(name, small, big) name,
#define RINGRIFT_LEARNED(name) name,
    enum : int {
        RINGRIFT_POLICY_FEATURES(RINGRIFT_NAMED) RINGRIFT_LEARNED_FEATURES(RINGRIFT_LEARNED) count
    };
#undef RINGRIFT_LEARNED
#undef RINGRIFT_NAMED
};
static_assert(PolicyFeature::count == POLICY_FEATURES);

// In hundredths: 100 more is about e times as likely.
#define RINGRIFT_NAMED(name, small, big) small,
constexpr i32 SMALL_POLICY[] = {RINGRIFT_POLICY_FEATURES(RINGRIFT_NAMED)};
#undef RINGRIFT_NAMED
#define RINGRIFT_NAMED(name, small, big) big,
constexpr i32 BIG_POLICY[] = {RINGRIFT_POLICY_FEATURES(RINGRIFT_NAMED)};
#undef RINGRIFT_NAMED

// The cells on which other seats could capture a stack, and the stacks that they can capture now
// [R101]. A stack that the moving stack hides is not seen.
template <class B>
struct ThreatMap {
    u8 cap[B::SIZE] = {};  // the highest cap that could capture a stack here
    typename B::Bitboard exposed{};

    explicit ThreatMap(const State<B>& state) {
        for (int seat = 0; seat < state.seats; ++seat)
            if (seat != state.player)
                state.controlled[seat].each([&](int cell) { add_attacker(state, seat, cell); });
    }

private:
    RINGRIFT_INLINE void add_attacker(const State<B>& state, int seat, int cell) {
        const RayScan<B> scan = scan_rays(state, cell);
        const u8 own = state.caps[cell];
        for (int direction = 0; direction < B::DIRECTIONS; ++direction) {
            const int reach = scan.reach[direction], step = B::step_offset(direction);
            if (reach >= state.rings[cell].height())  // the farthest landing is far enough
                for (int at = 1; at < reach; ++at) {
                    u8& here = cap[cell + at * step];
                    if (here < own) here = own;
                }
            if (scan.captures[direction] == 0) continue;
            const int target = cell + (reach + 1) * step;
            if (state.rings[target].top_seat() != seat) exposed = exposed | B::Bitboard::of(target);
        }
    }
};

// The units of a learned policy, in vectors as wide as a register: compilers make neither vector
// code of a loop over the units nor registers of wider vectors.
struct PolicyUnits {
#if defined(__AVX2__)
    typedef i32 Lanes __attribute__((vector_size(32)));
#else
    typedef i32 Lanes __attribute__((vector_size(16)));
#endif
    static constexpr int LANES = sizeof(Lanes) / sizeof(i32), VECTORS = POLICY_HIDDEN / LANES;

    Lanes vectors[VECTORS] = {};

    // Adds weights, each times a value.
    RINGRIFT_INLINE void add(const i32* weights, i32 value) {
        for (int at = 0; at < VECTORS; ++at) vectors[at] += load(weights, at) * value;
    }

    // Returns the sum of the activations, each times its weight.
    RINGRIFT_INLINE i32 weigh_activations(const i32* weights) const {
        const Lanes none = {}, most = none + POLICY_MAX_ACTIVATION;
        Lanes sums = {};
        for (int at = 0; at < VECTORS; ++at) {
            const Lanes positive = vectors[at] < none ? none : vectors[at];
            sums += (positive > most ? most : positive) * load(weights, at);
        }
        i32 sum = 0;
        for (int lane = 0; lane < LANES; ++lane) sum += sums[lane];
        return sum;
    }

private:
    RINGRIFT_INLINE static Lanes load(const i32* weights, int at) {
        Lanes found;
        std::memcpy(&found, weights + at * LANES, sizeof found);
        return found;
    }
};

// The features of a move that are not zero.
struct MoveFeatures {
    int count = 0;
    u8 feature[24];
    i32 value[24];

    RINGRIFT_INLINE void operator()(int which, i32 number) {
        feature[count] = static_cast<u8>(which);
        value[count] = number < POLICY_MAX_FEATURE ? number : POLICY_MAX_FEATURE;
        count += number != 0;
    }
};

// Writes the numbers of a position that a learned policy sees, 0 to 16 each.
template <class B>
RINGRIFT_INLINE void write_policy_context(const State<B>& state, i32* out) {
    constexpr i32 MOST = 16;
    const int seat = state.player;
    const auto part = [](i32 done, i32 needed) {
        return done >= needed ? MOST : done * MOST / needed;
    };
    i32 rings = 0, land = 0, placed = 0;
    for (int other = 0; other < state.seats; ++other) {
        placed += B::rings_each(state.edition) - state.hand[other];
        if (other == seat) continue;
        rings = state.eliminated[other] > rings ? state.eliminated[other] : rings;
        land = state.territory[other] > land ? state.territory[other] : land;
    }
    out[0] = part(placed, B::rings_each(state.edition) * state.seats);
    out[1] = part(state.hand[seat], B::rings_each(state.edition));
    out[2] = part(state.eliminated[seat], ring_threshold(state));
    out[3] = part(rings, ring_threshold(state));
    out[4] = part(state.territory[seat], territory_threshold(state));
    out[5] = part(land, territory_threshold(state));
    out[6] = part(state.controlled[seat].count(), MOST);
}

// Scores the moves of one state.
template <class B>
struct Policy {
    const State<B>& state;
    const int seat, line_length;

    RINGRIFT_INLINE explicit Policy(const State<B>& of, const NetworkData* network = nullptr)
        : state(of), seat(of.player), line_length(of.line_length()) {
        if (network == nullptr || !network->has_policy) return;
        learned_ = &network->policy;
        i32 context[POLICY_CONTEXT];
        write_policy_context(state, context);
        units_.add(learned_->bias, 1);
        for (int at = 0; at < POLICY_CONTEXT; ++at) units_.add(learned_->context[at], context[at]);
    }

    // The lowest bits come from the seed, which breaks ties differently in every search.
    RINGRIFT_INLINE i32 score(const Move& move, u64 seed) {
        i32 sum = 0;
        if (learned_ != nullptr) {
            sum = learned_score(move);
        } else {
            const i32* const weights = B::BIG ? BIG_POLICY : SMALL_POLICY;
            each_feature<false>(move,
                                [&](int feature, i32 value) { sum += weights[feature] * value; });
        }
        u64 bits;
        std::memcpy(&bits, &move, sizeof bits);
        return sum * 4 + static_cast<i32>(mix64(bits + seed) & 31);
    }

    // Returns the score of a learned policy, in hundredths like that of the hand-made one.
    RINGRIFT_NOINLINE i32 learned_score(const Move& move) {
        MoveFeatures found;
        each_feature<true>(move, found);
        PolicyUnits units = units_;
        i32 linear = 0;
        for (int at = 0; at < found.count; ++at) {
            const i32 value = found.value[at];
            linear += learned_->linear[found.feature[at]] * value;
            units.add(learned_->move[found.feature[at]], value);
        }
        const i32 sum = units.weigh_activations(learned_->output);
        return (linear >> POLICY_LINEAR_SHIFT) + (sum >> POLICY_SHIFT);
    }

    // Calls `add` with each feature of the move; those of a learned policy only if wanted.
    template <bool LEARNED, class Add>
    RINGRIFT_INLINE void each_feature(const Move& move, Add&& add) {
        switch (move.type()) {
            case MoveKind::place_ring: return add_placement_features(move, add);
            case MoveKind::skip_placement: return add(PolicyFeature::skip_placement, 1);
            case MoveKind::swap_sides: return add(PolicyFeature::swap, 1);
            case MoveKind::move_stack:
                add(PolicyFeature::move, 1);
                return add_path_features<LEARNED>(move.a, move.b, state.rings[move.a], add);
            case MoveKind::overtaking_capture:
            case MoveKind::continue_capture_segment:
                return add_capture_features<LEARNED>(move, add);
            case MoveKind::skip_capture: return add(PolicyFeature::skip_capture, 1);
            case MoveKind::recovery_slide: {
                const RecoveryMode mode = SlideDetail::of(move.detail).mode;
                if (mode == RecoveryMode::line) add(PolicyFeature::slide_line, 1);
                if (mode == RecoveryMode::stack_strike) add(PolicyFeature::slide_strike, 1);
                return;
            }
            case MoveKind::skip_recovery: return add(PolicyFeature::skip_recovery, 1);
            case MoveKind::process_line: return add(PolicyFeature::whole_line, 1);
            case MoveKind::choose_line_reward:
                return add(
                    move.detail >> 2 == 1 ? PolicyFeature::whole_line : PolicyFeature::part_of_line,
                    1);
            case MoveKind::process_territory_region: return add_region_features(move, add);
            case MoveKind::skip_territory_processing: return add(PolicyFeature::skip_region, 1);
            case MoveKind::eliminate_rings_from_stack:
            case MoveKind::forced_elimination:
                add(PolicyFeature::pays_cap, state.caps[move.a]);
                return add(PolicyFeature::pays_height, state.rings[move.a].height());
            default: return;
        }
    }

private:
    int run_cell_ = -1, run_ = 0;
    const PolicyData* learned_ = nullptr;
    PolicyUnits units_;  // of a learned policy: what the position adds
    std::optional<ThreatMap<B>> threats_;

    // Whether a cell is at least two steps from the edge.
    RINGRIFT_INLINE static bool is_inner_cell(int cell) {
        const int row = cell / B::STRIDE, column = cell % B::STRIDE;
        if (row < 2 || column < 2 || row >= B::ROWS - 2 || column >= B::ROWS - 2) return false;
        const int third = row + column - 2 * B::RADIUS;
        return !B::HEX || (third <= B::RADIUS - 2 && -third <= B::RADIUS - 2);
    }

    // R081, R092: the placed stack must move and leaves a marker behind.
    template <class Add>
    RINGRIFT_INLINE void add_placement_features(const Move& move, Add&& add) {
        const Stack under = state.rings[move.a];
        add(PolicyFeature::place_one + move.detail - 1, 1);
        if (under.any()) {
            add(under.top_seat() == seat ? PolicyFeature::on_own : PolicyFeature::on_other, 1);
            add(PolicyFeature::on_high, under.height());
        }
        const Stack after = under.with_rings_on_top(seat, move.detail);
        const RayScan<B> scan(state, move.a, after.height(), after.cap());
        int prey = 0;
        for (int direction = 0; direction < B::DIRECTIONS; ++direction)
            prey += scan.captures[direction] > 0;
        add(PolicyFeature::place_prey, prey);
        add(PolicyFeature::outlook, scan.all_moves < 16 ? scan.all_moves : 16);
        add(PolicyFeature::inner, is_inner_cell(move.a));
        add_run_feature(move.a, add);
    }

    template <bool LEARNED, class Add>
    RINGRIFT_INLINE void add_capture_features(const Move& move, Add&& add) {
        const Stack target = state.rings[move.b];
        if constexpr (LEARNED)
            if (const int owner = target.top_seat(); owner != seat)
                add(PolicyFeature::target_lead, lead_of(owner));
        add(target.top_seat() == seat ? PolicyFeature::capture_own : PolicyFeature::capture, 1);
        add(PolicyFeature::target_cap, state.caps[move.b]);
        add(PolicyFeature::target_high, target.height());
        add_path_features<LEARNED>(move.a, move.c,
                                   state.rings[move.a].with_ring_below(target.top_seat()), add);
    }

    // R092: the effects of leaving, passing and landing.
    // How near a seat is to a victory, 0 to 16.
    RINGRIFT_INLINE i32 lead_of(int owner) const {
        const i32 rings = state.eliminated[owner] * 16 / ring_threshold(state),
                  land = state.territory[owner] * 16 / territory_threshold(state);
        return rings > land ? rings : land;
    }

    template <class Add>
    RINGRIFT_INLINE void add_threat_features(int from, int to, Stack stack, Add&& add) {
        if (!threats_) threats_.emplace(state);
        add(PolicyFeature::exposed_before, threats_->exposed.has(from));
        const int cap = stack.cap();
        const bool exposed = threats_->cap[to] >= cap;
        add(PolicyFeature::exposed_after, exposed);
        add(PolicyFeature::exposed_cap, exposed ? cap : 0);
    }

    template <bool LEARNED, class Add>
    RINGRIFT_INLINE void add_path_features(int from, int to, Stack stack, Add&& add) {
        int flips = 0, collapses = 0;
        if constexpr (B::SINGLE_WORD) {
            const auto met = markers_between(state, from, to), own = met & state.markers[seat];
            collapses = own.count();
            flips = (met - own).count();
        } else {  // cheaper than a bitboard of a big board
            const int step = step_offset_between<B>(from, to);
            for (int cell = from + step; cell != to; cell += step) {
                if (!state.marked.has(cell)) continue;
                if (state.markers[seat].has(cell)) ++collapses;
                else ++flips;
            }
        }
        add(PolicyFeature::flips, flips);
        add(PolicyFeature::collapses, collapses);
        add(PolicyFeature::height, stack.height());
        if (state.marked.has(to)) {
            add(state.markers[seat].has(to) ? PolicyFeature::lands_on_own
                                            : PolicyFeature::lands_on_other,
                1);
            stack = stack.without_top_rings(1);
        }
        add_run_feature(from, add);
        if (!stack.any() || stack.top_seat() != seat) return add(PolicyFeature::loses_stack, 1);
        if constexpr (LEARNED) {
            add_threat_features(from, to, stack, add);
            add(PolicyFeature::distance, (to - from) / step_offset_between<B>(from, to));
        }
        add(PolicyFeature::lands_inner, is_inner_cell(to));
        add_prey_feature(from, to, stack, add);
    }

    // Counts the stacks that the landed stack can capture [R101], except through the cell it left.
    template <class Add>
    RINGRIFT_INLINE void add_prey_feature(int from, int to, Stack stack, Add&& add) {
        const RayScan<B> scan(state, to, stack.height(), stack.cap());
        int prey = 0;
        for (int direction = 0; direction < B::DIRECTIONS; ++direction) {
            const int first = to + (scan.reach[direction] + 1) * B::step_offset(direction);
            prey += scan.captures[direction] > 0 && first != from;
        }
        add(PolicyFeature::prey, prey);
    }

    template <class Add>
    void add_region_features(const Move& move, Add&& add) {
        typename B::Bitboard region{};
        find_region(state, move, region);
        const int cells = region.count();
        int rings = 0;
        (region & state.stacks).each([&](int cell) { rings += state.rings[cell].height(); });
        add(PolicyFeature::region, 1);
        add(PolicyFeature::region_cells, cells < 16 ? cells : 16);
        add(PolicyFeature::region_rings, rings < 16 ? rings : 16);
    }

    // The longest run of own markers that a marker on this cell would complete.
    template <class Add>
    RINGRIFT_INLINE void add_run_feature(int cell, Add&& add) {
        if (cell != run_cell_) {
            run_cell_ = cell;
            run_ = 1;
            for (int axis = 0; axis < B::AXES; ++axis) {
                int length = 1;
                for (const int direction : {axis, axis + B::AXES})
                    for (int at = cell; B::tables.neighbours[at] >> direction & 1; ++length) {
                        at += B::step_offset(direction);
                        if (!state.markers[seat].has(at)) break;
                    }
                run_ = length > run_ ? length : run_;
            }
        }
        if (run_ >= line_length) add(PolicyFeature::run_of_line, 1);
        else if (run_ == 3) add(PolicyFeature::run_of_three, 1);
        else if (run_ == 2) add(PolicyFeature::run_of_two, 1);
    }
};

RINGRIFT_CLOSE
