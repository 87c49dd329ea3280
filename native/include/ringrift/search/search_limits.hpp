// When a search stops: node budget, stop flag, and the caller's clock.
#pragma once

#include "ringrift/platform.hpp"
#include "ringrift/search/search_api.hpp"

RINGRIFT_OPEN

struct SearchLimits {
    u64 nodes = 0, max_nodes = ~u64{0}, next_poll = 0, reported_nodes = 0;
    const std::atomic<bool>* stop = nullptr;
    std::atomic<std::uint64_t>* total_nodes = nullptr;
    SearchCallbacks callbacks{};
    bool stopped = false, report_due = false;

    // A few milliseconds of the slowest search on the largest board.
    static constexpr u64 NODES_BETWEEN_POLLS = 16;

    explicit SearchLimits(const SearchTask& task)
        : max_nodes(task.nodes == 0 ? ~u64{0} : task.nodes),
          stop(task.stop),
          total_nodes(task.total_nodes),
          callbacks(task.callbacks) {}

    // Counts a node; returns whether the search must stop.
    RINGRIFT_INLINE bool count_node() {
        if (nodes >= max_nodes || stop->load(std::memory_order_relaxed)) return stopped = true;
        if (++nodes >= next_poll) poll_caller();
        return stopped;
    }

    // Polls the caller, for work that counts no nodes.
    bool is_interrupted() {
        if (stop->load(std::memory_order_relaxed) ||
            (callbacks.should_stop != nullptr && callbacks.should_stop(callbacks.self)))
            stopped = true;
        return stopped;
    }

    // Adds the new nodes to the total of all threads.
    void publish_nodes() {
        if (total_nodes != nullptr)
            total_nodes->fetch_add(nodes - reported_nodes, std::memory_order_relaxed);
        reported_nodes = nodes;
    }

    // The part of the budget that is spent, 0 to 1; 0 without a limit of nodes or time.
    double used_part() const {
        const double counted = max_nodes == ~u64{0}
                                   ? 0.0
                                   : static_cast<double>(nodes) / static_cast<double>(max_nodes);
        const double timed =
            callbacks.time_used == nullptr ? 0.0 : callbacks.time_used(callbacks.self);
        return counted > timed ? counted : timed;
    }

    // Reports an intermediate result; returns whether the search must stop.
    bool send_report(const SearchResult& result) {
        report_due = false;
        publish_nodes();
        return callbacks.on_report != nullptr && callbacks.on_report(callbacks.self, result);
    }

private:
    RINGRIFT_NOINLINE void poll_caller() {
        next_poll = nodes + NODES_BETWEEN_POLLS;
        publish_nodes();
        if (is_interrupted()) return;
        report_due = callbacks.report_due != nullptr && callbacks.report_due(callbacks.self);
    }
};

RINGRIFT_CLOSE
