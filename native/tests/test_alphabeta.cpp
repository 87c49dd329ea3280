// Tests of alpha-beta without Python, small enough for sanitizers.
#include "search_fixture.hpp"

using namespace ringrift;

namespace {

struct AlphaBeta {
    const Searcher& searcher;
    std::size_t pool_size;
    Bytes worker = allocate_zeroed(searcher.methods[0].worker_size),
          pool = allocate_zeroed(pool_size);
    std::vector<std::int32_t> weights =
        std::vector<std::int32_t>(2 * static_cast<std::size_t>(searcher.feature_count));
    std::atomic<bool> stop = false;
    SearchResult result{};

    explicit AlphaBeta(const Searcher& of, std::size_t size = 1 << 16)
        : searcher(of), pool_size(size) {
        for (std::size_t at = 0; at < weights.size(); ++at)
            weights[at] = static_cast<std::int32_t>(at * 37 % 101);
    }

    const SearchResult& run(const Fields& fields, std::uint64_t nodes, int depth, int best = 1,
                            std::uint64_t seed = 0) {
        SearchTask task{};
        task.fields = fields.data();
        task.weights = weights.data();
        task.pool = pool.get();
        task.pool_size = pool_size;
        task.stop = &stop;
        task.nodes = nodes;
        task.depth = depth;
        task.best_count = best;
        task.seed = seed;
        task.threads = 1;
        searcher.methods[0].run(worker.get(), task, &result);
        return result;
    }

