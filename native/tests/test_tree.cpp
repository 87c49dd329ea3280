// Tests of the tree search without Python, small enough to run under sanitizers.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "ringrift/search/result.hpp"

using namespace ringrift;

namespace {

constexpr int TREE = 1;
constexpr int SWAP_SIDES = 2;  // its kind
int failures = 0;

#define EXPECT(condition)                                                       \
    do {                                                                        \
        if (!(condition)) {                                                     \
            std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            if (++failures > 20) std::exit(1);                                  \
        }                                                                       \
    } while (false)

struct Bytes {
    void* at;
    explicit Bytes(std::size_t size) : at(std::aligned_alloc(64, (size + 63) / 64 * 64)) { std::memset(at, 0, size); }
    ~Bytes() { std::free(at); }
    Bytes(const Bytes&) = delete;
    Bytes& operator=(const Bytes&) = delete;
};

// A search with its memory; weights that like rings and land.
struct Mind {
    const Searcher& searcher;
    std::size_t size;
    Bytes pool;
    std::vector<std::unique_ptr<Bytes>> workers;
    std::vector<std::int32_t> weights;
    std::atomic<bool> stop = false;

    Mind(const Searcher& of, std::size_t bytes)
        : searcher(of), size(bytes), pool(bytes), weights(2 * static_cast<std::size_t>(of.feature_count)) {
        for (std::size_t at = 0; at < weights.size(); ++at) {
            const std::string name = of.feature_names[at % static_cast<std::size_t>(of.feature_count)];
            weights[at] = name == "eliminated" ? 450 : name == "territory" ? 300 : name == "moves" ? 64 : 0;
        }
    }

    SearchResult think(const std::vector<std::int64_t>& fields, std::uint64_t nodes, int best = 1,
                       std::uint64_t seed = 0, int threads = 1) {
        while (workers.size() < static_cast<std::size_t>(threads))
            workers.push_back(std::make_unique<Bytes>(searcher.methods[TREE].worker_size));
        SearchTask task{};
        task.fields = fields.data();
        task.weights = weights.data();
        task.pool = pool.at;
        task.pool_size = size;
        task.stop = &stop;
        task.nodes = nodes;
        task.seed = seed;
        task.best = best;
        task.threads = threads;
        std::vector<SearchResult> results(static_cast<std::size_t>(threads));
        std::vector<std::thread> helpers;
        for (int thread = 1; thread < threads; ++thread) {
            task.thread = thread;
            helpers.emplace_back([this, task, thread, &results] {
                const auto at = static_cast<std::size_t>(thread);
                searcher.methods[TREE].think(workers[at]->at, task, &results[at]);
            });
        }
        task.thread = 0;
        searcher.methods[TREE].think(workers[0]->at, task, &results[0]);
        for (std::thread& helper : helpers) helper.join();
        return results[0];
    }

    void clear() { std::memset(pool.at, 0, size); }
};

// A game in the engine.
struct Table {
    const Engine& engine;
    Bytes state;

    explicit Table(const Engine& of) : engine(of), state(of.size) {}
    Table(const Engine& of, const std::vector<std::int64_t>& fields) : Table(of) { of.load(state.at, fields.data()); }

