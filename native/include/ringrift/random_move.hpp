// Picks a random legal move with uniform probability, by counting instead of listing.
#pragma once

#include "ringrift/legal_moves.hpp"
#include "ringrift/random.hpp"

RINGRIFT_OPEN

template <class B>
RINGRIFT_NOINLINE Move pick_placement(const State<B>& state, Random& random) {
    if (state.hand[state.player] == 0 && !can_swap(state))
        return Move::of(MoveKind::no_placement_action);
    const Mobility<B> mobility(state);
    const LegalPlacements<B> places(state, mobility, state.player);
    const int one = places.count[0].count(), two = places.count[1].count(),
              three = places.count[2].count();
    const int all = one + two + three;
    const bool skip = all > 0 && may_skip_placement(state, mobility);
    const int choices = all + skip + can_swap(state);
    if (choices == 0) return Move::of(MoveKind::no_placement_action);
    const int at = random.next_below(choices);
    if (at < all) {
        const int first = at >= one, second = at >= one + two;
        const int before = (one & -first) + (two & -second), count = 1 + first + second;
        return Move::of(MoveKind::place_ring, places.count[count - 1].nth(at - before), 0, 0,
                        count);
    }
    return Move::of(at == all && skip ? MoveKind::skip_placement : MoveKind::swap_sides);
}

// Returns the n-th move or capture of a stack.
template <class B>
RINGRIFT_INLINE Move nth_stack_move(const State<B>& state, const StackMoves<B>& choices, int at) {
    const int moves = choices.move_count();
    return at < moves ? choices.nth_move(at)
                      : choices.nth_capture(state, at - moves, MoveKind::overtaking_capture);
}

// Picks a cell of a set.
template <class B>
RINGRIFT_INLINE Move pick_cell_move(const typename B::Bitboard& cells, MoveKind kind,
                                    Random& random) {
    return Move::of(kind, cells.nth(random.next_below(cells.count())));
}

// Picks any other move by reservoir sampling.
template <class B>
RINGRIFT_NOINLINE Move pick_any_move(const State<B>& state, Random& random) {
    Move found = Move::of(bookkeeping_kind(state.phase));
    int count = 0;
    each_legal_move(state, [&](const Move& move) {
        if (random.next_below(++count) == 0) found = move;
    });
    return found;
}

// Picks a region and its cells, or the skip or bookkeeping move.
template <class B>
RINGRIFT_NOINLINE Move pick_region_move(const State<B>& state, Random& random,
                                        typename B::Bitboard& cells) {
    int count = 0, colour = 0;
    each_region(state, [&](const typename B::Bitboard& region, int border) {
        if (random.next_below(++count) == 0) {
            cells = region;
            colour = border;
        }
        return false;
    });
    if (count == 0) return Move::of(MoveKind::no_territory_action);
    if (random.next_below(count + 1) == 0) return Move::of(MoveKind::skip_territory_processing);
    return Move::of(MoveKind::process_territory_region, cells.first(), 0, 0, colour);
}

// Counts the moves and captures of the stack on a cell.
template <class B>
RINGRIFT_NOINLINE int count_stack_moves(const State<B>& state, int cell) {
    const StackMoves<B> choices = stack_moves_at(state, cell);
    return choices.move_count() + choices.capture_count();
}

template <class B>
RINGRIFT_NOINLINE Move pick_movement(const State<B>& state, Random& random) {
    if (state.must_move_from != NO_CELL) {
        const StackMoves<B> choices = stack_moves_at(state, state.must_move_from);
        return nth_stack_move(state, choices,
                              random.next_below(choices.move_count() + choices.capture_count()));
    }
    const auto& own = state.controlled[state.player];
    if (!own.any())
        return is_recovery_eligible(state, state.player) ? pick_any_move(state, random)
                                                         : Move::of(MoveKind::no_movement_action);
    // At most one entry for each cell.
    u16 cells[B::CELLS], counts[B::CELLS];
    int stacks = 0, total = 0;
    own.each([&](int cell) {
        const int here = count_stack_moves(state, cell);
        cells[stacks] = static_cast<u16>(cell);
        counts[stacks++] = static_cast<u16>(here);
        total += here;
    });
    if (total == 0) return Move::of(MoveKind::no_movement_action);
    int at = random.next_below(total), stack = 0;
    while (at >= counts[stack]) at -= counts[stack++];
    return nth_stack_move(state, stack_moves_at(state, cells[stack]), at);
}

template <class B>
RINGRIFT_NOINLINE Move pick_capture(const State<B>& state, Random& random) {
    const bool may_skip = state.phase == Phase::capture;
    const StackMoves<B> choices = stack_moves_at(state, state.capture_from);
    const int captures = choices.capture_count(), at = random.next_below(captures + may_skip);
    if (at == captures) return Move::of(MoveKind::skip_capture);
    return choices.nth_capture(
        state, at, may_skip ? MoveKind::overtaking_capture : MoveKind::continue_capture_segment);
}

// Returns a random legal move, or the bookkeeping move that is due. For a region, `region` receives
// its cells.
template <class B>
RINGRIFT_INLINE Move pick_random_move(const State<B>& state, Random& random,
                                      typename B::Bitboard& region) {
    switch (state.phase) {
        case Phase::ring_placement: return pick_placement(state, random);
        case Phase::movement: return pick_movement(state, random);
        case Phase::capture:
        case Phase::chain_capture: return pick_capture(state, random);
        case Phase::line_processing:
            if (state.pending == Cost::none && !state.line_choice)
                return Move::of(MoveKind::no_line_action);
            break;
        case Phase::territory_processing:
            if (state.pending != Cost::none) break;
            if (!state.split_borders) return Move::of(MoveKind::no_territory_action);
            return pick_region_move(state, random, region);
        case Phase::forced_elimination:
            return pick_cell_move<B>(state.controlled[state.player], MoveKind::forced_elimination,
                                     random);
        case Phase::game_over: return {};
    }
    if (state.pending != Cost::none)
        return pick_cell_move<B>(payable_stacks(state), MoveKind::eliminate_rings_from_stack,
                                 random);
    return pick_any_move(state, random);
}

RINGRIFT_CLOSE
