// Tests of alpha-beta without Python, small enough to run under sanitizers.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <vector>

#include "ringrift/search/result.hpp"

using namespace ringrift;

namespace {

int failures = 0;

#define EXPECT(condition)                                                       \
    do {                                                                        \
        if (!(condition)) {                                                     \
            std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            if (++failures > 20) std::exit(1);                                  \
        }                                                                       \
    } while (false)

struct Free {
    void operator()(void* bytes) const { std::free(bytes); }
};
using Bytes = std::unique_ptr<void, Free>;

Bytes zeroed(std::size_t size) {
    size = (size + 63) / 64 * 64;
    Bytes bytes(std::aligned_alloc(64, size));
    std::memset(bytes.get(), 0, size);
    return bytes;
}

using Fields = std::vector<std::int64_t>;

// A game that is played by the engine and thought about by the search.
struct Position {
    const Engine& engine;
    Bytes state = zeroed(engine.size);

    explicit Position(int board, int seats = 2, bool standard = true) : engine(*engine_of(board, "base")) {
        engine.new_game(state.get(), seats, standard, true);
    }
    Position(int board, const Fields& fields) : engine(*engine_of(board, "base")) {
        EXPECT(engine.load(state.get(), fields.data()) == nullptr);
    }

    Fields fields() const {
        Fields numbers(static_cast<std::size_t>(engine.fields));
        engine.dump(state.get(), numbers.data());
        return numbers;
    }
    int choices() const {
        WireMove one;
        return engine.list(state.get(), &one, 1);
    }
    bool over() const { return choices() == 0; }

    void play_randomly(std::uint64_t& random, int plies) {
        for (int ply = 0; ply < plies && !over(); ++ply) engine.apply(state.get(), engine.pick(state.get(), &random));
    }
};

struct Thought {
    const Searcher& searcher;
    std::size_t pool_size;
    Bytes worker = zeroed(searcher.methods[0].worker_size), pool = zeroed(pool_size);
    std::vector<std::int32_t> weights = std::vector<std::int32_t>(2 * static_cast<std::size_t>(searcher.feature_count));
    std::atomic<bool> stop = false;
    SearchResult result{};

    explicit Thought(const Searcher& of, std::size_t size = 1 << 16) : searcher(of), pool_size(size) {
        for (std::size_t at = 0; at < weights.size(); ++at) weights[at] = static_cast<std::int32_t>(at * 37 % 101);
    }

    const SearchResult& about(const Fields& fields, std::uint64_t nodes, int depth, int best = 1,
                              std::uint64_t seed = 0) {
        SearchTask task{};
        task.fields = fields.data();
        task.weights = weights.data();
        task.pool = pool.get();
        task.pool_size = pool_size;
        task.stop = &stop;
        task.nodes = nodes;
        task.depth = depth;
        task.best = best;
        task.seed = seed;
        task.threads = 1;
        searcher.methods[0].think(worker.get(), task, &result);
        return result;
    }

