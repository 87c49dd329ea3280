// The search as a Python class: its memory, its threads, its clock. The interpreter is let go while
// it thinks.
#include "search_module.hpp"

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

#include "memory.hpp"
#include "ringrift/search/result.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ringrift {
namespace {

using Numbers = std::vector<std::int64_t>;
using MoveTuple = std::tuple<int, int, int, int, int>;
using LineTuple = std::tuple<MoveTuple, std::vector<int>, std::vector<MoveTuple>>;
using ResultTuple = std::tuple<int, std::uint64_t, std::int64_t, std::vector<LineTuple>>;
using Clock = std::chrono::steady_clock;

constexpr int MOST_THREADS = 256;
constexpr int MOST_MEGABYTES = 1 << 16;
constexpr auto BETWEEN_SIGNALS = std::chrono::milliseconds(50);
constexpr auto BETWEEN_REPORTS = std::chrono::milliseconds(200);

const Searcher& wanted_searcher(int board, const std::string& isa = "") {
    const Searcher* found = searcher_of(board, isa.empty() ? nullptr : isa.c_str());
    if (found == nullptr) throw nb::value_error("there is no such board or instruction set here");
    return *found;
}

std::vector<std::int32_t> checked_weights(const Searcher& searcher, const Numbers& weights) {
    if (weights.size() != 2 * static_cast<std::size_t>(searcher.feature_count))
        throw nb::value_error(
            "there are two weights for each feature: all for the start of a game, then for its "
            "end");
    std::vector<std::int32_t> checked;
    for (const std::int64_t weight : weights) {
        if (weight < -1'000'000 || weight > 1'000'000)
            throw nb::value_error("a weight is -1000000 to 1000000");
        checked.push_back(static_cast<std::int32_t>(weight));
    }
    return checked;
}

void check_fields(const Searcher& searcher, const Numbers& fields) {
    if (fields.size() != static_cast<std::size_t>(searcher.fields))
        throw nb::value_error("wrong number of fields");
    if (const char* wrong = searcher.check(fields.data())) throw nb::value_error(wrong);
}

MoveTuple shown(const WireMove& move) { return {move.kind, move.detail, move.a, move.b, move.c}; }

ResultTuple shown(const SearchResult& result, int seats, std::uint64_t nodes,
                  std::int64_t milliseconds) {
    std::vector<LineTuple> lines;
    for (int at = 0; at < result.count; ++at) {
        const SearchLine& line = result.lines[at];
        std::vector<MoveTuple> variation;
        for (int move = 0; move < line.length; ++move)
            variation.push_back(shown(line.variation[move]));
        lines.emplace_back(shown(line.move), std::vector<int>(line.shares, line.shares + seats),
                           std::move(variation));
    }
    return {result.depth, nodes, milliseconds, std::move(lines)};
}

// What the first thread of one search asks and tells while it thinks: the clock, signals, and
// `report`.
struct Watch {
    Clock::time_point began = Clock::now(), next_signal = began + BETWEEN_SIGNALS,
                      deadline = Clock::time_point::max();
    Clock::time_point next_report = began + BETWEEN_REPORTS;
    std::atomic<std::uint64_t> counted = 0;  // nodes of all threads
    nb::object report;
    bool heard = false;  // whether somebody wants reports
    int seats = 0;
    std::exception_ptr failure;

