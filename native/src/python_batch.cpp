// Many games at once: steps, masks, observations and results in NumPy arrays, without the GIL.
#include "python_batch.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "parallel_for.hpp"
#include "require_engine.hpp"
#include "ringrift/state_fields.hpp"
#include "state_buffer.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ringrift {
namespace {

template <class Number, int DIMENSIONS>
using Array = nb::ndarray<Number, nb::ndim<DIMENSIONS>, nb::c_contig, nb::device::cpu>;
using Choices = Array<const std::int64_t, 1>;
using ChoicesOut = Array<std::int64_t, 1>;
using Masks = Array<std::uint8_t, 2>;
using Planes = Array<float, 4>;
using Scalars = Array<float, 2>;
using Status = Array<std::int32_t, 2>;
using Seeds = Array<std::uint64_t, 1>;
using Rewards = Array<float, 2>;
using Flags = Array<std::uint8_t, 1>;
using Lengths = Array<std::int64_t, 1>;

constexpr int SEATS = 4;

// Games on one board, each with the marker step that must be settled, if any.
class Games {
public:
    // `states` holds the fields of each game.
    Games(int board, const std::vector<std::vector<std::int64_t>>& states, int threads)
        : engine_(require_engine(board, "")),
          states_(*engine_, states.size()),
          starts_(*engine_, states.size()),
          steps_(states.size(), -1),
          lengths_(states.size(), 0),
          threads_(threads) {
        validate_thread_count(threads);
        if (states.size() > 100'000'000) throw nb::value_error("too many games");
        for (std::size_t at = 0; at < states.size(); ++at) {
            load(states_.at(at), states[at]);
            std::memcpy(starts_.at(at), states_.at(at), engine_->state_size);
            players_ = std::min(players_, static_cast<int>(states[at][Field::seats]));
        }
    }

    int size() const { return static_cast<int>(states_.count()); }

    std::vector<std::int64_t> fields(int at) {
        check_index(at);
        std::lock_guard guard(lock_);
        std::vector<std::int64_t> numbers(static_cast<std::size_t>(engine_->field_count));
        engine_->dump(states_.at(static_cast<std::size_t>(at)), numbers.data());
        return numbers;
    }

    int step_to_settle(int at) {
        check_index(at);
        std::lock_guard guard(lock_);
        return steps_[static_cast<std::size_t>(at)];
    }

    void replace(int at, const std::vector<std::int64_t>& fields) {
        check_index(at);
        StateBuffer fresh(*engine_, 1);
        load(fresh.at(0), fields);
        std::lock_guard guard(lock_);
        const auto game = static_cast<std::size_t>(at);
        std::memcpy(states_.at(game), fresh.at(0), engine_->state_size);
        steps_[game] = -1;
        lengths_[game] = 0;
    }

    // Takes one choice in each game (-1: none). If one is illegal, takes none and returns its
    // index.
    int step(const Choices& choices) {
        check_shape(choices.shape(0) == states_.count());
        // A copy: without the GIL, another thread may write to the caller's array.
        const std::vector<std::int64_t> wanted(choices.data(), choices.data() + choices.shape(0));
        nb::gil_scoped_release released;
        std::lock_guard guard(lock_);
        std::vector<ChoiceEffect> effects;
        const int refused = read_choices(wanted, effects);
        if (refused >= 0) return refused;
        for_each_game([&](std::size_t at) {
            if (wanted[at] != -1) take(at, effects[at]);
        });
        return -1;
    }

    // `step` for environments: also applies bookkeeping moves, and restarts the games that are
    // over. Writes what the seats to move see, and the results of the games that ended.
    int advance(const Choices& choices, const Planes& planes, const Scalars& scalars,
                const Masks& masks, const Status& status, const Rewards& rewards,
                const Flags& terminated, const Status& ranks, const Lengths& lengths) {
        const std::size_t count = states_.count(), players = rewards.shape(1);
        check_observation(planes, scalars);
        check_masks(masks);
        check_shape(choices.shape(0) == count && status.shape(0) == count &&
                    status.shape(1) == STATUS_NUMBERS && rewards.shape(0) == count &&
                    players <= SEATS && terminated.shape(0) == count && ranks.shape(0) == count &&
                    ranks.shape(1) == players && lengths.shape(0) == count);
        const std::vector<std::int64_t> wanted(choices.data(), choices.data() + count);
        float *plane = planes.data(), *scalar = scalars.data(), *reward = rewards.data();
        std::uint8_t *mask = masks.data(), *over = terminated.data();
        std::int32_t *numbers = status.data(), *rank = ranks.data();
        std::int64_t* length = lengths.data();
        nb::gil_scoped_release released;
        std::lock_guard guard(lock_);
        std::vector<ChoiceEffect> effects;
        const int refused = read_choices(wanted, effects);
        if (refused >= 0) return refused;
        for_each_game([&](std::size_t at) {
            if (wanted[at] != -1) {
                take(at, effects[at]);
                ++lengths_[at];
            }
            play_bookkeeping(at);
            std::int32_t of_game[STATUS_NUMBERS], of_seats[SEATS] = {};
            engine_->write_status(states_.at(at), of_game);
            over[at] = of_game[2] != 0;
            length[at] = lengths_[at];
            if (over[at]) {
                engine_->write_ranks(states_.at(at), of_seats);
                restart(at);
            }
            for (std::size_t seat = 0; seat < players; ++seat) {
                rank[at * players + seat] = of_seats[seat];
                reward[at * players + seat] = reward_of(of_seats, seat, players);
            }
            write(at, plane, scalar, mask, numbers);
        });
        return -1;
    }

