// The kernel as a table of functions, one table a board and an instruction set: what faces call.
//
// States are opaque bytes of `size`, aligned to 64. Cells are canonical indices. Nothing here is
// compiled for a special machine; `engine_of` chooses the table that this machine can run.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ringrift {

// The fields of the core's Move with canonical indices for cells.
struct WireMove {
    std::uint8_t kind, detail;
    std::uint16_t a, b, c;
};

struct PlayoutResult {
    std::uint64_t plies, interactive;
    std::uint8_t winner, reason, rank[4];
};

struct Engine {
    const char* isa;
    std::size_t size;
    int board, cells, rows, fields, planes;
    std::int32_t actions, masked_actions, slide_actions;

    void (*new_game)(void* state, int seats, bool standard, bool swap);
    const char* (*load)(void* state, const std::int64_t* fields);
    void (*dump)(const void* state, std::int64_t* fields);
    int (*list)(const void* state, WireMove* moves, int room);
    bool (*legal)(const void* state, WireMove move);
    void (*apply)(void* state, WireMove move);
    int (*cells_of)(const void* state, WireMove move, std::uint16_t* cells);
    std::uint64_t (*hash)(const void* state);
    bool (*sound)(const void* state);
    std::uint64_t (*perft)(const void* state, int depth, void* room,
                           int most);  // room for `most` moves
    void (*playout)(void* state, std::uint64_t seed, PlayoutResult* result);
    std::uint64_t (*random_of)(std::uint64_t seed);
    WireMove (*pick)(const void* state, std::uint64_t* random);
    std::int32_t (*encode)(WireMove move);
    WireMove (*decode)(const void* state, std::int64_t action);
    bool (*step)(void* state, std::int64_t action);
    bool (*bookkeeping)(void* state);  // applies the bookkeeping move if it is due
    int (*mask)(const void* state, std::uint8_t* columns);
    void (*features)(const void* state, float* planes);
    void (*status)(const void* state, std::int32_t* numbers);
};

constexpr int STATUS_NUMBERS = 4;  // player, phase, winner, reason

// The table for a board (0 to 3), or null; `isa` asks for one instruction set, null for the best
// there is.
const Engine* engine_of(int board, const char* isa = nullptr);

}  // namespace ringrift
