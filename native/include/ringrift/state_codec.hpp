// A state as plain numbers: what crosses the border between the kernel and its faces, and the check
// of it.
//
// Cells are canonical indices. What `load` accepts can be played on without harm, whatever it was
// given.
#pragma once

#include <initializer_list>

#include "ringrift/legal.hpp"
#include "ringrift/state_fields.hpp"

RINGRIFT_OPEN

// A cell: 0 empty, 1-4 marker, 5-8 collapsed, or a stack: 9 + 16 * height + 512 * rings (two bits
// each, top lowest).
constexpr i64 STACK_CODE = 9;
constexpr i64 MAX_TURN = (i64{1} << 53) - 1;

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
            out[Field::cells + index] = code(state, B::tables.cell_at[index]);
    }

    // Null if the fields make a state that can be played on; else what is wrong with them.
    static const char* load(State<B>& state, const i64* in) {
        if (in[Field::board] != static_cast<i64>(B::Name)) return "the board is another one";
        if (!within(in[Field::seats], 2, MAX_SEATS)) return "2, 3 or 4 players can play";
        if (!within(in[Field::edition], 0, EDITION_COUNT - 1)) return "there is no such edition";
        state.clear(static_cast<int>(in[Field::seats]), static_cast<int>(in[Field::edition]),
                    false);
        if (const char* wrong = load_cells(state, in + Field::cells)) return wrong;
        if (const char* wrong = load_seats(state, in)) return wrong;
        if (const char* wrong = load_turn(state, in)) return wrong;
        return check_phase(state);
    }

