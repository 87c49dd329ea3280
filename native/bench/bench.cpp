// Measures the kernel without Python: random games, and lists with apply and undo. CPU time of one thread.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "ringrift/engine.hpp"

using namespace ringrift;

namespace {

const char* const names[] = {"square8", "hex8", "square19", "hexagonal"};

constexpr int RUNS = 50;   // the best of them counts: other work on the machine can only slow one down
constexpr int GAMES = 16;  // between two looks at the clock, which costs as much as several plies

double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Room {
    void* bytes;
    explicit Room(const Engine& engine) : bytes(std::aligned_alloc(64, (engine.size + 63) / 64 * 64)) {}
    ~Room() { std::free(bytes); }
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;
};

void measure_playouts(const Engine& engine, int seats, double seconds) {
    Room start(engine), room(engine);
    engine.new_game(start.bytes, seats, true, true);
    double best = 0, interactive = 0, length = 0;
    std::uint64_t seed = 0;
    for (int run = 0; run < RUNS; ++run) {
        std::uint64_t plies = 0, choices = 0;
        int games = 0;
        const double began = now();
        while (now() - began < seconds / RUNS) {
            for (int game = 0; game < GAMES; ++game) {
                PlayoutResult result;
                std::memcpy(room.bytes, start.bytes, engine.size);
                engine.playout(room.bytes, seed++, &result);
                plies += result.plies;
                choices += result.interactive;
            }
            games += GAMES;
        }
        const double took = now() - began, rate = static_cast<double>(plies) / took;
        if (rate > best) best = rate, interactive = static_cast<double>(choices) / took;
        length = static_cast<double>(plies) / games;
    }
    std::printf("%-10s %d players %-7s playouts %7.2f M plies/s (%6.2f M interactive), %6.1f plies a game\n",
                names[engine.board], seats, engine.isa, best / 1e6, interactive / 1e6, length);
}

void measure_lists(const Engine& engine, double seconds) {
    Room state(engine), undo(engine);
    std::vector<WireMove> list(1 << 20);
    double best = 0;
    std::uint64_t check = 0, random = 1;
    for (int run = 0; run < RUNS; ++run) {
        std::uint64_t plies = 0;
        const double began = now();
        while (now() - began < seconds / RUNS) {
            engine.new_game(state.bytes, 2, true, true);
            while (int count = engine.list(state.bytes, list.data(), static_cast<int>(list.size()))) {
                random = random * 6364136223846793005ULL + 1442695040888963407ULL;
                const WireMove move = list[(random >> 33) % static_cast<std::uint64_t>(count)];
                // One move made, hashed and taken back, then made again to go on: one ply of a search, and its copy.
                std::memcpy(undo.bytes, state.bytes, engine.size);
                engine.apply(state.bytes, move);
                check += engine.hash(state.bytes);
                std::memcpy(state.bytes, undo.bytes, engine.size);
                engine.apply(state.bytes, move);
                ++plies;
            }
        }
        const double rate = static_cast<double>(plies) / (now() - began);
        if (rate > best) best = rate;
    }
    std::printf("%-10s 2 players %-7s list + apply + hash + undo (+ apply) %7.2f M plies/s%s\n", names[engine.board],
                engine.isa, best / 1e6, check == 1 ? "." : "");
}

}  // namespace

// bench [seconds a figure] [most players] [isa] [board or all] [playouts or lists]
int main(int argc, char** argv) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
    const int most = argc > 2 ? std::atoi(argv[2]) : 2;
    const char* isa = argc > 3 && std::strcmp(argv[3], "best") != 0 ? argv[3] : nullptr;
    for (int board = 0; board < 4; ++board) {
        if (argc > 4 && std::strcmp(argv[4], "all") != 0 && std::strcmp(argv[4], names[board]) != 0) continue;
        const Engine* engine = engine_of(board, isa);
        if (engine == nullptr) continue;
        const auto asked = [&](const char* what) { return argc <= 5 || std::strcmp(argv[5], what) == 0; };
        for (int seats = 2; seats <= most && asked("playouts"); ++seats) measure_playouts(*engine, seats, seconds);
        if (asked("lists")) measure_lists(*engine, seconds);
    }
}
