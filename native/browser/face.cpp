// The kernel's face in a browser: one state, one search, and buffers that the page reads and writes
// (web/src/engine/wasm.ts). Built by build.py.
//
// No libraries: memory is taken from the end of the page's linear memory and never given back. A
// page calls one function at a time and has checked all numbers but those of a state, which `load`
// checks.
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "ringrift/engine.hpp"
#include "ringrift/search/result.hpp"

#define RINGRIFT_SHOWN(name) __attribute__((export_name(#name)))
#define RINGRIFT_ASKED(name) __attribute__((import_module("page"), import_name(#name)))

extern "C" {
extern unsigned char __heap_base;
RINGRIFT_ASKED(now) double page_now();  // milliseconds of a clock that never goes back
RINGRIFT_ASKED(report) int page_report(const ringrift::SearchResult* result);  // not 0: enough
}

namespace ringrift {

// Compiled from src/engine.cpp and src/search.cpp with the instruction set `page`.
extern const Engine engine_page_Square8, engine_page_Hex8, engine_page_Square19,
    engine_page_Hexagonal;
extern const Searcher searcher_page_Square8, searcher_page_Hex8, searcher_page_Square19,
    searcher_page_Hexagonal;

namespace {

constexpr int BOARDS = 4;
constexpr const Engine* ENGINES[BOARDS] = {&engine_page_Square8, &engine_page_Hex8,
                                           &engine_page_Square19, &engine_page_Hexagonal};
constexpr const Searcher* SEARCHERS[BOARDS] = {&searcher_page_Square8, &searcher_page_Hex8,
                                               &searcher_page_Square19, &searcher_page_Hexagonal};

constexpr std::size_t PAGE = 65536, ALIGNMENT = 64;
constexpr int MOST_FIELDS = 1024, MOST_CELLS = 512, MOST_WEIGHTS = 256;

alignas(64) std::int64_t fields_room[MOST_FIELDS], searched_room[MOST_FIELDS];
alignas(64) std::uint16_t cells_room[MOST_CELLS];
alignas(64) std::int32_t weights_room[MOST_WEIGHTS];
alignas(64) SearchResult found;

std::uintptr_t used = 0;  // the end of what is taken

void reach(std::uintptr_t end) {
    const std::uintptr_t held = __builtin_wasm_memory_size(0) * PAGE;
    if (end > held && __builtin_wasm_memory_grow(0, (end - held + PAGE - 1) / PAGE) ==
                          static_cast<std::size_t>(-1))
        __builtin_trap();
    used = end;
}

// Memory that a page has never touched is zero.
void* take(std::size_t bytes) {
    if (used == 0) used = reinterpret_cast<std::uintptr_t>(&__heap_base);
    const std::uintptr_t start = (used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    reach(start + bytes);
    return reinterpret_cast<void*>(start);
}

// The state that is looked at.
struct Table {
    const Engine* engine = nullptr;
    void* state[BOARDS] = {};
    WireMove* moves = nullptr;
    int room = 0;

    void* at() { return state[engine->board]; }

    void choose(int board) {
        engine = ENGINES[board];
        if (state[board] == nullptr) state[board] = take(engine->size);
    }

    void make_room(int wanted) {
        if (wanted <= room) return;
        room = wanted;
        moves = static_cast<WireMove*>(take(static_cast<std::size_t>(room) * sizeof(WireMove)));
    }
};
Table table;
constexpr int FIRST_ROOM = 1 << 16;

WireMove move_of(int kind, int detail, int a, int b, int c) {
    return {static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(detail),
            static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b),
            static_cast<std::uint16_t>(c)};
}

// What a search of one board by one method keeps from one decision to the next, until it is told to
// forget.
struct Memory {
    const SearchMethod* method = nullptr;
    void* worker = nullptr;
    std::size_t worker_size = 0;
    void* pool = nullptr;
    std::size_t pool_size = 0, pool_room = 0;
    std::uint32_t generation = 0, epoch = 0;

    static constexpr std::uint32_t MOST_GENERATIONS = 1 << 16;

    // Another board, method or size begins anew.
    void ready(const SearchMethod& wanted, std::size_t bytes) {
        if (&wanted == method && bytes == pool_size) return;
        make_worker(wanted.worker_size);
        make_pool(bytes, wanted.pool_head == 0 ? bytes : wanted.pool_head);
        method = &wanted;
        generation = epoch = 0;
    }

    void forget() {
        method->forget(worker);
        __builtin_memset(pool, 0, method->pool_head);
        ++epoch;
        if (++generation < MOST_GENERATIONS) return;
        __builtin_memset(pool, 0, pool_size);
        generation = epoch = 0;
    }

private:
    void make_worker(std::size_t bytes) {
        if (bytes > worker_size) {
            worker = take(bytes);
            worker_size = bytes;
        } else {
            __builtin_memset(worker, 0, bytes);
        }
    }