private:
    static bool within(i64 value, i64 min, i64 max) { return min <= value && value <= max; }

    static i64 code(const State<B>& state, int cell) {
        const Stack stack = state.rings[cell];
        if (stack.any())
            return STACK_CODE + 16 * i64{stack.height()} + 512 * static_cast<i64>(stack.rings());
        for (int seat = 0; seat < MAX_SEATS; ++seat) {
            if (state.markers[seat].has(cell)) return 1 + seat;
            if (state.collapsed[seat].has(cell)) return 5 + seat;
        }
        return 0;
    }

    static const char* load_cells(State<B>& state, const i64* codes) {
        for (int index = 0; index < B::CELLS; ++index) {
            const int cell = B::tables.cell_at[index];
            const i64 code = codes[index];
            if (code == 0) continue;
            if (code < 0) return "a cell holds something unknown";
            const int kind = static_cast<int>(code % 16);
            if (code < 16 && kind < STACK_CODE) {
                const int seat = (kind - 1) % MAX_SEATS;
                if (seat >= state.seats) return "a cell belongs to a seat that does not play";
                if (kind <= MAX_SEATS) state.template put_marker<true>(cell, seat);
                else state.template collapse<true>(B::Bitboard::of(cell), seat);
                continue;
            }
            const int height = static_cast<int>(code / 16 % 32);
            const u64 rings = static_cast<u64>(code) / 512;
            if (kind != STACK_CODE || height < 1 || height > B::MAX_HEIGHT ||
                rings >> (2 * height) != 0)
                return "a stack is malformed or too high";
            const Stack stack = Stack::of(rings, height);
            int counted = 0;
            for (int seat = 0; seat < state.seats; ++seat) {
                state.rings_on_board[seat] += stack.count_of(seat);
                counted += stack.count_of(seat);
            }
            if (counted != height) return "a ring belongs to a seat that does not play";
            state.template set_stack<true>(cell, stack);
        }
        return nullptr;
    }

    static const char* load_seats(State<B>& state, const i64* in) {
        const int each = B::rings_each(state.edition), total = each * state.seats;
        i64 accounted = 0;
        for (int seat = 0; seat < MAX_SEATS; ++seat) {
            const bool plays = seat < state.seats;
            const i64 hand = in[Field::hand + seat], eliminated = in[Field::eliminated + seat];
            const i64 acted = in[Field::last_action_turn + seat],
                      gone = in[Field::eliminated_at_turn + seat];
            if (!within(hand, 0, plays ? each - state.rings_on_board[seat] : 0))
                return "a hand is out of range";
            if (!within(eliminated, 0, plays ? total : 0)) return "too many rings are eliminated";
            if (!within(acted, 0, MAX_TURN) || !within(gone, 0, MAX_TURN))
                return "a turn is out of range";
            if (!within(in[Field::rank + seat], 0, MAX_SEATS)) return "a rank is out of range";
            state.hand[seat] = static_cast<i32>(hand);
            state.eliminated[seat] = static_cast<i32>(eliminated);
            state.last_action_turn[seat] = acted;
            state.eliminated_at_turn[seat] = gone;
            state.rank[seat] = static_cast<u8>(in[Field::rank + seat]);
            accounted += hand + eliminated + state.rings_on_board[seat];
        }
        return accounted == total ? nullptr : "rings are missing or too many";
    }

    static const char* load_turn(State<B>& state, const i64* in) {
        for (const int flag : {Field::acted, Field::had_real_action, Field::took_real_action,
                               Field::round_partial, Field::swap_enabled, Field::swap_used})
            if (!within(in[flag], 0, 1)) return "a flag is neither true nor false";
        const i64 everyone = (1 << state.seats) - 1;
        if (!within(in[Field::player], 0, state.seats - 1))
            return "the player to move does not play";
        if (!within(in[Field::phase], 0, static_cast<i64>(Phase::game_over)))
            return "there is no such phase";
        if (!within(in[Field::turn_number], 1, MAX_TURN)) return "a turn is out of range";
        if (!within(in[Field::pending], 0, 3) || !within(in[Field::recovery], 0, 3))
            return "there is no such cost";
        if (!within(in[Field::round_had_action], 0, everyone) ||
            !within(in[Field::round_took_action], 0, everyone) ||
            !within(in[Field::exclusive_seat], 0, state.seats) ||
            !within(in[Field::exclusive_rounds], 0, EXCLUSIVE_ROUNDS_TO_WIN))
            return "the round names a seat that does not play";
        if (!within(in[Field::winner], 0, state.seats) ||
            !within(in[Field::reason], 0, static_cast<i64>(VictoryReason::abandonment)))
            return "the winner does not play";
        for (const int at : {Field::must_move_from, Field::capture_from})
            if (!within(in[at], -1, B::CELLS - 1)) return "a cell is not on the board";
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
        state.had_real_action = byte(Field::had_real_action);
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
        return nullptr;
    }

    // What the phase relies on; then what follows from the rest.
    static const char* check_phase(State<B>& state) {
        const Phase phase = state.phase;
        const bool over = phase == Phase::game_over, lines = phase == Phase::line_processing;
        const bool processing = lines || phase == Phase::territory_processing;
        const bool capturing = phase == Phase::capture || phase == Phase::chain_capture;
        if (over != (state.winner != 0) || over != (state.reason != VictoryReason::none))
            return "the outcome does not fit the phase";
        state.connected_valid = 0;
        find_split_borders(state);
        if (over) return nullptr;
        if (state.swap_enabled && state.seats != 2) return "only two players can swap sides";
        if (state.recovery != RecoveryMode::none && (!state.rules().recovery || !processing))
            return "no recovery was played";
        if ((state.must_move_from != NO_CELL) && phase != Phase::movement)
            return "no placed stack is left to move";
        if (capturing != (state.capture_from != NO_CELL))
            return "the stack that captures does not fit the phase";
        if (state.must_move_from != NO_CELL && !can_stack_act(state, state.must_move_from, false))
            return "the placed stack cannot move";
        if (capturing && !can_stack_act(state, state.capture_from, true))
            return "the stack can capture nothing";
        if (phase == Phase::forced_elimination && !state.controlled[state.player].any())
            return "there is no stack to give up";
        if (state.pending != Cost::none) {
            const Cost due = state.recovery != RecoveryMode::none ? Cost::recovery
                             : lines                              ? Cost::line
                                                                  : Cost::territory;
            if (!processing || state.pending != due) return "the cost does not fit the phase";
            if (!payable_stacks(state).any()) return "there is no stack to pay with";
        } else if (lines) {
            state.line_choice = has_line_choice(state);
        }
        return nullptr;
    }

    static bool can_stack_act(const State<B>& state, int cell, bool capturing) {
        const Stack stack = state.rings[cell];
        if (!stack.any() || stack.top() != state.player) return false;
        if (capturing) return can_capture(state, cell, stack.height(), stack.cap());
        return can_act(state, cell, stack.height(), stack.cap());
    }
};

RINGRIFT_CLOSE
