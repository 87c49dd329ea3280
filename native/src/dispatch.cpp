// Chooses, once for a board, the engine of the best instruction set that this machine has.
#include <cstring>

#include "ringrift/engine.hpp"

namespace ringrift {

// A build may leave boards out of some instruction sets: then their tables are nowhere.
#if defined(RINGRIFT_SOME_BOARDS)
#define RINGRIFT_MAYBE __attribute__((weak))
#else
#define RINGRIFT_MAYBE
#endif

#define RINGRIFT_DECLARE(isa)                                                                                \
    RINGRIFT_MAYBE extern const Engine engine_##isa##_Square8, engine_##isa##_Hex8, engine_##isa##_Square19, \
        engine_##isa##_Hexagonal;
#define RINGRIFT_ENGINES(isa) \
    {&engine_##isa##_Square8, &engine_##isa##_Hex8, &engine_##isa##_Square19, &engine_##isa##_Hexagonal}

RINGRIFT_DECLARE(base)
#if defined(RINGRIFT_X86)
RINGRIFT_DECLARE(avx2)
RINGRIFT_DECLARE(avx512)
#endif
#if defined(RINGRIFT_CHECK_SCALAR)
RINGRIFT_DECLARE(scalar)
#endif

namespace {

constexpr int BOARDS = 4;

struct Choice {
    bool runs;
    const Engine* engines[BOARDS];
};

}  // namespace

const Engine* engine_of(int board, const char* isa) {
    if (board < 0 || board >= BOARDS) return nullptr;
#if defined(RINGRIFT_X86)
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vpopcntdq");
#endif
    const Choice choices[] = {
#if defined(RINGRIFT_X86)
        {avx512, RINGRIFT_ENGINES(avx512)},
        {avx2, RINGRIFT_ENGINES(avx2)},
#endif
        {true, RINGRIFT_ENGINES(base)},
#if defined(RINGRIFT_CHECK_SCALAR)
        {true, RINGRIFT_ENGINES(scalar)},  // for tests, which ask for it by name
#endif
    };
    for (const Choice& choice : choices) {
        const Engine* engine = choice.engines[board];
        if (choice.runs && engine != nullptr && (isa == nullptr || std::strcmp(isa, engine->isa) == 0)) return engine;
    }
    return nullptr;
}

}  // namespace ringrift
