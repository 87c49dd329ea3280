// Moves as integers: one number for each move that could ever be legal on a board
// (docs/reference/actions.md).
//
// A position decides between the moves that share a number: the way from one cell to another is a
// move or a capture, a payment is what the phase asks for. So a number names at most one legal move
// of a position.
#pragma once

#include "ringrift/legal.hpp"

RINGRIFT_OPEN

template <class B>
struct Actions {
    static constexpr int C = B::CELLS, A = B::AXES, D = B::DIRECTIONS;

    struct Ways {
        i32 first[C][D] = {};  // number of the way of one step; one more for each further step
        i32 count = 0;
        constexpr Ways() {
            for (int index = 0; index < C; ++index)
                for (int direction = 0; direction < D; ++direction) {
                    first[index][direction] = count;
                    int cell = B::tables.cell_at[index];
                    while (B::tables.neighbours[cell] >> direction & 1) {
                        cell += B::step(direction);
                        ++count;
                    }
                }
        }
    };
    static constexpr Ways ways{};

    static constexpr i32 PLACE = 0;                 // + (count - 1) * cells + cell
    static constexpr i32 WAY = PLACE + 3 * C;       // + way: move or capture
    static constexpr i32 PAY = WAY + ways.count;    // + cell: payment or forced elimination
    static constexpr i32 LINE = PAY + C;            // + axis * cells + first cell: the whole line
    static constexpr i32 SEGMENT = LINE + A * C;    // + axis * cells + first cell of the segment
    static constexpr i32 REGION = SEGMENT + A * C;  // + border * cells + first cell
    static constexpr i32 SINGLE = REGION + 5 * C;   // + which: moves without a cell
    static constexpr int SINGLES = 9;
    static constexpr i32 SLIDE =
        SINGLE + SINGLES;                 // + (slot * cells + from) * directions + direction
    static constexpr i32 SLIDES = C * D;  // slides without how they are settled
    static constexpr i32 MASKED =
        SLIDE + SLIDES;  // numbers in a mask: of a slide only where it goes
    static constexpr i32 SLOTS =
        2 * A * C;  // axis * cells + extraction, then axis * cells + segment
    static constexpr i32 COUNT = SLIDE + SLOTS * SLIDES;

    static constexpr Kind singles[SINGLES] = {
        Kind::skip_placement,      Kind::swap_sides,
        Kind::no_placement_action, Kind::skip_capture,
        Kind::skip_recovery,       Kind::no_movement_action,
        Kind::no_line_action,      Kind::skip_territory_processing,
        Kind::no_territory_action};

    static int index(int cell) { return B::tables.index_of[cell]; }

    // The column of a mask that stands for an action.
    static i32 masked(i32 action) {
        return action < SLIDE ? action : SLIDE + (action - SLIDE) % SLIDES;
    }

    static i32 encode(const Move& move) {
        switch (move.type()) {
            case Kind::place_ring: return PLACE + (move.detail - 1) * C + index(move.a);
            case Kind::move_stack: return way(move.a, move.b);
            case Kind::overtaking_capture:
            case Kind::continue_capture_segment: return way(move.a, move.c);
            case Kind::eliminate_rings_from_stack:
            case Kind::forced_elimination: return PAY + index(move.a);
            case Kind::process_line: return LINE + move.detail * C + index(move.a);
            case Kind::choose_line_reward:
                return (move.detail >> 2 == 1 ? LINE : SEGMENT) + (move.detail & 3) * C +
                       index(move.b);
            case Kind::process_territory_region: return REGION + move.detail * C + index(move.a);
            case Kind::recovery_slide: {
                const Slide slide = Slide::of(move.detail);
                const i32 slot = ((slide.option == 2 ? A : 0) + slide.axis) * C + index(move.c);
                return SLIDE + (slot * C + index(move.a)) * D + direction(move.a, move.b);
            }
            default:
                for (int at = 0; at < SINGLES; ++at)
                    if (singles[at] == move.type()) return SINGLE + at;
                return -1;
        }
    }

