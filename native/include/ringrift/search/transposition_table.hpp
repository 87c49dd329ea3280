// The transposition table, shared by threads without locks.
#pragma once

#include <atomic>

#include "ringrift/zobrist.hpp"

RINGRIFT_OPEN

// A hash of what the rest of the game depends on, cheaper than `state_hash`: turn numbers only
// break ties of a stalemate.
template <class B>
RINGRIFT_INLINE u64 position_key(const State<B>& state) {
    u64 key = state.board_hash;
    const auto add = [&key](u64 value) { key = mix64(key + 0x9e3779b97f4a7c15ULL * (value + 1)); };
    add(static_cast<u64>(state.player) | static_cast<u64>(state.phase) << 2 |
        static_cast<u64>(state.pending) << 5 | static_cast<u64>(state.recovery) << 7 |
        static_cast<u64>(state.swap_used) << 9 | static_cast<u64>(state.acted) << 10 |
        static_cast<u64>(state.had_real_action) << 11 |
        static_cast<u64>(state.took_real_action) << 12 |
        static_cast<u64>(state.round_had_action) << 13 |
        static_cast<u64>(state.round_took_action) << 17 |
        static_cast<u64>(state.round_partial) << 21 | static_cast<u64>(state.exclusive_seat) << 22 |
        static_cast<u64>(state.exclusive_rounds) << 25 |
        static_cast<u64>(state.must_move_from) << 27 | static_cast<u64>(state.capture_from) << 43 |
        static_cast<u64>(state.edition & 1) << 59 | static_cast<u64>(state.swap_enabled) << 60 |
        static_cast<u64>(state.seats) << 61);
    // A seat has fewer than 512 rings, so nine bits hold each count.
    u64 hands = static_cast<u64>(state.turn_number == 2) << 36 |
                static_cast<u64>(state.edition >> 1) << 40,
        eliminated = 0;
    for (int seat = 0; seat < MAX_SEATS; ++seat) {
        hands |= static_cast<u64>(state.hand[seat]) << (9 * seat);
        eliminated |= static_cast<u64>(state.eliminated[seat]) << (9 * seat);
    }
    add(hands);
    add(eliminated);
    return key;
}

enum class Bound : u8 { none, upper, lower, exact };

// A move in sixteen bits; two moves of a list rarely share a key.
RINGRIFT_INLINE u16 move_key(const Move& move) {
    u64 bits;
    static_assert(sizeof bits == sizeof move);
    std::memcpy(&bits, &move, sizeof bits);
    const u64 key = mix64(bits) >> 48;
    return static_cast<u16>(key == 0 ? 1 : key);  // 0: no move
}

// An entry: 21 bits of score, 16 of move, 8 of depth, 2 of bound, 17 of age.
struct TTEntry {
    i32 score;
    u16 move_key;
    u8 depth;
    Bound bound;
    u32 age = 0;

    static constexpr i32 SCORE_OFFSET = 1 << 20;  // above every score
    static constexpr u32 AGES = 1 << 17;

    u64 pack() const {
        return static_cast<u64>(score + SCORE_OFFSET) | static_cast<u64>(move_key) << 21 |
               static_cast<u64>(depth) << 37 | static_cast<u64>(bound) << 45 |
               static_cast<u64>(age) << 47;
    }
    static TTEntry of(u64 data) {
        return {static_cast<i32>(data & (2 * SCORE_OFFSET - 1)) - SCORE_OFFSET,
                static_cast<u16>(data >> 21), static_cast<u8>(data >> 37),
                static_cast<Bound>(data >> 45 & 3), static_cast<u32>(data >> 47)};
    }
};

// Two words for each slot. The key is stored xor the data, so a torn write never matches.
class TranspositionTable {
public:
    struct Slot {
        std::atomic<u64> check, data;
    };
    static_assert(sizeof(Slot) == 16);

    // Takes zeroed memory and uses a power of two of it; too little memory disables the table.
    // Entries of another epoch are invisible, which makes clearing cheap.
    TranspositionTable(void* memory, std::size_t size, u32 generation, u32 epoch)
        : slots_(static_cast<Slot*>(memory)),
          age_(generation % TTEntry::AGES),
          salt_(epoch == 0 ? 0 : mix64(epoch)) {
        std::size_t buckets = 1;
        if (memory == nullptr || size < BUCKET * sizeof(Slot)) {
            slots_ = nullptr;
            return;
        }
        while (buckets * 2 * BUCKET * sizeof(Slot) <= size) buckets *= 2;
        mask_ = buckets - 1;
    }

    TTEntry probe(u64 key) const {
        for (int at = 0; slots_ != nullptr && at < BUCKET; ++at) {
            const Slot& slot = slots_[(key & mask_) * BUCKET + static_cast<u64>(at)];
            const u64 data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == (key ^ salt_) && data != 0)
                return TTEntry::of(data);
        }
        return {0, 0, 0, Bound::none, 0};
    }

    // Replaces the same position, an old entry or the shallowest one; the last slot takes the
    // newest.
    void store(u64 key, TTEntry entry) {
        if (slots_ == nullptr) return;
        entry.age = age_;
        Slot* bucket = slots_ + (key & mask_) * BUCKET;
        int place = BUCKET - 1, shallowest = 256;
        for (int at = 0; at < BUCKET; ++at) {
            const u64 data = bucket[at].data.load(std::memory_order_relaxed);
            const TTEntry old = TTEntry::of(data);
            if (data != 0 &&
                (bucket[at].check.load(std::memory_order_relaxed) ^ data) == (key ^ salt_)) {
                if (entry.move_key == 0) entry.move_key = old.move_key;
                if (old.age == age_ && old.depth > entry.depth + 2 && entry.bound != Bound::exact)
                    return;
                place = at;
                shallowest = -1;
                break;
            }
            const int worth = data == 0 || old.age != age_ ? -1 : old.depth;
            if (at < BUCKET - 1 && worth < shallowest && worth <= entry.depth) {
                shallowest = worth;
                place = at;
            }
        }
        const u64 data = entry.pack();
        bucket[place].check.store(key ^ salt_ ^ data, std::memory_order_relaxed);
        bucket[place].data.store(data, std::memory_order_relaxed);
    }

private:
    static constexpr int BUCKET = 4;
    Slot* slots_;
    u32 age_;
    u64 salt_;
    u64 mask_ = 0;
};

RINGRIFT_CLOSE
