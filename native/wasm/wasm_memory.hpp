// Exported functions, and memory that is never freed.
//
// The same sources build as a shared library, which the tests compare with the WebAssembly module.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__wasm__)
#define WASM_EXPORT(name) __attribute__((export_name(#name)))
#define WASM_IMPORT(name) __attribute__((import_module("page"), import_name(#name)))
#else
#include <cstdlib>
#include <cstring>
#define WASM_EXPORT(name) __attribute__((visibility("default")))
#define WASM_IMPORT(name)
#endif

namespace ringrift {

constexpr std::size_t ALIGNMENT = 64;

#if defined(__wasm__)

extern "C" unsigned char __heap_base;

inline std::uintptr_t heap_end = 0;

inline void grow_memory_to(std::uintptr_t end) {
    constexpr std::size_t WASM_PAGE = 65536;
    const std::uintptr_t size = __builtin_wasm_memory_size(0) * WASM_PAGE;
    if (end > size && __builtin_wasm_memory_grow(0, (end - size + WASM_PAGE - 1) / WASM_PAGE) ==
                          static_cast<std::size_t>(-1))
        __builtin_trap();
    heap_end = end;
}

// Returns zeroed memory: WebAssembly clears what it adds.
inline void* allocate_zeroed(std::size_t bytes) {
    if (heap_end == 0) heap_end = reinterpret_cast<std::uintptr_t>(&__heap_base);
    const std::uintptr_t start = (heap_end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    grow_memory_to(start + bytes);
    return reinterpret_cast<void*>(start);
}

#else

inline void* allocate_zeroed(std::size_t bytes) {
    const std::size_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void* memory = std::aligned_alloc(ALIGNMENT, rounded);
    if (memory == nullptr) std::abort();
    return std::memset(memory, 0, rounded);
}

#endif

constexpr int MAX_FIELDS = 1024;

// The fields of the state to load, search or dump.
extern std::int64_t fields_data[MAX_FIELDS];

}  // namespace ringrift
