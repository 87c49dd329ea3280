// Self-play games with sampled positions, for tuning the weights and training the networks.
#include "python_selfplay.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "aligned_memory.hpp"
#include "ringrift/edition.hpp"
#include "ringrift/search/search_api.hpp"
#include "ringrift/state_fields.hpp"
#include "state_buffer.hpp"
#include "validate_network.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ringrift {
namespace {

using WeightSet = std::vector<std::int32_t>;
using IntRows = std::vector<std::int32_t>;

enum : int { ALPHA_BETA = 0, TREE = 1 };  // search methods

constexpr std::size_t SAMPLE_HEADER =
    9;  // game, progress, seat to move, phase, whether off the game, four shares
constexpr int GAME_NUMBERS =
    8;  // winner (seat, from 0), reason, turns, decisions, ranks of four seats

struct SelfPlaySettings {
    int board, players;
    int edition;
    std::vector<WeightSet>
        weight_sets;  // one for all seats, or one for each, rotating from game to game
    std::vector<std::uint64_t> nodes;                          // with each weight set
    std::vector<std::unique_ptr<const NetworkData>> networks;  // with each weight set; null: none
    std::vector<int> methods;                                  // with each weight set
    std::uint64_t seed;
    int max_random_turns;  // maximum number of random turns at the start
    int random_permille;   // random decisions after that, permille
    int policy_permille;   // decisions of the search that are sampled for the policy, permille
    int detour_permille;   // sampled positions followed by a position off the game, permille
    int max_imbalance;     // of a seat's expected share after the opening, permille; 0: any
    std::vector<IntRows> search_settings;  // with each weight set; empty: the defaults

    // Enough for the largest budget; the pool is cleared before every game.
    std::size_t pool_size() const {
        constexpr std::uint64_t LEAST = 1 << 20, PER_NODE = 512;
        return std::max(LEAST, *std::max_element(nodes.begin(), nodes.end()) * PER_NODE);
    }
};

// What self-play samples, as rows of numbers.
struct Samples {
    IntRows positions;                         // header and features of every seat
    IntRows policy_positions;                  // game, moves, step and context of each
    IntRows policy_visits;                     // of each move of each position
    std::vector<std::int8_t> policy_features;  // `POLICY_FEATURES` of each move
};

struct SearchWorker {
    const SearchMethod& method;
    AlignedMemory worker, pool;
    const std::int32_t* weights;
    const NetworkData* network;
    std::uint64_t nodes;
    const std::int32_t* settings;

    SearchWorker(const Searcher& searcher, const SelfPlaySettings& settings, std::size_t side)
        : method(searcher.methods[settings.methods[side]]),
          worker(method.worker_size),
          pool(settings.pool_size()),
          weights(settings.weight_sets[side].data()),
          network(settings.networks[side].get()),
          nodes(settings.nodes[side]),
          settings(settings.search_settings[side].empty() ? nullptr
                                                          : settings.search_settings[side].data()) {
    }
};

class SelfPlaySeries {
public:
    explicit SelfPlaySeries(const SelfPlaySettings& settings)
        : settings_(settings),
          engine_(*find_engine(settings.board)),
          searcher_(*find_searcher(settings.board)),
          state_(engine_, 1),
          detour_(engine_, 1),
          fields_(static_cast<std::size_t>(engine_.field_count)),
          result_(std::make_unique<SearchResult>()),
          policy_(std::make_unique<PolicySample>()) {
        for (std::size_t side = 0; side < settings.weight_sets.size(); ++side)
            workers_.emplace_back(searcher_, settings, side);
    }