    // What lies last grows where it is. Only the head must be zero.
    void make_pool(std::size_t bytes, std::size_t head) {
        if (bytes > pool_room) {
            const std::uintptr_t start = reinterpret_cast<std::uintptr_t>(pool);
            if (pool != nullptr && start + pool_room == used) reach(start + bytes);
            else pool = take(bytes), pool_room = 0;
        }
        __builtin_memset(pool, 0, head < pool_room ? head : pool_room);
        pool_room = bytes > pool_room ? bytes : pool_room;
        pool_size = bytes;
    }
};
Memory memory;

std::atomic<bool> never = false;
double deadline = 0;  // 0: none

bool late(void*) { return deadline > 0 && page_now() >= deadline; }
bool finished(void*, const SearchResult& result) { return page_report(&result) != 0; }

}  // namespace

extern "C" {

RINGRIFT_SHOWN(fields) std::int64_t* fields() { return fields_room; }
RINGRIFT_SHOWN(cells) std::uint16_t* cells() { return cells_room; }
RINGRIFT_SHOWN(moves) WireMove* moves() { return table.moves; }
RINGRIFT_SHOWN(weights) std::int32_t* weights() { return weights_room; }
RINGRIFT_SHOWN(features) int features() { return SEARCHERS[0]->feature_count; }

RINGRIFT_SHOWN(start) void start(int board, int seats, int standard, int swap) {
    table.choose(board);
    table.engine->new_game(table.at(), seats, standard != 0, swap != 0);
}

// The state of the fields; null, or what is wrong with them.
RINGRIFT_SHOWN(load) const char* load(int board) {
    table.choose(board);
    return table.engine->load(table.at(), fields_room);
}

RINGRIFT_SHOWN(dump) void dump() { table.engine->dump(table.at(), fields_room); }

RINGRIFT_SHOWN(list) int list() {
    table.make_room(FIRST_ROOM);
    const int count = table.engine->list(table.at(), table.moves, table.room);
    if (count <= table.room) return count;
    table.make_room(count);
    return table.engine->list(table.at(), table.moves, table.room);
}

RINGRIFT_SHOWN(legal) int legal(int kind, int detail, int a, int b, int c) {
    return table.engine->legal(table.at(), move_of(kind, detail, a, b, c));
}

RINGRIFT_SHOWN(apply) void apply(int kind, int detail, int a, int b, int c) {
    table.engine->apply(table.at(), move_of(kind, detail, a, b, c));
}

RINGRIFT_SHOWN(cells_of) int cells_of(int kind, int detail, int a, int b, int c) {
    return table.engine->cells_of(table.at(), move_of(kind, detail, a, b, c), cells_room);
}

// The number of sequences of so many moves; below 0: more than there is room for.
RINGRIFT_SHOWN(perft) double perft(int depth) {
    table.make_room(FIRST_ROOM);
    const std::uint64_t count = table.engine->perft(table.at(), depth, table.moves, table.room);
    return count == ~std::uint64_t{0} ? -1 : static_cast<double>(count);
}

// Makes ready for searches on a board by a method (0 alpha-beta, 1 tree) with so much memory; what
// was learned by the same stays. 0: there is no such method for the board.
RINGRIFT_SHOWN(ready) int ready(int board, int method, int megabytes) {
    if (method < 0 || method >= METHODS) return 0;
    const SearchMethod& wanted = SEARCHERS[board]->methods[method];
    if (wanted.think == nullptr) return 0;
    memory.ready(wanted, static_cast<std::size_t>(megabytes) << 20);
    return 1;
}

RINGRIFT_SHOWN(forget) void forget() { memory.forget(); }

// Searches the state of the fields; 0 is no limit of nodes, milliseconds or depth.
RINGRIFT_SHOWN(think)
const SearchResult* think(double nodes, double milliseconds, int depth, std::uint64_t seed,
                          int best) {
    deadline = milliseconds > 0 ? page_now() + milliseconds : 0;
    if (memory.generation < Memory::MOST_GENERATIONS) ++memory.generation;
    // A report may look at other states while the search goes on.
    __builtin_memcpy(searched_room, fields_room, sizeof fields_room);
    SearchTask task{};
    task.fields = searched_room;
    task.weights = weights_room;
    task.pool = memory.pool;
    task.pool_size = memory.pool_size;
    task.generation = memory.generation;
    task.epoch = memory.epoch;
    task.stop = &never;
    task.calls.late = late;
    task.calls.finished = finished;
    task.nodes = static_cast<std::uint64_t>(nodes);
    task.depth = depth;
    task.seed = seed;
    task.best = best;
    task.threads = 1;
    memory.method->think(memory.worker, task, &found);
    return &found;
}

}  // extern "C"

}  // namespace ringrift
