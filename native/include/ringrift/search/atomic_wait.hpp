// Waits on atomics. WebAssembly runs one thread and has no library to wait with.
#pragma once

#include <atomic>

#include "ringrift/platform.hpp"

RINGRIFT_OPEN

// Returns when the value may have changed from `seen`.
template <class T>
void wait_while_equal(const std::atomic<T>& value, T seen) {
#if defined(__wasm__)
    (void)value, (void)seen;
    __builtin_trap();
#else
    value.wait(seen);
#endif
}

// Wakes all threads in `wait_while_equal`.
template <class T>
void wake_all(std::atomic<T>& value) {
#if defined(__wasm__)
    (void)value;
#else
    value.notify_all();
#endif
}

template <class T>
void wake_one(std::atomic<T>& value) {
#if defined(__wasm__)
    (void)value;
#else
    value.notify_one();
#endif
}

RINGRIFT_CLOSE
