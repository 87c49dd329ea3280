// The kernel's messages. Generated from src/ringrift/rules/data/messages.json by
// `python -m tools.kernel_messages`; do not edit.
#pragma once

#include <cstdint>

namespace ringrift {

// clang-format off

// The comments name the arguments, in the order of `Explanation::values` but for lists.
enum class Message : std::uint16_t {
    none,
    game_over,  // winner
    not_your_turn,  // seat
    out_of_bounds,  // position, board
    swap_unavailable,  // moves
    wrong_phase,  // move, phase, moves
    chain_must_continue,
    chain_must_continue_stack,  // cell
    must_capture_with_moved_stack,  // cell
    action_available,  // move, moves
    cost_due_line,
    cost_due_region,
    no_rings_in_hand,
    too_many_rings_stack,
    too_many_rings_empty,  // max
    too_many_rings_last,
    on_collapsed_space,  // cell
    on_marker,  // cell
    dead_placement_stack,  // height, cell
    dead_placement_empty,  // height, cell
    placement_mandatory,
    nothing_to_skip_placement,
    nothing_to_skip_recovery,
    nothing_to_skip_region,
    not_your_stack_move,  // cell
    not_your_stack_capture,  // cell
    not_your_stack_payment,  // cells
    not_your_stack_forced_elimination,  // cells
    must_move_placed_stack,  // cell
    not_a_ray_move,  // from, to
    not_a_ray_capture,  // from, target, to
    path_blocked_move,  // cells
    path_blocked_capture,  // cells
    landing_blocked_move,  // cell
    landing_blocked_capture,  // cell
    landing_blocked_slide,  // cell
    too_short,  // height
    no_target_capture,  // cell
    no_target_strike,  // cell
    cap_too_low,  // own, target
    not_recovery_eligible,
    not_your_marker,  // cell
    not_adjacent,  // cell
    line_slide_exists,
    not_a_line_own,  // lines
    not_a_line_none,
    not_a_line_slide,  // lines
    not_a_line_no_slide,
    not_a_line_mode,
    no_buried_ring_slide,
    no_buried_ring_payment,  // cells
    bad_settlement,  // length
    no_lines_now,
    reward_to_choose,  // length
    no_reward_to_choose,  // length
    bad_segment,  // length
    cannot_pay_line,
    cannot_pay_reward,
    no_stack_outside,
    not_a_region,
    no_cost_due,
    wrong_context,  // context
    malformed_kernel_field,  // field
    contradiction_ranking,
    contradiction_rings_owned,  // index, seat, found, limit
    contradiction_rings_total,  // found, total
    contradiction_action_in_future,  // index
    contradiction_elimination_with_rings,  // index, seat
    contradiction_elimination_in_future,  // index
    contradiction_swap_players,
    contradiction_swap_used,
    contradiction_real_action_not_acted,
    contradiction_real_action_not_available,
    contradiction_acted_without_placement,
    contradiction_placement_not_real_action,
    contradiction_action_not_taken,  // index
    contradiction_acted_too_early,  // phase
    contradiction_capture_without_action,  // phase
    contradiction_had_real_action,
    contradiction_recovery_edition,
    contradiction_recovery_phase,  // phase
    contradiction_recovery_action,
    contradiction_placed_stack_phase,  // phase
    contradiction_placed_stack_owner,  // seat
    contradiction_placed_stack_stuck,
    contradiction_capturer_missing,  // phase
    contradiction_capturer_phase,  // phase
    contradiction_capturer_owner,  // seat
    contradiction_capturer_stuck,
    contradiction_cost_kind,
    contradiction_cost_phase,  // phase
    contradiction_cost_of_other_phase,  // context, phase
    contradiction_cost_without_line,
    contradiction_cost_without_action,
    contradiction_cost_without_payer,  // seat
    contradiction_no_forced_elimination,  // seat
    contradiction_round_turn_not_ended,
    contradiction_round_took_without_had,
    contradiction_exclusive_seat,
    contradiction_exclusive_rounds,
    contradiction_not_won,  // seat, reason
};

// The rule of each message: 82 is R082, 0 is none.
constexpr std::uint16_t MESSAGE_RULES[] = {
    0, 170, 70, 0, 180, 70, 103, 103, 103, 75, 122, 145, 80, 82, 81,
    81, 81, 81, 82, 81, 80, 75, 75, 75, 90, 101, 122, 100, 81, 91,
    101, 91, 101, 91, 101, 111, 91, 101, 115, 101, 110, 110, 110, 114, 120,
    120, 111, 111, 111, 113, 113, 112, 115, 121, 121, 121, 122, 122, 143, 141,
    122, 122, 0, 170, 20, 20, 170, 170, 170, 180, 180, 72, 172, 81, 172,
    170, 72, 93, 172, 110, 110, 110, 81, 81, 82, 103, 103, 103, 103, 113,
    122, 122, 114, 72, 122, 100, 172, 172, 172, 172, 170,
};

// clang-format on

}  // namespace ringrift
