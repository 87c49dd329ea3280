// Shared by the tests of both searches: memory, positions, and checks of results.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <vector>

#include "expect.hpp"
#include "ringrift/search/search_api.hpp"

namespace ringrift {

using Fields = std::vector<std::int64_t>;

struct Free {
    void operator()(void* bytes) const { std::free(bytes); }
};
using Bytes = std::unique_ptr<void, Free>;

inline Bytes allocate_zeroed(std::size_t size) {
    size = (size + 63) / 64 * 64;
    Bytes bytes(std::aligned_alloc(64, size));
    std::memset(bytes.get(), 0, size);
    return bytes;
}

inline bool is_same_move(const WireMove& a, const WireMove& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

// A position in the engine, for searches.
struct Position {
    const Engine& engine;
    Bytes state = allocate_zeroed(engine.state_size);

    explicit Position(int board, int seats = 2, int edition = STANDARD)
        : engine(*find_engine(board, "base")) {
        engine.new_game(state.get(), seats, edition, true);
    }
    Position(int board, const Fields& fields) : engine(*find_engine(board, "base")) {
        EXPECT(engine.load(state.get(), fields.data(), nullptr));
    }

    Fields fields() const {
        Fields numbers(static_cast<std::size_t>(engine.field_count));
        engine.dump(state.get(), numbers.data());
        return numbers;
    }
    std::vector<WireMove> moves() const {
        std::vector<WireMove> list(1 << 14);
        list.resize(static_cast<std::size_t>(engine.list_moves(state.get(), list.data(), 1 << 14)));
        return list;
    }
    int count_choices() const {
        WireMove one;
        return engine.list_moves(state.get(), &one, 1);
    }
    bool is_over() const { return count_choices() == 0; }
    int player() const { return status(0) - 1; }
    int winner() const { return status(2) - 1; }

    bool play(const WireMove& move) {
        if (!engine.is_legal(state.get(), move)) return false;
        engine.apply(state.get(), move);
        return true;
    }
    void play_forced_moves() {
        for (auto list = moves(); list.size() == 1; list = moves()) play(list[0]);
    }
    void play_randomly(std::uint64_t& random, int plies) {
        for (int ply = 0; ply < plies && !is_over(); ++ply)
            engine.apply(state.get(), engine.pick_random_move(state.get(), &random));
    }
    // Plays random moves, then forced ones up to a decision.
    void play_random_then_forced(std::uint64_t seed, int plies) {
        std::uint64_t random = engine.seed_random(seed);
        play_randomly(random, plies);
        play_forced_moves();
    }

private:
    int status(int which) const {
        std::int32_t numbers[STATUS_NUMBERS];
        engine.write_status(state.get(), numbers);
        return numbers[which];
    }
};

// Finds the last decision of a random game; false if another player won.
inline bool find_last_decision(int board, int seats, std::uint64_t seed, Fields& before,
                               int& player) {
    Position position(board, seats);
    std::uint64_t random = position.engine.seed_random(seed);
    while (!position.is_over()) {
        if (position.count_choices() > 1) {
            before = position.fields();
            player = position.player();
        }
        position.play_randomly(random, 1);
    }
    return position.winner() == player;
}

// Every best move starts its variation, the variation is legal, and the shares add up to 1000.
inline void expect_valid(const SearchResult& result, int board, const Fields& fields, int seats) {
    EXPECT(result.count > 0);
    for (int at = 0; at < result.count; ++at) {
        const BestMove& line = result.best_moves[at];
        Position position(board, fields);
        EXPECT(line.pv_length > 0 && is_same_move(line.move, line.pv[0]));
        for (int move = 0; move < line.pv_length; ++move) EXPECT(position.play(line.pv[move]));
        int sum = 0;
        for (int seat = 0; seat < 4; ++seat) {
            EXPECT(line.shares[seat] >= 0 && (seat < seats || line.shares[seat] == 0));
            sum += line.shares[seat];
        }
        EXPECT(sum == 1000);
        for (int other = 0; other < at; ++other)
            EXPECT(!is_same_move(line.move, result.best_moves[other].move));
    }
}

}  // namespace ringrift
