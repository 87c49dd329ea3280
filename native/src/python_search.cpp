// The search as a Python class: its memory, threads and clock. It releases the GIL while it runs.
#include "python_search.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "aligned_memory.hpp"
#include "ringrift/search/search_api.hpp"
#include "ringrift/state_fields.hpp"
#include "validate_network.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ringrift {
namespace {

using Numbers = std::vector<std::int64_t>;
using MoveTuple = std::tuple<int, int, int, int, int>;
using BestMoveTuple = std::tuple<MoveTuple, std::vector<int>, std::vector<MoveTuple>>;
using ResultTuple = std::tuple<int, std::uint64_t, std::int64_t, std::vector<BestMoveTuple>>;
using Clock = std::chrono::steady_clock;

constexpr int MAX_THREADS = 256;
constexpr int MAX_MEGABYTES = 1 << 16;
constexpr auto SIGNAL_INTERVAL = std::chrono::milliseconds(50);
constexpr auto REPORT_INTERVAL = std::chrono::milliseconds(200);

const Searcher& require_searcher(int board, const char* isa = "") {
    const Searcher* found = find_searcher(board, isa[0] == '\0' ? nullptr : isa);
    if (found == nullptr) throw nb::value_error("unknown board or instruction set");
    return *found;
}

std::vector<std::int32_t> validate_weights(const Searcher& searcher, const Numbers& weights) {
    if (weights.size() != 2 * static_cast<std::size_t>(searcher.feature_count))
        throw nb::value_error(
            "give two weights for each feature: all for the start of a game, then all for its "
            "end");
    std::vector<std::int32_t> checked;
    for (const std::int64_t weight : weights) {
        if (weight < -1'000'000 || weight > 1'000'000)
            throw nb::value_error("a weight must be -1000000 to 1000000");
        checked.push_back(static_cast<std::int32_t>(weight));
    }
    return checked;
}

// Without settings, every one has its default.
std::vector<std::int32_t> validate_settings(const Numbers& settings) {
    if (settings.empty()) return std::vector<std::int32_t>(SETTING_COUNT, -1);
    if (settings.size() != SETTING_COUNT)
        throw nb::value_error("give one value for each of search_setting_names()");
    std::vector<std::int32_t> checked;
    for (const std::int64_t value : settings) {
        if (value < -1 || value > 1'000'000)
            throw nb::value_error("a setting must be 0 to 1000000, or -1 for its default");
        checked.push_back(static_cast<std::int32_t>(value));
    }
    return checked;
}

void validate_fields(const Searcher& searcher, const Numbers& fields) {
    if (fields.size() != static_cast<std::size_t>(searcher.field_count))
        throw nb::value_error("wrong number of fields");
    if (!searcher.validate(fields.data())) throw nb::value_error("the fields make no state");
}

MoveTuple to_tuple(const WireMove& move) {
    return {move.kind, move.detail, move.a, move.b, move.c};
}

ResultTuple to_tuple(const SearchResult& result, int seats, std::uint64_t nodes,
                     std::int64_t milliseconds) {
    std::vector<BestMoveTuple> best_moves;
    for (int at = 0; at < result.count; ++at) {
        const BestMove& best = result.best_moves[at];
        std::vector<MoveTuple> pv;
        for (int move = 0; move < best.pv_length; ++move) pv.push_back(to_tuple(best.pv[move]));
        best_moves.emplace_back(to_tuple(best.move),
                                std::vector<int>(best.shares, best.shares + seats), std::move(pv));
    }
    return {result.depth, nodes, milliseconds, std::move(best_moves)};
}

// Polls the clock and signals, and calls `report`, from thread 0 of a search.
struct SearchMonitor {
    Clock::time_point began = Clock::now(), next_signal = began + SIGNAL_INTERVAL,
                      deadline = Clock::time_point::max();
    Clock::time_point next_report = began + REPORT_INTERVAL;
    std::atomic<std::uint64_t> counted = 0;  // nodes of all threads
    nb::object report;
    bool wants_reports = false;  // whether the caller passed `report`
    int seats = 0;
    std::exception_ptr failure;

