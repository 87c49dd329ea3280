// Encodes a state as plain numbers for the bindings, and decodes and validates them.
//
// Cells are canonical indices. `load` takes any numbers and accepts exactly the states that the
// reference engine accepts; it refuses the others for the same reason.
#pragma once

#include <initializer_list>

#include "ringrift/state_checks.hpp"
#include "ringrift/state_fields.hpp"

RINGRIFT_OPEN

// A cell: 0 empty, 1-4 marker, 5-8 collapsed, or a stack: 9 + 16 * height + 512 * rings (two bits
// each, top first).
constexpr i64 STACK_CODE = 9;
constexpr i64 MAX_NUMBER = (i64{1} << 53) - 1;
constexpr i64 UNKNOWN = -1;  // of had_real_action

template <class B>
struct StateCodec {
    static constexpr int FIELDS = Field::cells + B::CELLS;

    static void dump(const State<B>& state, i64* out) {
        const auto place = [](u16 cell) {
            return cell == NO_CELL ? i64{-1} : i64{B::tables.index_of[cell]};
        };
        out[Field::board] = static_cast<i64>(B::Name);
        out[Field::edition] = state.edition;
        out[Field::seats] = state.seats;
        out[Field::player] = state.player;
        out[Field::phase] = static_cast<i64>(state.phase);
        out[Field::turn_number] = state.turn_number;
        out[Field::must_move_from] = place(state.must_move_from);
        out[Field::capture_from] = place(state.capture_from);
        out[Field::pending] = static_cast<i64>(state.pending);
        out[Field::recovery] = static_cast<i64>(state.recovery);
        out[Field::acted] = state.acted;
        out[Field::had_real_action] = state.had_real_action;
        out[Field::took_real_action] = state.took_real_action;
        out[Field::round_had_action] = state.round_had_action;
        out[Field::round_took_action] = state.round_took_action;
        out[Field::round_partial] = state.round_partial;
        out[Field::exclusive_seat] = state.exclusive_seat;
        out[Field::exclusive_rounds] = state.exclusive_rounds;
        out[Field::swap_enabled] = state.swap_enabled;
        out[Field::swap_used] = state.swap_used;
        out[Field::winner] = state.winner;
        out[Field::reason] = static_cast<i64>(state.reason);
        for (int seat = 0; seat < MAX_SEATS; ++seat) {
            out[Field::hand + seat] = state.hand[seat];
            out[Field::eliminated + seat] = state.eliminated[seat];
            out[Field::last_action_turn + seat] = state.last_action_turn[seat];
            out[Field::eliminated_at_turn + seat] = state.eliminated_at_turn[seat];
            out[Field::rank + seat] = state.rank[seat];
        }
        for (int index = 0; index < B::CELLS; ++index)
            out[Field::cells + index] = encode_cell(state, B::tables.cell_at[index]);
    }

    // Returns whether the fields are a valid state; if not, `problem` says why. In a finished game
    // without ranks the ranks are derived; had_real_action may be UNKNOWN and is then derived, too.
    static bool load(State<B>& state, const i64* in, Explanation* problem = nullptr) {
        Explanation ignored;
        Explanation& out = problem == nullptr ? ignored : *problem;
        out.set_message(Message::none);
        if (const int field = load_fields(state, in); field >= 0) {
            out.set_message(Message::malformed_kernel_field);
            out.add_value(field);
            return false;
        }
        compute_derived_fields(state, in);
        if (!load_ranks(state, in)) {
            out.set_message(Message::contradiction_ranking);
            return false;
        }
        return StateChecker<B>(state, in + Field::hand, in + Field::eliminated, out).check_all();
    }

private:
    static bool is_in_range(i64 value, i64 min, i64 max) { return min <= value && value <= max; }

    static i64 encode_cell(const State<B>& state, int cell) {
        const Stack stack = state.rings[cell];
        if (stack.any())
            return STACK_CODE + 16 * i64{stack.height()} +
                   512 * static_cast<i64>(stack.ring_bits());
        for (int seat = 0; seat < MAX_SEATS; ++seat) {
            if (state.markers[seat].has(cell)) return 1 + seat;
            if (state.collapsed[seat].has(cell)) return 5 + seat;
        }
        return 0;
    }

    // Reads the fields; -1, or the first field that is out of range.
    static int load_fields(State<B>& state, const i64* in) {
        if (in[Field::board] != static_cast<i64>(B::Name)) return Field::board;
        if (!is_in_range(in[Field::seats], 2, MAX_SEATS)) return Field::seats;
        if (!is_in_range(in[Field::edition], 0, EDITION_COUNT - 1)) return Field::edition;
        state.start_new_game(static_cast<int>(in[Field::seats]),
                             static_cast<int>(in[Field::edition]), false);
        for (int index = 0; index < B::CELLS; ++index)
            if (!load_cell(state, B::tables.cell_at[index], in[Field::cells + index]))
                return Field::cells + index;
        if (const int field = load_seats(state, in); field >= 0) return field;
        return load_turn(state, in);
    }

