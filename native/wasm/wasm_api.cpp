// The kernel's face in a browser: one state, one search, and buffers that the page reads and writes
// (web/src/engine/wasm.ts). Built by build.py.
//
// No libraries: memory is taken from the end of the page's linear memory and never_stop given back.
// A page calls one function at a time and has checked all numbers but those of a state, which
// `load` checks.
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "ringrift/engine.hpp"
#include "ringrift/generated/boards.hpp"
#include "ringrift/search/search_api.hpp"

#define WASM_EXPORT(name) __attribute__((export_name(#name)))
#define WASM_IMPORT(name) __attribute__((import_module("page"), import_name(#name)))

extern "C" {
extern unsigned char __heap_base;
WASM_IMPORT(now) double page_now();  // milliseconds of a clock that never_stop goes back
WASM_IMPORT(report) int page_report(const ringrift::SearchResult* result);  // not 0: enough
}

namespace ringrift {

// Compiled from src/engine.cpp and src/search.cpp with the instruction set `wasm`.
#define DECLARE_BOARD(Type, ...)            \
    extern const Engine engine_wasm_##Type; \
    extern const Searcher searcher_wasm_##Type;
RINGRIFT_BOARD_TYPES(DECLARE_BOARD, )

namespace {

#define ENGINE_OF(Type, ...) &engine_wasm_##Type,
#define SEARCHER_OF(Type, ...) &searcher_wasm_##Type,
constexpr const Engine* ENGINES[] = {RINGRIFT_BOARD_TYPES(ENGINE_OF, )};
constexpr const Searcher* SEARCHERS[] = {RINGRIFT_BOARD_TYPES(SEARCHER_OF, )};
constexpr int BOARD_COUNT = sizeof ENGINES / sizeof ENGINES[0];

constexpr std::size_t WASM_PAGE = 65536, ALIGNMENT = 64;
constexpr int MAX_FIELDS = 1024, MAX_CELLS = 512, MAX_WEIGHTS = 256;

alignas(64) std::int64_t fields_data[MAX_FIELDS], searched_fields[MAX_FIELDS];
alignas(64) std::uint16_t cells_data[MAX_CELLS];
alignas(64) std::int32_t weights_data[MAX_WEIGHTS];
alignas(64) SearchResult search_result;

std::uintptr_t heap_end = 0;  // the end of what is taken

void grow_to(std::uintptr_t end) {
    const std::uintptr_t held = __builtin_wasm_memory_size(0) * WASM_PAGE;
    if (end > held && __builtin_wasm_memory_grow(0, (end - held + WASM_PAGE - 1) / WASM_PAGE) ==
                          static_cast<std::size_t>(-1))
        __builtin_trap();
    heap_end = end;
}

// SearchMemory that a page has never_stop touched is zero.
void* allocate(std::size_t bytes) {
    if (heap_end == 0) heap_end = reinterpret_cast<std::uintptr_t>(&__heap_base);
    const std::uintptr_t start = (heap_end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    grow_to(start + bytes);
    return reinterpret_cast<void*>(start);
}

// The state that is looked at.
struct CurrentState {
    const Engine* engine = nullptr;
    void* state[BOARD_COUNT] = {};
    WireMove* moves = nullptr;
    int capacity = 0;

    void* at() { return state[engine->board]; }

    void choose(int board) {
        engine = ENGINES[board];
        if (state[board] == nullptr) state[board] = allocate(engine->state_size);
    }

    void reserve_moves(int wanted) {
        if (wanted <= capacity) return;
        capacity = wanted;
        moves =
            static_cast<WireMove*>(allocate(static_cast<std::size_t>(capacity) * sizeof(WireMove)));
    }
};
CurrentState current;
constexpr int INITIAL_MOVES = 1 << 16;

WireMove move_of(int kind, int detail, int a, int b, int c) {
    return {static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(detail),
            static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b),
            static_cast<std::uint16_t>(c)};
}

// What a search of one board by one method keeps from one decision to the next, until it is told to
// forget.
struct SearchMemory {
    const SearchMethod* method = nullptr;
    void* worker = nullptr;
    std::size_t worker_size = 0;
    void* pool = nullptr;
    std::size_t pool_size = 0, pool_capacity = 0;
    std::uint32_t generation = 0, epoch = 0;

    static constexpr std::uint32_t MAX_GENERATIONS = 1 << 16;

    // Another board, method or size begins anew.
    void prepare(const SearchMethod& wanted, std::size_t bytes) {
        if (&wanted == method && bytes == pool_size) return;
        reset_worker(wanted.worker_size);
        reset_pool(bytes, wanted.pool_header_size == 0 ? bytes : wanted.pool_header_size);
        method = &wanted;
        generation = epoch = 0;
    }

    void clear() {
        method->clear_worker(worker);
        __builtin_memset(pool, 0, method->pool_header_size);
        ++epoch;
        if (++generation < MAX_GENERATIONS) return;
        __builtin_memset(pool, 0, pool_size);
        generation = epoch = 0;
    }

private:
    void reset_worker(std::size_t bytes) {
        if (bytes > worker_size) {
            worker = allocate(bytes);
            worker_size = bytes;
        } else {
            __builtin_memset(worker, 0, bytes);
        }
    }

