// The Python module ringrift.kernel._native: one game, and random games in threads.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "parallel_for.hpp"
#include "python_batch.hpp"
#include "python_search.hpp"
#include "python_selfplay.hpp"
#include "require_engine.hpp"
#include "state_buffer.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ringrift {
namespace {

using Numbers = std::vector<std::int64_t>;
using MoveTuple = std::tuple<int, int, int, int, int>;
using ExplanationTuple = std::tuple<int, int, std::vector<std::int64_t>,
                                    std::vector<int>>;  // message, rule, values, list
using ResultTuple = std::tuple<std::uint64_t, std::uint64_t, int, int, std::vector<int>>;

MoveTuple to_tuple(const WireMove& move) {
    return {move.kind, move.detail, move.a, move.b, move.c};
}

// Any integers are allowed; those that fit no move become one that is never legal.
WireMove from_tuple(const MoveTuple& move) {
    const auto [kind, detail, a, b, c] = move;
    const auto fits = [](int value, int max) { return 0 <= value && value <= max; };
    if (!fits(kind, 0xff) || !fits(detail, 0xff) || !fits(a, 0xfffe) || !fits(b, 0xfffe) ||
        !fits(c, 0xfffe))
        return {0xff, 0, 0, 0, 0};
    return {static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(detail),
            static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b),
            static_cast<std::uint16_t>(c)};
}

ExplanationTuple to_tuple(const Explanation& reason) {
    return {static_cast<int>(reason.message), reason.rule,
            std::vector<std::int64_t>(reason.values, reason.values + reason.value_count),
            std::vector<int>(reason.list, reason.list + reason.list_size)};
}

ResultTuple to_tuple(const PlayoutResult& result) {
    return {result.plies, result.interactive, result.winner, result.reason,
            std::vector<int>(result.rank, result.rank + 4)};
}

