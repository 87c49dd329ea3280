// Actions: one integer for each move that can ever be legal on a board (docs/reference/actions.md).
//
// Moves that share a number are told apart by the position: a path is a move or a capture, a
// payment is what the phase requires. So an action names at most one legal move of a position.
//
// Choices: the columns of a mask. A choice is an action, but a recovery slide is chosen in two: the
// marker's step, then the settlement, if the step has more than one.
#pragma once

#include "ringrift/legal_moves.hpp"

RINGRIFT_OPEN

template <class B>
struct Actions {
    static constexpr int C = B::CELLS, A = B::AXES, D = B::DIRECTIONS;

    struct PathTable {
        i32 first[C][D] = {};  // action of one step along the direction; each further step adds one
        i32 count = 0;
        constexpr PathTable() {
            for (int index = 0; index < C; ++index)
                for (int direction = 0; direction < D; ++direction) {
                    first[index][direction] = count;
                    int cell = B::tables.cell_at[index];
                    while (B::tables.neighbours[cell] >> direction & 1) {
                        cell += B::step_offset(direction);
                        ++count;
                    }
                }
        }
    };
    static constexpr PathTable paths{};

    static constexpr i32 PLACE = 0;                 // + (count - 1) * cells + cell
    static constexpr i32 PATH = PLACE + 3 * C;      // + path: move or capture
    static constexpr i32 PAY = PATH + paths.count;  // + cell: payment or forced elimination
    static constexpr i32 LINE = PAY + C;            // + axis * cells + first cell: the whole line
    static constexpr i32 SEGMENT = LINE + A * C;    // + axis * cells + first cell of the segment
    static constexpr i32 REGION = SEGMENT + A * C;  // + border * cells + first cell
    static constexpr i32 PLAIN = REGION + 5 * C;    // + index in plain_kinds
    static constexpr int PLAIN_KINDS = 9;
    static constexpr i32 SLIDE =
        PLAIN + PLAIN_KINDS;             // + (slot * cells + from) * directions + direction
    static constexpr i32 STEPS = C * D;  // marker steps by origin and direction
    static constexpr i32 SLOTS =
        2 * A * C;  // settlements: axis * cells + extraction, then axis * cells + segment
    static constexpr i32 COUNT = SLIDE + SLOTS * STEPS;
    static constexpr i32 SETTLE = SLIDE + STEPS;  // choices from here on settle a step
    static constexpr i32 CHOICES = SETTLE + SLOTS;

    static constexpr MoveKind plain_kinds[PLAIN_KINDS] = {
        MoveKind::skip_placement,      MoveKind::swap_sides,
        MoveKind::no_placement_action, MoveKind::skip_capture,
        MoveKind::skip_recovery,       MoveKind::no_movement_action,
        MoveKind::no_line_action,      MoveKind::skip_territory_processing,
        MoveKind::no_territory_action};

    static int index_of_cell(int cell) { return B::tables.index_of[cell]; }

    // Returns the marker step of a slide; -1 for another action.
    static i32 step_of(i32 action) { return action < SLIDE ? -1 : (action - SLIDE) % STEPS; }

    // Returns the choice that names the action, or the step of its slide; after that step (-1:
    // none), the choice that settles it. -1: the action does not follow the step.
    static i32 choice_of(i32 action, i32 step) {
        if (step < 0) return action < SLIDE ? action : SLIDE + step_of(action);
        return step_of(action) == step ? SETTLE + (action - SLIDE) / STEPS : -1;
    }

    static int step_origin(i32 step) { return cell_at_index(step / D); }
    static int step_target(i32 step) { return cell_at_index(step / D) + B::step_offset(step % D); }