    // Plays one game. Writes its numbers to `game` and appends the sampled positions to `samples`:
    // the header with the expected shares, and the features of every seat; for some of them, also
    // the moves with their visits.
    void play_game(int number, std::int32_t* game, Samples& samples) {
        const int seats = settings_.players, rounds = settings_.weight_sets.size() > 1 ? seats : 1;
        // The games of a round start alike, so every side gets the same openings.
        random_ = engine_.seed_random(settings_.seed * 0x9e3779b97f4a7c15ULL +
                                      static_cast<std::uint64_t>(number / rounds));
        play_opening(seats);
        clear_workers();
        int decisions = 0;
        for (;;) {
            engine_.dump(state_.at(0), fields_.data());
            if (fields_[Field::phase] == GAME_OVER) break;
            WireMove move;
            if (engine_.list_moves(state_.at(0), &move, 1) > 1) {
                ++decisions;
                if (random_below(1000) < settings_.random_permille) {
                    move = engine_.pick_random_move(state_.at(0), &random_);
                } else {
                    SearchWorker& worker = workers_[static_cast<std::size_t>(
                        (fields_[Field::player] + number) % rounds)];
                    move = search_move(worker);
                    if (should_sample()) {
                        append_sample(number, false, samples.positions);
                        if (random_below(1000) < settings_.detour_permille) start_detour();
                    }
                    if (random_below(1000) < settings_.policy_permille)
                        append_policy_sample(number, worker, samples);
                }
            }
            engine_.apply(state_.at(0), move);
        }
        write_result(game, decisions);
        sample_detours(number, samples.positions);
    }

private:
    // Phases.
    enum : int { PLACING = 0, MOVING = 1, GAME_OVER = 7 };
    static constexpr int MAX_DETOUR = 64;    // moves of a detour
    static constexpr int MAX_OPENINGS = 32;  // tried for a balanced one
    static constexpr int UNPLAYABLE = 1000;  // imbalance of an opening without a decision

    // What a search finds must not depend on earlier games, nor on the search for an opening.
    void clear_workers() {
        for (SearchWorker& one : workers_) {
            one.pool.zero_first(one.pool.size());
            one.method.clear_worker(one.worker.data());
        }
    }

    // Plays random turns, again until the first worker finds the position balanced. If all
    // attempts fail, the most balanced one stays.
    void play_opening(int seats) {
        int least = UNPLAYABLE + 1;
        for (int attempt = 0; attempt < MAX_OPENINGS; ++attempt) {
            engine_.new_game(state_.at(0), seats, settings_.edition, false);
            const int random_turns = random_below(settings_.max_random_turns + 1);
            for (;;) {
                engine_.dump(state_.at(0), fields_.data());
                if (fields_[Field::phase] == GAME_OVER ||
                    fields_[Field::turn_number] > random_turns)
                    break;
                WireMove move;
                if (engine_.list_moves(state_.at(0), &move, 1) > 1)
                    move = engine_.pick_random_move(state_.at(0), &random_);
                engine_.apply(state_.at(0), move);
            }
            if (settings_.max_imbalance == 0) return;
            clear_workers();
            const int imbalance = measure_imbalance(seats);
            if (imbalance <= settings_.max_imbalance) return;
            if (imbalance < least) {
                least = imbalance;
                opening_ = fields_;
            }
        }
        engine_.load(state_.at(0), opening_.data(), nullptr);
    }

    // How far a seat's expected share is from the fair one, permille.
    int measure_imbalance(int seats) {
        WireMove move;
        if (fields_[Field::phase] == GAME_OVER || engine_.list_moves(state_.at(0), &move, 1) < 2)
            return UNPLAYABLE;
        search_move(workers_[0]);
        int most = 0;
        for (int seat = 0; seat < seats; ++seat)
            most = std::max(most, std::abs(result_->best_moves[0].shares[seat] - 1000 / seats));
        return most;
    }

    void write_result(std::int32_t* game, int decisions) const {
        game[0] = static_cast<std::int32_t>(fields_[Field::winner]) - 1;
        game[1] = static_cast<std::int32_t>(fields_[Field::reason]);
        game[2] = static_cast<std::int32_t>(fields_[Field::turn_number]);
        game[3] = decisions;
        for (int seat = 0; seat < 4; ++seat)
            game[4 + seat] = static_cast<std::int32_t>(fields_[Field::rank + seat]);
    }

    // Remembers a position that the game does not reach: random moves, then the start of a
    // decision.
    void start_detour() {
        StateBuffer& state = detour_;
        if (!engine_.load(state.at(0), fields_.data(), nullptr)) return;
        std::vector<std::int64_t> fields(fields_.size());
        int decisions = 1 + random_below(3);
        for (int at = 0; at < MAX_DETOUR; ++at) {
            WireMove moves[2];
            const bool choice = engine_.list_moves(state.at(0), moves, 2) > 1;
            engine_.dump(state.at(0), fields.data());
            if (fields[Field::phase] == GAME_OVER) return;
            const bool quiet =
                fields[Field::phase] == PLACING ||
                (fields[Field::phase] == MOVING && fields[Field::must_move_from] < 0);
            if (choice && decisions <= 0 && quiet) {
                detours_.push_back(std::move(fields));
                return;
            }
            decisions -= choice;
            engine_.apply(state.at(0),
                          choice ? engine_.pick_random_move(state.at(0), &random_) : moves[0]);
        }
    }

