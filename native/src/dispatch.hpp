// Function tables by board and instruction set, and which of them this machine can run.
#pragma once

#include <cstring>

#if defined(RINGRIFT_X86)
#include <cpuid.h>
#endif

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
// What the CPUID instruction and the operating system offer. Not __builtin_cpu_supports, which
// needs a symbol of libgcc or compiler-rt: zig and clang on Windows link neither of them.
struct CpuFeatures {
    unsigned leaf1_ecx = 0, leaf7_ebx = 0, leaf7_ecx = 0, extended_ecx = 0;
    unsigned saved = 0;  // registers that the system saves, from XCR0

    // CPUID takes microseconds in a virtual machine: it is asked once.
    static const CpuFeatures& of_this_machine() {
        static const CpuFeatures features;
        return features;
    }

private:
    CpuFeatures() {
        unsigned eax = 0, ebx = 0, edx = 0;
        if (!__get_cpuid(1, &eax, &ebx, &leaf1_ecx, &edx)) return;
        __get_cpuid_count(7, 0, &eax, &leaf7_ebx, &leaf7_ecx, &edx);
        __get_cpuid(0x80000001, &eax, &ebx, &extended_ecx, &edx);
        if (leaf1_ecx & bit_OSXSAVE) asm volatile("xgetbv" : "=a"(saved), "=d"(edx) : "c"(0));
    }
};

inline bool has_all(unsigned features, unsigned wanted) { return (features & wanted) == wanted; }

// All that -march=x86-64-v3 permits the compiler; SSE4.2 comes with AVX.
inline bool has_avx2() {
    constexpr unsigned YMM = 0x06;  // SSE and AVX registers
    const CpuFeatures& cpu = CpuFeatures::of_this_machine();
    return has_all(cpu.saved, YMM) && has_all(cpu.extended_ecx, bit_LZCNT) &&
           has_all(cpu.leaf1_ecx, bit_AVX | bit_POPCNT | bit_FMA | bit_MOVBE | bit_F16C) &&
           has_all(cpu.leaf7_ebx, bit_AVX2 | bit_BMI | bit_BMI2);
}
inline bool has_avx512() {
    constexpr unsigned ZMM = 0xE6;  // those, mask registers and both halves of the ZMM registers
    const CpuFeatures& cpu = CpuFeatures::of_this_machine();
    return has_avx2() && has_all(cpu.saved, ZMM) &&
           has_all(cpu.leaf7_ebx,
                   bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL | bit_AVX512CD) &&
           has_all(cpu.leaf7_ecx, bit_AVX512VPOPCNTDQ);
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
