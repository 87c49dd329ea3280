// Tests of the tree search without Python, small enough for sanitizers.
#include <string>
#include <thread>

#include "search_fixture.hpp"

using namespace ringrift;

namespace {

#define RINGRIFT_SETTING_NAME(name) #name,

constexpr int TREE = 1;
constexpr int SWAP_SIDES = 2;  // move kind

// Whether the searches evaluate the children that a node gets: all tests run with and without.
bool evaluate_children = false;

std::vector<std::int32_t> search_settings() {
    const std::vector<std::string> names = {RINGRIFT_SEARCH_SETTINGS(RINGRIFT_SETTING_NAME)};
    std::vector<std::int32_t> settings(names.size(), -1);
    for (std::size_t at = 0; at < names.size(); ++at)
        if (names[at] == "evaluate_children") settings[at] = evaluate_children;
    return settings;
}

// A search with its memory and simple weights.
struct Mcts {
    const Searcher& searcher;
    std::size_t size;
    Bytes pool;
    std::vector<Bytes> workers;
    std::vector<std::int32_t> weights, settings = search_settings();
    std::atomic<bool> stop = false;

    Mcts(const Searcher& of, std::size_t bytes)
        : searcher(of),
          size(bytes),
          pool(allocate_zeroed(bytes)),
          weights(2 * static_cast<std::size_t>(of.feature_count)) {
        for (std::size_t at = 0; at < weights.size(); ++at) {
            const std::string name =
                of.feature_names[at % static_cast<std::size_t>(of.feature_count)];
            weights[at] = name == "eliminated"  ? 450
                          : name == "territory" ? 300
                          : name == "moves"     ? 64
                                                : 0;
        }
    }

    SearchResult run(const Fields& fields, std::uint64_t nodes, int best = 1,
                     std::uint64_t seed = 0, int threads = 1, int depth = 0) {
        while (workers.size() < static_cast<std::size_t>(threads))
            workers.push_back(allocate_zeroed(searcher.methods[TREE].worker_size));
        SearchTask task{};
        task.fields = fields.data();
        task.weights = weights.data();
        task.pool = pool.get();
        task.pool_size = size;
        task.stop = &stop;
        task.nodes = nodes;
        task.depth = depth;
        task.seed = seed;
        task.best_count = best;
        task.threads = threads;
        task.settings = settings.data();
        std::vector<SearchResult> results(static_cast<std::size_t>(threads));
        std::vector<std::thread> helpers;
        for (int thread = 1; thread < threads; ++thread) {
            task.thread = thread;
            helpers.emplace_back([this, task, thread, &results] {
                const auto at = static_cast<std::size_t>(thread);
                searcher.methods[TREE].run(workers[at].get(), task, &results[at]);
            });
        }
        task.thread = 0;
        searcher.methods[TREE].run(workers[0].get(), task, &results[0]);
        for (std::thread& helper : helpers) helper.join();
        return results[0];
    }