    // Starts all games again.
    void reset() {
        nb::gil_scoped_release released;
        std::lock_guard guard(lock_);
        for_each_game([&](std::size_t at) { restart(at); });
    }

    // Applies bookkeeping moves until every game needs a choice or is over; returns how many.
    std::int64_t apply_bookkeeping() {
        nb::gil_scoped_release released;
        std::lock_guard guard(lock_);
        std::atomic<std::int64_t> sum = 0;
        for_each_game([&](std::size_t at) { sum += play_bookkeeping(at); });
        return sum;
    }

    void masks(const Masks& out) {
        check_masks(out);
        std::uint8_t* columns = out.data();
        nb::gil_scoped_release released;
        std::lock_guard guard(lock_);
        for_each_game([&](std::size_t at) { write_mask(at, columns); });
    }

    // From the view of a seat (0 is the first), or of the seats to move (-1).
    void observations(const Planes& planes, const Scalars& scalars, int view) {
        check_observation(planes, scalars);
        if (view < -1 || view >= players_) throw nb::value_error("the games have no such seat");
        float *plane = planes.data(), *scalar = scalars.data();
        nb::gil_scoped_release released;
        std::lock_guard guard(lock_);
        for_each_game([&](std::size_t at) { write_observation(at, view, plane, scalar); });
    }

    void status(const Status& out) {
        check_shape(out.shape(0) == states_.count() && out.shape(1) == STATUS_NUMBERS);
        std::int32_t* numbers = out.data();
        nb::gil_scoped_release released;
        std::lock_guard guard(lock_);
        for_each_game([&](std::size_t at) {
            engine_->write_status(states_.at(at), numbers + at * STATUS_NUMBERS);
        });
    }

    // Writes a random legal choice for each game (-1 if it is over) and advances its generator.
    void random_choices(const Seeds& generators, const ChoicesOut& out) {
        check_shape(out.shape(0) == states_.count() && generators.shape(0) == states_.count());
        std::uint64_t* random = generators.data();
        std::int64_t* choices = out.data();
        nb::gil_scoped_release released;
        std::lock_guard guard(lock_);
        for_each_game([&](std::size_t at) {
            choices[at] = engine_->pick_random_choice(states_.at(at), steps_[at], random + at);
        });
    }

private:
    static void check_shape(bool fits) {
        if (!fits) throw nb::value_error("the shape of the array does not match the batch");
    }

    void check_index(int at) const {
        if (at < 0 || at >= size()) throw nb::index_error("the batch has no such game");
    }

    void check_masks(const Masks& masks) const {
        check_shape(masks.shape(0) == states_.count() &&
                    masks.shape(1) == static_cast<std::size_t>(engine_->choice_count));
    }

    void check_observation(const Planes& planes, const Scalars& scalars) const {
        const auto side = static_cast<std::size_t>(engine_->rows);
        check_shape(planes.shape(0) == states_.count() &&
                    planes.shape(1) == static_cast<std::size_t>(engine_->observation_planes) &&
                    planes.shape(2) == side && planes.shape(3) == side &&
                    scalars.shape(0) == states_.count() &&
                    scalars.shape(1) == static_cast<std::size_t>(engine_->observation_scalars));
    }

    void load(void* state, const std::vector<std::int64_t>& fields) {
        if (fields.size() != static_cast<std::size_t>(engine_->field_count))
            throw nb::value_error("wrong number of fields");
        if (!engine_->load(state, fields.data(), nullptr))
            throw nb::value_error("the fields make no state");
    }

    // Reads the choices of all games; returns the first game whose choice is illegal, or -1.
    int read_choices(const std::vector<std::int64_t>& wanted, std::vector<ChoiceEffect>& effects) {
        effects.resize(wanted.size());
        std::atomic<int> refused = -1;
        parallel_for(size(), threads_, [&](int, int from, int to) {
            for (int game = from; game < to; ++game) {
                const auto at = static_cast<std::size_t>(game);
                if (wanted[at] == -1) continue;
                effects[at] = engine_->read_choice(states_.at(at), steps_[at], wanted[at]);
                if (effects[at].legal) continue;
                refused = game;
                return;
            }
        });
        return refused;
    }

    void take(std::size_t at, const ChoiceEffect& effect) {
        steps_[at] = effect.step;
        if (effect.step < 0) engine_->apply(states_.at(at), effect.move);
    }

