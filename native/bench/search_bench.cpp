// Benchmark of the search without Python: speed and node count on every board, and matches between
// two tunings.
//
//   search_bench speed WEIGHTS [nodes]
//   search_bench match WEIGHTS board seats pairs nodes [name=value ...]
//
// A match plays the changed tuning against the default one; nodes=N changes its node budget,
// first=N the first opening. WEIGHTS is src/ringrift/players/weights.json.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "ringrift/search/root_search.hpp"
#include "ringrift/state_codec.hpp"

using namespace ringrift;

namespace {

struct Setting {
    const char* name;
    int Tuning::* field;
};

#define RINGRIFT_SETTING(name) {#name, &Tuning::name},
constexpr Setting settings[] = {RINGRIFT_SEARCH_SETTINGS(RINGRIFT_SETTING)};
#undef RINGRIFT_SETTING

constexpr int STANDARD = 1;  // the edition

#define BOARD_NAME(name, ...) #name,
const char* const names[] = {RINGRIFT_BOARDS(BOARD_NAME)};

// Reads both lists of "board/seats/standard".
bool read_weights(const std::string& text, int board, int seats, Weights& weights) {
    std::size_t at =
        text.find(std::string("\"") + names[board] + "/" + std::to_string(seats) + "/standard");
    for (auto& table : weights.value) {
        at = text.find('[', at);
        if (at == std::string::npos) return false;
        for (i32& weight : table) {
            char* end = nullptr;
            weight = static_cast<i32>(std::strtol(text.c_str() + at + 1, &end, 10));
            at = static_cast<std::size_t>(end - text.c_str());
            while (text[at] == ' ' || text[at] == '\n') ++at;
            const bool last = &weight == &table[FEATURES - 1];
            if (text[at] != (last ? ']' : ',')) return false;
        }
    }
    return true;
}

using Changes = std::vector<std::pair<int Tuning::*, int>>;

double thread_cpu_seconds() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Free {
    void operator()(void* bytes) const { std::free(bytes); }
};
using Bytes = std::unique_ptr<void, Free>;

Bytes allocate_zeroed(std::size_t size) {
    void* bytes = std::aligned_alloc(64, (size + 63) / 64 * 64);
    if (bytes == nullptr) throw std::bad_alloc();
    std::memset(bytes, 0, size);
    return Bytes(bytes);
}

const std::atomic<bool> never = false;

template <class B>
class Player {
public:
    Player(const Weights& weights, const Tuning& tuning) : weights_(weights), tuning_(tuning) {}