    static i32 encode(const Move& move) {
        switch (move.type()) {
            case MoveKind::place_ring: return PLACE + (move.detail - 1) * C + index_of_cell(move.a);
            case MoveKind::move_stack: return path_action(move.a, move.b);
            case MoveKind::overtaking_capture:
            case MoveKind::continue_capture_segment: return path_action(move.a, move.c);
            case MoveKind::eliminate_rings_from_stack:
            case MoveKind::forced_elimination: return PAY + index_of_cell(move.a);
            case MoveKind::process_line: return LINE + move.detail * C + index_of_cell(move.a);
            case MoveKind::choose_line_reward:
                return (move.detail >> 2 == 1 ? LINE : SEGMENT) + (move.detail & 3) * C +
                       index_of_cell(move.b);
            case MoveKind::process_territory_region:
                return REGION + move.detail * C + index_of_cell(move.a);
            case MoveKind::recovery_slide: {
                const SlideDetail slide = SlideDetail::of(move.detail);
                const i32 slot =
                    ((slide.option == 2 ? A : 0) + slide.axis) * C + index_of_cell(move.c);
                return SLIDE + (slot * C + index_of_cell(move.a)) * D +
                       direction_between(move.a, move.b);
            }
            default:
                for (int at = 0; at < PLAIN_KINDS; ++at)
                    if (plain_kinds[at] == move.type()) return PLAIN + at;
                return -1;
        }
    }

    // Returns the move that an action names in this position; it may be illegal. An action that
    // names no move gives MoveKind::none.
    static Move decode(const State<B>& state, i64 action) {
        if (action < 0 || action >= COUNT) return {};
        const i32 a = static_cast<i32>(action);
        if (a < PATH) return Move::of(MoveKind::place_ring, cell_at_index(a % C), 0, 0, 1 + a / C);
        if (a < PAY) return decode_path(state, a - PATH);
        if (a < LINE)
            return Move::of(state.phase == Phase::forced_elimination
                                ? MoveKind::forced_elimination
                                : MoveKind::eliminate_rings_from_stack,
                            cell_at_index(a - PAY));
        if (a < REGION) return decode_line(state, (a - LINE) % (A * C), a >= SEGMENT);
        if (a < PLAIN)
            return Move::of(MoveKind::process_territory_region, cell_at_index((a - REGION) % C), 0,
                            0, (a - REGION) / C);
        if (a < SLIDE) return Move::of(plain_kinds[a - PLAIN]);
        return decode_slide(state, a - SLIDE);
    }

private:
    static int cell_at_index(i32 index) { return B::tables.cell_at[index]; }

    static int direction_between(int from, int to) {
        const int step = step_offset_between<B>(from, to);
        for (int direction = 0; direction < D; ++direction)
            if (B::step_offset(direction) == step) return direction;
        return 0;
    }

    static i32 path_action(int from, int to) {
        const int direction_to = direction_between(from, to);
        return PATH + paths.first[index_of_cell(from)][direction_to] +
               (to - from) / B::step_offset(direction_to) - 1;
    }

    static Move decode_path(const State<B>& state, i32 number) {
        int at = C - 1, direction_to = D - 1;
        while (paths.first[at][0] > number) --at;
        while (paths.first[at][direction_to] > number) --direction_to;
        const int from = cell_at_index(at), steps = number - paths.first[at][direction_to] + 1;
        const int to = from + steps * B::step_offset(direction_to);
        const MoveKind capture = state.phase == Phase::chain_capture
                                     ? MoveKind::continue_capture_segment
                                     : MoveKind::overtaking_capture;
        for (int over = from + B::step_offset(direction_to); over != to;
             over += B::step_offset(direction_to))
            if (state.stacks.has(over)) return Move::of(capture, from, over, to);
        return Move::of(MoveKind::move_stack, from, to);
    }

    static Move decode_line(const State<B>& state, i32 number, bool segment) {
        const int axis = number / C, first = cell_at_index(number % C);
        const auto& markers = state.markers[state.player];
        if (!markers.has(first)) return {};
        const int start = line_start<B>(markers, first, axis);
        const int length = run_length<B>(markers, start, axis);
        if (segment) return Move::of(MoveKind::choose_line_reward, start, first, 0, axis + 8);
        if (length > state.line_length())
            return Move::of(MoveKind::choose_line_reward, first, first, 0, axis + 4);
        return Move::of(MoveKind::process_line, first, 0, 0, axis);
    }

