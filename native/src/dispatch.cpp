// Chooses the engine and the search of a board for the best instruction set of this machine.
#include "dispatch.hpp"

#include "ringrift/engine.hpp"
#include "ringrift/search/search_api.hpp"

namespace ringrift {

RINGRIFT_DECLARE(Engine, engine, base)
RINGRIFT_DECLARE(Searcher, searcher, base)
#if defined(RINGRIFT_X86)
RINGRIFT_DECLARE(Engine, engine, avx2)
RINGRIFT_DECLARE(Engine, engine, avx512)
RINGRIFT_DECLARE(Searcher, searcher, avx2)
#endif
#if defined(RINGRIFT_CHECK_SCALAR)
RINGRIFT_DECLARE(Engine, engine, scalar)
RINGRIFT_DECLARE(Searcher, searcher, scalar)
#endif

const Engine* find_engine(int board, const char* isa) {
    const IsaTables<Engine> candidates[] = {
#if defined(RINGRIFT_X86)
        {has_avx512(), RINGRIFT_TABLES(engine, avx512)},
        {has_avx2(), RINGRIFT_TABLES(engine, avx2)},
#endif
        {true, RINGRIFT_TABLES(engine, base)},
#if defined(RINGRIFT_CHECK_SCALAR)
        {true, RINGRIFT_TABLES(engine, scalar)},  // for tests, which select it by name
#endif
    };
    return select_table(candidates, board, isa);
}

const Searcher* find_searcher(int board, const char* isa) {
    const IsaTables<Searcher> candidates[] = {
#if defined(RINGRIFT_X86)
        {has_avx2(), RINGRIFT_TABLES(searcher, avx2)},
#endif
        {true, RINGRIFT_TABLES(searcher, base)},
#if defined(RINGRIFT_CHECK_SCALAR)
        {true, RINGRIFT_TABLES(searcher, scalar)},
#endif
    };
    return select_table(candidates, board, isa);
}

}  // namespace ringrift
