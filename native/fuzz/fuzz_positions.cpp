// Feeds bytes as a state and actions: whatever is accepted can be played on, and stays sound.
//
// With clang this is a libFuzzer target (-fsanitize=fuzzer). With other compilers `main` below makes the bytes:
// random ones, and changes to the bytes of positions from random games.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "ringrift/engine.hpp"

using namespace ringrift;

namespace {

struct Room {
    void* bytes;
    explicit Room(const Engine& engine) : bytes(std::aligned_alloc(64, (engine.size + 63) / 64 * 64)) {}
    ~Room() { std::free(bytes); }
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;
};

std::uint64_t accepted = 0;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    const Engine& engine = *engine_of(data[0] % 4);
    ++data, --size;
    std::vector<std::int64_t> fields(static_cast<std::size_t>(engine.fields));
    const std::size_t bytes = fields.size() * sizeof fields[0];
    std::memcpy(fields.data(), data, size < bytes ? size : bytes);
    Room state(engine);
    if (engine.load(state.bytes, fields.data()) != nullptr) return 0;
    ++accepted;
    std::vector<WireMove> list(64);
    std::uint64_t random = engine.random_of(size);
    for (int ply = 0; ply < 200; ++ply) {
        // Actions from the data while there are any; whether they are legal is for the kernel to say.
        std::int32_t action;
        if (size > bytes + 4) {
            std::memcpy(&action, data + size - 4, 4);
            size -= 4;
            engine.step(state.bytes, action);
        }
        const int count = engine.list(state.bytes, list.data(), 64);
        if (count == 0) return 0;
        const WireMove move = engine.pick(state.bytes, &random);
        if (!engine.legal(state.bytes, move)) std::abort();
        engine.apply(state.bytes, move);
        if (!engine.sound(state.bytes)) std::abort();
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
        const Engine& engine = *engine_of(static_cast<int>(next() % 4));
        Room state(engine);
        engine.new_game(state.bytes, 2 + static_cast<int>(next() % 3), next() % 2 == 0, next() % 2 == 0);
        std::uint64_t picker = engine.random_of(next());
        for (std::uint64_t ply = next() % 300; ply > 0; --ply) {
            const WireMove move = engine.pick(state.bytes, &picker);
            if (!engine.legal(state.bytes, move)) break;
            engine.apply(state.bytes, move);
        }
        std::vector<std::int64_t> fields(static_cast<std::size_t>(engine.fields));
        engine.dump(state.bytes, fields.data());
        for (std::uint64_t change = next() % 4; change > 0; --change) {
            std::int64_t& field = fields[next() % fields.size()];
            switch (next() % 4) {
                case 0: field = static_cast<std::int64_t>(next() % 10); break;
                case 1: field = static_cast<std::int64_t>(next() << 33 ^ next()); break;
                case 2: field += static_cast<std::int64_t>(next() % 3) - 1; break;
                default: field = fields[next() % fields.size()]; break;
            }
        }
        std::vector<std::uint8_t> bytes(1 + fields.size() * sizeof fields[0] + next() % 64);
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(next());
        bytes[0] = static_cast<std::uint8_t>(engine.board);
        std::memcpy(bytes.data() + 1, fields.data(), fields.size() * sizeof fields[0]);
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%d inputs, %llu of them states that could be played\n", rounds,
                static_cast<unsigned long long>(accepted));
}
#endif
