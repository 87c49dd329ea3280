// Why a move is illegal: the same reasons in the same order as src/ringrift/rules/explain.py.
// Lockstep compares the two. Cold code: nothing here is called during a search.
#pragma once

#include <initializer_list>

#include "ringrift/explanation.hpp"
#include "ringrift/legal_moves.hpp"
#include "ringrift/move_cells.hpp"

RINGRIFT_OPEN

static_assert(MOVE_KINDS == static_cast<int>(MoveKind::none));

template <class B>
class MoveExplainer {
public:
    MoveExplainer(const State<B>& state, const MoveQuery& query, Explanation& out)
        : state_(state),
          query_(query),
          out_(out),
          kind_(static_cast<MoveKind>(query[MoveQuery::kind])) {}

    // Writes why the move is illegal; false if it is legal.
    bool explain() {
        if (is_legal_query()) {
            out_.set_message(Message::none);
            return false;
        }
        if (!explain_in_general()) explain_kind();
        return true;
    }

private:
    using Bitboard = typename B::Bitboard;

    // Whether the state offers the very move of the query.
    bool is_legal_query() const {
        if (query_[MoveQuery::player] != state_.player + 1 || find_off_board_position() >= 0)
            return false;
        OfferedMoves offered{this, 0, false};
        collect_offered_moves(offered);
        if (offered.kinds != 0) return offered.has_query;
        return kind_ != MoveKind::none && kind_ == bookkeeping_kind(state_.phase);
    }

    // What the state offers: the kinds of its moves, and whether the move of the query is one.
    struct OfferedMoves {
        const MoveExplainer* explainer;
        u32 kinds;
        bool has_query;
    };

    // The one use of the move generator here: each copy of it would make the kernel larger.
    RINGRIFT_NOINLINE void collect_offered_moves(OfferedMoves& offered) const {
        each_legal_move(state_,
                        [&offered](const Move& move) { record_offered_move(offered, move); });
    }
    RINGRIFT_NOINLINE static void record_offered_move(OfferedMoves& offered, const Move& move) {
        const MoveExplainer& explainer = *offered.explainer;
        offered.kinds |= u32{1} << move.kind;
        if (move.type() == explainer.kind_ && !offered.has_query)
            offered.has_query =
                explainer.find_off_board_position() < 0 && explainer.is_queried_move(move);
    }

    bool is_queried_move(const Move& offered) const {
        switch (kind_) {
            case MoveKind::place_ring:
                return offered.a == query_cell(MoveQuery::to) && offered.detail == query_number();
            case MoveKind::move_stack:
                return offered.a == query_cell(MoveQuery::from) &&
                       offered.b == query_cell(MoveQuery::to);
            case MoveKind::overtaking_capture:
            case MoveKind::continue_capture_segment:
                return offered.a == query_cell(MoveQuery::from) &&
                       offered.b == query_cell(MoveQuery::target) &&
                       offered.c == query_cell(MoveQuery::to);
            case MoveKind::recovery_slide: return is_queried_slide(offered);
            case MoveKind::process_line: return query_names_cells_of(offered);
            case MoveKind::choose_line_reward:
                return offered.detail >> 2 == query_number() && query_names_cells_of(offered) &&
                       query_names_collapse_of(offered, query_number(), offered.b);
            case MoveKind::process_territory_region:
                return offered.detail == query_number() && query_names_cells_of(offered);
            case MoveKind::eliminate_rings_from_stack:
                return offered.a == query_cell(MoveQuery::to) &&
                       query_number() == static_cast<int>(state_.pending);
            case MoveKind::forced_elimination: return offered.a == query_cell(MoveQuery::to);
            default: return true;
        }
    }

    bool is_queried_slide(const Move& offered) const {
        const SlideDetail slide = SlideDetail::of(offered.detail);
        if (offered.a != query_cell(MoveQuery::from) || offered.b != query_cell(MoveQuery::to) ||
            query_[MoveQuery::mode] != static_cast<int>(slide.mode) ||
            query_number() != slide.option)
            return false;
        const bool pays = slide.option != 2;
        if (pays ? !has_query_cell(MoveQuery::extraction) ||
                       offered.c != query_cell(MoveQuery::extraction)
                 : query_[MoveQuery::extraction] != MoveQuery::ABSENT)
            return false;
        if (slide.mode != RecoveryMode::line) return !query_.has_cells() && !query_.has_collapse();
        return query_names_cells_of(offered) &&
               query_names_collapse_of(offered, slide.option, offered.c);
    }

