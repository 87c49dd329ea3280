// Chooses, once for a board, the search of the best instruction set that this machine has.
#include <cstring>

#include "ringrift/search/result.hpp"

namespace ringrift {

#define RINGRIFT_DECLARE(isa)                                                                         \
    extern const Searcher searcher_##isa##_Square8, searcher_##isa##_Hex8, searcher_##isa##_Square19, \
        searcher_##isa##_Hexagonal;
#define RINGRIFT_SEARCHERS(isa) \
    {&searcher_##isa##_Square8, &searcher_##isa##_Hex8, &searcher_##isa##_Square19, &searcher_##isa##_Hexagonal}

RINGRIFT_DECLARE(base)
#if defined(RINGRIFT_X86)
RINGRIFT_DECLARE(avx2)
#endif
#if defined(RINGRIFT_CHECK_SCALAR)
RINGRIFT_DECLARE(scalar)
#endif

namespace {

constexpr int BOARDS = 4;

struct Choice {
    bool runs;
    const Searcher* searchers[BOARDS];
};

}  // namespace

const Searcher* searcher_of(int board, const char* isa) {
    if (board < 0 || board >= BOARDS) return nullptr;
    const Choice choices[] = {
#if defined(RINGRIFT_X86)
        {__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
             __builtin_cpu_supports("popcnt"),
         RINGRIFT_SEARCHERS(avx2)},
#endif
        {true, RINGRIFT_SEARCHERS(base)},
#if defined(RINGRIFT_CHECK_SCALAR)
        {true, RINGRIFT_SEARCHERS(scalar)},  // for tests, which ask for it by name
#endif
    };
    for (const Choice& choice : choices)
        if (choice.runs && (isa == nullptr || std::strcmp(isa, choice.searchers[board]->isa) == 0))
            return choice.searchers[board];
    return nullptr;
}

}  // namespace ringrift