    void clear() {
        std::memset(pool.get(), 0, pool_size);
        searcher.methods[0].clear_worker(worker.get());
    }
};

void every_position_gets_a_legal_move_within_its_budget() {
    for (int board = 0; board < BOARD_COUNT; ++board) {
        AlphaBeta search(*find_searcher(board));
        for (int seats = 2; seats <= 4; ++seats)
            for (const int edition : {STANDARD, CLASSIC}) {
                Position position(board, seats, edition);
                std::uint64_t random =
                    position.engine.seed_random(static_cast<std::uint64_t>(board * 16 + seats));
                for (int at = 0; at < 12 && !position.is_over(); ++at) {
                    const Fields fields = position.fields();
                    const std::uint64_t nodes = at % 3 == 0 ? 20 : 150;
                    const SearchResult& result = search.run(fields, nodes, 0, 1 + at % 3);
                    EXPECT(result.nodes <= nodes);
                    EXPECT(result.count <= 1 + at % 3);
                    expect_valid(result, board, fields, seats);
                    position.play_randomly(random, board < 2 ? 9 : 29);
                }
            }
    }
}

void a_single_legal_move_is_returned_without_search() {
    AlphaBeta search(*find_searcher(0));
    Position position(0);
    std::uint64_t random = position.engine.seed_random(3);
    int met = 0;
    for (; !position.is_over(); position.play_randomly(random, 1)) {
        if (position.count_choices() != 1) continue;
        const SearchResult& result = search.run(position.fields(), 1000, 0);
        EXPECT(result.count == 1 && result.nodes == 0);
        ++met;
    }
    EXPECT(met > 10);
    EXPECT(search.run(position.fields(), 1000, 0).count == 0);  // the game is over
}

void equal_searches_give_equal_results() {
    for (int board = 0; board < 2; ++board) {
        Position position(board);
        std::uint64_t random = position.engine.seed_random(5);
        for (int at = 0; at < 6 && !position.is_over(); ++at) {
            position.play_randomly(random, 11);
            if (position.is_over()) break;
            const Fields fields = position.fields();
            AlphaBeta one(*find_searcher(board)), two(*find_searcher(board));
            one.run(fields, 0, 2);
            one.clear();
            const SearchResult& again = one.run(fields, 800, 0, 2, 9);
            const SearchResult& fresh = two.run(fields, 800, 0, 2, 9);
            EXPECT(again.nodes == fresh.nodes && again.depth == fresh.depth);
            EXPECT(std::memcmp(&again.best_moves[0], &fresh.best_moves[0],
                               sizeof(WireMove) + 4 * sizeof(std::int32_t)) == 0);
        }
    }
}

// A fixed depth visits the same nodes with every instruction set.
void all_instruction_sets_search_the_same_tree() {
    for (int board = 0; board < BOARD_COUNT; ++board) {
        Position position(board);
        std::uint64_t random = position.engine.seed_random(11);
        position.play_randomly(random, board < 2 ? 40 : 90);
        const Fields fields = position.fields();
        const Searcher* base = find_searcher(board, "base");
        AlphaBeta expected(*base);
        const std::uint64_t limit = board < 2 ? 3000 : 600;
        expected.run(fields, limit, 2);
        for (const char* isa : {"scalar", "avx2", "avx512"}) {
            const Searcher* other = find_searcher(board, isa);
            if (other == nullptr) continue;
            AlphaBeta found(*other);
            found.run(fields, limit, 2);
            EXPECT(expected.result.nodes == found.result.nodes &&
                   expected.result.depth == found.result.depth);
            EXPECT(
                is_same_move(expected.result.best_moves[0].move, found.result.best_moves[0].move));
        }
    }
}

void any_table_size_works() {
    Position position(0);
    std::uint64_t random = position.engine.seed_random(2);
    position.play_randomly(random, 30);
    const Fields fields = position.fields();
    for (const std::size_t size : {std::size_t{64}, std::size_t{100}, std::size_t{4096}}) {
        AlphaBeta search(*find_searcher(0), size);
        expect_valid(search.run(fields, 500, 0), 0, fields, 2);
        search.pool_size = 0;
        expect_valid(search.run(fields, 500, 0), 0, fields, 2);
    }
}

void a_stopped_search_still_returns_a_move() {
    AlphaBeta search(*find_searcher(0));
    search.stop = true;
    const Fields fields = Position(0).fields();
    const SearchResult& result = search.run(fields, 0, 0);
    EXPECT(result.nodes == 0);
    expect_valid(result, 0, fields, 2);
}

// A player who can win at once does, and the win is proven.
void a_win_in_one_is_found() {
    for (int seats = 2; seats <= 4; ++seats) {
        int met = 0;
        for (std::uint64_t seed = 0; seed < 120 && met < 6; ++seed) {
            Fields before;
            int player = -1;
            if (!find_last_decision(0, seats, seed, before, player)) continue;
            ++met;
            AlphaBeta search(*find_searcher(0));
            EXPECT(search.run(before, 0, 1).best_moves[0].shares[player] == 1000);
        }
        EXPECT(met > 0);
    }
}

// As many moves as requested, none twice, the best first, however short the search.
void every_requested_move_is_returned_in_order() {
    for (int board = 0; board < BOARD_COUNT; ++board)
        for (int seats = 2; seats <= 4; ++seats) {
            Position position(board, seats);
            position.play_random_then_forced(static_cast<std::uint64_t>(seats),
                                             board < 2 ? 18 : 60);
            if (position.is_over()) continue;
            const Fields fields = position.fields();
            const int choices = position.count_choices(), player = position.player();
            AlphaBeta search(*find_searcher(board));
            for (const std::uint64_t nodes : {0, 1, 2, 30, 150, 700}) {
                search.stop = nodes == 0;
                const SearchResult& result = search.run(fields, nodes, 0, 12);
                EXPECT(result.count == (choices < 12 ? choices : 12));
                expect_valid(result, board, fields, seats);
                for (int at = 1; at < result.count; ++at)
                    EXPECT(result.best_moves[at - 1].shares[player] >=
                           result.best_moves[at].shares[player]);
                search.stop = false;
            }
        }
}

// `clear` removes every trace of an earlier search.
void a_cleared_worker_behaves_like_a_new_one() {
    for (int board : {0, 3}) {
        Position other(board), position(board);
        other.play_random_then_forced(8, 40);
        position.play_random_then_forced(5, 24);
        AlphaBeta used(*find_searcher(board)), fresh(*find_searcher(board));
        used.run(other.fields(), 3000, 0, 4);
        used.clear();
        const SearchResult &again = used.run(position.fields(), 2000, 0, 3),
                           &first = fresh.run(position.fields(), 2000, 0, 3);
        EXPECT(again.nodes == first.nodes && again.depth == first.depth &&
               again.count == first.count);
        for (int at = 0; at < first.count; ++at)
            EXPECT(is_same_move(again.best_moves[at].move, first.best_moves[at].move));
    }
}

}  // namespace

int main() {
    every_position_gets_a_legal_move_within_its_budget();
    a_single_legal_move_is_returned_without_search();
    equal_searches_give_equal_results();
    all_instruction_sets_search_the_same_tree();
    any_table_size_works();
    a_stopped_search_still_returns_a_move();
    a_win_in_one_is_found();
    every_requested_move_is_returned_in_order();
    a_cleared_worker_behaves_like_a_new_one();
    return report_failures();
}
