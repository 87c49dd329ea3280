// Legal moves: the interactive moves of each phase, or the bookkeeping move (rules-exact.md §11).
#pragma once

#include "ringrift/apply.hpp"

RINGRIFT_OPEN

// R180: seat 2 may swap sides at its first placement, once.
template <class B>
RINGRIFT_INLINE bool can_swap(const State<B>& state) {
    return state.swap_enabled && !state.swap_used && state.turn_number == 2 && state.player == 1;
}

// R080: whether the player may skip placement, if a placement is legal.
template <class B>
RINGRIFT_NOINLINE bool may_skip_placement(const State<B>& state, const Mobility<B>& mobility) {
    const auto& own = state.controlled[state.player];
    const auto easy = (state.of_height[1] & mobility.of_height[1]) |
                      (state.of_height[2] & mobility.of_height[2]) |
                      (state.of_height[3] & mobility.of_height[3]);
    return (own & easy).any() || can_any_stack_act(state, state.player) ||
           is_recovery_eligible(state, state.player);
}

template <class B, class Sink>
RINGRIFT_NOINLINE void each_placement(const State<B>& state, Sink&& sink) {
    const Mobility<B> mobility(state);
    const LegalPlacements<B> places(state, mobility, state.player);
    for (int count = 1; count <= MAX_RINGS_PER_PLACEMENT; ++count)
        places.count[count - 1].each(
            [&](int cell) { sink(Move::of(MoveKind::place_ring, cell, 0, 0, count)); });
    if (places.any() && may_skip_placement(state, mobility))
        sink(Move::of(MoveKind::skip_placement));
    if (can_swap(state)) sink(Move::of(MoveKind::swap_sides));
}

template <class B, class Sink>
inline void each_stack_move(const State<B>& state, int cell, Sink&& sink) {
    const StackMoves<B> choices = stack_moves_at(state, cell);
    choices.each_move(sink);
    choices.each_capture(state, MoveKind::overtaking_capture, sink);
}

template <class B, class Sink>
RINGRIFT_NOINLINE void each_movement(const State<B>& state, Sink&& sink) {
    if (state.must_move_from != NO_CELL) {
        return each_stack_move(state, state.must_move_from, sink);
    }
    const auto& own = state.controlled[state.player];
    if (own.any()) {
        own.each([&](int cell) { each_stack_move(state, cell, sink); });
        return;
    }
    bool any = false;
    each_recovery_slide(state, state.player, [&](const Move& move) {
        any = true;
        sink(move);
    });
    if (any) sink(Move::of(MoveKind::skip_recovery));
}

template <class B, class Sink>
inline void each_cell_move(const typename B::Bitboard& cells, MoveKind kind, Sink&& sink) {
    cells.each([&](int cell) { sink(Move::of(kind, cell)); });
}

// R144: each region is optional.
template <class B, class Sink>
inline void each_region_move(const State<B>& state, Sink&& sink) {
    bool any = false;
    each_region(state, [&](const typename B::Bitboard& region, int border) {
        any = true;
        sink(Move::of(MoveKind::process_territory_region, region.first(), 0, 0, border));
        return false;
    });
    if (any) sink(Move::of(MoveKind::skip_territory_processing));
}

// Calls `sink` with every interactive move.
template <class B, class Sink>
inline void each_legal_move(const State<B>& state, Sink&& sink) {
    switch (state.phase) {
        case Phase::ring_placement: return each_placement(state, sink);
        case Phase::movement: return each_movement(state, sink);
        case Phase::capture:
            stack_moves_at(state, state.capture_from)
                .each_capture(state, MoveKind::overtaking_capture, sink);
            sink(Move::of(MoveKind::skip_capture));
            return;
        case Phase::chain_capture:
            return stack_moves_at(state, state.capture_from)
                .each_capture(state, MoveKind::continue_capture_segment, sink);
        case Phase::line_processing:
        case Phase::territory_processing:
            if (state.pending != Cost::none)
                return each_cell_move<B>(payable_stacks(state),
                                         MoveKind::eliminate_rings_from_stack, sink);
            if (state.phase == Phase::territory_processing) return each_region_move(state, sink);
            if (state.line_choice) each_line_move(state, payable_stacks(state).any(), sink);
            return;
        case Phase::forced_elimination:
            return each_cell_move<B>(state.controlled[state.player], MoveKind::forced_elimination,
                                     sink);
        case Phase::game_over: return;
    }
}

// R075: the bookkeeping move of a phase that offers no choice.
RINGRIFT_INLINE MoveKind bookkeeping_kind(Phase phase) {
    switch (phase) {
        case Phase::ring_placement: return MoveKind::no_placement_action;
        case Phase::movement: return MoveKind::no_movement_action;
        case Phase::line_processing: return MoveKind::no_line_action;
        case Phase::territory_processing: return MoveKind::no_territory_action;
        default: return MoveKind::none;
    }
}

// Writes up to `capacity` interactive moves, or the one bookkeeping move; returns how many there
// are. If that exceeds `capacity`, the caller asks again with a larger list.
template <class B>
inline int list_moves(const State<B>& state, Move* list, int capacity) {
    int count = 0;
    each_legal_move(state, [&](const Move& move) {
        if (count < capacity) list[count] = move;
        ++count;
    });
    if (count == 0) {
        const MoveKind bookkeeping = bookkeeping_kind(state.phase);
        if (bookkeeping != MoveKind::none && capacity > 0) list[count++] = Move::of(bookkeeping);
    }
    return count;
}

RINGRIFT_CLOSE