    bool query_names_cells_of(const Move& offered) const {
        u16 cells[B::CELLS];
        const int count = write_move_cells(state_, offered, cells);
        return query_names_cells(cells, count);
    }

    bool query_names_cells(const u16* cells, int count) const {
        if (!query_.has_cells() || query_.given_cell_count() != count) return false;
        for (int at = 0; at < count; ++at)
            if (query_.cell(at) != cells[at]) return false;
        return true;
    }

    // R121, R112: option 1 collapses the whole line, option 2 the segment that begins at `first`.
    bool query_names_collapse_of(const Move& offered, int option, int first) const {
        if (!query_.has_collapse()) return false;
        u16 cells[B::CELLS];
        int start = 0, count = write_move_cells(state_, offered, cells);
        if (option == 2) {
            while (start < count && cells[start] != B::tables.index_of[first]) ++start;
            count = start + state_.line_length();
        }
        if (query_.given_collapse_count() != count - start) return false;
        for (int at = start; at < count; ++at)
            if (query_.collapsed_cell(at - start) != cells[at]) return false;
        return true;
    }

    // Reasons that any kind of move can have: the game, the seat, the board, the phase.
    bool explain_in_general() {
        if (state_.phase == Phase::game_over) return refuse(Message::game_over, state_.winner);
        if (query_[MoveQuery::player] != state_.player + 1)
            return refuse(Message::not_your_turn, state_.player + 1);
        if (const int position = find_off_board_position(); position >= 0)
            return refuse(Message::out_of_bounds, position);
        if (kind_ == MoveKind::swap_sides) {
            refuse(Message::swap_unavailable);
            return list_available_kinds();
        }
        if (!(kinds_of_phase() >> static_cast<int>(kind_) & 1)) {
            if (state_.phase == Phase::chain_capture) return refuse(Message::chain_must_continue);
            refuse(Message::wrong_phase, static_cast<int>(kind_), static_cast<int>(state_.phase));
            return list_available_kinds();
        }
        if (is_bookkeeping(kind_)) {
            refuse(Message::action_available, static_cast<int>(kind_));
            return list_available_kinds();
        }
        return false;
    }

    void explain_kind() {
        if (state_.pending != Cost::none && kind_ != MoveKind::eliminate_rings_from_stack) {
            refuse(state_.phase == Phase::territory_processing ? Message::cost_due_region
                                                               : Message::cost_due_line);
            return;
        }
        switch (kind_) {
            case MoveKind::place_ring: explain_placement(); break;
            case MoveKind::skip_placement:
                refuse(can_place(state_, state_.player) ? Message::placement_mandatory
                                                        : Message::nothing_to_skip_placement);
                break;
            case MoveKind::move_stack: explain_movement(); break;
            case MoveKind::overtaking_capture:
            case MoveKind::continue_capture_segment: explain_capture(); break;
            case MoveKind::recovery_slide: explain_slide(); break;
            case MoveKind::skip_recovery:
                refuse(is_recovery_eligible(state_, state_.player)
                           ? Message::nothing_to_skip_recovery
                           : Message::not_recovery_eligible);
                break;
            case MoveKind::process_line:
            case MoveKind::choose_line_reward: explain_line(); break;
            case MoveKind::process_territory_region: explain_region(); break;
            case MoveKind::eliminate_rings_from_stack: explain_payment(); break;
            case MoveKind::forced_elimination:
                refuse(Message::not_your_stack_forced_elimination);
                list_cells(state_.controlled[state_.player]);
                break;
            default: refuse(Message::nothing_to_skip_region);
        }
    }