// Derives the seed of each game of a series.
std::uint64_t game_seed(std::uint64_t seed, std::uint64_t game) {
    std::uint64_t x = seed + 0x9e3779b97f4a7c15ULL * (game + 1);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

constexpr int MAX_PERFT_DEPTH = 64;  // longer sequences could never be counted
constexpr int MAX_GAMES = 1000000;   // in one call, which returns all results

// Polls signals a few times a second during long work without the GIL; throws what a handler
// raised.
class SignalPoller {
public:
    void poll() {
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
        : engine_(require_engine(board, isa)), state_(*engine_, 1) {
        if (fields.size() != static_cast<std::size_t>(engine_->field_count))
            throw nb::value_error("wrong number of fields");
        if (!engine_->load(state_.at(0), fields.data(), nullptr))
            throw nb::value_error("the fields make no state");
    }

    Game(const Game& other)
        : engine_(other.engine_), state_(other.state_), history_(other.history_) {}

    Numbers fields() const {
        Numbers numbers(static_cast<std::size_t>(engine_->field_count));
        engine_->dump(state_.at(0), numbers.data());
        return numbers;
    }

    std::vector<MoveTuple> moves() const {
        std::vector<MoveTuple> found;
        for (const WireMove& move : list_moves()) found.push_back(to_tuple(move));
        return found;
    }

    bool is_legal(const MoveTuple& move) const {
        return engine_->is_legal(state_.at(0), from_tuple(move));
    }

    // Why the move of a `MoveQuery` is illegal; nothing if it is legal.
    std::optional<ExplanationTuple> why_illegal(const std::vector<std::int32_t>& numbers) const {
        const MoveQuery query{numbers.data(), static_cast<int>(numbers.size())};
        if (!query.is_well_formed(MOVE_KINDS)) throw nb::value_error("the numbers make no move");
        Explanation reason;
        if (!engine_->why_illegal(state_.at(0), query, &reason)) return std::nullopt;
        return to_tuple(reason);
    }

    void apply(const MoveTuple& move) {
        const WireMove wire = from_tuple(move);
        if (!engine_->is_legal(state_.at(0), wire))
            throw nb::value_error("the move is not legal here");
        history_.push_back(state_);
        engine_->apply(state_.at(0), wire);
    }

    void undo() {
        if (history_.empty()) throw nb::index_error("there is no move to undo");
        state_ = history_.back();
        history_.pop_back();
    }

    std::vector<int> move_cells(const MoveTuple& move) const {
        const WireMove wire = from_tuple(move);
        if (!engine_->is_legal(state_.at(0), wire))
            throw nb::value_error("the move is not legal here");
        std::vector<std::uint16_t> cells(static_cast<std::size_t>(engine_->cells));
        const int count = engine_->move_cells(state_.at(0), wire, cells.data());
        return std::vector<int>(cells.begin(), cells.begin() + count);
    }

    std::uint64_t hash() const { return engine_->hash(state_.at(0)); }
    bool is_consistent() const { return engine_->is_consistent(state_.at(0)); }

    std::uint64_t perft(int depth) const {
        if (depth < 0 || depth > MAX_PERFT_DEPTH) throw nb::value_error("depth must be 0 to 64");
        const StateBuffer start = state_;
        nb::gil_scoped_release released;
        SignalPoller signals;
        std::vector<WireMove> buffer(1 << 16);
        return count_move_sequences(start, depth, buffer, signals);
    }

    ResultTuple playout(std::uint64_t seed) const {
        StateBuffer copy = state_;
        PlayoutResult result;
        {
            nb::gil_scoped_release released;
            engine_->playout(copy.at(0), seed, &result);
        }
        return to_tuple(result);
    }

    // Returns the final state of that game (a playout does not update the hash).
    Numbers playout_end(std::uint64_t seed) const {
        StateBuffer copy = state_;
        PlayoutResult result;
        engine_->playout(copy.at(0), seed, &result);
        Numbers numbers(static_cast<std::size_t>(engine_->field_count));
        engine_->dump(copy.at(0), numbers.data());
        return numbers;
    }

    // Returns the moves of the game that `playout` plays.
    std::vector<MoveTuple> playout_moves(std::uint64_t seed) const {
        StateBuffer copy = state_;
        std::vector<MoveTuple> played;
        std::uint64_t random = engine_->seed_random(seed);
        for (;;) {
            const WireMove move = engine_->pick_random_move(copy.at(0), &random);
            if (!engine_->is_legal(copy.at(0), move)) return played;
            played.push_back(to_tuple(move));
            engine_->apply(copy.at(0), move);
        }
    }

    std::vector<ResultTuple> playouts(int count, std::uint64_t seed, int threads) const {
        std::vector<ResultTuple> listed;
        for (const PlayoutResult& result : play_games(count, seed, threads))
            listed.push_back(to_tuple(result));
        return listed;
    }

    // Returns the number of plies, and of interactive ones.
    std::tuple<std::uint64_t, std::uint64_t> playout_plies(int count, std::uint64_t seed,
                                                           int threads) const {
        std::uint64_t plies = 0, interactive = 0;
        for (const PlayoutResult& result : play_games(count, seed, threads)) {
            plies += result.plies;
            interactive += result.interactive;
        }
        return {plies, interactive};
    }

    // Benchmark: random games in which every move is listed, made, hashed and undone before it is
    // played. Returns the number of plies, at least as many as requested.
    std::uint64_t benchmark_plies(std::uint64_t plies, std::uint64_t seed) const {
        const StateBuffer start = state_;
        StateBuffer state = start, undo = start;
        nb::gil_scoped_release released;
        std::vector<WireMove> moves(1 << 16);
        std::uint64_t count = 0, check = 0;
        while (count < plies) {
            state = start;
            const std::uint64_t before = count;
            while (const int found = engine_->list_moves(state.at(0), moves.data(),
                                                         static_cast<int>(moves.size()))) {
                if (found > static_cast<int>(moves.size())) {
                    moves.resize(static_cast<std::size_t>(found));
                    continue;
                }
                seed = game_seed(seed, count);
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

    int encode(const MoveTuple& move) const { return engine_->encode(from_tuple(move)); }
    MoveTuple decode(std::int64_t action) const {
        const WireMove move = engine_->decode(state_.at(0), action);
        if (!engine_->is_legal(state_.at(0), move))
            throw nb::value_error("the action is not legal here");
        return to_tuple(move);
    }

    std::vector<int> actions() const {
        std::vector<int> found;
        for (const WireMove& move : list_moves()) found.push_back(engine_->encode(move));
        return found;
    }

    std::string isa() const { return engine_->isa; }

private:
    std::vector<PlayoutResult> play_games(int count, std::uint64_t seed, int threads) const {
        if (count < 0 || count > MAX_GAMES)
            throw nb::value_error("the number of games must be 0 to 1000000");
        validate_thread_count(threads);
        const StateBuffer start = state_;
        StateBuffer copies(*engine_, static_cast<std::size_t>(worker_count(count, threads)));
        std::vector<PlayoutResult> results(static_cast<std::size_t>(count));
        std::atomic<bool> stopped = false;
        const auto caller = std::this_thread::get_id();
        nb::gil_scoped_release released;
        SignalPoller signals;
        parallel_for(count, threads, [&](int worker, int from, int to) {
            const bool asks = std::this_thread::get_id() == caller;
            void* copy = copies.at(static_cast<std::size_t>(worker));
            for (int game = from; game < to && !stopped.load(std::memory_order_relaxed); ++game) {
                std::memcpy(copy, start.at(0), engine_->state_size);
                engine_->playout(copy, game_seed(seed, static_cast<std::uint64_t>(game)),
                                 &results[static_cast<std::size_t>(game)]);
                if (!asks) continue;
                try {
                    signals.poll();
                } catch (...) {
                    stopped = true;
                    throw;
                }
            }
        });
        return results;
    }

    // The engine counts the last two plies at once; signals are polled above them.
    std::uint64_t count_move_sequences(const StateBuffer& from, int depth,
                                       std::vector<WireMove>& buffer, SignalPoller& signals) const {
        if (depth <= 2) {
            signals.poll();
            for (;;) {
                const int max = static_cast<int>(buffer.size());
                const std::uint64_t sum = engine_->perft(from.at(0), depth, buffer.data(), max);
                if (sum != ~std::uint64_t{0}) return sum;
                buffer.resize(buffer.size() * 4);
            }
        }
        std::uint64_t sum = 0;
        StateBuffer next = from;
        for (const WireMove& move : list_moves(from)) {
            next = from;
            engine_->apply(next.at(0), move);
            sum += count_move_sequences(next, depth - 1, buffer, signals);
        }
        return sum;
    }

    std::vector<WireMove> list_moves() const { return list_moves(state_); }

    std::vector<WireMove> list_moves(const StateBuffer& state) const {
        std::vector<WireMove> moves(1024);
        int count = engine_->list_moves(state.at(0), moves.data(), static_cast<int>(moves.size()));
        if (count > static_cast<int>(moves.size())) {
            moves.resize(static_cast<std::size_t>(count));
            count = engine_->list_moves(state.at(0), moves.data(), count);
        }
        moves.resize(static_cast<std::size_t>(count));
        return moves;
    }

    const Engine* engine_;
    StateBuffer state_;
    std::vector<StateBuffer> history_;
};

}  // namespace

NB_MODULE(_native, module) {
    nb::class_<Game>(module, "Game")
        .def(nb::init<int, const Numbers&, const std::string&>(), "board"_a, "fields"_a,
             "isa"_a = "")
        .def("copy", [](const Game& game) { return Game(game); })
        .def("fields", &Game::fields)
        .def("moves", &Game::moves)
        .def("is_legal", &Game::is_legal, "move"_a)
        .def("why_illegal", &Game::why_illegal, "query"_a)
        .def("apply", &Game::apply, "move"_a)
        .def("undo", &Game::undo)
        .def("move_cells", &Game::move_cells, "move"_a)
        .def("hash", &Game::hash)
        .def("is_consistent", &Game::is_consistent)
        .def("perft", &Game::perft, "depth"_a)
        .def("playout", &Game::playout, "seed"_a)
        .def("playout_end", &Game::playout_end, "seed"_a)
        .def("playout_moves", &Game::playout_moves, "seed"_a)
        .def("playouts", &Game::playouts, "count"_a, "seed"_a, "threads"_a)
        .def("playout_plies", &Game::playout_plies, "count"_a, "seed"_a, "threads"_a)
        .def("benchmark_plies", &Game::benchmark_plies, "plies"_a, "seed"_a)
        .def("encode", &Game::encode, "move"_a)
        .def("decode", &Game::decode, "action"_a)
        .def("actions", &Game::actions)
        .def("isa", &Game::isa);
    bind_games(module);
    bind_search(module);
    bind_selfplay(module);
    module.def(
        "why_invalid",
        [](int board, const Numbers& fields) -> std::optional<ExplanationTuple> {
            const Engine* engine = require_engine(board, "");
            if (fields.size() != static_cast<std::size_t>(engine->field_count))
                throw nb::value_error("wrong number of fields");
            StateBuffer state(*engine, 1);
            Explanation problem;
            if (engine->load(state.at(0), fields.data(), &problem)) return std::nullopt;
            return to_tuple(problem);
        },
        "board"_a, "fields"_a);
    module.def(
        "action_counts",
        [](int board) {
            const Engine* engine = require_engine(board, "");
            return std::tuple<int, int, int, int>(engine->action_count, engine->choice_count,
                                                  engine->first_slide, engine->first_settlement);
        },
        "board"_a);
    module.def(
        "observation_shape",
        [](int board) {
            const Engine* engine = require_engine(board, "");
            return std::tuple<int, int, int>(engine->observation_planes, engine->rows,
                                             engine->observation_scalars);
        },
        "board"_a);
}

}  // namespace ringrift
