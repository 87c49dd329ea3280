// Aligned memory for states, and a parallel loop.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "ringrift/engine.hpp"

namespace ringrift {

inline const Engine* require_engine(int board, const std::string& isa) {
    const Engine* engine = find_engine(board, isa.empty() ? nullptr : isa.c_str());
    if (engine == nullptr) throw nanobind::value_error("unknown board or instruction set");
    return engine;
}

class StateBuffer {
public:
    StateBuffer(const Engine& engine, std::size_t count)
        : stride_((engine.state_size + 63) / 64 * 64),
          count_(count),
          bytes_(allocate(stride_ * count)) {}
    StateBuffer(const StateBuffer& other)
        : stride_(other.stride_), count_(other.count_), bytes_(allocate(stride_ * count_)) {
        std::memcpy(bytes_.get(), other.bytes_.get(), stride_ * count_);
    }
    StateBuffer& operator=(const StateBuffer& other) {
        if (this == &other) return *this;
        if (stride_ * count_ != other.stride_ * other.count_)
            bytes_ = allocate(other.stride_ * other.count_);
        stride_ = other.stride_;
        count_ = other.count_;
        std::memcpy(bytes_.get(), other.bytes_.get(), stride_ * count_);
        return *this;
    }
    StateBuffer(StateBuffer&&) = default;
    StateBuffer& operator=(StateBuffer&&) = default;
    ~StateBuffer() = default;

    void* at(std::size_t index) { return bytes_.get() + index * stride_; }
    const void* at(std::size_t index) const { return bytes_.get() + index * stride_; }
    std::size_t count() const { return count_; }

private:
    struct Free {
        void operator()(char* bytes) const { std::free(bytes); }
    };
    using Bytes = std::unique_ptr<char, Free>;

    static Bytes allocate(std::size_t size) {
        char* bytes = static_cast<char*>(std::aligned_alloc(64, size == 0 ? 64 : size));
        if (bytes == nullptr) throw std::bad_alloc();
        return Bytes(bytes);
    }

    std::size_t stride_, count_;
    Bytes bytes_;
};

inline void check_threads(int threads) {
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