    void explain_placement() {
        const int to = query_cell(MoveQuery::to), height = state_.rings[to].height();
        const int hand = state_.hand[state_.player];
        if (hand == 0) {
            refuse(Message::no_rings_in_hand);
            return;
        }
        int max = hand < MAX_RINGS_PER_PLACEMENT ? hand : MAX_RINGS_PER_PLACEMENT;
        if (height > 0) max = 1;
        if (query_number() < 1 || query_number() > max) {
            if (height > 0) refuse(Message::too_many_rings_stack);
            else if (hand == 1) refuse(Message::too_many_rings_last);
            else refuse(Message::too_many_rings_empty, max);
        } else if (!state_.open.has(to)) {
            refuse(Message::on_collapsed_space, index_of_cell(to));
        } else if (state_.marked.has(to)) {
            refuse(Message::on_marker, index_of_cell(to));
        } else {
            refuse(height > 0 ? Message::dead_placement_stack : Message::dead_placement_empty,
                   height + query_number(), index_of_cell(to));
        }
    }

    void explain_movement() {
        const int from = query_cell(MoveQuery::from), to = query_cell(MoveQuery::to);
        if (explain_wrong_stack(from, Message::not_your_stack_move)) return;
        const int direction = direction_between(from, to);
        if (direction < 0) {
            refuse(Message::not_a_ray_move, index_of_cell(from), index_of_cell(to));
            return;
        }
        explain_path(cells_between(from, to, direction), Message::path_blocked_move,
                     Message::landing_blocked_move);
    }

    void explain_capture() {
        const int from = query_cell(MoveQuery::from), target = query_cell(MoveQuery::target);
        const int to = query_cell(MoveQuery::to);
        if (explain_wrong_stack(from, Message::not_your_stack_capture)) return;
        if (state_.capture_from != NO_CELL && state_.capture_from != from) {
            refuse(state_.phase == Phase::chain_capture ? Message::chain_must_continue_stack
                                                        : Message::must_capture_with_moved_stack,
                   index_of_cell(state_.capture_from));
            return;
        }
        const int direction = direction_between(from, target);
        if (direction < 0 || direction_between(target, to) != direction) {
            refuse(Message::not_a_ray_capture, index_of_cell(from), index_of_cell(target),
                   index_of_cell(to));
        } else if (!state_.stacks.has(target)) {
            refuse(Message::no_target_capture, index_of_cell(target));
        } else if (state_.caps[from] < state_.caps[target]) {
            refuse(Message::cap_too_low, state_.caps[from], state_.caps[target]);
        } else {
            explain_path(
                cells_between(from, target, direction) | cells_between(target, to, direction),
                Message::path_blocked_capture, Message::landing_blocked_capture);
        }
    }

    // R081, R090: the player must control the stack, and a placed stack moves first.
    bool explain_wrong_stack(int from, Message not_own) {
        if (!state_.controlled[state_.player].has(from))
            return refuse(not_own, index_of_cell(from));
        if (state_.must_move_from == NO_CELL || state_.must_move_from == from) return false;
        return refuse(Message::must_move_placed_stack, index_of_cell(state_.must_move_from));
    }

    // R091, R101: blocked on the way or on the landing cell, or else too short.
    void explain_path(const Bitboard& path, Message blocked, Message landing) {
        const Bitboard blockers = path & state_.blocked_cells();
        const int to = query_cell(MoveQuery::to);
        if (blockers.any()) {
            refuse(blocked);
            list_cells(blockers);
        } else if (state_.blocked_cells().has(to)) {
            refuse(landing, index_of_cell(to));
        } else {
            refuse(Message::too_short, state_.rings[query_cell(MoveQuery::from)].height());
        }
    }

    void explain_slide() {
        const int from = query_cell(MoveQuery::from), to = query_cell(MoveQuery::to),
                  seat = state_.player;
        const auto mode = static_cast<RecoveryMode>(query_[MoveQuery::mode]);
        const bool strikes = mode == RecoveryMode::stack_strike;
        if (!is_recovery_eligible(state_, seat)) {
            refuse(Message::not_recovery_eligible);
        } else if (!state_.markers[seat].has(from)) {
            refuse(Message::not_your_marker, index_of_cell(from));
        } else if (!is_neighbour(from, to)) {
            refuse(Message::not_adjacent, index_of_cell(from));
        } else if (strikes && !state_.stacks.has(to)) {
            refuse(Message::no_target_strike, index_of_cell(to));
        } else if (!strikes && !state_.empty_cells().has(to)) {
            refuse(Message::landing_blocked_slide, index_of_cell(to));
        } else if (mode == RecoveryMode::line) {
            explain_line_slide(from, to);
        } else if (each_line_slide<B>(state_, seat, stacks_with_buried_ring(state_, seat),
                                      [](const Move&) {})) {
            refuse(Message::line_slide_exists);
        } else if (query_.has_cells() || query_.has_collapse() || query_number() != 0) {
            refuse(Message::not_a_line_mode);
        } else {
            refuse(Message::no_buried_ring_slide);
        }
    }

