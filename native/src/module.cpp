// The Python module ringrift.kernel._native: one game, and threads over many.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "batch.hpp"
#include "buffer.hpp"
#include "search_module.hpp"
#include "selfplay.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ringrift {
namespace {

using Numbers = std::vector<std::int64_t>;
using MoveTuple = std::tuple<int, int, int, int, int>;
using ResultTuple = std::tuple<std::uint64_t, std::uint64_t, int, int, std::vector<int>>;

MoveTuple shown(const WireMove& move) { return {move.kind, move.detail, move.a, move.b, move.c}; }

// Numbers from Python may be anything; what fits no move becomes one that is never legal.
WireMove read(const MoveTuple& move) {
    const auto [kind, detail, a, b, c] = move;
    const auto fits = [](int value, int most) { return 0 <= value && value <= most; };
    if (!fits(kind, 0xff) || !fits(detail, 0xff) || !fits(a, 0xfffe) || !fits(b, 0xfffe) ||
        !fits(c, 0xfffe))
        return {0xff, 0, 0, 0, 0};
    return {static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(detail),
            static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b),
            static_cast<std::uint16_t>(c)};
}

ResultTuple shown(const PlayoutResult& result) {
    return {result.plies, result.interactive, result.winner, result.reason,
            std::vector<int>(result.rank, result.rank + 4)};
}

