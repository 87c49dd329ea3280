// The kernel's interface: a table of functions for each board and instruction set.
//
// States are opaque bytes of `state_size`, aligned to 64. Cells are canonical indices. Nothing here
// depends on the instruction set; `find_engine` chooses a table that this machine can run.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ringrift/explanation.hpp"

namespace ringrift {

// A move with canonical indices for cells.
struct WireMove {
    std::uint8_t kind, detail;
    std::uint16_t a, b, c;
};

// What a choice does: it is illegal, leaves a step to settle, or makes a move.
struct ChoiceEffect {
    bool legal;
    std::int32_t step;  // -1: none is left to settle
    WireMove move;      // if no step is left
};

struct PlayoutResult {
    std::uint64_t plies, interactive;
    std::uint8_t winner, reason, rank[4];
};

struct Engine {
    const char* isa;
    std::size_t state_size;
    int board, cells, rows, field_count, observation_planes, observation_scalars;
    std::int32_t action_count, choice_count, first_slide, first_settlement;

    void (*new_game)(void* state, int seats, int edition, bool swap);
    bool (*load)(void* state, const std::int64_t* fields, Explanation* problem);  // null: not asked
    void (*dump)(const void* state, std::int64_t* fields);
    int (*list_moves)(const void* state, WireMove* moves, int buffer);
    bool (*is_legal)(const void* state, WireMove move);
    bool (*why_illegal)(const void* state, const MoveQuery& move, Explanation* reason);
    void (*apply)(void* state, WireMove move);
    int (*move_cells)(const void* state, WireMove move, std::uint16_t* cells);
    std::uint64_t (*hash)(const void* state);
    bool (*is_consistent)(const void* state);
    std::uint64_t (*perft)(const void* state, int depth, void* buffer,
                           int most);  // in moves
    void (*playout)(void* state, std::uint64_t seed, PlayoutResult* result);
    std::uint64_t (*seed_random)(std::uint64_t seed);
    WireMove (*pick_random_move)(const void* state, std::uint64_t* random);
    std::int32_t (*encode)(WireMove move);
    WireMove (*decode)(const void* state, std::int64_t action);
    bool (*apply_action)(void* state, std::int64_t action);
    bool (*apply_bookkeeping)(void* state);  // if one is due
    void (*write_status)(const void* state, std::int32_t* numbers);
    void (*write_ranks)(const void* state, std::int32_t* ranks);  // of four seats; 0: none
    // For learning; null in the web client. A step is a marker step that must be settled; -1: none
    // (docs/reference/actions.md).
    ChoiceEffect (*read_choice)(const void* state, std::int32_t step, std::int64_t choice);
    std::int32_t (*pick_random_choice)(const void* state, std::int32_t step, std::uint64_t* random);
    int (*write_mask)(const void* state, std::int32_t step, std::uint8_t* columns);
    // `view` is a seat, or -1 for the seat to move.
    void (*write_observation)(const void* state, std::int32_t step, int view, float* planes,
                              float* scalars);
    void (*read_observation)(const float* planes, const float* scalars, std::int64_t* fields,
                             std::int32_t* step);
};

constexpr int STATUS_NUMBERS = 4;  // player, phase, winner, reason

// Returns the table of a board, or null. `isa` selects an instruction set; null means the best one.
const Engine* find_engine(int board, const char* isa = nullptr);

}  // namespace ringrift
