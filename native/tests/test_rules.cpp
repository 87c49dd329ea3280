// Tests of the rules core without Python, small enough for sanitizers.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <vector>

#include "expect.hpp"
#include "ringrift/engine.hpp"
#include "ringrift/state_fields.hpp"

using namespace ringrift;

namespace {

struct StateMemory {
    void* bytes;
    explicit StateMemory(const Engine& engine)
        : bytes(std::aligned_alloc(64, (engine.state_size + 63) / 64 * 64)) {}
    ~StateMemory() { std::free(bytes); }
    StateMemory(const StateMemory&) = delete;
    StateMemory& operator=(const StateMemory&) = delete;
};

// Every engine that this machine can run.
std::vector<const Engine*> list_engines() {
    std::vector<const Engine*> found;
    for (const char* isa : {"base", "scalar", "avx2", "avx512"})
        for (int board = 0; board < BOARD_COUNT; ++board)
            if (const Engine* engine = find_engine(board, isa)) found.push_back(engine);
    return found;
}

// Perft of new games with two players, from the project's test vectors.
void perft_of_new_games_matches_the_vectors() {
    std::vector<WireMove> buffer(1 << 20);
    for (const Engine* engine : list_engines()) {
        StateMemory state(*engine);
        engine->new_game(state.bytes, 2, STANDARD, true);
        const std::uint64_t first = engine->perft(state.bytes, 1, buffer.data(), 1 << 20);
        EXPECT(first == static_cast<std::uint64_t>(3 * engine->cells));
        if (engine->board == 0) {
            EXPECT(engine->perft(state.bytes, 4, buffer.data(), 1 << 20) == 3192);
            EXPECT(engine->perft(state.bytes, 5, buffer.data(), 1 << 20) == 600096);
        }
        // A buffer that is too small is reported, not overrun.
        EXPECT(engine->perft(state.bytes, 3, buffer.data(), 10) == ~std::uint64_t{0});
    }
}

// Incremental updates equal a fresh load; actions name moves; equal states have equal hashes.
void random_games_stay_consistent() {
    for (const Engine* engine : list_engines())
        for (int seats = 2; seats <= 4; ++seats)
            for (const int edition : {STANDARD, CLASSIC}) {
                StateMemory state(*engine), copy(*engine);
                engine->new_game(state.bytes, seats, edition, true);
                std::uint64_t random =
                    engine->seed_random(static_cast<std::uint64_t>(seats * 2 + edition));
                std::vector<WireMove> list(1 << 16);
                std::vector<std::int64_t> fields(static_cast<std::size_t>(engine->field_count));
                for (int ply = 0; ply < 400; ++ply) {
                    const int count = engine->list_moves(state.bytes, list.data(), 1 << 16);
                    const WireMove move = engine->pick_random_move(state.bytes, &random);
                    if (count == 0) break;
                    EXPECT(engine->is_legal(state.bytes, move));
                    const std::int32_t action = engine->encode(move);
                    const WireMove again = engine->decode(state.bytes, action);
                    EXPECT(std::memcmp(&move, &again, sizeof move) == 0);
                    engine->apply(state.bytes, move);
                    EXPECT(engine->is_consistent(state.bytes));
                    engine->dump(state.bytes, fields.data());
                    EXPECT(engine->load(copy.bytes, fields.data(), nullptr));
                    EXPECT(engine->hash(copy.bytes) == engine->hash(state.bytes));
                }
            }
}

void all_instruction_sets_play_the_same_games() {
    for (int board = 0; board < BOARD_COUNT; ++board) {
        const Engine* base = find_engine(board, "base");
        for (const char* isa : {"scalar", "avx2", "avx512"}) {
            const Engine* other = find_engine(board, isa);
            if (other == nullptr) continue;
            StateMemory one(*base), two(*other);
            for (std::uint64_t seed = 0; seed < 12; ++seed) {
                PlayoutResult expected{}, found{};
                base->new_game(one.bytes, 2 + static_cast<int>(seed % 3),
                               seed % 2 == 0 ? STANDARD : CLASSIC, true);
                other->new_game(two.bytes, 2 + static_cast<int>(seed % 3),
                                seed % 2 == 0 ? STANDARD : CLASSIC, true);
                base->playout(one.bytes, seed, &expected);
                other->playout(two.bytes, seed, &found);
                EXPECT(expected.plies == found.plies && expected.winner == found.winner);
                std::vector<std::int64_t> ends(static_cast<std::size_t>(base->field_count)),
                    others(ends);
                base->dump(one.bytes, ends.data());
                other->dump(two.bytes, others.data());
                EXPECT(ends == others);
            }
        }
    }
}

// A playout takes shortcuts past `pick_random_move` and `apply`, to the same end.
void a_playout_equals_picking_and_applying() {
    for (const Engine* engine : list_engines())
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            StateMemory one(*engine), two(*engine);
            engine->new_game(one.bytes, 2 + static_cast<int>(seed % 3),
                             seed % 2 == 0 ? STANDARD : CLASSIC, true);
            std::memcpy(two.bytes, one.bytes, engine->state_size);
            PlayoutResult result{};
            engine->playout(one.bytes, seed, &result);
            std::uint64_t random = engine->seed_random(seed), plies = 0;
            for (;; ++plies) {
                const WireMove move = engine->pick_random_move(two.bytes, &random);
                if (!engine->is_legal(two.bytes, move)) break;
                engine->apply(two.bytes, move);
            }
            EXPECT(result.plies == plies);
            std::vector<std::int64_t> played(static_cast<std::size_t>(engine->field_count)),
                picked(played);
            engine->dump(one.bytes, played.data());
            engine->dump(two.bytes, picked.data());
            EXPECT(played == picked);
            // A playout does not update the hash; a fresh load computes it.
            EXPECT(engine->load(one.bytes, played.data(), nullptr));
            EXPECT(engine->hash(one.bytes) == engine->hash(two.bytes));
        }
}