// A well spread seed for each game of a series.
std::uint64_t seed_of(std::uint64_t seed, std::uint64_t game) {
    std::uint64_t x = seed + 0x9e3779b97f4a7c15ULL * (game + 1);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

constexpr int DEEPEST = 64;          // of perft: no count of sequences this long could ever end
constexpr int MOST_GAMES = 1000000;  // of one call: their results are kept until all are played

// Lets the interpreter answer signals during long work without it, a few times a second; throws
// what a handler raised.
class Patience {
public:
    void check() {
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return;
        next_ = now + std::chrono::milliseconds(50);
        nb::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }

private:
    std::chrono::steady_clock::time_point next_ =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
};

class Game {
public:
    Game(int board, const Numbers& fields, const std::string& isa)
        : engine_(wanted_engine(board, isa)), state_(*engine_, 1) {
        if (fields.size() != static_cast<std::size_t>(engine_->fields))
            throw nb::value_error("wrong number of fields");
        if (const char* wrong = engine_->load(state_.at(0), fields.data()))
            throw nb::value_error(wrong);
    }

    Game(const Game& other) : engine_(other.engine_), state_(other.state_), past_(other.past_) {}

    Numbers fields() const {
        Numbers numbers(static_cast<std::size_t>(engine_->fields));
        engine_->dump(state_.at(0), numbers.data());
        return numbers;
    }

    std::vector<MoveTuple> moves() const {
        std::vector<MoveTuple> found;
        for (const WireMove& move : list()) found.push_back(shown(move));
        return found;
    }

    bool legal(const MoveTuple& move) const { return engine_->legal(state_.at(0), read(move)); }

    void apply(const MoveTuple& move) {
        const WireMove wire = read(move);
        if (!engine_->legal(state_.at(0), wire))
            throw nb::value_error("the move is not legal here");
        past_.push_back(state_);
        engine_->apply(state_.at(0), wire);
    }

    void undo() {
        if (past_.empty()) throw nb::index_error("there is no move to take back");
        state_ = past_.back();
        past_.pop_back();
    }

    std::vector<int> cells_of(const MoveTuple& move) const {
        const WireMove wire = read(move);
        if (!engine_->legal(state_.at(0), wire))
            throw nb::value_error("the move is not legal here");
        std::vector<std::uint16_t> cells(static_cast<std::size_t>(engine_->cells));
        const int count = engine_->cells_of(state_.at(0), wire, cells.data());
        return std::vector<int>(cells.begin(), cells.begin() + count);
    }

    std::uint64_t hash() const { return engine_->hash(state_.at(0)); }
    bool sound() const { return engine_->sound(state_.at(0)); }

    std::uint64_t perft(int depth) const {
        if (depth < 0 || depth > DEEPEST) throw nb::value_error("a depth is 0 to 64");
        const Buffer start = state_;
        nb::gil_scoped_release released;
        Patience patience;
        std::vector<WireMove> room(1 << 16);
        return sequences(start, depth, room, patience);
    }

    ResultTuple playout(std::uint64_t seed) const {
        Buffer copy = state_;
        PlayoutResult result;
        {
            nb::gil_scoped_release released;
            engine_->playout(copy.at(0), seed, &result);
        }
        return shown(result);
    }

    // The fields of the state in which that game ends (a playout keeps no hash up to date).
    Numbers playout_end(std::uint64_t seed) const {
        Buffer copy = state_;
        PlayoutResult result;
        engine_->playout(copy.at(0), seed, &result);
        Numbers numbers(static_cast<std::size_t>(engine_->fields));
        engine_->dump(copy.at(0), numbers.data());
        return numbers;
    }

    // The moves of the very game that `playout` plays.
    std::vector<MoveTuple> playout_moves(std::uint64_t seed) const {
        Buffer copy = state_;
        std::vector<MoveTuple> played;
        std::uint64_t random = engine_->random_of(seed);
        for (;;) {
            const WireMove move = engine_->pick(copy.at(0), &random);
            if (!engine_->legal(copy.at(0), move)) return played;
            played.push_back(shown(move));
            engine_->apply(copy.at(0), move);
        }
    }

    std::vector<ResultTuple> playouts(int count, std::uint64_t seed, int threads) const {
        std::vector<ResultTuple> listed;
        for (const PlayoutResult& result : played(count, seed, threads))
            listed.push_back(shown(result));
        return listed;
    }

    // Only how many plies they took, and how many of those were chosen.
    std::tuple<std::uint64_t, std::uint64_t> playout_plies(int count, std::uint64_t seed,
                                                           int threads) const {
        std::uint64_t plies = 0, interactive = 0;
        for (const PlayoutResult& result : played(count, seed, threads)) {
            plies += result.plies;
            interactive += result.interactive;
        }
        return {plies, interactive};
    }

    // For the benchmark: random games in which every move is found in a list, made, hashed and
    // taken back before it is made for good. Returns how many plies were played; at least as many
    // as asked for.
    std::uint64_t search_plies(std::uint64_t plies, std::uint64_t seed) const {
        const Buffer start = state_;
        Buffer state = start, undo = start;
        nb::gil_scoped_release released;
        std::vector<WireMove> moves(1 << 16);
        std::uint64_t count = 0, check = 0;
        while (count < plies) {
            state = start;
            const std::uint64_t before = count;
            while (const int found =
                       engine_->list(state.at(0), moves.data(), static_cast<int>(moves.size()))) {
                if (found > static_cast<int>(moves.size())) {
                    moves.resize(static_cast<std::size_t>(found));
                    continue;
                }
                seed = seed_of(seed, count);
                const WireMove move = moves[seed % static_cast<std::uint64_t>(found)];
                undo = state;
                engine_->apply(state.at(0), move);
                check ^= engine_->hash(state.at(0));
                state = undo;
                engine_->apply(state.at(0), move);
                ++count;
            }
            if (count == before) break;
        }
        return check == 1 ? count + 1 : count;
    }

    int encode(const MoveTuple& move) const { return engine_->encode(read(move)); }
    MoveTuple decode(std::int64_t action) const {
        const WireMove move = engine_->decode(state_.at(0), action);
        if (!engine_->legal(state_.at(0), move))
            throw nb::value_error("the action is not legal here");
        return shown(move);
    }

    std::vector<int> actions() const {
        std::vector<int> found;
        for (const WireMove& move : list()) found.push_back(engine_->encode(move));
        return found;
    }

    std::string isa() const { return engine_->isa; }

private:
    std::vector<PlayoutResult> played(int count, std::uint64_t seed, int threads) const {
        if (count < 0 || count > MOST_GAMES)
            throw nb::value_error("a number of games is 0 to 1000000");
        expect_threads(threads);
        const Buffer start = state_;
        Buffer copies(*engine_, static_cast<std::size_t>(workers_of(count, threads)));
        std::vector<PlayoutResult> results(static_cast<std::size_t>(count));
        std::atomic<bool> stopped = false;
        const auto caller = std::this_thread::get_id();
        nb::gil_scoped_release released;
        Patience patience;
        spread(count, threads, [&](int worker, int from, int to) {
            const bool asks = std::this_thread::get_id() == caller;
            void* copy = copies.at(static_cast<std::size_t>(worker));
            for (int game = from; game < to && !stopped.load(std::memory_order_relaxed); ++game) {
                std::memcpy(copy, start.at(0), engine_->size);
                engine_->playout(copy, seed_of(seed, static_cast<std::uint64_t>(game)),
                                 &results[static_cast<std::size_t>(game)]);
                if (!asks) continue;
                try {
                    patience.check();
                } catch (...) {
                    stopped = true;
                    throw;
                }
            }
        });
        return results;
    }

    // The engine counts the last two moves, which takes it a moment; above them signals are
    // answered.
    std::uint64_t sequences(const Buffer& from, int depth, std::vector<WireMove>& room,
                            Patience& patience) const {
        if (depth <= 2) {
            patience.check();
            for (;;) {
                const int most = static_cast<int>(room.size());
                const std::uint64_t sum = engine_->perft(from.at(0), depth, room.data(), most);
                if (sum != ~std::uint64_t{0}) return sum;
                room.resize(room.size() * 4);
            }
        }
        std::uint64_t sum = 0;
        Buffer next = from;
        for (const WireMove& move : list(from)) {
            next = from;
            engine_->apply(next.at(0), move);
            sum += sequences(next, depth - 1, room, patience);
        }
        return sum;
    }

    std::vector<WireMove> list() const { return list(state_); }

    std::vector<WireMove> list(const Buffer& state) const {
        std::vector<WireMove> moves(1024);
        int count = engine_->list(state.at(0), moves.data(), static_cast<int>(moves.size()));
        if (count > static_cast<int>(moves.size())) {
            moves.resize(static_cast<std::size_t>(count));
            count = engine_->list(state.at(0), moves.data(), count);
        }
        moves.resize(static_cast<std::size_t>(count));
        return moves;
    }

    const Engine* engine_;
    Buffer state_;
    std::vector<Buffer> past_;
};

}  // namespace

