// The boards: cells, axes, and the lines through every cell [R001-R003], as compile-time tables.
//
// Inside the kernel a cell is its bit in a bitboard: row * stride + column. Callers use its *index*
// in canonical order (by y, then x), from 0 to cells - 1.
#pragma once

#include "ringrift/bitboard_rows.hpp"
#include "ringrift/bitboard_small.hpp"
#include "ringrift/edition.hpp"

RINGRIFT_OPEN

// Selects the bitboard: one word, two words, or a word for each row.
template <int ROWS, bool HEX>
constexpr auto smallest_bitboard() {
    if constexpr (ROWS == 8 && !HEX) return Bitboard64{};
    else if constexpr (ROWS * (ROWS + 1) <= 128) return Bitboard128<ROWS>{};
    else return RowBitboard<ROWS>{};
}

template <BoardName NAME, int ROWS_, bool HEX_, int LINE_2, int LINE_3, int LINE_4>
struct Board {
    using Bitboard = decltype(smallest_bitboard<ROWS_, HEX_>());
    static constexpr BoardName Name = NAME;
    static constexpr int ROWS = ROWS_;
    static constexpr bool HEX = HEX_;
    static constexpr int RADIUS = HEX ? (ROWS - 1) / 2 : 0;
    static constexpr int STRIDE = Bitboard::STRIDE;
    static constexpr int SIZE = Bitboard::SIZE;  // cell numbers are below it
    static constexpr bool SINGLE_WORD =
        SIZE == 64;  // rays are masks of one word; other boards store a word for each line
    static constexpr int AXES = HEX ? 3 : 4;
    static constexpr int DIRECTIONS = 2 * AXES;  // first the axes, then their reverses
    static constexpr int MAX_HEIGHT = ROWS;      // longest ray + 1: no stack can be higher
    static constexpr int CELLS = HEX ? 3 * RADIUS * (RADIUS + 1) + 1 : ROWS * ROWS;
    static constexpr bool BIG = CELLS > 128;
    static constexpr int LINES = HEX ? ROWS : 2 * ROWS - 1;  // maximum number of lines of one axis

    static constexpr int dx(int axis) {
        return HEX         ? (axis == 0   ? 1
                              : axis == 1 ? 0
                                          : -1)
               : axis == 0 ? 1
               : axis == 1 ? 0
               : axis == 2 ? 1
                           : -1;
    }
    static constexpr int dy(int axis) { return axis == 0 ? 0 : 1; }
    static constexpr int step_offset(int direction) {
        return direction < AXES ? dy(direction) * STRIDE + dx(direction)
                                : -(dy(direction - AXES) * STRIDE + dx(direction - AXES));
    }
    static constexpr int lane_step_offset(int lane) {
        return lane < DIRECTIONS ? step_offset(lane) : 0;
    }
    static constexpr bool on_board(int row, int column) {
        if (row < 0 || column < 0 || row >= ROWS || column >= ROWS) return false;
        const int third = row + column - 2 * RADIUS;
        return !HEX || (third <= RADIUS && -third <= RADIUS);
    }
    static_assert(LINE_2 >= 3 && LINE_2 <= 4 && LINE_3 >= 3 && LINE_3 <= 4 && LINE_4 >= 3 &&
                  LINE_4 <= 4);
    static constexpr int line_length(int seats) {  // R120
        return seats == 2 ? LINE_2 : seats == 3 ? LINE_3 : LINE_4;
    }
    static constexpr int rings_each(int edition) {  // R020
        return EDITIONS[edition].rings_each[static_cast<int>(NAME)];
    }

    // R061, R062: by edition and number of seats.
    struct Thresholds {
        i32 rings[EDITION_COUNT][MAX_SEATS + 1] = {}, territory[EDITION_COUNT][MAX_SEATS + 1] = {};
        constexpr Thresholds() {
            for (int edition = 0; edition < EDITION_COUNT; ++edition)
                for (int seats = 2; seats <= MAX_SEATS; ++seats) {
                    rings[edition][seats] =
                        EDITIONS[edition].ring_threshold.rings_to_win(rings_each(edition), seats);
                    const int divisor = EDITIONS[edition].territory_divisor;
                    territory[edition][seats] = CELLS / (divisor == 0 ? seats : divisor) + 1;
                }
        }
    };
    static constexpr Thresholds thresholds{};

