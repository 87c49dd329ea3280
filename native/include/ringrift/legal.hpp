// What a state offers: the interactive moves of each phase, or the bookkeeping move (RULES.md §11).
#pragma once

#include "ringrift/play.hpp"

RINGRIFT_OPEN

// R180: to seat 2 at its first placement, once.
template <class B>
RINGRIFT_INLINE bool swap_offered(const State<B>& state) {
    return state.swap_enabled && !state.swap_used && state.turn_number == 2 && state.player == 1;
}

// R080: whether placing is not mandatory, given that a placement is legal.
template <class B>
RINGRIFT_ONCE bool may_skip_placement(const State<B>& state, const Room<B>& room) {
    const auto& own = state.controlled[state.player];
    const auto easy = (state.of_height[1] & room.of_height[1]) |
                      (state.of_height[2] & room.of_height[2]) |
                      (state.of_height[3] & room.of_height[3]);
    return (own & easy).any() || can_any_stack_act(state, state.player) ||
           recovery_eligible(state, state.player);
}

template <class B, class Sink>
RINGRIFT_ONCE void placement_offer(const State<B>& state, Sink&& sink) {
    const Room<B> room(state);
    const Placeable<B> places(state, room, state.player);
    for (int count = 1; count <= MOST_AT_ONCE; ++count)
        places.count[count - 1].each(
            [&](int cell) { sink(Move::of(Kind::place_ring, cell, 0, 0, count)); });
    if (places.any() && may_skip_placement(state, room)) sink(Move::of(Kind::skip_placement));
    if (swap_offered(state)) sink(Move::of(Kind::swap_sides));
}

template <class B, class Sink>
inline void each_choice(const State<B>& state, int cell, Sink&& sink) {
    const Choices<B> choices = choices_of(state, cell);
    choices.each_move(sink);
    choices.each_capture(state, Kind::overtaking_capture, sink);
}

template <class B, class Sink>
RINGRIFT_ONCE void movement_offer(const State<B>& state, Sink&& sink) {
    if (state.must_move_from != NO_CELL) {
        return each_choice(state, state.must_move_from, sink);
    }
    const auto& own = state.controlled[state.player];
    if (own.any()) {
        own.each([&](int cell) { each_choice(state, cell, sink); });
        return;
    }
    bool any = false;
    recovery_slides(state, state.player, [&](const Move& move) {
        any = true;
        sink(move);
    });
    if (any) sink(Move::of(Kind::skip_recovery));
}

template <class B, class Sink>
inline void each_cell_move(const typename B::Set& cells, Kind kind, Sink&& sink) {
    cells.each([&](int cell) { sink(Move::of(kind, cell)); });
}

// R144: each region is optional.
template <class B, class Sink>
inline void territory_offer(const State<B>& state, Sink&& sink) {
    bool any = false;
    each_region(state, [&](const typename B::Set& region, int border) {
        any = true;
        sink(Move::of(Kind::process_territory_region, region.first(), 0, 0, border));
        return false;
    });
    if (any) sink(Move::of(Kind::skip_territory_processing));
}

// Hands every interactive move to the sink.
template <class B, class Sink>
inline void each_legal(const State<B>& state, Sink&& sink) {
    switch (state.phase) {
        case Phase::ring_placement: return placement_offer(state, sink);
        case Phase::movement: return movement_offer(state, sink);
        case Phase::capture:
            choices_of(state, state.capture_from)
                .each_capture(state, Kind::overtaking_capture, sink);
            sink(Move::of(Kind::skip_capture));
            return;
        case Phase::chain_capture:
            return choices_of(state, state.capture_from)
                .each_capture(state, Kind::continue_capture_segment, sink);
        case Phase::line_processing:
        case Phase::territory_processing:
            if (state.pending != Cost::none)
                return each_cell_move<B>(payers(state), Kind::eliminate_rings_from_stack, sink);
            if (state.phase == Phase::territory_processing) return territory_offer(state, sink);
            if (state.offers) line_moves(state, payers(state).any(), sink);
            return;
        case Phase::forced_elimination:
            return each_cell_move<B>(state.controlled[state.player], Kind::forced_elimination,
                                     sink);
        case Phase::game_over: return;
    }
}

// R075: the bookkeeping move of the phase, for a state that offers nothing.
RINGRIFT_INLINE Kind bookkeeping_of(Phase phase) {
    switch (phase) {
        case Phase::ring_placement: return Kind::no_placement_action;
        case Phase::movement: return Kind::no_movement_action;
        case Phase::line_processing: return Kind::no_line_action;
        case Phase::territory_processing: return Kind::no_territory_action;
        default: return Kind::none;
    }
}

// The interactive moves as a list, as many as there is room for, or the one bookkeeping move;
// returns how many there are. A list that was too short is asked for again with more room.
template <class B>
inline int list_moves(const State<B>& state, Move* list, int room) {
    int count = 0;
    each_legal(state, [&](const Move& move) {
        if (count < room) list[count] = move;
        ++count;
    });
    if (count == 0) {
        const Kind due = bookkeeping_of(state.phase);
        if (due != Kind::none && room > 0) list[count++] = Move::of(due);
    }
    return count;
}

RINGRIFT_CLOSE
