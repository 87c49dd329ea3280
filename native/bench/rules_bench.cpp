// Benchmark of the rules without Python: random games, and move lists with apply and undo, in CPU
// time of one thread.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "ringrift/engine.hpp"
#include "ringrift/generated/boards.hpp"

using namespace ringrift;

namespace {

constexpr int STANDARD = 1;  // the edition

#define BOARD_NAME(name, ...) #name,
const char* const names[] = {RINGRIFT_BOARDS(BOARD_NAME)};
constexpr int BOARD_COUNT = sizeof names / sizeof names[0];

constexpr int RUNS = 50;  // the best counts: other load only slows a run down
constexpr int GAMES =
    16;  // between two readings of the clock, which costs as much as several plies

double thread_cpu_seconds() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct StateMemory {
    void* bytes;
    explicit StateMemory(const Engine& engine)
        : bytes(std::aligned_alloc(64, (engine.state_size + 63) / 64 * 64)) {}
    ~StateMemory() { std::free(bytes); }
    StateMemory(const StateMemory&) = delete;
    StateMemory& operator=(const StateMemory&) = delete;
};

void measure_playouts(const Engine& engine, int seats, double seconds) {
    StateMemory start(engine), state(engine);
    engine.new_game(start.bytes, seats, STANDARD, true);
    double best = 0, interactive = 0, length = 0;
    std::uint64_t seed = 0;
    for (int run = 0; run < RUNS; ++run) {
        std::uint64_t plies = 0, choices = 0;
        int games = 0;
        const double began = thread_cpu_seconds();
        while (thread_cpu_seconds() - began < seconds / RUNS) {
            for (int game = 0; game < GAMES; ++game) {
                PlayoutResult result;
                std::memcpy(state.bytes, start.bytes, engine.state_size);
                engine.playout(state.bytes, seed++, &result);
                plies += result.plies;
                choices += result.interactive;
            }
            games += GAMES;
        }
        const double took = thread_cpu_seconds() - began, rate = static_cast<double>(plies) / took;
        if (rate > best) best = rate, interactive = static_cast<double>(choices) / took;
        length = static_cast<double>(plies) / games;
    }
    std::printf(
        "%-10s %d players %-7s playouts %7.2f M plies/s (%6.2f M interactive), %6.1f plies a "
        "game\n",
        names[engine.board], seats, engine.isa, best / 1e6, interactive / 1e6, length);
}

void measure_move_lists(const Engine& engine, double seconds) {
    StateMemory state(engine), undo(engine);
    std::vector<WireMove> list(1 << 20);
    double best = 0;
    std::uint64_t check = 0, random = 1;
    for (int run = 0; run < RUNS; ++run) {
        std::uint64_t plies = 0;
        const double began = thread_cpu_seconds();
        while (thread_cpu_seconds() - began < seconds / RUNS) {
            engine.new_game(state.bytes, 2, STANDARD, true);
            while (int count =
                       engine.list_moves(state.bytes, list.data(), static_cast<int>(list.size()))) {
                random = random * 6364136223846793005ULL + 1442695040888963407ULL;
                const WireMove move = list[(random >> 33) % static_cast<std::uint64_t>(count)];
                // One ply of a search (make, hash, undo), then the move again to go on.
                std::memcpy(undo.bytes, state.bytes, engine.state_size);
                engine.apply(state.bytes, move);
                check += engine.hash(state.bytes);
                std::memcpy(state.bytes, undo.bytes, engine.state_size);
                engine.apply(state.bytes, move);
                ++plies;
            }
        }
        const double rate = static_cast<double>(plies) / (thread_cpu_seconds() - began);
        if (rate > best) best = rate;
    }
    std::printf("%-10s 2 players %-7s list + apply + hash + undo (+ apply) %7.2f M plies/s%s\n",
                names[engine.board], engine.isa, best / 1e6, check == 1 ? "." : "");
}

// Undo by a copy of the state, or by a journal of changes. The journal knows the changed cache
// lines beforehand and records nothing else, so no real journal can be faster.
void measure_undo(const Engine& engine) {
    constexpr std::size_t LINE = 64;
    const std::size_t lines = (engine.state_size + LINE - 1) / LINE;
    StateMemory state(engine), saved(engine);
    std::memset(state.bytes, 0, lines * LINE);
    std::vector<std::vector<std::size_t>> changes;  // cache lines changed by each ply
    engine.new_game(state.bytes, 2, STANDARD, true);
    std::uint64_t random = engine.seed_random(1);
    char* const now = static_cast<char*>(state.bytes);
    char* const then = static_cast<char*>(saved.bytes);
    for (;;) {
        std::memcpy(then, now, lines * LINE);
        const WireMove move = engine.pick_random_move(now, &random);
        if (!engine.is_legal(now, move)) break;
        engine.apply(now, move);
        std::vector<std::size_t> change;
        for (std::size_t line = 0; line < lines; ++line)
            if (std::memcmp(now + line * LINE, then + line * LINE, LINE) != 0)
                change.push_back(line);
        changes.push_back(change);
    }
    double best[2] = {1e9, 1e9}, changed = 0;
    for (const auto& change : changes) changed += static_cast<double>(change.size());
    for (int run = 0; run < 2 * RUNS; ++run) {
        const double began = thread_cpu_seconds();
        for (int round = 0; round < 200; ++round)
            for (const auto& change : changes) {
                if (run % 2 == 0) {
                    std::memcpy(then, now, engine.state_size);
                    now[round] ^= 1;  // keeps the compiler from removing the copies
                    std::memcpy(now, then, engine.state_size);
                } else {
                    char* at = then;
                    for (const std::size_t line : change)
                        std::memcpy(at, now + line * LINE, LINE), at += LINE;
                    now[round] ^= 1;
                    at = then;
                    for (const std::size_t line : change)
                        std::memcpy(now + line * LINE, at, LINE), at += LINE;
                }
            }
        const double each =
            (thread_cpu_seconds() - began) / 200 / static_cast<double>(changes.size());
        if (each < best[run % 2]) best[run % 2] = each;
    }
    std::printf(
        "%-10s 2 players %-7s undo by copy %6.1f ns (%zu bytes), by the perfect journal %6.1f ns "
        "(%.1f lines)\n",
        names[engine.board], engine.isa, best[0] * 1e9, engine.state_size, best[1] * 1e9,
        changed / static_cast<double>(changes.size()));
}

}  // namespace

// rules_bench [seconds per figure] [max players] [isa] [board or all] [playouts, lists or undo]
int main(int argc, char** argv) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
    const int most = argc > 2 ? std::atoi(argv[2]) : 2;
    const char* isa = argc > 3 && std::strcmp(argv[3], "best") != 0 ? argv[3] : nullptr;
    for (int board = 0; board < BOARD_COUNT; ++board) {
        if (argc > 4 && std::strcmp(argv[4], "all") != 0 && std::strcmp(argv[4], names[board]) != 0)
            continue;
        const Engine* engine = find_engine(board, isa);
        if (engine == nullptr) continue;
        const auto asked = [&](const char* what) {
            return argc <= 5 || std::strcmp(argv[5], what) == 0;
        };
        for (int seats = 2; seats <= most && asked("playouts"); ++seats)
            measure_playouts(*engine, seats, seconds);
        if (asked("lists")) measure_move_lists(*engine, seconds);
        if (asked("undo")) measure_undo(*engine);
    }
}
