// The state of a game: plain data, copied as bytes, with the changes that moves make [R023].
#pragma once

#include "ringrift/board.hpp"
#include "ringrift/move.hpp"
#include "ringrift/stack.hpp"

RINGRIFT_OPEN

constexpr int MAX_BORDERS = MAX_SEATS + 1;  // no colour, or that of a seat
constexpr int NO_CELL = 0xffff;

enum class Phase : u8 {
    ring_placement,
    movement,
    capture,
    chain_capture,
    line_processing,
    territory_processing,
    forced_elimination,
    game_over,
};

enum class Cost : u8 { none, line, territory, recovery };

enum class VictoryReason : u8 {
    none,
    ring_elimination,
    territory_control,
    last_player_standing,
    stalemate,
    resignation,
    timeout,
    abandonment,
};

template <class B>
struct State {
    using Board = B;
    using Bitboard = typename B::Bitboard;

    // The board. `connected`, `connected_valid`, `split_borders` (regions.hpp) and `line_choice`
    // (whether the line phase offers a choice) are derived from the rest.
    Bitboard controlled[MAX_SEATS], markers[MAX_SEATS], collapsed[MAX_SEATS];
    Bitboard stacks, marked, open, all;
    Bitboard of_height[5];  // stacks by height: 1, 2, 3, and 4 for higher ones; entry 0 is unused
    Bitboard of_cap[5];     // stacks by cap, likewise
    Bitboard connected[MAX_BORDERS];
    Stack rings[B::SIZE];
    // By line: the lower half holds stacks, collapsed cells and the edge; the upper half the
    // stacks.
    static constexpr int LINES = B::SINGLE_WORD ? 0 : B::DIRECTIONS * B::LINES;
    u64 lines[LINES + 1];
    u8 caps[B::SIZE + 4];  // cap heights; 0: no stack
    u64 board_hash;

    i64 turn_number;
    i64 last_action_turn[MAX_SEATS], eliminated_at_turn[MAX_SEATS];  // 0: never
    i32 hand[MAX_SEATS], eliminated[MAX_SEATS], territory[MAX_SEATS];
    i32 rings_on_board[MAX_SEATS];  // of that colour
    u16 must_move_from, capture_from;
    u8 seats, player;
    Phase phase;
    Cost pending;
    RecoveryMode recovery;
    u8 edition, swap_enabled, swap_used;
    u8 acted, had_real_action, took_real_action;
    u8 round_had_action, round_took_action, round_partial;  // sets of seats
    u8 exclusive_seat, exclusive_rounds;                    // seat + 1, or 0
    u8 winner;                                              // seat + 1, or 0
    VictoryReason reason;
    u8 rank[MAX_SEATS];
    u8 connected_valid;  // borders whose `connected` is all of their inside
    u8 split_borders;    // borders that split the board, as of the territory phase
    u8 line_choice;

    RINGRIFT_INLINE Bitboard blocked_cells() const { return stacks | (all - open); }
    RINGRIFT_INLINE Bitboard free_cells() const { return open - stacks; }
    RINGRIFT_INLINE Bitboard empty_cells() const { return open - stacks - marked; }
    RINGRIFT_INLINE const Edition& edition_rules() const { return EDITIONS[edition]; }
    RINGRIFT_INLINE int line_length() const { return B::line_length(seats); }
    RINGRIFT_INLINE bool has_any_ring(int seat) const {
        return hand[seat] + rings_on_board[seat] > 0;
    }

    // Starts a new game.
    void start_new_game(int seats_, int edition_, bool swap) {
        std::memset(static_cast<void*>(this), 0, sizeof *this);
        all = B::all_cells();
        open = all;
        for (int line = 0; line < LINES; ++line) lines[line] = B::tables.edges[line];
        connected_valid = (1 << MAX_BORDERS) - 1;
        for (Bitboard& set : connected) set = all;
        seats = static_cast<u8>(seats_);
        edition = static_cast<u8>(edition_);
        swap_enabled = swap && seats_ == 2;
        for (int seat = 0; seat < seats_; ++seat) hand[seat] = B::rings_each(edition_);
        turn_number = 1;
        must_move_from = capture_from = NO_CELL;
        had_real_action = 1;
    }

    template <bool HASHED>
    RINGRIFT_NOINLINE void set_stack(int cell, Stack after) {
        const Stack before = rings[cell];
        const Bitboard bit = Bitboard::of(cell);
        if constexpr (HASHED) board_hash ^= stack_key(cell, before) ^ stack_key(cell, after);
        rings[cell] = after;
        if (before.any() != after.any()) {
            stacks = stacks ^ bit;
            toggle_line_bits(cell, u64{1} | u64{1} << 32);
        }
        if (before.any()) {
            controlled[before.top_seat()] = controlled[before.top_seat()] ^ bit;
            Bitboard &heights = of_height[height_bucket(before.height())],
                     &same = of_cap[height_bucket(caps[cell])];
            heights = heights ^ bit;
            same = same ^ bit;
            caps[cell] = 0;
        }
        if (after.any()) {
            controlled[after.top_seat()] = controlled[after.top_seat()] | bit;
            const int cap = after.cap();
            Bitboard &heights = of_height[height_bucket(after.height())],
                     &same = of_cap[height_bucket(cap)];
            heights = heights | bit;
            same = same | bit;
            caps[cell] = static_cast<u8>(cap);
        }
    }

