// When a search ends: nodes, a stop flag, and whatever the caller's clock says.
#pragma once

#include "ringrift/platform.hpp"
#include "ringrift/search/result.hpp"

RINGRIFT_OPEN

struct Control {
    u64 nodes = 0, most = ~u64{0}, next_call = 0;
    const std::atomic<bool>* stop = nullptr;
    SearchCalls calls{};
    bool ended = false;

    static constexpr u64 BETWEEN_CALLS = 256;

    explicit Control(const SearchTask& task)
        : most(task.nodes == 0 ? ~u64{0} : task.nodes), stop(task.stop), calls(task.calls) {}

    // Counts a node; true: the search must end.
    RINGRIFT_INLINE bool count() {
        if (nodes >= most || stop->load(std::memory_order_relaxed)) return ended = true;
        if (++nodes >= next_call) {
            next_call = nodes + BETWEEN_CALLS;
            if (calls.late != nullptr && calls.late(calls.self)) ended = true;
        }
        return ended;
    }
};

RINGRIFT_CLOSE