    // The line of an axis through a cell, and the cell's position on it; bits outside are off the
    // board.
    static constexpr int line_through(int axis, int row, int column) {
        if (axis == 0) return row;
        if (axis == 1) return column;
        if (HEX) return row + column - RADIUS;
        return axis == 2 ? row - column + ROWS - 1 : row + column;
    }
    static constexpr int position_on_line(int axis, int row, int column) {
        return 1 + (axis == 0 || (!HEX && axis == 2) ? column : row);
    }

    static constexpr int LAST_POSITION = ROWS + 1;

    // The lines through a cell, one for each direction. A line against its axis is stored reversed,
    // so the cells ahead are always the higher bits. Of the eight lanes, boards with six directions
    // leave two unused.
    static constexpr int LANES = 8;
    struct CellLines {
        u16 line[LANES];
        u8 next_bit[LANES];  // the bit after the cell
    };
    struct Tables {
        CellLines cell_lines[SIZE] = {};
        u32 edges[DIRECTIONS * LINES] = {};  // by line: bits off the board
        u16 cell_at[CELLS] = {};             // by index
        u16 index_of[SIZE] = {};
        u8 neighbours[SIZE] = {};  // bit set of directions that have a neighbour
        constexpr Tables() {
            for (u32& line : edges) line = ~u32{0};
            int index = 0;
            for (int row = 0; row < ROWS; ++row)
                for (int column = 0; column < ROWS; ++column) {
                    if (!on_board(row, column)) continue;
                    const int cell = row * STRIDE + column;
                    for (int direction = 0; direction < DIRECTIONS; ++direction) {
                        const int axis = direction % AXES, line = line_through(axis, row, column);
                        const int along = position_on_line(axis, row, column);
                        const int place = direction < AXES ? along : LAST_POSITION - along;
                        cell_lines[cell].line[direction] =
                            static_cast<u16>(direction * LINES + line);
                        cell_lines[cell].next_bit[direction] = static_cast<u8>(place + 1);
                        edges[direction * LINES + line] &= ~(u32{1} << place);
                    }
                    for (int axis = 0; axis < AXES; ++axis) {
                        if (on_board(row + dy(axis), column + dx(axis)))
                            neighbours[cell] |= static_cast<u8>(1 << axis);
                        if (on_board(row - dy(axis), column - dx(axis)))
                            neighbours[cell] |= static_cast<u8>(1 << (axis + AXES));
                    }
                    cell_at[index] = static_cast<u16>(cell);
                    index_of[cell] = static_cast<u16>(index++);
                }
        }
    };
    static constexpr Tables tables{};

    // All cells. The state stores a copy, where a vector load finds it.
    static Bitboard all_cells() {
        Bitboard all{};
        for (u16 cell : tables.cell_at) all = all | Bitboard::of(cell);
        return all;
    }

    template <int DIRECTION>
    RINGRIFT_INLINE static Bitboard shifted(const Bitboard& set) {
        constexpr int axis = DIRECTION % AXES, sign = DIRECTION < AXES ? 1 : -1;
        return set.template shifted_by<sign * dx(axis), sign * dy(axis)>();
    }

    // Returns the territory neighbours of a set; the caller masks them with cells of the board.
    RINGRIFT_INLINE static Bitboard adjacent_to(const Bitboard& set) {
        Bitboard around =
            shifted<0>(set) | shifted<AXES>(set) | shifted<1>(set) | shifted<AXES + 1>(set);
        if constexpr (HEX) around = around | shifted<2>(set) | shifted<AXES + 2>(set);
        return around;
    }
};

#define RINGRIFT_DEFINE_BOARD(name, Type, rows, hexagonal, line_2, line_3, line_4) \
    using Type = Board<BoardName::name, rows, hexagonal, line_2, line_3, line_4>;
RINGRIFT_BOARDS(RINGRIFT_DEFINE_BOARD)
#undef RINGRIFT_DEFINE_BOARD

RINGRIFT_CLOSE
