// Many games at once: steps, masks, observations and results in NumPy arrays, without the GIL.
#include "python_batch.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <mutex>

#include "parallel_for.hpp"
#include "require_engine.hpp"
#include "state_buffer.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ringrift {
namespace {

using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using ActionsOut = nb::ndarray<std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Masks = nb::ndarray<std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Observations = nb::ndarray<float, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using Status = nb::ndarray<std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Seeds = nb::ndarray<std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

class Games {
public:
    // `states` holds the fields of each game.
    Games(int board, const std::vector<std::vector<std::int64_t>>& states, int threads)
        : engine_(require_engine(board, "")), states_(*engine_, states.size()), threads_(threads) {
        validate_thread_count(threads);
        if (states.size() > 100'000'000) throw nb::value_error("too many games");
        for (std::size_t at = 0; at < states.size(); ++at) {
            if (states[at].size() != static_cast<std::size_t>(engine_->field_count))
                throw nb::value_error("wrong number of fields");
            if (!engine_->load(states_.at(at), states[at].data(), nullptr))
                throw nb::value_error("the fields make no state");
        }
    }

    int size() const { return static_cast<int>(states_.count()); }

    std::vector<std::int64_t> fields(int at) {
        if (at < 0 || at >= size())
            throw nb::index_error("unknown board, edition or number of players");
        std::lock_guard guard(lock_);
        std::vector<std::int64_t> numbers(static_cast<std::size_t>(engine_->field_count));
        engine_->dump(states_.at(static_cast<std::size_t>(at)), numbers.data());
        return numbers;
    }

    void replace(int at, const std::vector<std::int64_t>& fields) {
        if (at < 0 || at >= size())
            throw nb::index_error("unknown board, edition or number of players");
        if (fields.size() != static_cast<std::size_t>(engine_->field_count))
            throw nb::value_error("wrong number of fields");
        StateBuffer fresh(*engine_, 1);
        if (!engine_->load(fresh.at(0), fields.data(), nullptr))
            throw nb::value_error("the fields make no state");
        std::lock_guard guard(lock_);
        std::memcpy(states_.at(static_cast<std::size_t>(at)), fresh.at(0), engine_->state_size);
    }

    // Plays one action in each game (-1: none). If one is illegal, plays none and returns its
    // index.
    int step(const Actions& actions) {
        check_shape(actions.shape(0) == states_.count());
        // A copy: without the GIL, another thread may write to the caller's array.
        const std::vector<std::int64_t> wanted(actions.data(), actions.data() + actions.shape(0));
        std::vector<WireMove> moves(states_.count(), WireMove{0xff, 0, 0, 0, 0});
        nb::gil_scoped_release released;
        std::lock_guard guard(lock_);
        std::atomic<int> refused = -1;
        for_each_range([&](int, int from, int to) {
            for (int i = from; i < to; ++i) {
                const auto at = static_cast<std::size_t>(i);
                if (wanted[at] == -1) continue;
                moves[at] = engine_->decode(states_.at(at), wanted[at]);
                if (engine_->is_legal(states_.at(at), moves[at])) continue;
                refused = i;
                return;
            }
        });
        if (refused >= 0) return refused;
        for_each_range([&](int, int from, int to) {
            for (int i = from; i < to; ++i) {
                const auto at = static_cast<std::size_t>(i);
                if (wanted[at] != -1) engine_->apply(states_.at(at), moves[at]);
            }
        });
        return -1;
    }

    // Applies bookkeeping moves until every game needs a choice or is over; returns how many.
    std::int64_t apply_bookkeeping() {
        nb::gil_scoped_release released;
        std::lock_guard guard(lock_);
        std::atomic<std::int64_t> sum = 0;
        for_each_range([&](int, int from, int to) {
            for (int i = from; i < to; ++i) {
                void* state = states_.at(static_cast<std::size_t>(i));
                while (engine_->apply_bookkeeping(state)) ++sum;
            }
        });
        return sum;
    }

    void masks(const Masks& out) {
        check_shape(out.shape(0) == states_.count() &&
                    out.shape(1) == static_cast<std::size_t>(engine_->mask_width));
        std::uint8_t* columns = out.data();
        for_each_game([&](std::size_t at) {
            engine_->write_mask(states_.at(at),
                                columns + at * static_cast<std::size_t>(engine_->mask_width));
        });
    }

    void observations(const Observations& out) {
        const auto side = static_cast<std::size_t>(engine_->rows),
                   planes = static_cast<std::size_t>(engine_->observation_planes);
        check_shape(out.shape(0) == states_.count() && out.shape(1) == planes &&
                    out.shape(2) == side && out.shape(3) == side);
        float* numbers = out.data();
        for_each_game([&](std::size_t at) {
            engine_->write_observation(states_.at(at), numbers + at * planes * side * side);
        });
    }

    void status(const Status& out) {
        check_shape(out.shape(0) == states_.count() && out.shape(1) == STATUS_NUMBERS);
        std::int32_t* numbers = out.data();
        for_each_game([&](std::size_t at) {
            engine_->write_status(states_.at(at), numbers + at * STATUS_NUMBERS);
        });
    }

    // Writes a random legal action for each game (-1 if it is over) and advances its generator.
    void random_actions(const Seeds& generators, const ActionsOut& out) {
        check_shape(out.shape(0) == states_.count() && generators.shape(0) == states_.count());
        std::uint64_t* random = generators.data();
        std::int64_t* actions = out.data();
        for_each_game([&](std::size_t at) {
            actions[at] = engine_->encode(engine_->pick_random_move(states_.at(at), random + at));
        });
    }

private:
    static void check_shape(bool fits) {
        if (!fits) throw nb::value_error("the shape of the array does not match the batch");
    }

    template <class Work>
    void for_each_range(Work&& work) {
        parallel_for(size(), threads_, work);
    }

    template <class Work>
    void for_each_game(Work&& work) {
        nb::gil_scoped_release released;
        std::lock_guard guard(lock_);
        for_each_range([&](int, int from, int to) {
            for (int at = from; at < to; ++at) work(static_cast<std::size_t>(at));
        });
    }

    const Engine* engine_;
    StateBuffer states_;
    int threads_;
    std::mutex lock_;
};

}  // namespace

void bind_games(nb::module_& module) {
    nb::class_<Games>(module, "Games")
        .def(nb::init<int, const std::vector<std::vector<std::int64_t>>&, int>(), "board"_a,
             "states"_a, "threads"_a)
        .def("__len__", &Games::size)
        .def("fields", &Games::fields, "at"_a)
        .def("replace", &Games::replace, "at"_a, "fields"_a)
        .def("step", &Games::step, "actions"_a.noconvert())
        .def("apply_bookkeeping", &Games::apply_bookkeeping)
        .def("masks", &Games::masks, "out"_a.noconvert())
        .def("observations", &Games::observations, "out"_a.noconvert())
        .def("status", &Games::status, "out"_a.noconvert())
        .def("random_actions", &Games::random_actions, "generators"_a.noconvert(),
             "out"_a.noconvert());
}

}  // namespace ringrift