    // Searches and samples the positions of the detours. The game is over: no tree is lost.
    void sample_detours(int number, IntRows& samples) {
        const auto rounds = static_cast<int>(workers_.size());
        for (auto& fields : detours_) {
            fields_.swap(fields);
            search_move(
                workers_[static_cast<std::size_t>((fields_[Field::player] + number) % rounds)]);
            if (result_->count > 0) append_sample(number, true, samples);
        }
        detours_.clear();
    }

    // Derives a random number below `count`.
    int random_below(int count) {
        random_ = engine_.seed_random(random_ + 1);
        return static_cast<int>((random_ >> 33) % static_cast<std::uint64_t>(count));
    }

    // Samples every position at the start of a turn, half of those after a placement, few others.
    bool should_sample() {
        return fields_[Field::phase] == PLACING ||
               random_below(fields_[Field::phase] == MOVING ? 2 : 8) == 0;
    }

    void append_sample(int number, bool detour, IntRows& samples) {
        const auto features = static_cast<std::size_t>(searcher_.feature_count),
                   at = samples.size();
        samples.resize(at + SAMPLE_HEADER + 4 * features);  // features are written for four seats
        int seats;
        samples[at] = number;
        searcher_.compute_features(fields_.data(), samples.data() + at + SAMPLE_HEADER,
                                   samples.data() + at + 1, &seats);
        samples[at + 2] = static_cast<std::int32_t>(fields_[Field::player]);
        samples[at + 3] = static_cast<std::int32_t>(fields_[Field::phase]);
        samples[at + 4] = detour;
        for (int seat = 0; seat < 4; ++seat)
            samples[at + 5 + static_cast<std::size_t>(seat)] = result_->best_moves[0].shares[seat];
        samples.resize(at + SAMPLE_HEADER + static_cast<std::size_t>(settings_.players) * features);
    }

    void append_policy_sample(int number, const SearchWorker& worker, Samples& samples) {
        if (!searcher_.sample_policy(fields_.data(), worker.pool.data(), *policy_)) return;
        IntRows& rows = samples.policy_positions;
        rows.insert(rows.end(), {number, policy_->count, policy_->unvisited_step});
        rows.insert(rows.end(), policy_->context, policy_->context + POLICY_CONTEXT);
        samples.policy_visits.insert(samples.policy_visits.end(), policy_->visits,
                                     policy_->visits + policy_->count);
        const std::int8_t* const first = policy_->features[0];
        samples.policy_features.insert(samples.policy_features.end(), first,
                                       first + policy_->count * POLICY_FEATURES);
    }

    WireMove search_move(SearchWorker& one) {
        static const std::atomic<bool> never = false;
        SearchTask task{};
        task.fields = fields_.data();
        task.weights = one.weights;
        task.network = one.network;
        task.pool = one.pool.data();
        task.pool_size = one.pool.size();
        task.stop = &never;
        task.nodes = one.nodes;
        task.seed = random_;
        task.best_count = 1;
        task.threads = 1;
        task.settings = one.settings;
        one.method.run(one.worker.data(), task, result_.get());
        return result_->best_moves[0].move;
    }