    static bool load_cell(State<B>& state, int cell, i64 code) {
        if (code == 0) return true;
        if (code < 0) return false;
        const int kind = static_cast<int>(code % 16);
        if (code < 16 && kind < STACK_CODE) {
            const int seat = (kind - 1) % MAX_SEATS;
            if (seat >= state.seats) return false;
            if (kind <= MAX_SEATS) state.template put_marker<true>(cell, seat);
            else state.template collapse_cells<true>(B::Bitboard::of(cell), seat);
            return true;
        }
        const int height = static_cast<int>(code / 16 % 32);
        const u64 rings = static_cast<u64>(code) / 512;
        if (kind != STACK_CODE || height < 1 || height > B::MAX_HEIGHT ||
            rings >> (2 * height) != 0)
            return false;
        const Stack stack = Stack::of(rings, height);
        int counted = 0;
        for (int seat = 0; seat < state.seats; ++seat) {
            state.rings_on_board[seat] += stack.count_rings_of(seat);
            counted += stack.count_rings_of(seat);
        }
        if (counted != height) return false;
        state.template set_stack<true>(cell, stack);
        return true;
    }

    static int load_seats(State<B>& state, const i64* in) {
        for (int seat = 0; seat < MAX_SEATS; ++seat) {
            const i64 max = seat < state.seats ? MAX_NUMBER : 0;
            for (const int field : {Field::hand, Field::eliminated, Field::last_action_turn,
                                    Field::eliminated_at_turn, Field::rank})
                if (!is_in_range(in[field + seat], 0,
                                 field == Field::rank && max > 0 ? MAX_SEATS : max))
                    return field + seat;
            state.hand[seat] = clamp_ring_count(in[Field::hand + seat]);
            state.eliminated[seat] = clamp_ring_count(in[Field::eliminated + seat]);
            state.last_action_turn[seat] = in[Field::last_action_turn + seat];
            state.eliminated_at_turn[seat] = in[Field::eliminated_at_turn + seat];
        }
        return -1;
    }

    // A number of rings that is too large is refused by the checks, which look at the field.
    static i32 clamp_ring_count(i64 rings) {
        constexpr i64 MAX_RINGS = 1 << 20;
        return static_cast<i32>(rings < MAX_RINGS ? rings : MAX_RINGS);
    }

    static int load_turn(State<B>& state, const i64* in) {
        struct Range {
            int field;
            i64 min, max;
        };
        const i64 everyone = (1 << state.seats) - 1;
        const bool over = in[Field::phase] == static_cast<i64>(Phase::game_over);
        const Range ranges[] = {
            {Field::player, 0, state.seats - 1},
            {Field::phase, 0, static_cast<i64>(Phase::game_over)},
            {Field::turn_number, 1, MAX_NUMBER},
            {Field::must_move_from, -1, B::CELLS - 1},
            {Field::capture_from, -1, B::CELLS - 1},
            {Field::pending, 0, static_cast<i64>(Cost::recovery)},
            {Field::recovery, 0, static_cast<i64>(RecoveryMode::stack_strike)},
            {Field::acted, 0, 1},
            {Field::had_real_action, UNKNOWN, 1},
            {Field::took_real_action, 0, 1},
            {Field::round_had_action, 0, everyone},
            {Field::round_took_action, 0, everyone},
            {Field::round_partial, 0, 1},
            {Field::exclusive_seat, 0, state.seats},
            {Field::exclusive_rounds, 0, EXCLUSIVE_ROUNDS_TO_WIN},
            {Field::swap_enabled, 0, 1},
            {Field::swap_used, 0, 1},
            {Field::winner, over ? 1 : 0, over ? state.seats : 0},
            {Field::reason, over ? 1 : 0, over ? static_cast<i64>(VictoryReason::abandonment) : 0},
        };
        for (const Range& range : ranges)
            if (!is_in_range(in[range.field], range.min, range.max)) return range.field;
        const auto byte = [&](int at) { return static_cast<u8>(in[at]); };
        const auto place = [&](int at) {
            return in[at] < 0 ? static_cast<u16>(NO_CELL) : B::tables.cell_at[in[at]];
        };
        state.player = byte(Field::player);
        state.phase = static_cast<Phase>(in[Field::phase]);
        state.turn_number = in[Field::turn_number];
        state.must_move_from = place(Field::must_move_from);
        state.capture_from = place(Field::capture_from);
        state.pending = static_cast<Cost>(in[Field::pending]);
        state.recovery = static_cast<RecoveryMode>(in[Field::recovery]);
        state.acted = byte(Field::acted);
        state.had_real_action = in[Field::had_real_action] == 1;
        state.took_real_action = byte(Field::took_real_action);
        state.round_had_action = byte(Field::round_had_action);
        state.round_took_action = byte(Field::round_took_action);
        state.round_partial = byte(Field::round_partial);
        state.exclusive_seat = byte(Field::exclusive_seat);
        state.exclusive_rounds = byte(Field::exclusive_rounds);
        state.swap_enabled = byte(Field::swap_enabled);
        state.swap_used = byte(Field::swap_used);
        state.winner = byte(Field::winner);
        state.reason = static_cast<VictoryReason>(in[Field::reason]);
        return -1;
    }

    // Computes the derived fields.
    static void compute_derived_fields(State<B>& state, const i64* in) {
        state.connected_valid = 0;
        find_split_borders(state);
        if (in[Field::had_real_action] == UNKNOWN)
            state.had_real_action = state.took_real_action || has_real_action(state, state.player);
        if (state.phase == Phase::line_processing && state.pending == Cost::none)
            state.line_choice = has_line_choice(state);
    }

    // R170: ranks that are given must be those that the position gives.
    static bool load_ranks(State<B>& state, const i64* in) {
        if (state.phase == Phase::game_over) end_game(state, state.winner - 1, state.reason);
        bool given = false, same = true;
        for (int seat = 0; seat < MAX_SEATS; ++seat) {
            given = given || in[Field::rank + seat] != 0;
            same = same && in[Field::rank + seat] == state.rank[seat];
        }
        return same || !given;
    }
};

RINGRIFT_CLOSE