    SearchResult& search(const State<B>& state, u64 nodes, int depth) {
        std::memset(table_.get(), 0, TABLE);
        auto& workspace = *static_cast<Workspace<B>*>(workspace_.get());
        clear_history(workspace);
        SearchTask task{};
        task.nodes = nodes;
        task.depth = depth;
        task.best_count = 1;
        task.stop = &never;
        workspace.states[0] = state;
        SearchThread<B> thread{workspace,
                               SearchLimits(task),
                               TranspositionTable(table_.get(), TABLE, 0, 0),
                               weights_,
                               tuning_,
                               state.seats,
                               state.player};
        RootSearch<B>(thread, task, result_.get()).run();
        return *result_;
    }

private:
    static constexpr std::size_t TABLE = 1 << 22;
    const Weights& weights_;
    Tuning tuning_;
    Bytes workspace_ = allocate_zeroed(sizeof(Workspace<B>)), table_ = allocate_zeroed(TABLE);
    std::unique_ptr<SearchResult> result_ = std::make_unique<SearchResult>();
};

// Plays random decisions from a new game.
template <class B>
void play_random_opening(State<B>& state, int seats, u64 seed, int decisions) {
    Random random(seed);
    state.start_new_game(seats, STANDARD, true);
    typename B::Bitboard region;
    for (int at = 0; at < decisions && state.phase != Phase::game_over;) {
        const Move move = pick_random_move(state, random, region);
        at += !is_bookkeeping(move.type());
        if (move.type() != MoveKind::swap_sides) apply<true>(state, move);
    }
}

template <class B>
void measure_speed(const char* name, const Weights& weights, u64 nodes) {
    Player<B> player(weights, Tuning::for_board<B>());
    u64 node_count = 0, total = 0;
    int depths = 0;
    double took = 0;
    constexpr int POSITIONS = 12;
    for (int at = 0; at < POSITIONS; ++at) {
        alignas(64) State<B> state;
        play_random_opening(state, 2, static_cast<u64>(at), (B::BIG ? 12 : 4) * at);
        if (state.phase == Phase::game_over) continue;
        const double began = thread_cpu_seconds();
        const SearchResult& result = player.search(state, nodes, 0);
        took += thread_cpu_seconds() - began;
        total += result.nodes;
        depths += result.depth;
        node_count += player.search(state, 0, B::BIG ? 2 : 3).nodes;
    }
    std::printf("%-10s %8.0f nodes/s, depth %.1f, node_count %llu\n", name,
                static_cast<double>(total) / took, static_cast<double>(depths) / POSITIONS,
                static_cast<unsigned long long>(node_count));
}

// Plays each opening once with the changed tuning on each seat.
template <class B>
void play_match(const Weights& weights, const Changes& changes, int seats, int pairs, u64 nodes,
                u64 changed_nodes, u64 first) {
    Tuning changed = Tuning::for_board<B>();
    for (const auto& [field, value] : changes) changed.*field = value;
    Player<B> usual(weights, Tuning::for_board<B>()), other(weights, changed);
    int games = 0, won = 0, decisions = 0;
    double sum_depth[2] = {};
    int thoughts[2] = {};
    for (int pair = 0; pair < pairs; ++pair)
        for (int seat = 0; seat < seats; ++seat) {
            alignas(64) State<B> state;
            play_random_opening(state, seats, first + static_cast<u64>(pair),
                                (B::BIG ? 8 : 4) + 2 * (pair % 4));
            bool swapped = false;
            while (state.phase != Phase::game_over) {
                Move only;
                if (list_moves(state, &only, 1) == 1) {
                    apply<true>(state, only);
                    continue;
                }
                const bool other_moves = (state.player == seat) != swapped;
                const SearchResult& result = other_moves ? other.search(state, changed_nodes, 0)
                                                         : usual.search(state, nodes, 0);
                sum_depth[other_moves] += result.depth;
                ++thoughts[other_moves];
                ++decisions;
                const Move move = from_wire<B>(result.best_moves[0].move);
                swapped ^= move.type() == MoveKind::swap_sides;
                apply<true>(state, move);
            }
            won += (state.winner - 1 == seat) != swapped;
            ++games;
        }
    const double part = static_cast<double>(won) / games, fair = 1.0 / seats;
    std::printf(
        "changed: %d of %d = %.1f %% (fair %.1f, error %.1f), depth %.2f : %.2f, %d decisions a "
        "game\n",
        won, games, 100 * part, 100 * fair, 196 * __builtin_sqrt(part * (1 - part) / games),
        sum_depth[1] / thoughts[1], sum_depth[0] / thoughts[0], decisions / games);
}

}  // namespace

int main(int argc, char** argv) {
    const auto usage = [] {
        std::printf(
            "search_bench speed WEIGHTS [nodes] | match WEIGHTS board seats pairs nodes "
            "[name=value ...]\n");
        return 2;
    };
    if (argc < 3) return usage();
    std::ifstream file(argv[2]);
    const std::string text((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    Weights weights{};
    if (std::strcmp(argv[1], "speed") == 0) {
        const u64 nodes = argc > 3 ? static_cast<u64>(std::atoll(argv[3])) : 50000;
        for (int board = 0; board < BOARD_COUNT; ++board) {
            if (!read_weights(text, board, 2, weights)) return usage();
#define MEASURE(name, Type, ...)                    \
    if (board == static_cast<int>(BoardName::name)) \
        measure_speed<Type>(names[board], weights, nodes);
            RINGRIFT_BOARDS(MEASURE)
        }
        return 0;
    }
    if (argc < 7) return usage();
    Changes changed;
    u64 first = 0, own = static_cast<u64>(std::atoll(argv[6]));
    for (int at = 7; at < argc; ++at) {
        const char* sign = std::strchr(argv[at], '=');
        if (sign == nullptr) return usage();
        const std::size_t length = static_cast<std::size_t>(sign - argv[at]);
        bool found = false;
        for (const Setting& setting : settings)
            if (std::strlen(setting.name) == length &&
                std::strncmp(setting.name, argv[at], length) == 0) {
                changed.emplace_back(setting.field, std::atoi(sign + 1));
                found = true;
            }
        const auto number = static_cast<u64>(std::atoll(sign + 1));
        if (!found && std::strncmp(argv[at], "first=", length + 1) == 0) first = number;
        else if (!found && std::strncmp(argv[at], "nodes=", length + 1) == 0) own = number;
        else if (!found) return usage();
    }
    const int board = std::atoi(argv[3]), seats = std::atoi(argv[4]), pairs = std::atoi(argv[5]);
    const u64 nodes = static_cast<u64>(std::atoll(argv[6]));
    if (board < 0 || board >= BOARD_COUNT || !read_weights(text, board, seats, weights))
        return usage();
#define PLAY_MATCH(name, Type, ...)                 \
    if (board == static_cast<int>(BoardName::name)) \
        play_match<Type>(weights, changed, seats, pairs, nodes, own, first);
    RINGRIFT_BOARDS(PLAY_MATCH)
}
