// Games that searches play among themselves, with samples of their positions: what the weights are
// tuned by.
#include "selfplay.hpp"

#include <nanobind/stl/vector.h>

#include <atomic>

#include "buffer.hpp"
#include "memory.hpp"
#include "ringrift/search/result.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ringrift {
namespace {

using Table = std::vector<std::int32_t>;
using Rows = std::vector<std::int32_t>;

constexpr std::size_t BEFORE_FEATURES = 6;  // of one sample: game, progress, shares of four seats
constexpr int GAME_NUMBERS =
    8;  // of one game: winner (seat, from 0), reason, turns, decisions, ranks of four seats

struct Terms {
    int board, players;
    bool standard;
    std::vector<Table>
        tables;  // one for all seats, or one a seat, which then rotate from game to game
    std::uint64_t nodes;
    int method;
    std::uint64_t seed;
    int opening;  // at most so many turns are random at the start
    int dice;     // permille of random decisions after that
};

constexpr std::size_t POOL = std::size_t{1}
                             << 20;  // budgets are small, and it is emptied before every game

struct Thinker {
    Memory worker, pool;
    const std::int32_t* weights;

    Thinker(const SearchMethod& method, const Table& table)
        : worker(method.worker_size), pool(POOL), weights(table.data()) {}
};

class Series {
public:
    explicit Series(const Terms& terms)
        : terms_(terms),
          engine_(*engine_of(terms.board)),
          searcher_(*searcher_of(terms.board)),
          method_(searcher_.methods[terms.method]),
          state_(engine_, 1),
          fields_(static_cast<std::size_t>(engine_.fields)),
          answer_(std::make_unique<SearchResult>()) {
        for (const Table& table : terms.tables) thinkers_.emplace_back(method_, table);
    }

    // Plays one game: its numbers into `game`, the sampled positions behind `samples`, each as
    // game, progress, the shares that the search expected for four seats, and the features of every
    // seat.
    void play(int number, std::int32_t* game, Rows& samples) {
        const int seats = terms_.players, rounds = terms_.tables.size() > 1 ? seats : 1;
        // The games of a round begin alike, so that luck in the opening goes to every side once.
        random_ = engine_.random_of(terms_.seed * 0x9e3779b97f4a7c15ULL +
                                    static_cast<std::uint64_t>(number / rounds));
        for (Thinker& one : thinkers_) {
            one.pool.clear(POOL);
            method_.forget(one.worker.at());
        }
        engine_.new_game(state_.at(0), seats, terms_.standard, false);
        const int opening = below(terms_.opening + 1);
        int decisions = 0;
        for (;;) {
            engine_.dump(state_.at(0), fields_.data());
            if (fields_[PHASE] == GAME_OVER) break;
            WireMove move;
            if (engine_.list(state_.at(0), &move, 1) > 1) {
                ++decisions;
                if (fields_[TURN] <= opening || below(1000) < terms_.dice) {
                    move = engine_.pick(state_.at(0), &random_);
                } else {
                    move = think(
                        thinkers_[static_cast<std::size_t>((fields_[PLAYER] + number) % rounds)]);
                    if (wanted()) sample(number, samples);
                }
            }
            engine_.apply(state_.at(0), move);
        }
        game[0] = static_cast<std::int32_t>(fields_[WINNER]) - 1;
        game[1] = static_cast<std::int32_t>(fields_[REASON]);
        game[2] = static_cast<std::int32_t>(fields_[TURN]);
        game[3] = decisions;
        for (int seat = 0; seat < 4; ++seat)
            game[4 + seat] = static_cast<std::int32_t>(fields_[RANK + seat]);
    }

private:
    // Places in the fields of a state (exchange.hpp) and of their values.
    enum : int { PLAYER = 3, PHASE = 4, TURN = 5, WINNER = 20, REASON = 21, RANK = 38 };
    enum : int { PLACING = 0, MOVING = 1, GAME_OVER = 7 };

