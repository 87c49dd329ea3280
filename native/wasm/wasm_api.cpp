// The WebAssembly interface of the rules: one state, and buffers that the page reads and writes
// (web/src/engine/wasm.ts). Built by build.py.
//
// The page calls one function at a time and has validated all arguments except the fields of a
// state, which `load_state` validates.
#include "ringrift/engine.hpp"
#include "ringrift/generated/boards.hpp"
#include "wasm_memory.hpp"

// A build may leave boards out.
#if defined(RINGRIFT_SOME_BOARDS)
#define RINGRIFT_OPTIONAL __attribute__((weak))
#else
#define RINGRIFT_OPTIONAL
#endif

namespace ringrift {

// Compiled from src/engine.cpp with the instruction set `wasm`.
#define DECLARE_ENGINE(Type, ...) RINGRIFT_OPTIONAL extern const Engine engine_wasm_##Type;
RINGRIFT_BOARD_TYPES(DECLARE_ENGINE, )

alignas(64) std::int64_t fields_data[MAX_FIELDS];

namespace {

#define ENGINE_OF(Type, ...) &engine_wasm_##Type,
const Engine* const ENGINES[] = {RINGRIFT_BOARD_TYPES(ENGINE_OF, )};
constexpr int BOARD_COUNT = sizeof ENGINES / sizeof ENGINES[0];

constexpr int MAX_CELLS = 512, MAX_QUERY = 1024;
alignas(64) std::uint16_t cells_data[MAX_CELLS];
alignas(64) std::int32_t query_data[MAX_QUERY];
alignas(64) Explanation explanation;

// The current state of each board.
struct CurrentState {
    const Engine* engine = nullptr;
    void* state[BOARD_COUNT] = {};
    WireMove* moves = nullptr;
    int capacity = 0;

    void* selected_state() { return state[engine->board]; }

    void select_board(int board) {
        engine = ENGINES[board];
        if (state[board] == nullptr) state[board] = allocate_zeroed(engine->state_size);
    }

    void reserve_moves(int wanted) {
        if (wanted <= capacity) return;
        capacity = wanted;
        moves = static_cast<WireMove*>(
            allocate_zeroed(static_cast<std::size_t>(capacity) * sizeof(WireMove)));
    }
};
CurrentState current;
constexpr int INITIAL_MOVES = 1 << 16;

WireMove make_wire_move(int kind, int detail, int a, int b, int c) {
    return {static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(detail),
            static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b),
            static_cast<std::uint16_t>(c)};
}

}  // namespace

extern "C" {

WASM_EXPORT(fields_buffer) std::int64_t* fields_buffer() { return fields_data; }
WASM_EXPORT(cells_buffer) std::uint16_t* cells_buffer() { return cells_data; }
WASM_EXPORT(moves_buffer) WireMove* moves_buffer() { return current.moves; }
WASM_EXPORT(query_buffer) std::int32_t* query_buffer() { return query_data; }
WASM_EXPORT(explanation_buffer) Explanation* explanation_buffer() { return &explanation; }

WASM_EXPORT(new_game) void new_game(int board, int seats, int edition, int swap) {
    current.select_board(board);
    current.engine->new_game(current.selected_state(), seats, edition, swap != 0);
}

// Loads the state of the fields; returns 1, or 0 with the reason in the explanation.
WASM_EXPORT(load_state) int load_state(int board) {
    current.select_board(board);
    return current.engine->load(current.selected_state(), fields_data, &explanation);
}

WASM_EXPORT(dump_state) void dump_state() {
    current.engine->dump(current.selected_state(), fields_data);
}

WASM_EXPORT(list_moves) int list_moves() {
    current.reserve_moves(INITIAL_MOVES);
    const int count =
        current.engine->list_moves(current.selected_state(), current.moves, current.capacity);
    if (count <= current.capacity) return count;
    current.reserve_moves(count);
    return current.engine->list_moves(current.selected_state(), current.moves, current.capacity);
}

WASM_EXPORT(is_legal) int is_legal(int kind, int detail, int a, int b, int c) {
    return current.engine->is_legal(current.selected_state(),
                                    make_wire_move(kind, detail, a, b, c));
}

// Whether the move of the query buffer (`MoveQuery`) is illegal: 1, and the explanation says why; 0
// if it is legal; -1 if the numbers make no move.
WASM_EXPORT(why_illegal) int why_illegal(int size) {
    const MoveQuery query{query_data, size};
    if (size > MAX_QUERY || !query.is_well_formed(MOVE_KINDS)) return -1;
    return current.engine->why_illegal(current.selected_state(), query, &explanation);
}

WASM_EXPORT(apply_move) void apply_move(int kind, int detail, int a, int b, int c) {
    current.engine->apply(current.selected_state(), make_wire_move(kind, detail, a, b, c));
}

WASM_EXPORT(move_cells) int move_cells(int kind, int detail, int a, int b, int c) {
    return current.engine->move_cells(current.selected_state(),
                                      make_wire_move(kind, detail, a, b, c), cells_data);
}

// Counts the move sequences of `depth` moves; negative if they do not fit the buffer.
WASM_EXPORT(perft) double perft(int depth) {
    current.reserve_moves(INITIAL_MOVES);
    const std::uint64_t count =
        current.engine->perft(current.selected_state(), depth, current.moves, current.capacity);
    return count == ~std::uint64_t{0} ? -1 : static_cast<double>(count);
}

}  // extern "C"

}  // namespace ringrift