    void clear() { std::memset(pool.get(), 0, size); }
};

void best_moves_and_their_variations_are_legal() {
    for (int board = 0; board < BOARD_COUNT; ++board) {
        Mcts mcts(*find_searcher(board), 1 << 20);
        for (int seats = 2; seats <= 4; ++seats)
            for (const int edition : {CLASSIC, STANDARD})
                for (int plies : {0, 3, 30, 90, 150, 220}) {
                    Position position(board, seats, edition);
                    position.play_random_then_forced(static_cast<std::uint64_t>(seats + plies),
                                                     board < 2 ? plies : 4 * plies);
                    if (position.is_over()) continue;
                    mcts.clear();
                    const Fields fields = position.fields();
                    expect_valid(mcts.run(fields, board < 2 ? 120 : 40, 5), board, fields, seats);
                }
    }
}

bool is_same_result(const SearchResult& a, const SearchResult& b) {
    if (a.count != b.count || a.nodes != b.nodes || a.depth != b.depth) return false;
    for (int at = 0; at < a.count; ++at) {
        const BestMove &one = a.best_moves[at], &two = b.best_moves[at];
        if (!is_same_move(one.move, two.move) || one.pv_length != two.pv_length) return false;
        for (int seat = 0; seat < 4; ++seat)
            if (one.shares[seat] != two.shares[seat]) return false;
        for (int move = 0; move < one.pv_length; ++move)
            if (!is_same_move(one.pv[move], two.pv[move])) return false;
    }
    return true;
}

void all_instruction_sets_give_the_same_result_for_a_seed() {
    for (int board = 0; board < BOARD_COUNT; ++board)
        for (int plies : {12, 50}) {
            Position position(board, 2 + plies % 3);
            position.play_random_then_forced(7, plies);
            if (position.is_over()) continue;
            Mcts mcts(*find_searcher(board, "base"), 1 << 20);
            const SearchResult first = mcts.run(position.fields(), 300, 3, 5);
            mcts.clear();
            EXPECT(is_same_result(first, mcts.run(position.fields(), 300, 3, 5)));
            for (const char* isa : {"scalar", "avx2"}) {
                const Searcher* other = find_searcher(board, isa);
                if (other == nullptr) continue;
                Mcts twin(*other, 1 << 20);
                EXPECT(is_same_result(first, twin.run(position.fields(), 300, 3, 5)));
            }
        }
}

void a_full_pool_does_not_stop_the_search() {
    for (int board : {0, 3}) {
        Position position(board);
        position.play_random_then_forced(3, 20);
        Mcts mcts(*find_searcher(board), 40'000);
        const std::uint64_t nodes = board == 0 ? 6000 : 1000;
        const SearchResult result = mcts.run(position.fields(), nodes, 4);
        EXPECT(result.nodes == nodes);
        expect_valid(result, board, position.fields(), 2);
    }
}

void a_win_in_one_is_found_and_proven() {
    int found = 0;
    for (std::uint64_t seed = 0; seed < 40 && found < 8; ++seed) {
        const int board = static_cast<int>(seed % 2);
        Fields last;
        int player = -1;
        if (!find_last_decision(board, 2 + static_cast<int>(seed / 2 % 2), seed, last, player))
            continue;
        ++found;
        Position before(board, last);
        Mcts mcts(*find_searcher(board), 1 << 20);
        const SearchResult result = mcts.run(last, 5000);
        EXPECT(result.nodes < 5000);
        EXPECT(result.best_moves[0].shares[player] == 1000);
        for (int move = 0; move < result.best_moves[0].pv_length; ++move)
            before.play(result.best_moves[0].pv[move]);
        EXPECT(before.is_over() && before.winner() == player);
    }
    EXPECT(found == 8);
}

void the_tree_is_reused_when_the_game_goes_on() {
    Position position(0);
    position.play_random_then_forced(4, 10);
    Mcts mcts(*find_searcher(0), 1 << 22);
    const SearchResult first = mcts.run(position.fields(), 4000);
    for (int turn = 0, move = 0; turn < 2 && move < first.best_moves[0].pv_length; ++move) {
        turn += position.moves().size() > 1;
        position.play(first.best_moves[0].pv[move]);
    }
    position.play_forced_moves();
    const SearchResult kept = mcts.run(position.fields(), 1, 10);
    expect_valid(kept, 0, position.fields(), 2);
    EXPECT(kept.count > 1);
    mcts.clear();
    EXPECT(mcts.run(position.fields(), 1, 10).count == 1);
}

void a_reused_tree_with_another_seed_has_no_duplicate_moves() {
    Position position(0, 3);
    Mcts mcts(*find_searcher(0), 1 << 22);
    for (std::uint64_t seed = 1; seed <= 12 && !position.is_over(); ++seed) {
        const SearchResult result = mcts.run(position.fields(), 1500, MAX_BEST_MOVES, seed);
        for (int one = 0; one < result.count; ++one)
            for (int other = 0; other < one; ++other)
                EXPECT(!is_same_move(result.best_moves[one].move, result.best_moves[other].move));
        position.play(result.best_moves[0].move);
        position.play_forced_moves();
    }
}

void a_search_that_is_stopped_at_once_returns_a_move() {
    for (int board = 0; board < BOARD_COUNT; ++board) {
        const Position position(board, 3);
        Mcts mcts(*find_searcher(board), 1 << 20);
        mcts.stop = true;
        expect_valid(mcts.run(position.fields(), 0), board, position.fields(), 3);
    }
}

// R180: a player who swaps takes the value of the other seat.
void a_swap_has_the_value_of_the_other_seat() {
    Position position(0);
    for (std::uint64_t random = position.engine.seed_random(1); position.player() == 0;)
        position.play_randomly(random, 1);
    Mcts mcts(*find_searcher(0), 1 << 22);
    const SearchResult before = mcts.run(position.fields(), 6000, MAX_BEST_MOVES);
    int swapped = -1;
    for (int at = 0; at < before.count; ++at)
        if (before.best_moves[at].move.kind == SWAP_SIDES)
            swapped = before.best_moves[at].shares[1];
    EXPECT(position.play({SWAP_SIDES, 0, 0, 0, 0}));
    mcts.clear();
    const SearchResult after = mcts.run(position.fields(), 2000);
    EXPECT(swapped >= 0 && std::abs(swapped - after.best_moves[0].shares[0]) < 100);
}

void threads_share_a_tree() {
    Position position(0);
    position.play_random_then_forced(9, 14);
    Mcts mcts(*find_searcher(0), 1 << 21);
    expect_valid(mcts.run(position.fields(), 3000, 6, 0, 3), 0, position.fields(), 2);
}

// Without time to find the new root, the search drops the old tree.
void a_stopped_search_drops_the_old_tree() {
    Position position(0);
    position.play_random_then_forced(4, 10);
    Mcts mcts(*find_searcher(0), 1 << 22);
    mcts.run(position.fields(), 4000);
    position.play_random_then_forced(5, 1);
    mcts.stop = true;
    const SearchResult stopped = mcts.run(position.fields(), 0, 10);
    EXPECT(stopped.nodes == 0);
    expect_valid(stopped, 0, position.fields(), 2);
    mcts.stop = false;
    expect_valid(mcts.run(position.fields(), 500, 10), 0, position.fields(), 2);
}

void an_unreachable_depth_ends_when_the_pool_is_full() {
    Position position(0);
    Mcts mcts(*find_searcher(0), 100'000);
    const SearchResult result = mcts.run(position.fields(), 0, 1, 0, 1, 1000);
    EXPECT(result.depth >= 1 && result.depth < 1000);
    expect_valid(result, 0, position.fields(), 2);
}

// A new root evaluates its first children, and its value is that of the best.
void evaluated_children_are_visited_once() {
    Position position(0, 2);
    position.play_random_then_forced(9, 14);
    Mcts mcts(*find_searcher(0), 1 << 20);
    const SearchResult few = mcts.run(position.fields(), 5, MAX_BEST_MOVES);
    EXPECT(few.nodes == 5 && few.count == 5);
    mcts.clear();
    const SearchResult all = mcts.run(position.fields(), 8, MAX_BEST_MOVES);
    EXPECT(all.nodes == 8 && all.count == 8 && all.depth == 0);
    expect_valid(all, 0, position.fields(), 2);
}

void test_all() {
    best_moves_and_their_variations_are_legal();
    all_instruction_sets_give_the_same_result_for_a_seed();
    a_full_pool_does_not_stop_the_search();
    a_win_in_one_is_found_and_proven();
    the_tree_is_reused_when_the_game_goes_on();
    a_reused_tree_with_another_seed_has_no_duplicate_moves();
    a_search_that_is_stopped_at_once_returns_a_move();
    a_swap_has_the_value_of_the_other_seat();
    threads_share_a_tree();
    a_stopped_search_drops_the_old_tree();
    an_unreachable_depth_ends_when_the_pool_is_full();
}

}  // namespace

int main() {
    test_all();
    evaluate_children = true;
    test_all();
    evaluated_children_are_visited_once();
    return report_failures();
}