    std::int64_t elapsed_milliseconds() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began).count();
    }

    bool should_stop() {
        const auto now = Clock::now();
        if (now >= deadline) return true;
        if (now < next_signal) return false;
        next_signal = now + SIGNAL_INTERVAL;
        return with_gil([] {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            return false;
        });
    }

    double time_used() const {
        if (deadline == Clock::time_point::max()) return 0.0;
        return std::chrono::duration<double>(Clock::now() - began) / (deadline - began);
    }

    bool report_due() const { return Clock::now() >= next_report; }

    bool on_report(const SearchResult& result) {
        next_report = Clock::now() + REPORT_INTERVAL;
        const auto report_tuple = to_tuple(result, seats, counted.load(std::memory_order_relaxed),
                                           elapsed_milliseconds());
        return with_gil([&] { return !nb::cast<bool>(report(nb::cast(report_tuple))); });
    }

    // Runs with the GIL; an exception stops the search and is rethrown after all threads have
    // joined.
    template <class Ask>
    bool with_gil(Ask&& ask) {
        nb::gil_scoped_acquire held;
        try {
            return ask();
        } catch (...) {
            failure = std::current_exception();
            return true;
        }
    }
};

class Search {
public:
    Search(int board, const Numbers& weights, int megabytes, int threads, const Numbers& settings,
           const Numbers& network)
        : searcher_(require_searcher(board)),
          weights_(validate_weights(searcher_, weights)),
          settings_(validate_settings(settings)),
          network_(validate_network(network)),
          threads_(threads) {
        if (threads < 1 || threads > MAX_THREADS) throw nb::value_error("threads must be 1 to 256");
        if (megabytes < 1 || megabytes > MAX_MEGABYTES)
            throw nb::value_error("the memory must be 1 to 65536 megabytes");
        pool_size_ = static_cast<std::size_t>(megabytes) << 20;
    }

    ResultTuple search(const Numbers& fields, int method, std::int64_t nodes,
                       std::int64_t milliseconds, int depth, std::uint64_t seed, int best,
                       nb::object report) {
        if (method < 0 || method >= METHOD_COUNT || searcher_.methods[method].run == nullptr)
            throw nb::value_error("unknown method");
        if (nodes < 0 || milliseconds < 0 || depth < 0)
            throw nb::value_error("a budget must not be negative; 0 means no limit");
        if (best < 1 || best > MAX_BEST_MOVES) throw nb::value_error("best must be 1 to 64");
        validate_fields(searcher_, fields);
        std::unique_lock guard(lock_, std::try_to_lock);
        if (!guard.owns_lock()) throw std::runtime_error("this search is already running");
        stop_ = false;
        SearchMonitor watch;
        watch.wants_reports = !report.is_none();
        watch.report = std::move(report);
        watch.seats = static_cast<int>(fields[Field::seats]);
        if (milliseconds > 0)
            watch.deadline =
                watch.began + std::chrono::milliseconds(std::min(milliseconds, MAX_MILLISECONDS));
        allocate_memory(method);
        SearchTask task{};
        task.fields = fields.data();
        task.weights = weights_.data();
        task.network = network_.get();
        task.pool = pools_[method].data();
        task.pool_size = pools_[method].size();
        if (generation_ < MAX_GENERATIONS) ++generation_;
        task.generation = generation_;
        task.epoch = epoch_;
        task.stop = &stop_;
        task.total_nodes = &watch.counted;
        task.nodes =
            (static_cast<std::uint64_t>(nodes) + static_cast<std::uint64_t>(threads_) - 1) /
            static_cast<std::uint64_t>(threads_);
        task.depth = depth;
        task.seed = seed;
        task.best_count = best;
        task.threads = threads_;
        task.settings = settings_.data();
        auto result = std::make_unique<SearchResult>();
        std::uint64_t searched = 0;
        {
            nb::gil_scoped_release released;
            searched = run_threads(method, task, *result, watch);
        }
        if (watch.failure) std::rethrow_exception(watch.failure);
        return to_tuple(*result, watch.seats, searched, watch.elapsed_milliseconds());
    }

