// The interface of the search: plain data that every instruction set shares.
//
// As for the engine, there is a table of functions for each board and instruction set. Nothing here
// depends on the instruction set, so there are no functions here.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "ringrift/engine.hpp"
#include "ringrift/search/network_data.hpp"

namespace ringrift {

constexpr int MAX_BEST_MOVES = 64;  // in one result
constexpr int MAX_PV_LENGTH = 256;  // bookkeeping included
constexpr int METHOD_COUNT = 3;     // 0 alpha-beta, 1 Monte Carlo tree search, 2 win prover

// The settings of a search by name, in the order of `SearchTask::settings` (tuning.hpp).
#define RINGRIFT_SEARCH_SETTINGS(each)                                                    \
    each(first_reduced_move) each(quiescence_width) each(placed_stack_width)              \
        each(aspiration_window) each(quick_score_percent) each(policy_percent)            \
            each(first_depth_width) each(root_width) each(root_widening) each(width)      \
                each(widening) each(exploration_percent) each(best_play_percent)          \
                    each(first_play_reduction_percent) each(policy_temperature)           \
                        each(initial_children) each(widening_percent) each(root_children) \
                            each(proof_percent) each(early_stop) each(evaluate_children)
#define RINGRIFT_COUNT_SETTING(name) +1
constexpr int SETTING_COUNT = 0 RINGRIFT_SEARCH_SETTINGS(RINGRIFT_COUNT_SETTING);
#undef RINGRIFT_COUNT_SETTING

// A root move and its principal variation. Shares are permille of the win, by player of that seat.
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

// Called by thread 0; true stops the search.
struct SearchCallbacks {
    void* self;
    bool (*should_stop)(void* self);  // every few nodes
    bool (*on_report)(void* self,
                      const SearchResult& result);  // after each depth; may be null
    bool (*report_due)(void* self);                 // whether a report is due; may be null
    double (*time_used)(void* self);  // the part of the time that is spent, 0 to 1; may be null
};

struct SearchTask {
    const std::int64_t* fields;   // of a valid state
    const std::int32_t* weights;  // for the start and the end of a game
    const NetworkData* network;   // evaluates positions; null: the weights do
    void* pool;  // shared by the threads of a method and kept between searches; zeroed at first
    std::size_t pool_size;
    std::uint32_t generation;  // number of searches since the pool was zeroed, below 2^17
    std::uint32_t epoch;       // number of times the pool was cleared since then
    const std::atomic<bool>* stop;
    std::atomic<std::uint64_t>* total_nodes;  // nodes of all threads; may be null
    SearchCallbacks callbacks;
    std::uint64_t nodes;  // budget of this thread; 0: none
    int depth;            // 0: no limit; own turns of the win prover
    std::uint64_t seed;
    int best_count;  // root moves with an exact score and a variation
    int thread;      // thread 0 reports; the others help
    int threads;
    const std::int32_t* settings;  // by RINGRIFT_SEARCH_SETTINGS; null or negative: the default
};

// A worker is the memory of one thread, zeroed at first, aligned to 64, kept between searches.
struct SearchMethod {
    std::size_t worker_size;
    void (*run)(void* worker, const SearchTask& task, SearchResult* result);
    void (*clear_worker)(void* worker);  // forgets earlier searches
    std::size_t
        pool_header_size;  // bytes to zero when the pool is cleared; the epoch does the rest
};

// What a learned policy sees of a position and its moves, with the visits that a search gave them.
struct PolicySample {
    static constexpr int CAPACITY = 256;
    int count;           // moves
    int unvisited_step;  // of the moves without visits, the list has one in so many
    std::int32_t context[POLICY_CONTEXT];
    std::int32_t visits[CAPACITY];
    std::int8_t features[CAPACITY][POLICY_FEATURES];
    WireMove moves[CAPACITY];
};

struct Searcher {
    const char* isa;
    int board, field_count, feature_count;
    const char* const* feature_names;
    SearchMethod methods[METHOD_COUNT];

    bool (*validate)(const std::int64_t* fields);  // whether they are a valid state
    void (*compute_features)(const std::int64_t* fields, std::int32_t* out, std::int32_t* progress,
                             int* seats);
    void (*evaluate)(const std::int64_t* fields, const std::int32_t* weights, std::int32_t* out,
                     int* seats);
    void (*evaluate_by_network)(const std::int64_t* fields, const NetworkData& network,
                                std::int32_t* out, int* seats);
    // Describes the legal moves; `pool` of a tree search of this position, or null, has the visits.
    // False if the state is invalid, or too many moves were visited.
    bool (*sample_policy)(const std::int64_t* fields, const void* pool, PolicySample& out);
    // Writes the score of each of `moves` by the policy of the network, or by the hand-made one.
    bool (*score_policy)(const std::int64_t* fields, const NetworkData* network,
                         const WireMove* moves, int count, std::int32_t* out);
};

// Returns the table of a board, or null. `isa` selects an instruction set; null means the best one.
const Searcher* find_searcher(int board, const char* isa = nullptr);

}  // namespace ringrift