    std::int64_t milliseconds() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began).count();
    }

    bool late() {
        const auto now = Clock::now();
        if (now >= deadline) return true;
        if (now < next_signal) return false;
        next_signal = now + BETWEEN_SIGNALS;
        return guarded([] {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            return false;
        });
    }

    bool due() const { return Clock::now() >= next_report; }

    bool finished(const SearchResult& result) {
        next_report = Clock::now() + BETWEEN_REPORTS;
        const auto told =
            shown(result, seats, counted.load(std::memory_order_relaxed), milliseconds());
        return guarded([&] { return !nb::cast<bool>(report(nb::cast(told))); });
    }

    // With the interpreter; what it raises ends the search and is raised when all threads are home.
    template <class Ask>
    bool guarded(Ask&& ask) {
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
    Search(int board, const Numbers& weights, int megabytes, int threads)
        : searcher_(wanted_searcher(board)),
          weights_(checked_weights(searcher_, weights)),
          threads_(threads) {
        if (threads < 1 || threads > MOST_THREADS)
            throw nb::value_error("1 to 256 threads can think");
        if (megabytes < 1 || megabytes > MOST_MEGABYTES)
            throw nb::value_error("the memory is 1 to 65536 megabytes");
        pool_size_ = static_cast<std::size_t>(megabytes) << 20;
    }

    ResultTuple think(const Numbers& fields, int method, std::int64_t nodes,
                      std::int64_t milliseconds, int depth, std::uint64_t seed, int best,
                      nb::object report) {
        if (method < 0 || method >= METHODS || searcher_.methods[method].think == nullptr)
            throw nb::value_error("there is no such method");
        if (nodes < 0 || milliseconds < 0 || depth < 0)
            throw nb::value_error("a budget is not negative; 0 is no limit");
        if (best < 1 || best > MOST_LINES) throw nb::value_error("1 to 64 best moves can be shown");
        check_fields(searcher_, fields);
        std::unique_lock guard(lock_, std::try_to_lock);
        if (!guard.owns_lock()) throw std::runtime_error("this search is already thinking");
        stop_ = false;
        Watch watch;
        watch.heard = !report.is_none();
        watch.report = std::move(report);
        watch.seats = static_cast<int>(fields[SEATS_FIELD]);
        if (milliseconds > 0)
            watch.deadline =
                watch.began + std::chrono::milliseconds(std::min(milliseconds, LONGEST));
        ready(method);
        SearchTask task{};
        task.fields = fields.data();
        task.weights = weights_.data();
        task.pool = pools_[method].at();
        task.pool_size = pools_[method].size();
        if (generation_ < MOST_GENERATIONS) ++generation_;
        task.generation = generation_;
        task.epoch = epoch_;
        task.stop = &stop_;
        task.counted = &watch.counted;
        task.nodes =
            (static_cast<std::uint64_t>(nodes) + static_cast<std::uint64_t>(threads_) - 1) /
            static_cast<std::uint64_t>(threads_);
        task.depth = depth;
        task.seed = seed;
        task.best = best;
        task.threads = threads_;
        auto result = std::make_unique<SearchResult>();
        std::uint64_t searched = 0;
        {
            nb::gil_scoped_release released;
            searched = run(method, task, *result, watch);
        }
        if (watch.failure) std::rethrow_exception(watch.failure);
        return shown(*result, watch.seats, searched, watch.milliseconds());
    }

    void stop() { stop_ = true; }

    void clear() {
        std::unique_lock guard(lock_, std::try_to_lock);
        if (!guard.owns_lock()) throw std::runtime_error("this search is thinking: stop it first");
        const bool anew = ++generation_ >= MOST_GENERATIONS;
        for (int method = 0; method < METHODS; ++method) {
            pools_[method].clear(anew ? pools_[method].size()
                                      : searcher_.methods[method].pool_head);
            for (const Memory& worker : workers_[method])
                searcher_.methods[method].forget(worker.at());
        }
        ++epoch_;
        if (anew) generation_ = epoch_ = 0;
    }

private:
    static constexpr std::int64_t LONGEST = std::int64_t{1} << 40;
    static constexpr int SEATS_FIELD = 2;
    static constexpr std::uint32_t MOST_GENERATIONS = 1 << 16;

    void ready(int method) {
        if (pools_[method].at() == nullptr) pools_[method] = Memory(pool_size_);
        while (workers_[method].size() < static_cast<std::size_t>(threads_))
            workers_[method].emplace_back(searcher_.methods[method].worker_size);
    }

    // Helpers think until the first thread has its answer. Returns the nodes of all.
    std::uint64_t run(int method, const SearchTask& task, SearchResult& result, Watch& watch) {
        const auto& workers = workers_[method];
        const auto think = searcher_.methods[method].think;
        std::vector<std::unique_ptr<SearchResult>> results;
        std::vector<std::thread> helpers;
        try {
            for (int thread = 1; thread < threads_; ++thread) {
                results.push_back(std::make_unique<SearchResult>());
                SearchTask helping = task;
                helping.thread = thread;
                helpers.emplace_back(
                    [helping, think, worker = workers[static_cast<std::size_t>(thread)].at(),
                     found = results.back().get()] { think(worker, helping, found); });
            }
        } catch (const std::system_error&) {  // as many as the system grants
        }
        SearchTask first = task;
        first.calls.self = &watch;
        first.calls.late = [](void* self) { return static_cast<Watch*>(self)->late(); };
        if (watch.heard) {
            first.calls.due = [](void* self) { return static_cast<Watch*>(self)->due(); };
            first.calls.finished = [](void* self, const SearchResult& found) {
                return static_cast<Watch*>(self)->finished(found);
            };
        }
        think(workers[0].at(), first, &result);
        stop_ = true;
        for (std::thread& helper : helpers) helper.join();
        std::uint64_t nodes = result.nodes;
        for (const auto& found : results) nodes += found->nodes;
        return nodes;
    }

    const Searcher& searcher_;
    const std::vector<std::int32_t> weights_;
    const int threads_;
    std::size_t pool_size_ = 0;
    std::uint32_t generation_ = 0, epoch_ = 0;
    std::atomic<bool> stop_ = false;
    std::mutex lock_;
    Memory pools_[METHODS];
    std::vector<Memory> workers_[METHODS];
};