    void stop() { stop_ = true; }

    void clear() {
        std::unique_lock guard(lock_, std::try_to_lock);
        if (!guard.owns_lock()) throw std::runtime_error("this search is running: stop it first");
        const bool wraps = ++generation_ >= MAX_GENERATIONS;
        for (int method = 0; method < METHOD_COUNT; ++method) {
            pools_[method].zero_first(wraps ? pools_[method].size()
                                            : searcher_.methods[method].pool_header_size);
            for (const AlignedMemory& worker : workers_[method])
                searcher_.methods[method].clear_worker(worker.data());
        }
        ++epoch_;
        if (wraps) generation_ = epoch_ = 0;
    }

private:
    static constexpr std::int64_t MAX_MILLISECONDS = std::int64_t{1} << 40;
    static constexpr std::uint32_t MAX_GENERATIONS = 1 << 16;

    void allocate_memory(int method) {
        if (pools_[method].data() == nullptr) pools_[method] = AlignedMemory(pool_size_);
        while (workers_[method].size() < static_cast<std::size_t>(threads_))
            workers_[method].emplace_back(searcher_.methods[method].worker_size);
    }

    // Runs the search; helper threads stop when thread 0 has its result. Returns the nodes of all.
    std::uint64_t run_threads(int method, const SearchTask& task, SearchResult& result,
                              SearchMonitor& watch) {
        const auto& workers = workers_[method];
        const auto search = searcher_.methods[method].run;
        std::vector<std::unique_ptr<SearchResult>> results;
        std::vector<std::thread> helpers;
        try {
            for (int thread = 1; thread < threads_; ++thread) {
                results.push_back(std::make_unique<SearchResult>());
                SearchTask helping = task;
                helping.thread = thread;
                helpers.emplace_back(
                    [helping, search, worker = workers[static_cast<std::size_t>(thread)].data(),
                     found = results.back().get()] { search(worker, helping, found); });
            }
        } catch (const std::system_error&) {  // use as many threads as the system grants
        }
        SearchTask first = task;
        first.callbacks.self = &watch;
        first.callbacks.should_stop = [](void* self) {
            return static_cast<SearchMonitor*>(self)->should_stop();
        };
        first.callbacks.time_used = [](void* self) {
            return static_cast<SearchMonitor*>(self)->time_used();
        };
        if (watch.wants_reports) {
            first.callbacks.report_due = [](void* self) {
                return static_cast<SearchMonitor*>(self)->report_due();
            };
            first.callbacks.on_report = [](void* self, const SearchResult& found) {
                return static_cast<SearchMonitor*>(self)->on_report(found);
            };
        }
        search(workers[0].data(), first, &result);
        stop_ = true;
        for (std::thread& helper : helpers) helper.join();
        std::uint64_t nodes = result.nodes;
        for (const auto& found : results) nodes += found->nodes;
        return nodes;
    }

    const Searcher& searcher_;
    const std::vector<std::int32_t> weights_, settings_;
    const std::unique_ptr<const NetworkData> network_;
    const int threads_;
    std::size_t pool_size_ = 0;
    std::uint32_t generation_ = 0, epoch_ = 0;
    std::atomic<bool> stop_ = false;
    std::mutex lock_;
    AlignedMemory pools_[METHOD_COUNT];
    std::vector<AlignedMemory> workers_[METHOD_COUNT];
};

std::tuple<int, std::vector<std::vector<int>>> compute_position_features(int board,
                                                                         const Numbers& fields,
                                                                         const std::string& isa) {
    const Searcher& searcher = require_searcher(board, isa.c_str());
    validate_fields(searcher, fields);
    const auto width = static_cast<std::size_t>(searcher.feature_count);
    std::vector<std::int32_t> found(4 * width);
    std::int32_t progress = 0;
    int seats = 0;
    searcher.compute_features(fields.data(), found.data(), &progress, &seats);
    std::vector<std::vector<int>> each;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats); ++seat)
        each.emplace_back(found.data() + seat * width, found.data() + (seat + 1) * width);
    return {progress, each};
}