    // The move that the number would be in this position; it is legal if the position offers it.
    // Any number is allowed: one that names nothing gives Kind::none.
    static Move decode(const State<B>& state, i64 action) {
        if (action < 0 || action >= COUNT) return {};
        const i32 a = static_cast<i32>(action);
        if (a < WAY) return Move::of(Kind::place_ring, cell(a % C), 0, 0, 1 + a / C);
        if (a < PAY) return decode_way(state, a - WAY);
        if (a < LINE)
            return Move::of(state.phase == Phase::forced_elimination
                                ? Kind::forced_elimination
                                : Kind::eliminate_rings_from_stack,
                            cell(a - PAY));
        if (a < REGION) return decode_line(state, (a - LINE) % (A * C), a >= SEGMENT);
        if (a < SINGLE)
            return Move::of(Kind::process_territory_region, cell((a - REGION) % C), 0, 0,
                            (a - REGION) / C);
        if (a < SLIDE) return Move::of(singles[a - SINGLE]);
        return decode_slide(state, a - SLIDE);
    }

private:
    static int cell(i32 index) { return B::tables.cell_at[index]; }

    static int direction(int from, int to) {
        const int step = step_towards<B>(from, to);
        for (int direction = 0; direction < D; ++direction)
            if (B::step(direction) == step) return direction;
        return 0;
    }

    static i32 way(int from, int to) {
        const int towards = direction(from, to);
        return WAY + ways.first[index(from)][towards] + (to - from) / B::step(towards) - 1;
    }

    static Move decode_way(const State<B>& state, i32 number) {
        int at = C - 1, towards = D - 1;
        while (ways.first[at][0] > number) --at;
        while (ways.first[at][towards] > number) --towards;
        const int from = cell(at), steps = number - ways.first[at][towards] + 1;
        const int to = from + steps * B::step(towards);
        const Kind capture = state.phase == Phase::chain_capture ? Kind::continue_capture_segment
                                                                 : Kind::overtaking_capture;
        for (int over = from + B::step(towards); over != to; over += B::step(towards))
            if (state.stacks.has(over)) return Move::of(capture, from, over, to);
        return Move::of(Kind::move_stack, from, to);
    }

    static Move decode_line(const State<B>& state, i32 number, bool segment) {
        const int axis = number / C, first = cell(number % C);
        const auto& markers = state.markers[state.player];
        if (!markers.has(first)) return {};
        const int start = line_start<B>(markers, first, axis);
        const int length = run_length<B>(markers, start, axis);
        if (segment) return Move::of(Kind::choose_line_reward, start, first, 0, axis + 8);
        if (length > state.line_length())
            return Move::of(Kind::choose_line_reward, first, first, 0, axis + 4);
        return Move::of(Kind::process_line, first, 0, 0, axis);
    }

    static Move decode_slide(const State<B>& state, i32 number) {
        const int towards = number % D, from = cell(number / D % C), slot = number / SLIDES;
        if (!(B::tables.neighbours[from] >> towards & 1)) return {};
        const int to = from + B::step(towards), axis = slot / C % A, paid = cell(slot % C);
        if (slot >= A * C)
            return Move::of(Kind::recovery_slide, from, to, paid,
                            Slide::packed(RecoveryMode::line, 2, axis));
        if (state.stacks.has(to))
            return Move::of(Kind::recovery_slide, from, to, paid,
                            Slide::packed(RecoveryMode::stack_strike, 0, axis));
        const auto markers = (state.markers[state.player] - B::Set::of(from)) | B::Set::of(to);
        const int length = run_length<B>(markers, line_start<B>(markers, to, axis), axis);
        if (length >= state.line_length())
            return Move::of(Kind::recovery_slide, from, to, paid,
                            Slide::packed(RecoveryMode::line, 1, axis));
        return Move::of(Kind::recovery_slide, from, to, paid,
                        Slide::packed(RecoveryMode::fallback, 0, axis));
    }
};

// Whether the position offers this very move, interactive or bookkeeping.
template <class B>
inline bool is_legal(const State<B>& state, const Move& move) {
    bool found = false, any = false;
    each_legal(state, [&](const Move& offered) {
        any = true;
        found |= offered == move;
    });
    if (any) return found;
    const Kind due = bookkeeping_of(state.phase);
    return due != Kind::none && move == Move::of(due);
}

RINGRIFT_CLOSE