    void explain_line_slide(int from, int to) {
        const Bitboard markers =
            (state_.markers[state_.player] - Bitboard::of(from)) | Bitboard::of(to);
        bool named = false;
        refuse(Message::not_a_line_slide);
        each_line_through<B>(markers, to, state_.line_length(),
                             [&](int start, int axis, int length) {
                                 named = list_line(markers, start, axis, length) || named;
                             });
        if (out_.list_size == 0) refuse(Message::not_a_line_no_slide);
        else if (named) refuse(Message::bad_settlement, state_.line_length());
    }

    void explain_line() {
        const Bitboard& markers = state_.markers[state_.player];
        const int length = state_.line_length();
        bool named = false;
        refuse(Message::not_a_line_own);
        each_line<B>(markers, length, [&](int start, int axis, int found) {
            named = list_line(markers, start, axis, found) || named;
        });
        if (out_.list_size == 0) {
            refuse(Message::not_a_line_none);
        } else if (!named) {
            return;
        } else if (state_.recovery == RecoveryMode::fallback ||
                   state_.recovery == RecoveryMode::stack_strike) {
            refuse(Message::no_lines_now);
        } else if (kind_ == MoveKind::process_line) {
            if (query_.given_cell_count() > length) refuse(Message::reward_to_choose, length);
            else refuse(Message::cannot_pay_line);
        } else if (query_.given_cell_count() == length) {
            refuse(Message::no_reward_to_choose, length);
        } else if (query_number() == 2 || !query_collapses_its_line()) {
            refuse(Message::bad_segment, length);
        } else {
            refuse(Message::cannot_pay_reward);
        }
    }

    // Adds a line to the list; whether it is the line of the query.
    bool list_line(const Bitboard& markers, int start, int axis, int length) {
        out_.add_to_list(index_of_cell(start));
        out_.add_to_list(index_of_cell(start + (length - 1) * B::step_offset(axis)));
        u16 cells[B::CELLS];
        return query_names_cells(cells, write_run_cells<B>(markers, start, axis, cells));
    }

    bool query_collapses_its_line() const {
        if (query_.given_collapse_count() != query_.given_cell_count()) return false;
        for (int at = 0; at < query_.given_cell_count(); ++at)
            if (query_.collapsed_cell(at) != query_.cell(at)) return false;
        return true;
    }

    // R143: a region that nobody may take for want of a payer outside, or none at all.
    void explain_region() {
        refuse(Message::not_a_region);
        const int border = query_number();
        if (border < 0 || border > state_.seats || !(state_.split_borders >> border & 1)) return;
        each_region_of_border(state_, border, state_.all, [&](const Bitboard& region, int) {
            u16 cells[B::CELLS];
            int count = 0;
            region.each([&](int at) { cells[count++] = static_cast<u16>(index_of_cell(at)); });
            if (!query_names_cells(cells, count)) return false;
            refuse(Message::no_stack_outside);
            return true;
        });
    }

    void explain_payment() {
        if (state_.pending == Cost::none) {
            refuse(Message::no_cost_due);
        } else if (query_number() != static_cast<int>(state_.pending)) {
            refuse(Message::wrong_context, static_cast<int>(state_.pending));
        } else {
            refuse(state_.pending == Cost::recovery ? Message::no_buried_ring_payment
                                                    : Message::not_your_stack_payment);
            list_cells(payable_stacks(state_));
        }
    }

    template <class... Values>
    bool refuse(Message message, Values... values) {
        out_.set_message(message);
        (out_.add_value(static_cast<i64>(values)), ...);
        return true;
    }

