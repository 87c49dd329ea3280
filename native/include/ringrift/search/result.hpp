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

constexpr int MOST_LINES = 64;       // best moves of one answer
constexpr int MOST_VARIATION = 256;  // moves of one variation, bookkeeping included
constexpr int METHODS = 2;           // 0 alpha-beta, 1 tree

// A root move with what is expected of it. Shares are permille of the win, for the person who now
// has that seat.
struct SearchLine {
    WireMove move;
    std::int32_t shares[4];
    int length;
    WireMove variation[MOST_VARIATION];
};

struct SearchResult {
    int depth, count;
    std::uint64_t nodes;
    SearchLine lines[MOST_LINES];
};

// Called by the first thread of a search; a true answer ends it.
struct SearchCalls {
    void* self;
    bool (*late)(void* self);  // every few nodes
    bool (*finished)(
        void* self,
        const SearchResult& result);  // after each depth, of a tree now and then; may be null
    bool (*due)(void* self);          // whether something should be shown again; may be null
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
        counted;  // the nodes of all threads, as far as they have told; may be null
    SearchCalls calls;
    std::uint64_t nodes;  // budget of this thread; 0: none
    int depth;            // 0: no limit
    std::uint64_t seed;
    int best;    // how many root moves get an exact score and a variation
    int thread;  // 0 answers; the others help it
    int threads;
};

// A worker is memory of one thread, zeroed at first, aligned to 64; it is kept between searches.
struct SearchMethod {
    std::size_t worker_size;
    void (*think)(void* worker, const SearchTask& task, SearchResult* result);
    void (*forget)(void* worker);  // what the worker learned in earlier searches
    std::size_t
        pool_head;  // so much of the pool is zeroed to forget what it holds; an epoch does the rest
};

struct Searcher {
    const char* isa;
    int board, fields, feature_count;
    const char* const* feature_names;
    SearchMethod methods[METHODS];

    const char* (*check)(const std::int64_t* fields);  // null if they make a state
    void (*features)(const std::int64_t* fields, std::int32_t* out, std::int32_t* progress,
                     int* seats);
    void (*evaluate)(const std::int64_t* fields, const std::int32_t* weights, std::int32_t* out,
                     int* seats);
};

// The table for a board (0 to 3), or null; `isa` asks for one instruction set, null for the best
// there is.
const Searcher* searcher_of(int board, const char* isa = nullptr);

}  // namespace ringrift
