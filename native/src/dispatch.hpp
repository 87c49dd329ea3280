// Function tables by board and instruction set, and which of them this machine can run.
#pragma once

#include <cstring>

#include "ringrift/generated/boards.hpp"

namespace ringrift {

#define RINGRIFT_COUNT(...) +1
constexpr int BOARD_COUNT = RINGRIFT_BOARDS(RINGRIFT_COUNT);
#undef RINGRIFT_COUNT

// A build may leave boards out of some instruction sets; their tables are then null.
#if defined(RINGRIFT_SOME_BOARDS)
#define RINGRIFT_OPTIONAL __attribute__((weak))
#else
#define RINGRIFT_OPTIONAL
#endif

#define RINGRIFT_DECLARE_BOARD(Type, Api, api, isa) \
    RINGRIFT_OPTIONAL extern const Api api##_##isa##_##Type;
#define RINGRIFT_DECLARE(Api, api, isa) RINGRIFT_BOARD_TYPES(RINGRIFT_DECLARE_BOARD, Api, api, isa)
#define RINGRIFT_TABLE_OF(Type, api, isa) &api##_##isa##_##Type,
#define RINGRIFT_TABLES(api, isa) {RINGRIFT_BOARD_TYPES(RINGRIFT_TABLE_OF, api, isa)}

// The tables of one instruction set, and whether the machine supports it.
template <class Api>
struct IsaTables {
    bool runs;
    const Api* tables[BOARD_COUNT];
};

#if defined(RINGRIFT_X86)
inline bool has_avx2() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
inline bool has_avx512() {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vpopcntdq");
}
#endif

// Returns the first table that runs here and has the board; `isa` selects one by name. Null: none.
template <class Api, int COUNT>
const Api* select_table(const IsaTables<Api> (&candidates)[COUNT], int board, const char* isa) {
    if (board < 0 || board >= BOARD_COUNT) return nullptr;
    for (const IsaTables<Api>& candidate : candidates) {
        const Api* table = candidate.tables[board];
        if (candidate.runs && table != nullptr &&
            (isa == nullptr || std::strcmp(isa, table->isa) == 0))
            return table;
    }
    return nullptr;
}

}  // namespace ringrift
