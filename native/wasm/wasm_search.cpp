// The search of the WebAssembly module: one search at a time (web/src/engine/wasm.ts).
#include <atomic>

#include "ringrift/generated/boards.hpp"
#include "ringrift/search/search_api.hpp"
#include "wasm_memory.hpp"

extern "C" {
WASM_IMPORT(now) double page_now();  // milliseconds of a monotonic clock
WASM_IMPORT(report) int page_report(const ringrift::SearchResult* result);  // not 0: stop
}

namespace ringrift {

// Compiled from src/search.cpp with the instruction set `wasm`.
#define DECLARE_SEARCHER(Type, ...) extern const Searcher searcher_wasm_##Type;
RINGRIFT_BOARD_TYPES(DECLARE_SEARCHER, )

namespace {

#define SEARCHER_OF(Type, ...) &searcher_wasm_##Type,
constexpr const Searcher* SEARCHERS[] = {RINGRIFT_BOARD_TYPES(SEARCHER_OF, )};

constexpr int MAX_WEIGHTS = 256;
alignas(64) std::int64_t searched_fields[MAX_FIELDS];
alignas(64) std::int32_t weights_data[MAX_WEIGHTS];
alignas(64) std::int32_t settings_data[SETTING_COUNT];
alignas(64) std::int32_t network_numbers[NETWORK_NUMBERS + POLICY_NUMBERS];
NetworkData network;
bool uses_network = false;
alignas(64) SearchResult search_result;

#define RINGRIFT_SETTING_NAME(name) #name " "
constexpr char SETTING_NAMES[] = RINGRIFT_SEARCH_SETTINGS(RINGRIFT_SETTING_NAME);
#undef RINGRIFT_SETTING_NAME
#define RINGRIFT_SETTING_INDEX(name) name##_at,
enum SettingIndex { RINGRIFT_SEARCH_SETTINGS(RINGRIFT_SETTING_INDEX) };
#undef RINGRIFT_SETTING_INDEX

// Memory of the search of one board and method, kept between decisions until it is cleared.
struct SearchMemory {
    const SearchMethod* method = nullptr;
    void* worker = nullptr;
    std::size_t worker_size = 0;
    void* pool = nullptr;
    std::size_t pool_size = 0, pool_capacity = 0;
    bool has_prover = false;
    std::uint32_t generation = 0, epoch = 0;

    static constexpr std::uint32_t MAX_GENERATIONS = 1 << 16;

    // Another board, method or size clears the memory. A tree search whose prover has a part of the
    // pool needs all of it zeroed.
    void prepare(const SearchMethod& wanted, std::size_t bytes, bool with_prover) {
        if (&wanted == method && bytes == pool_size && with_prover == has_prover) return;
        reset_worker(wanted.worker_size);
        reset_pool(bytes,
                   wanted.pool_header_size == 0 || with_prover ? bytes : wanted.pool_header_size);
        method = &wanted;
        has_prover = with_prover;
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
            worker = allocate_zeroed(bytes);
            worker_size = bytes;
        } else {
            __builtin_memset(worker, 0, bytes);
        }
    }

    // The last block grows in place. Only its head must be zero.
    void reset_pool(std::size_t bytes, std::size_t head) {
        if (bytes > pool_capacity) {
            const std::uintptr_t start = reinterpret_cast<std::uintptr_t>(pool);
            if (pool != nullptr && start + pool_capacity == heap_end) grow_memory_to(start + bytes);
            else pool = allocate_zeroed(bytes), pool_capacity = 0;
        }
        __builtin_memset(pool, 0, head < pool_capacity ? head : pool_capacity);
        pool_capacity = bytes > pool_capacity ? bytes : pool_capacity;
        pool_size = bytes;
    }
};
SearchMemory memory;

std::atomic<bool> never_stop = false;
double started = 0, deadline = 0;  // no deadline: 0

bool should_stop(void*) { return deadline > 0 && page_now() >= deadline; }
double time_used(void*) {
    return deadline > 0 ? (page_now() - started) / (deadline - started) : 0.0;
}
bool report_result(void*, const SearchResult& result) { return page_report(&result) != 0; }

}  // namespace

extern "C" {

WASM_EXPORT(weights_buffer) std::int32_t* weights_buffer() { return weights_data; }
WASM_EXPORT(feature_count) int feature_count() { return SEARCHERS[0]->feature_count; }

// The names of the settings, each with a space after it and in the order of `settings_buffer`, and
// how many bytes they take.
WASM_EXPORT(setting_names) const char* setting_names() { return SETTING_NAMES; }
WASM_EXPORT(setting_names_size) int setting_names_size() { return sizeof SETTING_NAMES - 1; }

// The settings of the searches that are prepared next; a negative one is the default of the board.
WASM_EXPORT(settings_buffer) std::int32_t* settings_buffer() { return settings_data; }

WASM_EXPORT(network_buffer) std::int32_t* network_buffer() { return network_numbers; }

// Uses the network of so many numbers in the following searches; 0: none. Returns 0 if they
// are not those of a network.
WASM_EXPORT(load_network) int load_network(int count) {
    uses_network = false;
    if (count == 0) return 1;
    const bool with_policy = count == NETWORK_NUMBERS + POLICY_NUMBERS;
    if (!with_policy && count != NETWORK_NUMBERS) return 0;
    uses_network = read_network(network_numbers, with_policy, network) == nullptr;
    return uses_network;
}

// Prepares searches on a board by a method (0 alpha-beta, 1 Monte Carlo tree search) with this much
// memory, keeping the memory of an equal setup. Returns 0 if the board has no such method.
WASM_EXPORT(prepare_search) int prepare_search(int board, int method, int megabytes) {
    if (method < 0 || method >= METHOD_COUNT) return 0;
    const SearchMethod& wanted = SEARCHERS[board]->methods[method];
    if (wanted.run == nullptr) return 0;
    memory.prepare(wanted, static_cast<std::size_t>(megabytes) << 20,
                   settings_data[proof_percent_at] > 0);
    return 1;
}

WASM_EXPORT(clear_search) void clear_search() { memory.clear(); }

// Searches the state of the fields; 0 means no limit of nodes, milliseconds or depth.
WASM_EXPORT(search)
const SearchResult* search(double nodes, double milliseconds, int depth, std::uint64_t seed,
                           int best) {
    started = page_now();
    deadline = milliseconds > 0 ? started + milliseconds : 0;
    if (memory.generation < SearchMemory::MAX_GENERATIONS) ++memory.generation;
    // The page may load other states from a report while the search runs.
    __builtin_memcpy(searched_fields, fields_data, sizeof fields_data);
    SearchTask task{};
    task.fields = searched_fields;
    task.weights = weights_data;
    task.network = uses_network ? &network : nullptr;
    task.settings = settings_data;
    task.pool = memory.pool;
    task.pool_size = memory.pool_size;
    task.generation = memory.generation;
    task.epoch = memory.epoch;
    task.stop = &never_stop;
    task.callbacks.should_stop = should_stop;
    task.callbacks.on_report = report_result;
    task.callbacks.time_used = time_used;
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