    // The n-th part of a generator's step is as random as the generator.
    int below(int count) {
        random_ = engine_.random_of(random_ + 1);
        return static_cast<int>((random_ >> 33) % static_cast<std::uint64_t>(count));
    }

    // Positions are judged where a turn starts, less often after a placement, seldom amid captures
    // and payments.
    bool wanted() {
        return fields_[PHASE] == PLACING || below(fields_[PHASE] == MOVING ? 2 : 8) == 0;
    }

    void sample(int number, Rows& samples) {
        const auto features = static_cast<std::size_t>(searcher_.feature_count),
                   at = samples.size();
        samples.resize(at + BEFORE_FEATURES +
                       4 * features);  // they come for four seats, whoever plays
        int seats;
        samples[at] = number;
        searcher_.features(fields_.data(), samples.data() + at + BEFORE_FEATURES,
                           samples.data() + at + 1, &seats);
        for (int seat = 0; seat < 4; ++seat)
            samples[at + 2 + static_cast<std::size_t>(seat)] = answer_->lines[0].shares[seat];
        samples.resize(at + BEFORE_FEATURES + static_cast<std::size_t>(terms_.players) * features);
    }

    WireMove think(Thinker& one) {
        static const std::atomic<bool> never = false;
        SearchTask task{};
        task.fields = fields_.data();
        task.weights = one.weights;
        task.pool = one.pool.at();
        task.pool_size = one.pool.size();
        task.stop = &never;
        task.nodes = terms_.nodes;
        task.seed = random_;
        task.best = 1;
        task.threads = 1;
        method_.think(one.worker.at(), task, answer_.get());
        return answer_->lines[0].move;
    }

    const Terms& terms_;
    const Engine& engine_;
    const Searcher& searcher_;
    const SearchMethod& method_;
    Buffer state_;
    std::vector<std::int64_t> fields_;
    std::vector<Thinker> thinkers_;
    std::unique_ptr<SearchResult> answer_;
    std::uint64_t random_ = 0;
};

void expect(const Terms& terms, int first, int games) {
    const Searcher* searcher = searcher_of(terms.board);
    if (searcher == nullptr || terms.players < 2 || terms.players > 4)
        throw nb::value_error("there is no such game");
    if (terms.method < 0 || terms.method >= METHODS || terms.nodes < 1)
        throw nb::value_error("this cannot be searched");
    if (terms.tables.size() != 1 && terms.tables.size() != static_cast<std::size_t>(terms.players))
        throw nb::value_error("one table of weights for all seats, or one for each");
    for (const Table& table : terms.tables)
        if (table.size() != static_cast<std::size_t>(2 * searcher->feature_count))
            throw nb::value_error("a table has two weights for each feature");
    if (first < 0 || games < 1 || games > 1'000'000 || terms.opening < 0)
        throw nb::value_error("no such games");
}

nb::bytes shown(const Rows& rows) {
    return nb::bytes(rows.data(), rows.size() * sizeof(std::int32_t));
}

nb::tuple self_play(int board, int players, bool standard, const std::vector<Table>& tables,
                    std::uint64_t nodes, int method, std::uint64_t seed, int opening, int dice,
                    int first, int games) {
    const Terms terms{board, players, standard, tables, nodes, method, seed, opening, dice};
    expect(terms, first, games);
    Rows results(static_cast<std::size_t>(games) * GAME_NUMBERS), samples;
    {
        nb::gil_scoped_release released;
        Series series(terms);
        for (int at = 0; at < games; ++at)
            series.play(first + at, results.data() + at * GAME_NUMBERS, samples);
    }
    return nb::make_tuple(shown(results), shown(samples));
}

}  // namespace

void bind_selfplay(nb::module_& module) {
    module.def("self_play", self_play, "board"_a, "players"_a, "standard"_a, "tables"_a, "nodes"_a,
               "method"_a, "seed"_a, "opening"_a, "dice"_a, "first"_a, "games"_a);
}

}  // namespace ringrift