void invalid_fields_are_refused() {
    const Engine* engine = find_engine(0);
    StateMemory state(*engine);
    std::vector<std::int64_t> fields(static_cast<std::size_t>(engine->field_count));
    for (std::size_t at = 0; at < fields.size(); ++at)
        for (const std::int64_t value :
             {std::int64_t{-2}, std::int64_t{99}, INT64_MAX, INT64_MIN}) {
            engine->new_game(state.bytes, 2, STANDARD, true);
            engine->dump(state.bytes, fields.data());
            fields[at] = value;
            // Turn numbers may be any positive number.
            const bool turn =
                at == Field::turn_number || (at >= Field::last_action_turn && at < Field::rank);
            Explanation problem;
            const bool loaded = engine->load(state.bytes, fields.data(), &problem);
            EXPECT(!loaded || (turn && value == 99));
            EXPECT(loaded == (problem.message == Message::none));
        }
}

void invalid_moves_are_not_legal() {
    for (const Engine* engine : list_engines()) {
        StateMemory state(*engine);
        engine->new_game(state.bytes, 3, STANDARD, true);
        EXPECT(!engine->is_legal(state.bytes, {0, 1, 0xffff, 0, 0}));
        EXPECT(!engine->is_legal(state.bytes, {0xff, 0, 0, 0, 0}));
        EXPECT(!engine->is_legal(state.bytes, {0, 4, 0, 0, 0}));
        EXPECT(!engine->apply_action(state.bytes, -1));
        EXPECT(!engine->apply_action(state.bytes, engine->action_count));
        EXPECT(engine->apply_action(state.bytes, 0));
    }
}

}  // namespace

int main() {
    perft_of_new_games_matches_the_vectors();
    random_games_stay_consistent();
    all_instruction_sets_play_the_same_games();
    a_playout_equals_picking_and_applying();
    invalid_fields_are_refused();
    invalid_moves_are_not_legal();
    return report_failures();
}