    std::int64_t play_bookkeeping(std::size_t at) {
        std::int64_t played = 0;
        while (engine_->apply_bookkeeping(states_.at(at))) ++played;
        return played;
    }

    void restart(std::size_t at) {
        std::memcpy(states_.at(at), starts_.at(at), engine_->state_size);
        steps_[at] = -1;
        lengths_[at] = 0;
        play_bookkeeping(at);
    }

    // From 1 for the winner to -1 for the last: how many more seats rank behind than ahead.
    static float reward_of(const std::int32_t* ranks, std::size_t seat, std::size_t players) {
        int ahead = 0, behind = 0;
        for (std::size_t other = 0; other < players; ++other) {
            ahead += ranks[other] < ranks[seat];
            behind += ranks[other] > ranks[seat];
        }
        return static_cast<float>(behind - ahead) / static_cast<float>(players - 1);
    }

    void write(std::size_t at, float* planes, float* scalars, std::uint8_t* masks,
               std::int32_t* status) {
        write_observation(at, -1, planes, scalars);
        write_mask(at, masks);
        engine_->write_status(states_.at(at), status + at * STATUS_NUMBERS);
    }

    void write_mask(std::size_t at, std::uint8_t* columns) {
        engine_->write_mask(states_.at(at), steps_[at],
                            columns + at * static_cast<std::size_t>(engine_->choice_count));
    }

    void write_observation(std::size_t at, int view, float* planes, float* scalars) {
        const auto side = static_cast<std::size_t>(engine_->rows),
                   numbers = static_cast<std::size_t>(engine_->observation_planes) * side * side,
                   others = static_cast<std::size_t>(engine_->observation_scalars);
        engine_->write_observation(states_.at(at), steps_[at], view, planes + at * numbers,
                                   scalars + at * others);
    }

    template <class Work>
    void for_each_game(Work&& work) {
        parallel_for(size(), threads_, [&](int, int from, int to) {
            for (int at = from; at < to; ++at) work(static_cast<std::size_t>(at));
        });
    }

    const Engine* engine_;
    StateBuffer states_, starts_;
    std::vector<std::int32_t> steps_;
    std::vector<std::int64_t> lengths_;  // choices since the start
    int threads_;
    int players_ = SEATS;  // the fewest of any game
    std::mutex lock_;
};

// Returns the fields of the state that one observation shows, and its marker step.
std::pair<std::vector<std::int64_t>, int> read_observation(int board,
                                                           const Array<const float, 3>& planes,
                                                           const Array<const float, 1>& scalars) {
    const Engine* engine = require_engine(board, "");
    const auto side = static_cast<std::size_t>(engine->rows);
    if (planes.shape(0) != static_cast<std::size_t>(engine->observation_planes) ||
        planes.shape(1) != side || planes.shape(2) != side ||
        scalars.shape(0) != static_cast<std::size_t>(engine->observation_scalars))
        throw nb::value_error("the shape of the arrays is not that of an observation");
    std::vector<std::int64_t> fields(static_cast<std::size_t>(engine->field_count));
    std::int32_t step = -1;
    engine->read_observation(planes.data(), scalars.data(), fields.data(), &step);
    StateBuffer state(*engine, 1);  // checks the fields, and derives the ranks of a finished game
    if (!engine->load(state.at(0), fields.data(), nullptr))
        throw nb::value_error("the arrays are no observation of a state");
    engine->dump(state.at(0), fields.data());
    return {fields, step};
}

}  // namespace

void bind_games(nb::module_& module) {
    nb::class_<Games>(module, "Games")
        .def(nb::init<int, const std::vector<std::vector<std::int64_t>>&, int>(), "board"_a,
             "states"_a, "threads"_a)
        .def("__len__", &Games::size)
        .def("fields", &Games::fields, "at"_a)
        .def("step_to_settle", &Games::step_to_settle, "at"_a)
        .def("replace", &Games::replace, "at"_a, "fields"_a)
        .def("step", &Games::step, "choices"_a.noconvert())
        .def("advance", &Games::advance, "choices"_a.noconvert(), "planes"_a.noconvert(),
             "scalars"_a.noconvert(), "masks"_a.noconvert(), "status"_a.noconvert(),
             "rewards"_a.noconvert(), "terminated"_a.noconvert(), "ranks"_a.noconvert(),
             "lengths"_a.noconvert())
        .def("reset", &Games::reset)
        .def("apply_bookkeeping", &Games::apply_bookkeeping)
        .def("masks", &Games::masks, "out"_a.noconvert())
        .def("observations", &Games::observations, "planes"_a.noconvert(), "scalars"_a.noconvert(),
             "view"_a)
        .def("status", &Games::status, "out"_a.noconvert())
        .def("random_choices", &Games::random_choices, "generators"_a.noconvert(),
             "out"_a.noconvert());
    module.def("read_observation", &read_observation, "board"_a, "planes"_a.noconvert(),
               "scalars"_a.noconvert());
}

}  // namespace ringrift