    // What lies last grows where it is. Only the head must be zero.
    void reset_pool(std::size_t bytes, std::size_t head) {
        if (bytes > pool_capacity) {
            const std::uintptr_t start = reinterpret_cast<std::uintptr_t>(pool);
            if (pool != nullptr && start + pool_capacity == heap_end) grow_to(start + bytes);
            else pool = allocate(bytes), pool_capacity = 0;
        }
        __builtin_memset(pool, 0, head < pool_capacity ? head : pool_capacity);
        pool_capacity = bytes > pool_capacity ? bytes : pool_capacity;
        pool_size = bytes;
    }
};
SearchMemory memory;

std::atomic<bool> never_stop = false;
double deadline = 0;  // 0: none

bool should_stop(void*) { return deadline > 0 && page_now() >= deadline; }
bool report_result(void*, const SearchResult& result) { return page_report(&result) != 0; }

}  // namespace

extern "C" {

WASM_EXPORT(fields_buffer) std::int64_t* fields_buffer() { return fields_data; }
WASM_EXPORT(cells_buffer) std::uint16_t* cells_buffer() { return cells_data; }
WASM_EXPORT(moves_buffer) WireMove* moves_buffer() { return current.moves; }
WASM_EXPORT(weights_buffer) std::int32_t* weights_buffer() { return weights_data; }
WASM_EXPORT(feature_count) int feature_count() { return SEARCHERS[0]->feature_count; }

WASM_EXPORT(new_game) void new_game(int board, int seats, int edition, int swap) {
    current.choose(board);
    current.engine->new_game(current.at(), seats, edition, swap != 0);
}

// The state of the fields; null, or what is wrong with them.
WASM_EXPORT(load_state) const char* load_state(int board) {
    current.choose(board);
    return current.engine->load(current.at(), fields_data);
}

WASM_EXPORT(dump_state) void dump_state() { current.engine->dump(current.at(), fields_data); }

WASM_EXPORT(list_moves) int list_moves() {
    current.reserve_moves(INITIAL_MOVES);
    const int count = current.engine->list_moves(current.at(), current.moves, current.capacity);
    if (count <= current.capacity) return count;
    current.reserve_moves(count);
    return current.engine->list_moves(current.at(), current.moves, current.capacity);
}

WASM_EXPORT(is_legal) int is_legal(int kind, int detail, int a, int b, int c) {
    return current.engine->is_legal(current.at(), move_of(kind, detail, a, b, c));
}

WASM_EXPORT(apply_move) void apply_move(int kind, int detail, int a, int b, int c) {
    current.engine->apply(current.at(), move_of(kind, detail, a, b, c));
}

WASM_EXPORT(move_cells) int move_cells(int kind, int detail, int a, int b, int c) {
    return current.engine->move_cells(current.at(), move_of(kind, detail, a, b, c), cells_data);
}

// The number of sequences of so many moves; below 0: more than there is capacity for.
WASM_EXPORT(perft) double perft(int depth) {
    current.reserve_moves(INITIAL_MOVES);
    const std::uint64_t count =
        current.engine->perft(current.at(), depth, current.moves, current.capacity);
    return count == ~std::uint64_t{0} ? -1 : static_cast<double>(count);
}

// Makes ready for searches on a board by a method (0 alpha-beta, 1 tree) with so much memory; what
// was learned by the same stays. 0: there is no such method for the board.
WASM_EXPORT(prepare_search) int prepare_search(int board, int method, int megabytes) {
    if (method < 0 || method >= METHOD_COUNT) return 0;
    const SearchMethod& wanted = SEARCHERS[board]->methods[method];
    if (wanted.run == nullptr) return 0;
    memory.prepare(wanted, static_cast<std::size_t>(megabytes) << 20);
    return 1;
}

WASM_EXPORT(clear_search) void clear_search() { memory.clear(); }

// Searches the state of the fields; 0 is no limit of nodes, milliseconds or depth.
WASM_EXPORT(search)
const SearchResult* search(double nodes, double milliseconds, int depth, std::uint64_t seed,
                           int best) {
    deadline = milliseconds > 0 ? page_now() + milliseconds : 0;
    if (memory.generation < SearchMemory::MAX_GENERATIONS) ++memory.generation;
    // A report may look at other states while the search goes on.
    __builtin_memcpy(searched_fields, fields_data, sizeof fields_data);
    SearchTask task{};
    task.fields = searched_fields;
    task.weights = weights_data;
    task.pool = memory.pool;
    task.pool_size = memory.pool_size;
    task.generation = memory.generation;
    task.epoch = memory.epoch;
    task.stop = &never_stop;
    task.callbacks.should_stop = should_stop;
    task.callbacks.on_report = report_result;
    task.nodes = static_cast<std::uint64_t>(nodes);
    task.depth = depth;
    task.seed = seed;
    task.best_count = best;
    task.threads = 1;
    memory.method->run(memory.worker, task, &search_result);
    return &search_result;
}

}  // extern "C"

}  // namespace ringrift