std::tuple<int, std::vector<std::vector<int>>> features(int board, const Numbers& fields,
                                                        const std::string& isa) {
    const Searcher& searcher = wanted_searcher(board, isa);
    check_fields(searcher, fields);
    const auto width = static_cast<std::size_t>(searcher.feature_count);
    std::vector<std::int32_t> found(4 * width);
    std::int32_t progress = 0;
    int seats = 0;
    searcher.features(fields.data(), found.data(), &progress, &seats);
    std::vector<std::vector<int>> each;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats); ++seat)
        each.emplace_back(found.data() + seat * width, found.data() + (seat + 1) * width);
    return {progress, each};
}

std::vector<int> evaluated(int board, const Numbers& fields, const Numbers& weights,
                           const std::string& isa) {
    const Searcher& searcher = wanted_searcher(board, isa);
    check_fields(searcher, fields);
    const auto checked = checked_weights(searcher, weights);
    std::int32_t scores[4] = {};
    int seats = 0;
    searcher.evaluate(fields.data(), checked.data(), scores, &seats);
    return std::vector<int>(scores, scores + seats);
}

std::vector<std::string> feature_names() {
    const Searcher& searcher = wanted_searcher(0);
    return std::vector<std::string>(searcher.feature_names,
                                    searcher.feature_names + searcher.feature_count);
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<Search>(module, "Search")
        .def(nb::init<int, const Numbers&, int, int>(), "board"_a, "weights"_a, "megabytes"_a,
             "threads"_a)
        .def("think", &Search::think, "fields"_a, "method"_a, "nodes"_a, "milliseconds"_a,
             "depth"_a, "seed"_a, "best"_a, "report"_a.none())
        .def("stop", &Search::stop)
        .def("clear", &Search::clear);
    module.def("feature_names", &feature_names);
    module.def("features", &features, "board"_a, "fields"_a, "isa"_a = "");
    module.def("evaluate", &evaluated, "board"_a, "fields"_a, "weights"_a, "isa"_a = "");
}

}  // namespace ringrift
