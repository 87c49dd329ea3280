// Applies a move: its effects on the board, then the phase machine [R070-R076, R208, R209].
//
// The move must be legal. HASHED says whether to update the hash.
#pragma once

#include "ringrift/recovery.hpp"
#include "ringrift/victory.hpp"

RINGRIFT_OPEN

// R201: the seat that plays next, or -1.
template <class B>
RINGRIFT_INLINE int next_seat(const State<B>& state) {
    int seat = state.player;
    for (int distance = 0; distance < state.seats; ++distance) {
        seat = seat + 1 == state.seats ? 0 : seat + 1;
        if (state.edition_rules().empty_seats_play || state.has_any_ring(seat)) return seat;
    }
    return -1;
}

// rules-exact.md §9: record eliminated seats, check the victory conditions in order, pass the turn.
template <class B>
RINGRIFT_NOINLINE void end_turn(State<B>& state) {
    const int upcoming = next_seat(state);
    for (int seat = 0; seat < state.seats; ++seat)
        if (state.eliminated_at_turn[seat] == 0 && !state.has_any_ring(seat))
            state.eliminated_at_turn[seat] = state.turn_number;
    state.round_had_action |= static_cast<u8>(state.had_real_action << state.player);
    state.round_took_action |= static_cast<u8>(state.took_real_action << state.player);

    const int threshold = ring_threshold(state);
    int winner =
        first_seat_where(state, [&](int seat) { return state.eliminated[seat] >= threshold; });
    if (winner >= 0) return end_game(state, winner, VictoryReason::ring_elimination);
    winner = first_seat_where(state, [&](int seat) { return wins_by_territory(state, seat); });
    if (winner >= 0) return end_game(state, winner, VictoryReason::territory_control);
    if (upcoming <= state.player && end_round(state))
        return end_game(state, state.exclusive_seat - 1, VictoryReason::last_player_standing);
    if (nobody_can_play(state)) {
        for (int seat = 0; seat < state.seats; ++seat) {
            state.eliminated[seat] += state.hand[seat];
            state.hand[seat] = 0;
        }
        return end_game(state, stalemate_winner(state), VictoryReason::stalemate);
    }
    state.player = static_cast<u8>(upcoming);
    state.phase = Phase::ring_placement;
    ++state.turn_number;
    state.recovery = RecoveryMode::none;
    state.acted = state.took_real_action = 0;
    state.had_real_action = has_real_action(state, upcoming);
}

// Whether the line phase offers a choice [R121, R114].
template <class B>
RINGRIFT_NOINLINE bool has_line_choice(const State<B>& state) {
    if (state.recovery == RecoveryMode::fallback || state.recovery == RecoveryMode::stack_strike)
        return false;
    const auto& markers = state.markers[state.player];
    const int min_length = state.line_length();
    return has_run<B>(markers, min_length) &&
           (payable_stacks(state).any() || has_run<B>(markers, min_length + 1));
}

template <class B>
RINGRIFT_NOINLINE bool has_region_choice(const State<B>& state) {
    return each_region(state, [](const typename B::Bitboard&, int) { return true; });
}

template <class B>
RINGRIFT_INLINE void enter_line_phase(State<B>& state) {
    state.phase = Phase::line_processing;
    state.line_choice = has_line_choice(state);
}

template <class B>
RINGRIFT_NOINLINE void enter_territory_phase(State<B>& state) {
    state.phase = Phase::territory_processing;
    find_split_borders(state);
}

// R122, R145, R113: a cost becomes due.
template <class B>
RINGRIFT_INLINE void set_pending_cost(State<B>& state, Cost cost) {
    state.pending = state.recovery == RecoveryMode::none ? cost : Cost::recovery;
}

// R100: forced elimination after a turn without a turn action, if a stack is left.
template <class B>
RINGRIFT_INLINE void end_territory_phase(State<B>& state) {
    if (!state.acted && state.controlled[state.player].any())
        state.phase = Phase::forced_elimination;
    else end_turn(state);
}

// Encodes the direction between two cells of a ray: 3 * (1 + sign of rows) + 1 + sign of columns.
template <class B>
RINGRIFT_INLINE int encode_direction_signs(int from, int to) {
    const auto sign = [](int difference) { return (difference > 0) - (difference < 0); };
    return 3 * (1 + sign(to / B::STRIDE - from / B::STRIDE)) + 1 +
           sign(to % B::STRIDE - from % B::STRIDE);
}

// Returns the cell difference of one step from one cell towards another.
template <class B>
RINGRIFT_INLINE int step_offset_between(int from, int to) {
    const int way = encode_direction_signs<B>(from, to);
    return (way / 3 - 1) * B::STRIDE + way % 3 - 1;
}

