// Tables of functions, one a board and an instruction set, and which of them this machine can run.
#pragma once

#include <cstring>

namespace ringrift {

constexpr int BOARDS = 4;

// A build may leave boards out of some instruction sets: then their tables are nowhere.
#if defined(RINGRIFT_SOME_BOARDS)
#define RINGRIFT_MAYBE __attribute__((weak))
#else
#define RINGRIFT_MAYBE
#endif

#define RINGRIFT_DECLARE(Kind, kind, isa)                                         \
    RINGRIFT_MAYBE extern const Kind kind##_##isa##_Square8, kind##_##isa##_Hex8, \
        kind##_##isa##_Square19, kind##_##isa##_Hexagonal;
#define RINGRIFT_TABLES(kind, isa)                                            \
    {&kind##_##isa##_Square8, &kind##_##isa##_Hex8, &kind##_##isa##_Square19, \
     &kind##_##isa##_Hexagonal}

// The tables of one instruction set, and whether it runs here.
template <class Table>
struct Choice {
    bool runs;
    const Table* tables[BOARDS];
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

// The first choice that runs and has the board; `isa` asks for one by name. Null: there is none.
template <class Table, int COUNT>
const Table* chosen(const Choice<Table> (&choices)[COUNT], int board, const char* isa) {
    if (board < 0 || board >= BOARDS) return nullptr;
    for (const Choice<Table>& choice : choices) {
        const Table* table = choice.tables[board];
        if (choice.runs && table != nullptr &&
            (isa == nullptr || std::strcmp(isa, table->isa) == 0))
            return table;
    }
    return nullptr;
}

}  // namespace ringrift