    void clear() {
        std::memset(pool.get(), 0, pool_size);
        searcher.methods[0].forget(worker.get());
    }
};

bool same(const WireMove& a, const WireMove& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// Every line begins with its move, can be played from here, and the shares of the seats make a whole.
void expect_sound(const SearchResult& result, int board, const Fields& fields, int seats) {
    EXPECT(result.count > 0);
    for (int at = 0; at < result.count; ++at) {
        const SearchLine& line = result.lines[at];
        Position position(board, fields);
        EXPECT(line.length > 0 && same(line.move, line.variation[0]));
        for (int move = 0; move < line.length; ++move) {
            EXPECT(position.engine.legal(position.state.get(), line.variation[move]));
            position.engine.apply(position.state.get(), line.variation[move]);
        }
        int sum = 0;
        for (int seat = 0; seat < 4; ++seat) {
            EXPECT(line.shares[seat] >= 0 && (seat < seats || line.shares[seat] == 0));
            sum += line.shares[seat];
        }
        EXPECT(sum >= 998 && sum <= 1002);
        for (int other = 0; other < at; ++other) EXPECT(!same(line.move, result.lines[other].move));
    }
}

void every_position_gets_a_legal_answer_within_its_budget() {
    for (int board = 0; board < 4; ++board) {
        Thought thought(*searcher_of(board));
        for (int seats = 2; seats <= 4; ++seats)
            for (const bool standard : {true, false}) {
                Position position(board, seats, standard);
                std::uint64_t random = position.engine.random_of(static_cast<std::uint64_t>(board * 16 + seats));
                for (int at = 0; at < 12 && !position.over(); ++at) {
                    const Fields fields = position.fields();
                    const std::uint64_t nodes = at % 3 == 0 ? 20 : 150;
                    const SearchResult& result = thought.about(fields, nodes, 0, 1 + at % 3);
                    EXPECT(result.nodes <= nodes);
                    EXPECT(result.count <= 1 + at % 3);
                    expect_sound(result, board, fields, seats);
                    position.play_randomly(random, board < 2 ? 9 : 29);
                }
            }
    }
}

void a_choice_of_one_needs_no_thought() {
    Thought thought(*searcher_of(0));
    Position position(0);
    std::uint64_t random = position.engine.random_of(3);
    int met = 0;
    for (; !position.over(); position.play_randomly(random, 1)) {
        if (position.choices() != 1) continue;
        const SearchResult& result = thought.about(position.fields(), 1000, 0);
        EXPECT(result.count == 1 && result.nodes == 0);
        ++met;
    }
    EXPECT(met > 10);
    EXPECT(thought.about(position.fields(), 1000, 0).count == 0);  // the game is over
}

void equal_questions_get_equal_answers() {
    for (int board = 0; board < 2; ++board) {
        Position position(board);
        std::uint64_t random = position.engine.random_of(5);
        for (int at = 0; at < 6 && !position.over(); ++at) {
            position.play_randomly(random, 11);
            if (position.over()) break;
            const Fields fields = position.fields();
            Thought one(*searcher_of(board)), two(*searcher_of(board));
            one.about(fields, 0, 2);
            one.clear();
            const SearchResult& again = one.about(fields, 800, 0, 2, 9);
            const SearchResult& fresh = two.about(fields, 800, 0, 2, 9);
            EXPECT(again.nodes == fresh.nodes && again.depth == fresh.depth);
            EXPECT(std::memcmp(&again.lines[0], &fresh.lines[0], sizeof(WireMove) + 4 * sizeof(std::int32_t)) == 0);
        }
    }
}

// The signature: a fixed depth costs the same nodes with every instruction set.
void instruction_sets_search_the_same_tree() {
    for (int board = 0; board < 4; ++board) {
        Position position(board);
        std::uint64_t random = position.engine.random_of(11);
        position.play_randomly(random, board < 2 ? 40 : 90);
        const Fields fields = position.fields();
        const Searcher* base = searcher_of(board, "base");
        Thought expected(*base);
        const std::uint64_t limit = board < 2 ? 3000 : 600;
        expected.about(fields, limit, 2);
        for (const char* isa : {"scalar", "avx2", "avx512"}) {
            const Searcher* other = searcher_of(board, isa);
            if (other == nullptr) continue;
            Thought found(*other);
            found.about(fields, limit, 2);
            EXPECT(expected.result.nodes == found.result.nodes && expected.result.depth == found.result.depth);
            EXPECT(same(expected.result.lines[0].move, found.result.lines[0].move));
        }
    }
}

void a_table_of_any_size_will_do() {
    Position position(0);
    std::uint64_t random = position.engine.random_of(2);
    position.play_randomly(random, 30);
    const Fields fields = position.fields();
    for (const std::size_t size : {std::size_t{64}, std::size_t{100}, std::size_t{4096}}) {
        Thought thought(*searcher_of(0), size);
        expect_sound(thought.about(fields, 500, 0), 0, fields, 2);
        thought.pool_size = 0;
        expect_sound(thought.about(fields, 500, 0), 0, fields, 2);
    }
}

void a_stopped_search_answers_all_the_same() {
    Thought thought(*searcher_of(0));
    thought.stop = true;
    const Fields fields = Position(0).fields();
    const SearchResult& result = thought.about(fields, 0, 0);
    EXPECT(result.nodes == 0);
    expect_sound(result, 0, fields, 2);
}

// Whoever can end the game in his favour at once does so: the last decision of the winner in random games.
void a_win_in_one_is_found() {
    int met = 0;
    for (std::uint64_t seed = 0; seed < 60 && met < 6; ++seed) {
        Position position(0);
        std::uint64_t random = position.engine.random_of(seed);
        Fields before;
        int decider = -1;
        while (!position.over()) {
            std::int32_t status[STATUS_NUMBERS];
            position.engine.status(position.state.get(), status);
            if (position.choices() > 1) {
                before = position.fields();
                decider = status[0];
            }
            position.play_randomly(random, 1);
        }
        std::int32_t status[STATUS_NUMBERS];
        position.engine.status(position.state.get(), status);
        if (status[2] != decider) continue;
        ++met;
        Thought thought(*searcher_of(0));
        const SearchResult& result = thought.about(before, 0, 1);
        EXPECT(result.lines[0].shares[decider - 1] == 1000);
    }
    EXPECT(met > 0);
}

}  // namespace

int main() {
    every_position_gets_a_legal_answer_within_its_budget();
    a_choice_of_one_needs_no_thought();
    equal_questions_get_equal_answers();
    instruction_sets_search_the_same_tree();
    a_table_of_any_size_will_do();
    a_stopped_search_answers_all_the_same();
    a_win_in_one_is_found();
    std::printf(failures == 0 ? "all is well\n" : "%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