// The markers strictly between two cells of a ray.
template <class B>
RINGRIFT_INLINE typename B::Bitboard markers_between(const State<B>& state, int from, int to) {
    if constexpr (B::SINGLE_WORD) return cells_between(from, to) & state.marked;
    typename B::Bitboard met{};
    const int step = step_offset_between<B>(from, to);
    for (int cell = from + step; cell != to; cell += step)
        if (state.marked.has(cell)) met = met | B::Bitboard::of(cell);
    return met;
}

// R092: leaves a marker on the origin; own markers on the path collapse, others flip.
template <bool HASHED, class B>
RINGRIFT_NOINLINE void mark_path(State<B>& state, int from, int to) {
    const int seat = state.player;
    const auto met = markers_between(state, from, to), own = met & state.markers[seat];
    state.template put_marker<HASHED>(from, seat);
    if (own.any()) state.template collapse_cells<HASHED>(own, seat);
    if ((met - own).any()) state.template flip_markers<HASHED>(met - own, seat);
}

// R092: a marker on the landing cell is removed and costs the top ring. R093, R103: next phase.
template <bool HASHED, class B>
RINGRIFT_NOINLINE void land_stack(State<B>& state, int to, Stack stack, Phase follows) {
    const int seat = state.player;
    if (state.marked.has(to)) {
        state.template remove_marker<HASHED>(to);
        --state.rings_on_board[stack.top_seat()];
        ++state.eliminated[seat];
        stack = stack.without_top_rings(1);
    }
    if (stack.any()) state.template put_stack<HASHED>(to, stack);
    if (stack.any() && stack.top_seat() == seat &&
        can_capture(state, to, stack.height(), state.caps[to])) {
        state.phase = follows;
        state.capture_from = static_cast<u16>(to);
    } else {
        enter_line_phase(state);
    }
}

// R081: puts the rings on top; the placed stack must move.
template <bool HASHED, class B>
RINGRIFT_INLINE void perform_placement(State<B>& state, const Move& move) {
    const int seat = state.player;
    state.template set_stack<HASHED>(move.a,
                                     state.rings[move.a].with_rings_on_top(seat, move.detail));
    state.hand[seat] -= move.detail;
    state.rings_on_board[seat] += move.detail;
    state.must_move_from = move.a;
    state.phase = Phase::movement;
}

template <bool HASHED, class B>
RINGRIFT_NOINLINE void perform_move(State<B>& state, const Move& move) {
    const Stack stack = state.template remove_stack<HASHED>(move.a);
    mark_path<HASHED>(state, move.a, move.b);
    land_stack<HASHED>(state, move.b, stack, Phase::capture);
}

template <bool HASHED, class B>
RINGRIFT_NOINLINE void perform_capture(State<B>& state, const Move& move) {
    const Stack stack = state.template remove_stack<HASHED>(move.a), target = state.rings[move.b];
    mark_path<HASHED>(state, move.a, move.c);
    state.template set_stack<HASHED>(move.b, target.without_top_rings(1));
    land_stack<HASHED>(state, move.c, stack.with_ring_below(target.top_seat()),
                       Phase::chain_capture);
}

template <bool HASHED, class B>
RINGRIFT_NOINLINE void collapse_run(State<B>& state, int start, int axis, int length) {
    typename B::Bitboard cells{};
    for (int at = 0; at < length; ++at)
        cells = cells | B::Bitboard::of(start + at * B::step_offset(axis));
    state.template collapse_cells<HASHED>(cells, state.player);
}

// R111-R113: moves the marker, then collapses the line or strikes the stack, and pays.
template <bool HASHED, class B>
RINGRIFT_NOINLINE void perform_slide(State<B>& state, const Move& move) {
    const SlideDetail slide = SlideDetail::of(move.detail);
    const int seat = state.player;
    state.template remove_marker<HASHED>(move.a);
    if (slide.mode == RecoveryMode::stack_strike)
        state.template eliminate_top_rings<HASHED>(move.b, 1, seat);
    else state.template put_marker<HASHED>(move.b, seat);
    if (slide.option == 1) {
        const int start = line_start<B>(state.markers[seat], move.b, slide.axis);
        collapse_run<HASHED>(state, start, slide.axis,
                             run_length<B>(state.markers[seat], start, slide.axis));
    }
    if (slide.option == 2) collapse_run<HASHED>(state, move.c, slide.axis, state.line_length());
    else state.template extract_buried_ring<HASHED>(move.c, seat);
    state.recovery = slide.mode;
    enter_line_phase(state);
}

