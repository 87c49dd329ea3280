// What must hold of a state from outside: the same checks in the same order as
// src/ringrift/rules/state_checks.py. Every field is in its range; these checks refuse fields that
// contradict one another.
#pragma once

#include "ringrift/explanation.hpp"
#include "ringrift/legal_moves.hpp"

RINGRIFT_OPEN

template <class B>
class StateChecker {
public:
    // `hand` and `eliminated` may be beyond what a state can hold.
    StateChecker(const State<B>& state, const i64* hand, const i64* eliminated, Explanation& out)
        : state_(state), hand_(hand), eliminated_(eliminated), out_(out) {}

    // Writes what contradicts the rest; true if nothing does.
    bool check_all() {
        return check_rings() && check_turns() && check_swap() && check_actions() &&
               check_recovery() && check_placed_stack() && check_capturer() && check_payment() &&
               check_forced_elimination() && check_rounds() && check_outcome();
    }

private:
    // R020: no ring is lost or made.
    bool check_rings() {
        const i64 each = B::rings_each(state_.edition), total = each * state_.seats;
        i64 found = 0;
        for (int seat = 0; seat < state_.seats; ++seat) {
            const i64 owned = hand_[seat] + state_.rings_on_board[seat];
            if (owned > each)
                return refuse(Message::contradiction_rings_owned, seat, seat + 1, owned, each);
            found += owned + eliminated_[seat];
        }
        return found == total || refuse(Message::contradiction_rings_total, found, total);
    }

    // R170: notes about seats are true and of the past.
    bool check_turns() {
        for (int seat = 0; seat < state_.seats; ++seat) {
            if (state_.last_action_turn[seat] > state_.turn_number)
                return refuse(Message::contradiction_action_in_future, seat);
            const i64 eliminated_at = state_.eliminated_at_turn[seat];
            if (eliminated_at == 0) continue;
            if (state_.has_any_ring(seat))
                return refuse(Message::contradiction_elimination_with_rings, seat, seat + 1);
            if (eliminated_at > state_.turn_number - (is_over() ? 0 : 1))
                return refuse(Message::contradiction_elimination_in_future, seat);
        }
        return true;
    }

    // R180: two players, from turn 2 on.
    bool check_swap() {
        if (state_.swap_enabled && state_.seats != 2)
            return refuse(Message::contradiction_swap_players);
        if (state_.swap_used && (!state_.swap_enabled || state_.turn_number < 2))
            return refuse(Message::contradiction_swap_used);
        return true;
    }

    // R072, R172: the actions noted for the turn fit its phase.
    bool check_actions() {
        const bool moving = state_.phase == Phase::movement;
        const bool placing = state_.phase == Phase::ring_placement;
        const bool placed = state_.must_move_from != NO_CELL;
        const bool acted = state_.acted, took = state_.took_real_action;
        if (took && !acted) return refuse(Message::contradiction_real_action_not_acted);
        if (took && !state_.had_real_action)
            return refuse(Message::contradiction_real_action_not_available);
        if (moving && acted != placed)
            return refuse(Message::contradiction_acted_without_placement);
        if (moving && acted && !took)
            return refuse(Message::contradiction_placement_not_real_action);
        if (!acted && state_.last_action_turn[state_.player] == state_.turn_number)
            return refuse(Message::contradiction_action_not_taken, state_.player);
        if ((placing || state_.phase == Phase::forced_elimination) && acted)
            return refuse_phase(Message::contradiction_acted_too_early);
        if (is_capturing() && !took)
            return refuse_phase(Message::contradiction_capture_without_action);
        if ((placing || moving) && !acted &&
            (state_.had_real_action != 0) != has_real_action(state_, state_.player))
            return refuse(Message::contradiction_had_real_action);
        return true;
    }

    // R110: a recovery is the only action of its turn.
    bool check_recovery() {
        if (state_.recovery == RecoveryMode::none) return true;
        if (!state_.edition_rules().recovery)
            return refuse(Message::contradiction_recovery_edition);
        if (!is_processing() && !is_over())
            return refuse_phase(Message::contradiction_recovery_phase);
        if (!state_.acted || state_.took_real_action)
            return refuse(Message::contradiction_recovery_action);
        return true;
    }

    // R081, R082: the placed stack waits to move, and it can.
    bool check_placed_stack() {
        const int cell = state_.must_move_from;
        if (cell == NO_CELL) return true;
        if (state_.phase != Phase::movement && !is_over())
            return refuse_phase(Message::contradiction_placed_stack_phase);
        if (!state_.controlled[state_.player].has(cell))
            return refuse(Message::contradiction_placed_stack_owner, state_.player + 1);
        if (!can_act(state_, cell, state_.rings[cell].height(), state_.rings[cell].cap()))
            return refuse(Message::contradiction_placed_stack_stuck);
        return true;
    }