    // The kinds of moves that the state offers, in order.
    bool list_available_kinds() {
        OfferedMoves offered{this, 0, false};
        collect_offered_moves(offered);
        u32 kinds = offered.kinds;
        if (kinds == 0) kinds = u32{1} << static_cast<int>(bookkeeping_kind(state_.phase));
        for (; kinds != 0; kinds &= kinds - 1) out_.add_to_list(lowest_bit(kinds));
        return true;
    }

    void list_cells(const Bitboard& cells) {
        cells.each([&](int at) { out_.add_to_list(index_of_cell(at)); });
    }

    // The place of the first position that is off the board among those that the move names; or -1.
    int find_off_board_position() const {
        int place = 0;
        for (const int field :
             {MoveQuery::from, MoveQuery::target, MoveQuery::to, MoveQuery::extraction}) {
            if (query_[field] == MoveQuery::ABSENT && !needs_cell(field)) continue;
            if (!is_index(query_[field])) return place;
            ++place;
        }
        for (int at = 0; at < query_.given_cell_count(); ++at, ++place)
            if (!is_index(query_.cell(at))) return place;
        for (int at = 0; at < query_.given_collapse_count(); ++at, ++place)
            if (!is_index(query_.collapsed_cell(at))) return place;
        return -1;
    }

    // Whether this kind of move always names the cell of a field.
    bool needs_cell(int field) const {
        switch (kind_) {
            case MoveKind::place_ring:
            case MoveKind::eliminate_rings_from_stack:
            case MoveKind::forced_elimination: return field == MoveQuery::to;
            case MoveKind::move_stack:
            case MoveKind::recovery_slide:
                return field == MoveQuery::from || field == MoveQuery::to;
            case MoveKind::overtaking_capture:
            case MoveKind::continue_capture_segment: return field != MoveQuery::extraction;
            default: return false;
        }
    }

    // rules-exact.md §11.
    u32 kinds_of_phase() const {
        const auto bits = [](auto... kinds) {
            return ((u32{1} << static_cast<int>(kinds)) | ... | 0u);
        };
        using K = MoveKind;
        switch (state_.phase) {
            case Phase::ring_placement:
                return bits(K::place_ring, K::skip_placement, K::swap_sides,
                            K::no_placement_action);
            case Phase::movement:
                return bits(K::move_stack, K::overtaking_capture, K::recovery_slide,
                            K::skip_recovery, K::no_movement_action);
            case Phase::capture: return bits(K::overtaking_capture, K::skip_capture);
            case Phase::chain_capture: return bits(K::continue_capture_segment);
            case Phase::line_processing:
                return bits(K::process_line, K::choose_line_reward, K::eliminate_rings_from_stack,
                            K::no_line_action);
            case Phase::territory_processing:
                return bits(K::process_territory_region, K::skip_territory_processing,
                            K::eliminate_rings_from_stack, K::no_territory_action);
            case Phase::forced_elimination: return bits(K::forced_elimination);
            default: return 0;
        }
    }

    // The direction of the ray from one cell through another; -1: they share none.
    static int direction_between(int from, int to) {
        for (int direction = 0; direction < B::DIRECTIONS; ++direction)
            for (int at = from; B::tables.neighbours[at] >> direction & 1;)
                if ((at += B::step_offset(direction)) == to) return direction;
        return -1;
    }

    static Bitboard cells_between(int from, int to, int direction) {
        Bitboard cells{};
        const int step = B::step_offset(direction);
        for (int at = from + step; at != to; at += step) cells = cells | Bitboard::of(at);
        return cells;
    }

    static bool is_neighbour(int from, int to) {
        for (int direction = 0; direction < B::DIRECTIONS; ++direction)
            if (B::tables.neighbours[from] >> direction & 1 &&
                from + B::step_offset(direction) == to)
                return true;
        return false;
    }

    static bool is_index(int value) { return 0 <= value && value < B::CELLS; }
    static int index_of_cell(int at) { return B::tables.index_of[at]; }
    bool has_query_cell(int field) const { return is_index(query_[field]); }
    int query_cell(int field) const { return B::tables.cell_at[query_[field]]; }
    int query_number() const { return query_[MoveQuery::number]; }

    const State<B>& state_;
    const MoveQuery& query_;
    Explanation& out_;
    MoveKind kind_;
};

RINGRIFT_CLOSE