    // `set_stack` for a stack that leaves its cell, or arrives on a cell without one.
    template <bool HASHED>
    RINGRIFT_INLINE Stack remove_stack(int cell) {
        const Stack stack = rings[cell];
        if constexpr (HASHED) board_hash ^= stack_key(cell, stack);
        toggle_stack(cell, stack, caps[cell]);
        rings[cell] = {};
        caps[cell] = 0;
        return stack;
    }
    template <bool HASHED>
    RINGRIFT_INLINE void put_stack(int cell, Stack stack) {
        const int cap = stack.cap();
        if constexpr (HASHED) board_hash ^= stack_key(cell, stack);
        toggle_stack(cell, stack, cap);
        rings[cell] = stack;
        caps[cell] = static_cast<u8>(cap);
    }

    // R060: removes rings from the game; the acting seat gets the credit.
    RINGRIFT_INLINE void credit_eliminated_rings(Stack before, Stack after, int seat) {
        for (int colour = 0; colour < MAX_SEATS; ++colour)
            rings_on_board[colour] -= before.count_rings_of(colour) - after.count_rings_of(colour);
        eliminated[seat] += before.height() - after.height();
    }

    // Eliminates rings from the top of a stack.
    template <bool HASHED>
    RINGRIFT_NOINLINE void eliminate_top_rings(int cell, int count, int seat) {
        const Stack before = rings[cell], after = before.without_top_rings(count);
        credit_eliminated_rings(before, after, seat);
        set_stack<HASHED>(cell, after);
    }

    // R113: eliminates the seat's bottommost ring of a stack.
    template <bool HASHED>
    RINGRIFT_NOINLINE void extract_buried_ring(int cell, int seat) {
        set_stack<HASHED>(cell, rings[cell].without_buried_ring(seat));
        --rings_on_board[seat];
        ++eliminated[seat];
    }

    template <bool HASHED>
    RINGRIFT_INLINE void put_marker(int cell, int seat) {
        const Bitboard bit = Bitboard::of(cell);
        markers[seat] = markers[seat] | bit;
        marked = marked | bit;
        if constexpr (HASHED) board_hash ^= marker_key(cell, seat);
    }

    template <bool HASHED>
    RINGRIFT_INLINE void remove_marker(int cell) {
        const Bitboard bit = Bitboard::of(cell);
        const int owner = marker_owner(cell);
        markers[owner] = markers[owner] ^ bit;
        marked = marked ^ bit;
        if constexpr (HASHED) board_hash ^= marker_key(cell, owner);
    }

    RINGRIFT_INLINE int marker_owner(int cell) const {
        int owner = 0;
        while (!markers[owner].has(cell)) ++owner;
        return owner;
    }

    // R041: makes the cells the seat's territory and removes their markers. They hold no stack.
    template <bool HASHED>
    RINGRIFT_NOINLINE void collapse_cells(const Bitboard& cells, int seat) {
        if constexpr (HASHED || LINES > 0)
            cells.each([&](int cell) {
                if constexpr (HASHED) {
                    if (marked.has(cell)) board_hash ^= marker_key(cell, marker_owner(cell));
                    board_hash ^= collapsed_key(cell, seat);
                }
                toggle_line_bits(cell, 1);
            });
        for (Bitboard& set : markers) set = set - cells;
        marked = marked - cells;
        collapsed[seat] = collapsed[seat] | cells;
        open = open - cells;
        territory[seat] += cells.count();
    }

    // R092: turns others' markers on these cells into the seat's.
    template <bool HASHED>
    RINGRIFT_NOINLINE void flip_markers(const Bitboard& cells, int seat) {
        if constexpr (HASHED)
            cells.each([&](int cell) {
                board_hash ^= marker_key(cell, marker_owner(cell)) ^ marker_key(cell, seat);
            });
        for (Bitboard& set : markers) set = set - cells;
        markers[seat] = markers[seat] | cells;
    }

    RINGRIFT_INLINE static int height_bucket(int height) { return height > 4 ? 4 : height; }
    RINGRIFT_INLINE static u64 stack_key(int cell, Stack stack) {
        return stack.any() ? mix64(mix64(stack.packed) + static_cast<u64>(cell)) : 0;
    }
    RINGRIFT_INLINE static u64 marker_key(int cell, int seat) {
        return mix64(0x9e3779b97f4a7c15ULL + static_cast<u64>(cell * MAX_SEATS + seat));
    }
    RINGRIFT_INLINE static u64 collapsed_key(int cell, int seat) {
        return mix64(0xc2b2ae3d27d4eb4fULL + static_cast<u64>(cell * MAX_SEATS + seat));
    }

private:
    RINGRIFT_INLINE void toggle_stack(int cell, Stack stack, int cap) {
        const Bitboard bit = Bitboard::of(cell);
        stacks = stacks ^ bit;
        controlled[stack.top_seat()] = controlled[stack.top_seat()] ^ bit;
        Bitboard &heights = of_height[height_bucket(stack.height())],
                 &same = of_cap[height_bucket(cap)];
        heights = heights ^ bit;
        same = same ^ bit;
        toggle_line_bits(cell, u64{1} | u64{1} << 32);
    }

    RINGRIFT_INLINE void toggle_line_bits(int cell, u64 layers) {
        if constexpr (B::SINGLE_WORD) return;
        const auto& lines_of_cell = B::tables.cell_lines[cell];
        for (int direction = 0; direction < B::DIRECTIONS; ++direction)
            lines[lines_of_cell.line[direction]] ^= layers
                                                    << (lines_of_cell.next_bit[direction] - 1);
    }
};

RINGRIFT_CLOSE