std::vector<int> evaluate_position(int board, const Numbers& fields, const Numbers& weights,
                                   const std::string& isa) {
    const Searcher& searcher = require_searcher(board, isa.c_str());
    validate_fields(searcher, fields);
    const auto checked = validate_weights(searcher, weights);
    std::int32_t scores[4] = {};
    int seats = 0;
    searcher.evaluate(fields.data(), checked.data(), scores, &seats);
    return std::vector<int>(scores, scores + seats);
}

std::vector<int> evaluate_position_by_network(int board, const Numbers& fields,
                                              const Numbers& network, const std::string& isa) {
    const Searcher& searcher = require_searcher(board, isa.c_str());
    validate_fields(searcher, fields);
    const auto checked = validate_network(network);
    if (checked == nullptr) throw nb::value_error("give the numbers of a network");
    std::int32_t scores[4] = {};
    int seats = 0;
    searcher.evaluate_by_network(fields.data(), *checked, scores, &seats);
    if (seats == 0) throw nb::value_error("the game is over: there is nothing to evaluate");
    return std::vector<int>(scores, scores + seats);
}

// Returns the numbers of the position that a policy sees, and for each legal move its features and
// its score by the policy of the network, or by the hand-made one.
nb::tuple describe_policy(int board, const Numbers& fields, const Numbers& network,
                          const std::string& isa) {
    const Searcher& searcher = require_searcher(board, isa.c_str());
    validate_fields(searcher, fields);
    const auto checked = validate_network(network);
    const auto sample = std::make_unique<PolicySample>();
    std::int32_t scores[PolicySample::CAPACITY];
    if (!searcher.sample_policy(fields.data(), nullptr, *sample) ||
        !searcher.score_policy(fields.data(), checked.get(), sample->moves, sample->count, scores))
        throw nb::value_error("the game is over: there is no move to score");
    nb::list features;
    for (int at = 0; at < sample->count; ++at)
        features.append(
            std::vector<int>(sample->features[at], sample->features[at] + POLICY_FEATURES));
    return nb::make_tuple(std::vector<int>(sample->context, sample->context + POLICY_CONTEXT),
                          features, std::vector<int>(scores, scores + sample->count));
}

std::vector<std::string> feature_names() {
    const Searcher& searcher = require_searcher(0);
    return std::vector<std::string>(searcher.feature_names,
                                    searcher.feature_names + searcher.feature_count);
}

std::vector<std::string> search_setting_names() {
#define RINGRIFT_SETTING_NAME(name) #name,
    return {RINGRIFT_SEARCH_SETTINGS(RINGRIFT_SETTING_NAME)};
#undef RINGRIFT_SETTING_NAME
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<Search>(module, "Search")
        .def(nb::init<int, const Numbers&, int, int, const Numbers&, const Numbers&>(), "board"_a,
             "weights"_a, "megabytes"_a, "threads"_a, "settings"_a = Numbers(),
             "network"_a = Numbers())
        .def("search", &Search::search, "fields"_a, "method"_a, "nodes"_a, "milliseconds"_a,
             "depth"_a, "seed"_a, "best"_a, "report"_a.none())
        .def("stop", &Search::stop)
        .def("clear", &Search::clear);
    module.def("feature_names", &feature_names);
    module.def("search_setting_names", &search_setting_names);
    module.def("features", &compute_position_features, "board"_a, "fields"_a, "isa"_a = "");
    module.def("evaluate", &evaluate_position, "board"_a, "fields"_a, "weights"_a, "isa"_a = "");
    module.def("evaluate_by_network", &evaluate_position_by_network, "board"_a, "fields"_a,
               "network"_a, "isa"_a = "");
    module.def("policy", &describe_policy, "board"_a, "fields"_a, "network"_a = Numbers(),
               "isa"_a = "");
}

}  // namespace ringrift
