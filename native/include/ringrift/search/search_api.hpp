// What goes into a search and what comes out of it: plain data that every instruction set sees
// alike.
//
// A table of functions a board and an instruction set, as for the engine. Nothing here is compiled
// for a special machine, so nothing here may be a function.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "ringrift/engine.hpp"

namespace ringrift {

constexpr int MAX_BEST_MOVES = 64;  // best moves of one answer
constexpr int MAX_PV_LENGTH = 256;  // moves of one variation, bookkeeping included
constexpr int METHOD_COUNT = 2;     // 0 alpha-beta, 1 tree

// A root move with what is expected of it. Shares are permille of the win, for the person who now
// has that seat.
struct BestMove {
    WireMove move;
    std::int32_t shares[4];
    int pv_length;
    WireMove pv[MAX_PV_LENGTH];
};

struct SearchResult {
    int depth, count;
    std::uint64_t nodes;
    BestMove best_moves[MAX_BEST_MOVES];
};

// Called by the first thread of a search; a true answer ends it.
struct SearchCallbacks {
    void* self;
    bool (*should_stop)(void* self);  // every few nodes
    bool (*on_report)(
        void* self,
        const SearchResult& result);  // after each depth, of a tree now and then; may be null
    bool (*report_due)(void* self);   // whether something should be shown again; may be null
};

struct SearchTask {
    const std::int64_t* fields;   // of a state that loads
    const std::int32_t* weights;  // two tables of features: start and end of a game
    void* pool;  // shared by the threads of a method and kept between searches; zeroed at first
    std::size_t pool_size;
    std::uint32_t generation;  // counts the searches since the pool was zeroed, below 2^17
    std::uint32_t epoch;       // counts how often what was learned since then was to be forgotten
    const std::atomic<bool>* stop;
    std::atomic<std::uint64_t>*
        total_nodes;  // the nodes of all threads, as far as they have told; may be null
    SearchCallbacks callbacks;
    std::uint64_t nodes;  // budget of this thread; 0: none
    int depth;            // 0: no limit
    std::uint64_t seed;
    int best_count;  // how many root moves get an exact score and a variation
    int thread;      // 0 answers; the others help it
    int threads;
};

// A worker is memory of one thread, zeroed at first, aligned to 64; it is kept between searches.
struct SearchMethod {
    std::size_t worker_size;
    void (*run)(void* worker, const SearchTask& task, SearchResult* result);
    void (*clear_worker)(void* worker);  // what the worker learned in earlier searches
    std::size_t pool_header_size;  // so much of the pool is zeroed to forget what it holds; an
                                   // epoch does the rest
};

struct Searcher {
    const char* isa;
    int board, field_count, feature_count;
    const char* const* feature_names;
    SearchMethod methods[METHOD_COUNT];

    bool (*validate)(const std::int64_t* fields);  // whether they make a state
    void (*features)(const std::int64_t* fields, std::int32_t* out, std::int32_t* progress,
                     int* seats);
    void (*evaluate)(const std::int64_t* fields, const std::int32_t* weights, std::int32_t* out,
                     int* seats);
};

// The table for a board (0 to 3), or null; `isa` asks for one instruction set, null for the best
// there is.
const Searcher* find_searcher(int board, const char* isa = nullptr);

}  // namespace ringrift