    // R103: the capture phases have a stack that can capture.
    bool check_capturer() {
        const int cell = state_.capture_from;
        if (cell == NO_CELL)
            return !is_capturing() || refuse_phase(Message::contradiction_capturer_missing);
        if (!is_capturing() && !is_over())
            return refuse_phase(Message::contradiction_capturer_phase);
        if (!state_.controlled[state_.player].has(cell))
            return refuse(Message::contradiction_capturer_owner, state_.player + 1);
        const Stack stack = state_.rings[cell];
        if (is_capturing() && !can_capture(state_, cell, stack.height(), stack.cap()))
            return refuse(Message::contradiction_capturer_stuck);
        return true;
    }

    // R113, R122: a due cost fits the phase and can be paid.
    bool check_payment() {
        const Cost due = state_.pending;
        const bool lines = state_.phase == Phase::line_processing;
        if (due == Cost::none) return true;
        if ((due == Cost::recovery) == (state_.recovery == RecoveryMode::none))
            return refuse(Message::contradiction_cost_kind);
        if (!is_processing() && !is_over()) return refuse_phase(Message::contradiction_cost_phase);
        if ((due == Cost::line && state_.phase == Phase::territory_processing) ||
            (due == Cost::territory && lines))
            return refuse(Message::contradiction_cost_of_other_phase, static_cast<int>(due),
                          static_cast<int>(state_.phase));
        if (lines && (state_.recovery == RecoveryMode::fallback ||
                      state_.recovery == RecoveryMode::stack_strike))
            return refuse(Message::contradiction_cost_without_line);
        if (!state_.acted) return refuse(Message::contradiction_cost_without_action);
        if (!payable_stacks(state_).any())
            return refuse(Message::contradiction_cost_without_payer, state_.player + 1);
        return true;
    }

    // R100.
    bool check_forced_elimination() {
        return state_.phase != Phase::forced_elimination ||
               state_.controlled[state_.player].any() ||
               refuse(Message::contradiction_no_forced_elimination, state_.player + 1);
    }

    // R172: a seat enters the round when its turn ends; only one that had an action took one.
    bool check_rounds() {
        const int ended = state_.player + (is_over() ? 1 : 0);
        if (state_.round_had_action >> ended != 0)
            return refuse(Message::contradiction_round_turn_not_ended);
        if (state_.round_took_action & ~state_.round_had_action)
            return refuse(Message::contradiction_round_took_without_had);
        if ((state_.exclusive_seat == 0) != (state_.exclusive_rounds == 0))
            return refuse(Message::contradiction_exclusive_seat);
        if (state_.exclusive_rounds == EXCLUSIVE_ROUNDS_TO_WIN && !is_over())
            return refuse(Message::contradiction_exclusive_rounds);
        return true;
    }

    // R170-R173: the victory reason holds for the winner.
    bool check_outcome() {
        return !is_over() || has_won() ||
               refuse(Message::contradiction_not_won, state_.winner,
                      static_cast<int>(state_.reason));
    }

    bool has_won() const {
        const int winner = state_.winner - 1;
        switch (state_.reason) {
            case VictoryReason::ring_elimination:
                return eliminated_[winner] >= ring_threshold(state_);
            case VictoryReason::territory_control: return wins_by_territory(state_, winner);
            case VictoryReason::last_player_standing:
                return state_.round_partial || (state_.exclusive_seat == state_.winner &&
                                                state_.exclusive_rounds == EXCLUSIVE_ROUNDS_TO_WIN);
            case VictoryReason::stalemate: {
                i64 in_hand = 0;
                for (int seat = 0; seat < state_.seats; ++seat) in_hand += hand_[seat];
                return !state_.stacks.any() && in_hand == 0;
            }
            default: return true;
        }
    }

    template <class... Values>
    bool refuse(Message message, Values... values) {
        out_.set_message(message);
        (out_.add_value(static_cast<i64>(values)), ...);
        return false;
    }
    bool refuse_phase(Message message) { return refuse(message, static_cast<int>(state_.phase)); }

    bool is_over() const { return state_.phase == Phase::game_over; }
    bool is_capturing() const {
        return state_.phase == Phase::capture || state_.phase == Phase::chain_capture;
    }
    bool is_processing() const {
        return state_.phase == Phase::line_processing ||
               state_.phase == Phase::territory_processing;
    }

    const State<B>& state_;
    const i64 *hand_, *eliminated_;
    Explanation& out_;
};

RINGRIFT_CLOSE