// R145: eliminates every ring inside and collapses the region and its inner wall.
template <bool HASHED, class B>
RINGRIFT_NOINLINE void collapse_region(State<B>& state, const typename B::Bitboard& region,
                                       int border) {
    const auto wall = border_markers(state, region, border);
    (state.stacks & region).each([&](int cell) {
        state.template eliminate_top_rings<HASHED>(cell, state.rings[cell].height(), state.player);
    });
    state.template collapse_cells<HASHED>(region | wall, state.player);
    set_pending_cost(state, Cost::territory);
}

template <bool HASHED, class B>
inline void perform_region(State<B>& state, const Move& move) {
    typename B::Bitboard region{};
    find_region(state, move, region);
    collapse_region<HASHED>(state, region, move.detail);
}

template <bool HASHED, class B>
RINGRIFT_NOINLINE void perform_payment(State<B>& state, const Move& move) {
    const int cell = move.a, seat = state.player;
    if (state.pending == Cost::recovery) state.template extract_buried_ring<HASHED>(cell, seat);
    else if (state.pending == Cost::line && !state.edition_rules().line_costs_cap)
        state.template eliminate_top_rings<HASHED>(cell, 1, seat);
    else state.template eliminate_top_rings<HASHED>(cell, state.rings[cell].cap(), seat);
    state.pending = Cost::none;
    if (state.phase == Phase::line_processing) {
        enter_line_phase(state);
        if (!state.line_choice) enter_territory_phase(state);
    } else {
        find_split_borders(state);
        if (!has_region_choice(state)) end_turn(state);
    }
}

template <bool HASHED, class B>
RINGRIFT_NOINLINE void perform_line(State<B>& state, const Move& move) {
    const bool whole = move.type() == MoveKind::process_line || move.detail >> 2 == 1;
    const int axis = move.detail & 3;
    if (whole) {
        collapse_run<HASHED>(state, move.a, axis,
                             run_length<B>(state.markers[state.player], move.a, axis));
        set_pending_cost(state, Cost::line);
        return;
    }
    collapse_run<HASHED>(state, move.b, axis, state.line_length());
    enter_line_phase(state);
    if (!state.line_choice) enter_territory_phase(state);
}

// R072, R172: records what the player did this turn.
template <class B>
RINGRIFT_INLINE void record_action(State<B>& state, MoveKind kind) {
    state.must_move_from = state.capture_from = NO_CELL;
    if (!is_turn_action(kind)) return;
    state.acted = 1;
    state.took_real_action |= is_real_action(kind);
    state.last_action_turn[state.player] = state.turn_number;
}

// `apply` for a region whose cells are already known.
template <bool HASHED, class B>
inline void apply_region(State<B>& state, const Move& move, const typename B::Bitboard& region) {
    record_action(state, move.type());
    collapse_region<HASHED>(state, region, move.detail);
}

template <bool HASHED, class B>
RINGRIFT_NOINLINE void apply(State<B>& state, const Move& move) {
    const MoveKind kind = move.type();
    const int seat = state.player;
    record_action(state, kind);
    switch (kind) {
        case MoveKind::place_ring: perform_placement<HASHED>(state, move); break;
        case MoveKind::skip_placement:
        case MoveKind::no_placement_action: state.phase = Phase::movement; break;
        case MoveKind::swap_sides: state.swap_used = 1; break;
        case MoveKind::move_stack: perform_move<HASHED>(state, move); break;
        case MoveKind::overtaking_capture:
        case MoveKind::continue_capture_segment: perform_capture<HASHED>(state, move); break;
        case MoveKind::recovery_slide: perform_slide<HASHED>(state, move); break;
        case MoveKind::skip_capture:
        case MoveKind::skip_recovery:
        case MoveKind::no_movement_action: enter_line_phase(state); break;
        case MoveKind::process_line:
        case MoveKind::choose_line_reward: perform_line<HASHED>(state, move); break;
        case MoveKind::no_line_action: enter_territory_phase(state); break;
        case MoveKind::process_territory_region: perform_region<HASHED>(state, move); break;
        case MoveKind::skip_territory_processing:
        case MoveKind::no_territory_action: end_territory_phase(state); break;
        case MoveKind::eliminate_rings_from_stack: perform_payment<HASHED>(state, move); break;
        case MoveKind::forced_elimination:
            state.template eliminate_top_rings<HASHED>(move.a, state.rings[move.a].cap(), seat);
            end_turn(state);
            break;
        case MoveKind::none: break;
    }
}

RINGRIFT_CLOSE
