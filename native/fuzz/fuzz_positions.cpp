// Feeds bytes as a state and actions: an accepted state must be playable and stay consistent.
//
// The bytes are either the fields of a state, or select a position of a random game and changes to
// its fields. With clang this is a libFuzzer target (-fsanitize=fuzzer); with other compilers
// `main` generates random bytes.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "ringrift/engine.hpp"

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

// Input bytes, consumed from the front; zeros follow the end.
struct Bytes {
    const std::uint8_t* at;
    std::size_t left;

    void take_bytes(void* out, std::size_t size) {
        std::memset(out, 0, size);
        const std::size_t taken = size < left ? size : left;
        if (taken > 0) std::memcpy(out, at, taken);
        at += taken;
        left -= taken;
    }
    template <class Number>
    Number take_number() {
        Number value;
        take_bytes(&value, sizeof value);
        return value;
    }
};

using Fields = std::vector<std::int64_t>;

// Returns a position of a random game with up to three fields changed.
Fields make_changed_position(const Engine& engine, Bytes& input) {
    const auto rules = input.take_number<std::uint8_t>(), plies = input.take_number<std::uint8_t>();
    StateMemory state(engine);
    engine.new_game(state.bytes, 2 + rules % 3, (rules & 4) != 0, rules & 8);
    std::uint64_t random = engine.seed_random(input.take_number<std::uint32_t>());
    for (int ply = 0; ply < plies; ++ply) {
        const WireMove move = engine.pick_random_move(state.bytes, &random);
        if (!engine.is_legal(state.bytes, move)) break;
        engine.apply(state.bytes, move);
    }
    Fields fields(static_cast<std::size_t>(engine.field_count));
    engine.dump(state.bytes, fields.data());
    for (int change = rules >> 4 & 3; change > 0; --change) {
        std::int64_t& field = fields[input.take_number<std::uint16_t>() % fields.size()];
        switch (input.take_number<std::uint8_t>() % 4) {
            case 0: field = input.take_number<std::uint8_t>() % 10; break;
            case 1: field = input.take_number<std::int64_t>(); break;
            case 2: field += input.take_number<std::uint8_t>() % 3 - 1; break;
            default: field = fields[input.take_number<std::uint16_t>() % fields.size()]; break;
        }
    }
    return fields;
}

// Asks why a move made from random numbers is illegal.
void explain_any_move(const Engine& engine, const void* state, std::uint64_t random) {
    const auto below = [&random](int limit) {
        random = random * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<int>((random >> 33) % static_cast<unsigned>(limit));
    };
    std::int32_t numbers[MoveQuery::header_size + 12];
    for (std::int32_t& number : numbers) number = below(engine.cells + 8) - 4;
    numbers[MoveQuery::kind] = below(MOVE_KINDS);
    numbers[MoveQuery::player] = below(5);
    numbers[MoveQuery::number] = below(8) - 2;
    numbers[MoveQuery::mode] = below(5);
    numbers[MoveQuery::cell_count] = below(7) - 1;
    numbers[MoveQuery::collapse_count] = below(7) - 1;
    MoveQuery query{numbers, MoveQuery::header_size};
    query.size += query.given_cell_count() + query.given_collapse_count();
    Explanation reason;
    if (!query.is_well_formed(MOVE_KINDS)) std::abort();
    if (engine.why_illegal(state, query, &reason) != (reason.message != Message::none))
        std::abort();
}

std::uint64_t accepted = 0;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes input{data, size};
    const auto kind = input.take_number<std::uint8_t>();
    const Engine& engine = *find_engine(kind % 4);
    Fields fields(static_cast<std::size_t>(engine.field_count));
    if (kind >= 0xf0) input.take_bytes(fields.data(), fields.size() * sizeof fields[0]);
    else fields = make_changed_position(engine, input);
    StateMemory state(engine);
    if (!engine.load(state.bytes, fields.data(), nullptr)) return 0;
    ++accepted;
    std::vector<WireMove> list(64);
    std::uint64_t random = engine.seed_random(size);
    for (int ply = 0; ply < 200; ++ply) {
        // Try actions from the input first; illegal ones must be rejected.
        if (input.left > 0) engine.apply_action(state.bytes, input.take_number<std::int32_t>());
        explain_any_move(engine, state.bytes, random ^ input.take_number<std::uint32_t>());
        const int count = engine.list_moves(state.bytes, list.data(), 64);
        if (count == 0) return 0;
        const WireMove move = engine.pick_random_move(state.bytes, &random);
        if (!engine.is_legal(state.bytes, move)) std::abort();
        engine.apply(state.bytes, move);
        if (!engine.is_consistent(state.bytes)) std::abort();
    }
    return 0;
}

#if !defined(__clang__)
int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 2000;
    std::uint64_t random = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    const auto next = [&random] {
        random = random * 6364136223846793005ULL + 1442695040888963407ULL;
        return random >> 33;
    };
    for (int round = 0; round < rounds; ++round) {
        std::vector<std::uint8_t> bytes(next() % 100);
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(next());
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%d inputs, %llu of them states that could be played\n", rounds,
                static_cast<unsigned long long>(accepted));
}
#endif
