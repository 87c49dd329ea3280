// When a search ends: nodes, a stop flag, and whatever the caller's clock says.
#pragma once

#include "ringrift/platform.hpp"
#include "ringrift/search/result.hpp"

RINGRIFT_OPEN

struct Control {
    u64 nodes = 0, most = ~u64{0}, next_call = 0, told = 0;
    const std::atomic<bool>* stop = nullptr;
    std::atomic<std::uint64_t>* counted = nullptr;
    SearchCalls calls{};
    bool ended = false, report_due = false;

    // A few milliseconds of the slowest search on the biggest board.
    static constexpr u64 BETWEEN_CALLS = 16;

    explicit Control(const SearchTask& task)
        : most(task.nodes == 0 ? ~u64{0} : task.nodes),
          stop(task.stop),
          counted(task.counted),
          calls(task.calls) {}

    // Counts a node; true: the search must end.
    RINGRIFT_INLINE bool count() {
        if (nodes >= most || stop->load(std::memory_order_relaxed)) return ended = true;
        if (++nodes >= next_call) look_up();
        return ended;
    }

    // Whether the caller wants the search to end: for work that counts no nodes.
    bool interrupted() {
        if (stop->load(std::memory_order_relaxed) ||
            (calls.late != nullptr && calls.late(calls.self)))
            ended = true;
        return ended;
    }

    // Adds the nodes since the last time to those of all threads.
    void tell() {
        if (counted != nullptr) counted->fetch_add(nodes - told, std::memory_order_relaxed);
        told = nodes;
    }

    // Shows the caller what is found so far; true: it has enough.
    bool report(const SearchResult& result) {
        report_due = false;
        tell();
        return calls.finished != nullptr && calls.finished(calls.self, result);
    }

private:
    RINGRIFT_ONCE void look_up() {
        next_call = nodes + BETWEEN_CALLS;
        tell();
        if (interrupted()) return;
        report_due = calls.due != nullptr && calls.due(calls.self);
    }
};

RINGRIFT_CLOSE
