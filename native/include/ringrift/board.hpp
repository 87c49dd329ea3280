// The four boards: cells, axes, the lines through every cell [R001-R003]. All tables are made by
// the compiler.
//
// A cell inside the kernel is its bit in a set: row * stride + column. Its *index* is its place in
// canonical order (by y, then x), 0 to cells - 1: what every face of the kernel speaks.
#pragma once

#include "ringrift/bitboard_rows.hpp"
#include "ringrift/bitboard_small.hpp"

RINGRIFT_OPEN

enum class BoardName : u8 { square8, hex8, square19, hexagonal };

template <BoardName NAME, int ROWS_, bool HEX_, class BITBOARD>
struct Board {
    using Bitboard = BITBOARD;
    static constexpr BoardName Name = NAME;
    static constexpr int ROWS = ROWS_;
    static constexpr bool HEX = HEX_;
    static constexpr int RADIUS = HEX ? (ROWS - 1) / 2 : 0;
    static constexpr int STRIDE = Bitboard::STRIDE;
    static constexpr int SIZE = Bitboard::SIZE;  // cell numbers lie below it
    static constexpr bool BIG = ROWS > 9;
    static constexpr bool SINGLE_WORD =
        SIZE == 64;  // rays are masks of one word; other boards keep a word a line
    static constexpr int AXES = HEX ? 3 : 4;
    static constexpr int DIRECTIONS = 2 * AXES;    // first the axes, then their reverses
    static constexpr int ADJOINING = HEX ? 3 : 2;  // axes of territory adjacency
    static constexpr int MAX_HEIGHT = ROWS;        // longest ray + 1: no stack can be higher
    static constexpr int CELLS = HEX ? 3 * RADIUS * (RADIUS + 1) + 1 : ROWS * ROWS;
    static constexpr int LINES = HEX ? ROWS : 2 * ROWS - 1;  // lines of one axis, at most

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
    static constexpr int step(int direction) {
        return direction < AXES ? dy(direction) * STRIDE + dx(direction)
                                : -(dy(direction - AXES) * STRIDE + dx(direction - AXES));
    }
    static constexpr int lane_step(int lane) { return lane < DIRECTIONS ? step(lane) : 0; }
    static constexpr bool on_board(int row, int column) {
        if (row < 0 || column < 0 || row >= ROWS || column >= ROWS) return false;
        const int third = row + column - 2 * RADIUS;
        return !HEX || (third <= RADIUS && -third <= RADIUS);
    }
    static constexpr int line_length(int seats) { return seats > 2 && !BIG ? 3 : 4; }  // R120
    static constexpr int rings_each(bool standard) {                                   // R020
        if (!BIG) return 18;
        return (HEX ? 48 : 36) * (standard ? 2 : 1);
    }

    // The line of an axis on which a cell lies, and its place there; everything outside is off the
    // board.
    static constexpr int line_of(int axis, int row, int column) {
        if (axis == 0) return row;
        if (axis == 1) return column;
        if (HEX) return row + column - RADIUS;
        return axis == 2 ? row - column + ROWS - 1 : row + column;
    }
    static constexpr int place_of(int axis, int row, int column) {
        return 1 + (axis == 0 || (!HEX && axis == 2) ? column : row);
    }

    static constexpr int LAST_PLACE = ROWS + 1;

    // The lines through a cell, one for each direction: a line against its axis is kept backwards,
    // so that the way ahead always lies in the higher bits. Eight lanes; boards with six directions
    // leave two of them idle.
    static constexpr int LANES = 8;
    struct CellLines {
        u16 line[LANES];
        u8 next_bit[LANES];  // the place after the cell's own
    };
    struct Tables {
        CellLines cell_lines[SIZE] = {};
        u32 edges[DIRECTIONS * LINES] = {};  // by line: the places that are off the board
        u16 cell_at[CELLS] = {};             // by index
        u16 index_of[SIZE] = {};
        u8 neighbours[SIZE] = {};  // by direction: whether there is a cell
        constexpr Tables() {
            for (u32& line : edges) line = ~u32{0};
            int index = 0;
            for (int row = 0; row < ROWS; ++row)
                for (int column = 0; column < ROWS; ++column) {
                    if (!on_board(row, column)) continue;
                    const int cell = row * STRIDE + column;
                    for (int direction = 0; direction < DIRECTIONS; ++direction) {
                        const int axis = direction % AXES, line = line_of(axis, row, column);
                        const int along = place_of(axis, row, column);
                        const int place = direction < AXES ? along : LAST_PLACE - along;
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

    // All cells; kept in the state, where a vector load finds it.
    static Bitboard all_cells() {
        Bitboard all{};
        for (u16 cell : tables.cell_at) all = all | Bitboard::of(cell);
        return all;
    }

    template <int DIRECTION>
    RINGRIFT_INLINE static Bitboard shifted(const Bitboard& set) {
        constexpr int axis = DIRECTION % AXES, sign = DIRECTION < AXES ? 1 : -1;
        return set.template step<sign * dx(axis), sign * dy(axis)>();
    }

    // Cells beside the set by territory adjacency; the caller meets it with cells of the board.
    RINGRIFT_INLINE static Bitboard adjacent_to(const Bitboard& set) {
        Bitboard around =
            shifted<0>(set) | shifted<AXES>(set) | shifted<1>(set) | shifted<AXES + 1>(set);
        if constexpr (HEX) around = around | shifted<2>(set) | shifted<AXES + 2>(set);
        return around;
    }
};

using Square8 = Board<BoardName::square8, 8, false, Bitboard64>;
using Hex8 = Board<BoardName::hex8, 9, true, Bitboard128>;
using Square19 = Board<BoardName::square19, 19, false, RowBitboard<19>>;
using Hexagonal = Board<BoardName::hexagonal, 25, true, RowBitboard<25>>;

RINGRIFT_CLOSE