    std::vector<std::int64_t> fields() const {
        std::vector<std::int64_t> found(static_cast<std::size_t>(engine.fields));
        engine.dump(state.at, found.data());
        return found;
    }
    std::vector<WireMove> moves() const {
        std::vector<WireMove> list(1 << 14);
        list.resize(static_cast<std::size_t>(engine.list(state.at, list.data(), 1 << 14)));
        return list;
    }
    std::vector<std::int32_t> status() const {
        std::vector<std::int32_t> numbers(STATUS_NUMBERS);
        engine.status(state.at, numbers.data());
        return numbers;
    }
    bool over() const { return status()[2] != 0; }
    int player() const { return status()[0] - 1; }
    bool play(const WireMove& move) {
        if (!engine.legal(state.at, move)) return false;
        engine.apply(state.at, move);
        return true;
    }
    void play_forced() {
        for (auto list = moves(); list.size() == 1 && !over(); list = moves()) play(list[0]);
    }
    // So many random moves, then on to a choice.
    void wander(std::uint64_t seed, int plies) {
        std::uint64_t random = engine.random_of(seed);
        for (int ply = 0; ply < plies && !over(); ++ply) play(engine.pick(state.at, &random));
        play_forced();
    }
};

bool same(const WireMove& a, const WireMove& b) {
    return a.kind == b.kind && a.detail == b.detail && a.a == b.a && a.b == b.b && a.c == b.c;
}

void expect_sound(const Engine& engine, const std::vector<std::int64_t>& fields, const SearchResult& result) {
    EXPECT(result.count > 0);
    for (int at = 0; at < result.count; ++at) {
        const SearchLine& line = result.lines[at];
        int sum = 0;
        for (const std::int32_t share : line.shares) {
            EXPECT(share >= 0);
            sum += share;
        }
        EXPECT(sum == 1000);
        EXPECT(line.length > 0 && same(line.move, line.variation[0]));
        for (int other = 0; other < at; ++other) EXPECT(!same(line.move, result.lines[other].move));
        Table table(engine, fields);
        for (int move = 0; move < line.length; ++move) EXPECT(table.play(line.variation[move]));
    }
}

void the_best_moves_are_legal_and_their_variations_replay() {
    for (int board = 0; board < 4; ++board) {
        const Engine& engine = *engine_of(board);
        Mind mind(*searcher_of(board), 1 << 20);
        for (int seats = 2; seats <= 4; ++seats)
            for (int standard = 0; standard < 2; ++standard)
                for (int plies : {0, 3, 30, 90, 150, 220}) {
                    Table table(engine);
                    engine.new_game(table.state.at, seats, standard != 0, true);
                    table.wander(static_cast<std::uint64_t>(seats + plies), board < 2 ? plies : 4 * plies);
                    if (table.over()) continue;
                    mind.clear();
                    expect_sound(engine, table.fields(), mind.think(table.fields(), board < 2 ? 120 : 40, 5));
                }
    }
}

bool same(const SearchResult& a, const SearchResult& b) {
    if (a.count != b.count || a.nodes != b.nodes || a.depth != b.depth) return false;
    for (int at = 0; at < a.count; ++at) {
        const SearchLine &one = a.lines[at], &two = b.lines[at];
        if (!same(one.move, two.move) || one.length != two.length) return false;
        for (int seat = 0; seat < 4; ++seat)
            if (one.shares[seat] != two.shares[seat]) return false;
        for (int move = 0; move < one.length; ++move)
            if (!same(one.variation[move], two.variation[move])) return false;
    }
    return true;
}

void every_instruction_set_thinks_the_same_for_a_seed() {
    for (int board = 0; board < 4; ++board)
        for (int plies : {12, 50}) {
            Table table(*engine_of(board));
            table.engine.new_game(table.state.at, 2 + plies % 3, true, true);
            table.wander(7, plies);
            if (table.over()) continue;
            Mind mind(*searcher_of(board, "base"), 1 << 20);
            const SearchResult first = mind.think(table.fields(), 300, 3, 5);
            mind.clear();
            EXPECT(same(first, mind.think(table.fields(), 300, 3, 5)));
            for (const char* isa : {"scalar", "avx2"}) {
                const Searcher* other = searcher_of(board, isa);
                if (other == nullptr) continue;
                Mind twin(*other, 1 << 20);
                EXPECT(same(first, twin.think(table.fields(), 300, 3, 5)));
            }
        }
}

void a_full_memory_ends_no_search() {
    for (int board : {0, 3}) {
        const Engine& engine = *engine_of(board);
        Table table(engine);
        engine.new_game(table.state.at, 2, true, true);
        table.wander(3, 20);
        Mind mind(*searcher_of(board), 40'000);
        const std::uint64_t nodes = board == 0 ? 6000 : 1000;
        const SearchResult result = mind.think(table.fields(), nodes, 4);
        EXPECT(result.nodes == nodes);
        expect_sound(engine, table.fields(), result);
    }
}

void a_win_in_one_is_found_and_proven() {
    int found = 0;
    for (std::uint64_t seed = 0; seed < 40 && found < 8; ++seed) {
        const int board = static_cast<int>(seed % 2);
        const Engine& engine = *engine_of(board);
        Table table(engine);
        engine.new_game(table.state.at, 2 + static_cast<int>(seed / 2 % 2), true, false);
        std::uint64_t random = engine.random_of(seed);
        std::vector<std::int64_t> last;
        int player = -1;
        while (!table.over()) {
            if (table.moves().size() > 1) {
                last = table.fields();
                player = table.player();
            }
            table.play(engine.pick(table.state.at, &random));
        }
        if (table.status()[2] != player + 1) continue;
        ++found;
        Table before(engine, last);
        Mind mind(*searcher_of(board), 1 << 20);
        const SearchResult result = mind.think(last, 5000);
        EXPECT(result.nodes < 5000);
        EXPECT(result.lines[0].shares[player] == 1000);
        for (int move = 0; move < result.lines[0].length; ++move) before.play(result.lines[0].variation[move]);
        EXPECT(before.over() && before.status()[2] == player + 1);
    }
    EXPECT(found == 8);
}

void the_tree_is_kept_when_the_game_goes_on() {
    const Engine& engine = *engine_of(0);
    Table table(engine);
    engine.new_game(table.state.at, 2, true, true);
    table.wander(4, 10);
    Mind mind(*searcher_of(0), 1 << 22);
    const SearchResult first = mind.think(table.fields(), 4000);
    for (int turn = 0, move = 0; turn < 2 && move < first.lines[0].length; ++move) {
        turn += table.moves().size() > 1;
        table.play(first.lines[0].variation[move]);
    }
    table.play_forced();
    const SearchResult kept = mind.think(table.fields(), 1, 10);
    expect_sound(engine, table.fields(), kept);
    EXPECT(kept.count > 1);
    mind.clear();
    EXPECT(mind.think(table.fields(), 1, 10).count == 1);
}

void a_search_that_is_stopped_at_once_has_an_answer() {
    for (int board = 0; board < 4; ++board) {
        const Engine& engine = *engine_of(board);
        Table table(engine);
        engine.new_game(table.state.at, 3, true, true);
        Mind mind(*searcher_of(board), 1 << 20);
        mind.stop = true;
        expect_sound(engine, table.fields(), mind.think(table.fields(), 0));
    }
}

// R180: who swaps takes the other seat and what it is worth.
void a_swap_is_worth_what_the_other_seat_is_worth() {
    const Engine& engine = *engine_of(0);
    Table table(engine);
    engine.new_game(table.state.at, 2, true, true);
    for (std::uint64_t random = engine.random_of(1); table.player() == 0;)
        table.play(engine.pick(table.state.at, &random));
    Mind mind(*searcher_of(0), 1 << 22);
    const SearchResult before = mind.think(table.fields(), 6000, MOST_LINES);
    int swapped = -1;
    for (int at = 0; at < before.count; ++at)
        if (before.lines[at].move.kind == SWAP_SIDES) swapped = before.lines[at].shares[1];
    EXPECT(table.play({SWAP_SIDES, 0, 0, 0, 0}));
    mind.clear();
    const SearchResult after = mind.think(table.fields(), 2000);
    EXPECT(swapped >= 0 && std::abs(swapped - after.lines[0].shares[0]) < 100);
}

void threads_share_a_tree() {
    const Engine& engine = *engine_of(0);
    Table table(engine);
    engine.new_game(table.state.at, 2, true, true);
    table.wander(9, 14);
    Mind mind(*searcher_of(0), 1 << 21);
    expect_sound(engine, table.fields(), mind.think(table.fields(), 3000, 6, 0, 3));
}

}  // namespace

int main() {
    the_best_moves_are_legal_and_their_variations_replay();
    every_instruction_set_thinks_the_same_for_a_seed();
    a_full_memory_ends_no_search();
    a_win_in_one_is_found_and_proven();
    the_tree_is_kept_when_the_game_goes_on();
    a_search_that_is_stopped_at_once_has_an_answer();
    a_swap_is_worth_what_the_other_seat_is_worth();
    threads_share_a_tree();
    std::printf(failures == 0 ? "all is well\n" : "%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