NB_MODULE(_native, module) {
    nb::class_<Game>(module, "Game")
        .def(nb::init<int, const Numbers&, const std::string&>(), "board"_a, "fields"_a,
             "isa"_a = "")
        .def("copy", [](const Game& game) { return Game(game); })
        .def("fields", &Game::fields)
        .def("moves", &Game::moves)
        .def("legal", &Game::legal, "move"_a)
        .def("apply", &Game::apply, "move"_a)
        .def("undo", &Game::undo)
        .def("cells_of", &Game::cells_of, "move"_a)
        .def("hash", &Game::hash)
        .def("sound", &Game::sound)
        .def("perft", &Game::perft, "depth"_a)
        .def("playout", &Game::playout, "seed"_a)
        .def("playout_end", &Game::playout_end, "seed"_a)
        .def("playout_moves", &Game::playout_moves, "seed"_a)
        .def("playouts", &Game::playouts, "count"_a, "seed"_a, "threads"_a)
        .def("playout_plies", &Game::playout_plies, "count"_a, "seed"_a, "threads"_a)
        .def("search_plies", &Game::search_plies, "plies"_a, "seed"_a)
        .def("encode", &Game::encode, "move"_a)
        .def("decode", &Game::decode, "action"_a)
        .def("actions", &Game::actions)
        .def("isa", &Game::isa);
    bind_games(module);
    bind_search(module);
    bind_selfplay(module);
    module.def(
        "action_counts",
        [](int board) {
            const Engine* engine = wanted_engine(board, "");
            return std::tuple<int, int, int>(engine->actions, engine->masked_actions,
                                             engine->slide_actions);
        },
        "board"_a);
    module.def("planes", [] { return engine_of(0)->planes; });
}

}  // namespace ringrift