    const SelfPlaySettings& settings_;
    const Engine& engine_;
    const Searcher& searcher_;
    StateBuffer state_, detour_;
    std::vector<std::int64_t> fields_, opening_;
    std::vector<std::vector<std::int64_t>> detours_;  // of this game
    std::vector<SearchWorker> workers_;
    std::unique_ptr<SearchResult> result_;
    std::unique_ptr<PolicySample> policy_;
    std::uint64_t random_ = 0;
};

void validate_settings(const SelfPlaySettings& settings, int first_game, int games) {
    const Searcher* searcher = find_searcher(settings.board);
    if (searcher == nullptr || settings.players < 2 || settings.players > MAX_SEATS ||
        settings.edition < 0 || settings.edition >= EDITION_COUNT)
        throw nb::value_error("unknown board, edition or number of players");
    for (const int method : settings.methods)
        if (method != ALPHA_BETA && method != TREE) throw nb::value_error("unknown search method");
    if (settings.weight_sets.size() != 1 &&
        settings.weight_sets.size() != static_cast<std::size_t>(settings.players))
        throw nb::value_error("give one weight set for all seats, or one for each");
    if (settings.nodes.size() != settings.weight_sets.size() ||
        settings.networks.size() != settings.weight_sets.size())
        throw nb::value_error("give a node budget and a network, or an empty one, per weight set");
    if (settings.search_settings.size() != settings.weight_sets.size())
        throw nb::value_error("give search settings, or an empty list, per weight set");
    for (const IntRows& row : settings.search_settings)
        if (!row.empty() && row.size() != static_cast<std::size_t>(SETTING_COUNT))
            throw nb::value_error("give every search setting, or none");
    if (settings.detour_permille < 0 || settings.detour_permille > 1000)
        throw nb::value_error("the detours must be 0 to 1000 permille");
    if (settings.max_imbalance < 0 || settings.max_imbalance > 1000)
        throw nb::value_error("the imbalance of an opening must be 0 to 1000 permille");
    if (settings.methods.size() != settings.weight_sets.size())
        throw nb::value_error("give a search method per weight set");
    if (settings.policy_permille > 0 &&
        std::count(settings.methods.begin(), settings.methods.end(), TREE) !=
            static_cast<std::ptrdiff_t>(settings.methods.size()))
        throw nb::value_error("only a tree search can be sampled for a policy");
    for (const std::uint64_t nodes : settings.nodes)
        if (nodes < 1) throw nb::value_error("a node budget must be at least 1");
    for (const WeightSet& weight_set : settings.weight_sets)
        if (weight_set.size() != static_cast<std::size_t>(2 * searcher->feature_count))
            throw nb::value_error("a weight set has two weights for each feature");
    if (first_game < 0 || games < 1 || games > 1'000'000 || settings.max_random_turns < 0)
        throw nb::value_error("the range of games is invalid");
}

template <class Number>
nb::bytes to_bytes(const std::vector<Number>& rows) {
    return nb::bytes(rows.data(), rows.size() * sizeof(Number));
}

nb::tuple self_play(int board, int players, int edition, const std::vector<WeightSet>& weight_sets,
                    const std::vector<std::vector<std::int64_t>>& networks,
                    const std::vector<std::uint64_t>& nodes, const std::vector<int>& methods,
                    std::uint64_t seed, int max_random_turns, int random_permille, int first_game,
                    int games, int policy_permille, const std::vector<IntRows>& search_settings,
                    int detour_permille, int max_imbalance) {
    SelfPlaySettings settings{board,
                              players,
                              edition,
                              weight_sets,
                              nodes,
                              {},
                              methods,
                              seed,
                              max_random_turns,
                              random_permille,
                              policy_permille,
                              detour_permille,
                              max_imbalance,
                              search_settings};
    if (search_settings.empty()) settings.search_settings.resize(weight_sets.size());
    for (const auto& network : networks) settings.networks.push_back(validate_network(network));
    validate_settings(settings, first_game, games);
    IntRows results(static_cast<std::size_t>(games) * GAME_NUMBERS);
    Samples samples;
    {
        nb::gil_scoped_release released;
        SelfPlaySeries series(settings);
        for (int at = 0; at < games; ++at)
            series.play_game(first_game + at, results.data() + at * GAME_NUMBERS, samples);
    }
    return nb::make_tuple(to_bytes(results), to_bytes(samples.positions),
                          to_bytes(samples.policy_positions), to_bytes(samples.policy_visits),
                          to_bytes(samples.policy_features));
}

}  // namespace

void bind_selfplay(nb::module_& module) {
    module.def("self_play", self_play, "board"_a, "players"_a, "edition"_a, "weight_sets"_a,
               "networks"_a, "nodes"_a, "methods"_a, "seed"_a, "max_random_turns"_a,
               "random_permille"_a, "first_game"_a, "games"_a, "policy_permille"_a = 0,
               "search_settings"_a = std::vector<IntRows>{}, "detour_permille"_a = 0,
               "max_imbalance"_a = 0);
}

}  // namespace ringrift
