// Why a move is illegal or a state is refused: a message with its arguments, and the question about
// a move. Bindings read and write both as plain numbers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ringrift/generated/messages.hpp"

namespace ringrift {

// The sentence of a message is in src/ringrift/rules/data/messages.json. A message has at most one
// argument that is a list: cells, lines (first and last cell each) or kinds of moves. The others
// stand in `values`, in the order of the catalogue.
struct Explanation {
    static constexpr int MAX_VALUES = 4, MAX_LIST = 1024;

    Message message = Message::none;
    std::uint16_t rule = 0;  // 82 is R082; 0: none, or the board's own
    std::uint16_t value_count = 0, list_size = 0;
    std::int64_t values[MAX_VALUES] = {};
    std::uint16_t list[MAX_LIST];

    void set_message(Message reason) {
        message = reason;
        rule = MESSAGE_RULES[static_cast<int>(reason)];
        value_count = list_size = 0;
    }
    void add_value(std::int64_t value) { values[value_count++] = value; }
    void add_to_list(int item) {
        if (list_size < MAX_LIST) list[list_size++] = static_cast<std::uint16_t>(item);
    }
};

// web/src/engine/wasm.ts reads the numbers where they are.
static_assert(offsetof(Explanation, value_count) == 4 && offsetof(Explanation, list_size) == 6 &&
              offsetof(Explanation, values) == 8 && offsetof(Explanation, list) == 40);

// A move as somebody names it, legal or not: a header of numbers, then the cells of the line or the
// region, then the cells that collapse. Cells are canonical indices.
constexpr int MOVE_KINDS = 19;

struct MoveQuery {
    enum : int {
        kind,    // MoveKind
        player,  // seat, from 1
        number,  // count, option (0: none), border (0: none) or context (Cost), by kind
        mode,    // RecoveryMode
        from,    // cells: an index, ABSENT or OFF_BOARD
        target,
        to,
        extraction,
        cell_count,  // of the line or the region, ABSENT: not given
        collapse_count,
        header_size,
    };
    static constexpr int ABSENT = -1, OFF_BOARD = -2;

    const std::int32_t* numbers;
    int size;

    int operator[](int field) const { return numbers[field]; }
    bool has_cells() const { return numbers[cell_count] != ABSENT; }
    bool has_collapse() const { return numbers[collapse_count] != ABSENT; }
    int given_cell_count() const { return has_cells() ? numbers[cell_count] : 0; }
    int given_collapse_count() const { return has_collapse() ? numbers[collapse_count] : 0; }
    int cell(int at) const { return numbers[header_size + at]; }
    int collapsed_cell(int at) const { return numbers[header_size + given_cell_count() + at]; }

    // Whether there is such a kind and the counts fit the numbers that are there.
    bool is_well_formed(int kinds) const {
        return size >= header_size && numbers[kind] >= 0 && numbers[kind] < kinds &&
               numbers[cell_count] >= ABSENT && numbers[collapse_count] >= ABSENT &&
               numbers[cell_count] <= size && numbers[collapse_count] <= size &&
               size == header_size + given_cell_count() + given_collapse_count();
    }
};

}  // namespace ringrift
