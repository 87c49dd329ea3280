// Expectations and the exit code of a test program.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "ringrift/generated/boards.hpp"

inline int failures = 0;

constexpr int CLASSIC = 0, STANDARD = 1;  // editions

#define COUNT_BOARD(...) +1
constexpr int BOARD_COUNT = RINGRIFT_BOARDS(COUNT_BOARD);

#define EXPECT(condition)                                                         \
    do {                                                                          \
        if (!(condition)) {                                                       \
            std::printf("%s:%d: expected: %s\n", __FILE__, __LINE__, #condition); \
            if (++failures > 20) std::exit(1);                                    \
        }                                                                         \
    } while (false)

inline int report_failures() {
    std::printf(failures == 0 ? "all tests passed\n" : "%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
