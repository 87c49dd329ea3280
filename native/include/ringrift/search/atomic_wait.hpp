// Waiting for another thread. A page has one, and no library to wait with.
#pragma once

#include <atomic>

#include "ringrift/platform.hpp"

RINGRIFT_OPEN

// Returns when the value may be another than the one that was seen.
template <class T>
void wait_while_equal(const std::atomic<T>& value, T seen) {
#if defined(__wasm__)
    (void)value, (void)seen;
    __builtin_trap();
#else
    value.wait(seen);
#endif
}

// Wakes whoever waits for another value than the one before.
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
