// A parallel loop and its number of threads.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace ringrift {

inline void validate_thread_count(int threads) {
    if (threads < 1 || threads > 1024) throw nanobind::value_error("threads must be 1 to 1024");
}

// Returns the number of threads: more than a few for each processor only cost memory.
inline int worker_count(int count, int threads) {
    const int max_workers = 4 * static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    return std::max(1, std::min({count, threads, max_workers}));
}

// Calls work(worker, from, to) over 0 to count. Threads take chunks until none is left. If the
// system refuses threads, the calling thread does the rest. Only its work may throw.
template <class Work>
void parallel_for(int count, int threads, Work&& work) {
    constexpr int CHUNKS_PER_THREAD = 16;  // for each thread
    const int workers = worker_count(count, threads);
    const int chunk = workers == 1 ? count : std::max(1, count / (workers * CHUNKS_PER_THREAD));
    std::atomic<int> taken = 0;
    const auto run_chunks = [&](int worker) {
        for (int from; (from = taken.fetch_add(chunk, std::memory_order_relaxed)) < count;)
            work(worker, from, std::min(from + chunk, count));
    };
    std::vector<std::thread> others;
    others.reserve(static_cast<std::size_t>(workers));
    try {
        for (int worker = 1; worker < workers; ++worker) others.emplace_back(run_chunks, worker);
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
    std::exception_ptr failure;
    try {
        run_chunks(0);
    } catch (...) {
        failure = std::current_exception();
    }
    for (std::thread& thread : others) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace ringrift