    static Move decode_slide(const State<B>& state, i32 number) {
        const int direction_to = number % D, from = cell_at_index(number / D % C),
                  slot = number / STEPS;
        if (!(B::tables.neighbours[from] >> direction_to & 1)) return {};
        const int to = from + B::step_offset(direction_to), axis = slot / C % A,
                  paid = cell_at_index(slot % C);
        if (slot >= A * C)
            return Move::of(MoveKind::recovery_slide, from, to, paid,
                            SlideDetail::pack(RecoveryMode::line, 2, axis));
        if (state.stacks.has(to))
            return Move::of(MoveKind::recovery_slide, from, to, paid,
                            SlideDetail::pack(RecoveryMode::stack_strike, 0, axis));
        const auto markers =
            (state.markers[state.player] - B::Bitboard::of(from)) | B::Bitboard::of(to);
        const int length = run_length<B>(markers, line_start<B>(markers, to, axis), axis);
        if (length >= state.line_length())
            return Move::of(MoveKind::recovery_slide, from, to, paid,
                            SlideDetail::pack(RecoveryMode::line, 1, axis));
        return Move::of(MoveKind::recovery_slide, from, to, paid,
                        SlideDetail::pack(RecoveryMode::fallback, 0, axis));
    }
};

// Whether the move is legal, interactive or bookkeeping.
template <class B>
inline bool is_legal(const State<B>& state, const Move& move) {
    bool found = false, any = false;
    each_legal_move(state, [&](const Move& offered) {
        any = true;
        found |= offered == move;
    });
    if (any) return found;
    const MoveKind bookkeeping = bookkeeping_kind(state.phase);
    return bookkeeping != MoveKind::none && move == Move::of(bookkeeping);
}

// What a choice does: it is illegal, is the step of a slide that must be settled, or makes a move.
enum class ChoiceResult : u8 { illegal, step, move };

// Reads a choice in a position; `step` is the step chosen before (-1: none). Writes the move that
// the choice makes.
template <class B>
inline ChoiceResult read_choice(const State<B>& state, i32 step, i64 choice, Move& move) {
    using Table = Actions<B>;
    if (choice < 0 || choice >= Table::CHOICES || (step >= 0) != (choice >= Table::SETTLE))
        return ChoiceResult::illegal;
    const i32 chosen = static_cast<i32>(choice);
    if (step >= 0 || chosen < Table::SLIDE) {
        const i32 action =
            step < 0 ? chosen : Table::SLIDE + (chosen - Table::SETTLE) * Table::STEPS + step;
        move = Table::decode(state, action);
        return is_legal(state, move) ? ChoiceResult::move : ChoiceResult::illegal;
    }
    int settlements = 0;
    each_legal_move(state, [&](const Move& offered) {
        if (Table::step_of(Table::encode(offered)) != chosen - Table::SLIDE) return;
        move = offered;
        ++settlements;
    });
    if (settlements == 0) return ChoiceResult::illegal;
    return settlements == 1 ? ChoiceResult::move : ChoiceResult::step;
}

// Marks the legal choices after a step (-1: none), or that of the bookkeeping move. Returns how
// many moves there are.
template <class B>
inline int write_choice_mask(const State<B>& state, i32 step, u8* columns) {
    using Table = Actions<B>;
    std::memset(columns, 0, Table::CHOICES);
    int count = 0;
    each_legal_move(state, [&](const Move& move) {
        const i32 choice = Table::choice_of(Table::encode(move), step);
        if (choice < 0) return;
        columns[choice] = 1;
        ++count;
    });
    const MoveKind bookkeeping = bookkeeping_kind(state.phase);
    if (count == 0 && bookkeeping != MoveKind::none) {
        columns[Table::encode(Move::of(bookkeeping))] = 1;
        count = 1;
    }
    return count;
}

RINGRIFT_CLOSE
