// One board of the kernel for one instruction set. Compiled once for each pair: RINGRIFT_BOARD,
// RINGRIFT_ISA.
#include "ringrift/engine.hpp"

#include "ringrift/actions.hpp"
#include "ringrift/exchange.hpp"
#include "ringrift/features.hpp"
#include "ringrift/playout.hpp"
#include "ringrift/wire.hpp"

#define RINGRIFT_TEXT_OF(name) #name
#define RINGRIFT_TEXT(name) RINGRIFT_TEXT_OF(name)
#define RINGRIFT_JOINED_OF(a, b, c) a##b##_##c
#define RINGRIFT_JOINED(a, b, c) RINGRIFT_JOINED_OF(a, b, c)

namespace ringrift {
namespace {

using B = RINGRIFT_BOARD;
using S = State<B>;
using A = Actions<B>;

S& at(void* state) { return *static_cast<S*>(state); }
const S& at(const void* state) { return *static_cast<const S*>(state); }

void new_game(void* state, int seats, bool standard, bool swap) {
    at(state).clear(seats, standard, swap);
}
const char* load(void* state, const std::int64_t* fields) {
    return Exchange<B>::load(at(state), fields);
}
void dump(const void* state, std::int64_t* fields) { Exchange<B>::dump(at(state), fields); }

int list(const void* state, WireMove* moves, int room) {
    int count = 0;
    each_legal(at(state), [&](const Move& move) {
        if (count < room) moves[count] = outward<B>(move);
        ++count;
    });
    const Kind due = bookkeeping_of(at(state).phase);
    if (count > 0 || due == Kind::none) return count;
    if (room > 0) moves[0] = outward<B>(Move::of(due));
    return 1;
}

bool legal(const void* state, WireMove move) { return is_legal(at(state), inward<B>(move)); }
void apply_move(void* state, WireMove move) { apply<true>(at(state), inward<B>(move)); }

int show_run(const B::Set& markers, int start, int axis, std::uint16_t* cells) {
    const int length = run_length<B>(markers, start, axis);
    for (int i = 0; i < length; ++i) cells[i] = B::tables.index_of[start + i * B::step(axis)];
    return length;
}

// The cells of the line or region that a legal move is about.
int cells_of(const void* from, WireMove wire, std::uint16_t* cells) {
    const S& state = at(from);
    const Move move = inward<B>(wire);
    const B::Set& markers = state.markers[state.player];
    if (move.type() == Kind::process_territory_region) {
        B::Set region{};
        find_region(state, move, region);
        int count = 0;
        region.each([&](int cell) { cells[count++] = B::tables.index_of[cell]; });
        return count;
    }
    if (move.type() == Kind::process_line || move.type() == Kind::choose_line_reward)
        return show_run(markers, move.a, move.detail & 3, cells);
    if (move.type() == Kind::recovery_slide && Slide::of(move.detail).mode == RecoveryMode::line) {
        const int axis = Slide::of(move.detail).axis;
        const B::Set after = (markers - B::Set::of(move.a)) | B::Set::of(move.b);
        return show_run(after, line_start<B>(after, move.b, axis), axis, cells);
    }
    return 0;
}

std::uint64_t hash(const void* state) { return hash_of(at(state)); }

// Whether everything that is kept up to date step by step is what it would be if made anew.
bool sound(const void* from) {
    const S& state = at(from);
    i64 fields[Exchange<B>::FIELDS];
    Exchange<B>::dump(state, fields);
    alignas(64) S fresh;
    if (Exchange<B>::load(fresh, fields) != nullptr) return false;
    bool same = fresh.board_hash == state.board_hash && board_hash_of(state) == state.board_hash &&
                fresh.stacks == state.stacks && fresh.marked == state.marked &&
                fresh.open == state.open &&
                std::memcmp(fresh.lines, state.lines, sizeof state.lines) == 0 &&
                std::memcmp(fresh.caps, state.caps, sizeof state.caps) == 0;
    for (int height = 1; height <= 4; ++height)
        same = same && fresh.of_height[height] == state.of_height[height] &&
               fresh.of_cap[height] == state.of_cap[height];
    for (int seat = 0; seat < MOST_SEATS; ++seat)
        same = same && fresh.controlled[seat] == state.controlled[seat] &&
               fresh.rings_on_board[seat] == state.rings_on_board[seat] &&
               fresh.territory[seat] == state.territory[seat];
    if (state.phase == Phase::territory_processing && state.pending == Cost::none)
        same = same && fresh.cut == state.cut;
    if (state.phase == Phase::line_processing && state.pending == Cost::none)
        same = same && fresh.offers == state.offers;
    return same;
}

std::uint64_t count_sequences(const void* state, int depth, void* room, int most) {
    static_assert(sizeof(WireMove) == sizeof(Move));
    return perft(at(state), depth, static_cast<Move*>(room), most);
}

void playout(void* from, std::uint64_t seed, PlayoutResult* result) {
    S& state = at(from);
    Random random(seed);
    const Count count = play_out(state, random);
    *result = {count.plies, count.interactive, state.winner, static_cast<u8>(state.reason), {}};
    for (int seat = 0; seat < MOST_SEATS; ++seat) result->rank[seat] = state.rank[seat];
}

std::uint64_t random_of(std::uint64_t seed) { return Random(seed).state; }

WireMove pick_move(const void* state, std::uint64_t* generator) {
    Random random(0);
    random.state = *generator;
    B::Set region;
    const Move move = pick(at(state), random, region);
    *generator = random.state;
    return outward<B>(move);
}

std::int32_t encode(WireMove move) { return A::encode(inward<B>(move)); }
WireMove decode(const void* state, std::int64_t action) {
    return outward<B>(A::decode(at(state), action));
}

bool step(void* from, std::int64_t action) {
    S& state = at(from);
    const Move move = A::decode(state, action);
    if (!is_legal(state, move)) return false;
    apply<true>(state, move);
    return true;
}

bool bookkeeping(void* from) {
    S& state = at(from);
    const Kind due = bookkeeping_of(state.phase);
    if (due == Kind::none || !is_legal(state, Move::of(due))) return false;
    apply<true>(state, Move::of(due));
    return true;
}

// Marks the columns of the legal moves, the bookkeeping move if it is due; returns how many legal
// moves there are.
int mask(const void* from, std::uint8_t* columns) {
    const S& state = at(from);
    std::memset(columns, 0, A::MASKED);
    int count = 0;
    each_legal(state, [&](const Move& move) {
        columns[A::masked(A::encode(move))] = 1;
        ++count;
    });
    const Kind due = bookkeeping_of(state.phase);
    if (count == 0 && due != Kind::none) columns[A::encode(Move::of(due))] = 1, count = 1;
    return count;
}

void features(const void* state, float* planes) { write_features(at(state), planes); }

void status(const void* from, std::int32_t* numbers) {
    const S& state = at(from);
    numbers[0] = state.player + 1;
    numbers[1] = static_cast<std::int32_t>(state.phase);
    numbers[2] = state.winner;
    numbers[3] = static_cast<std::int32_t>(state.reason);
}

}  // namespace

extern const Engine RINGRIFT_JOINED(engine_, RINGRIFT_ISA, RINGRIFT_BOARD);
const Engine RINGRIFT_JOINED(engine_, RINGRIFT_ISA, RINGRIFT_BOARD) = {RINGRIFT_TEXT(RINGRIFT_ISA),
                                                                       sizeof(S),
                                                                       static_cast<int>(B::Name),
                                                                       B::CELLS,
                                                                       B::ROWS,
                                                                       Exchange<B>::FIELDS,
                                                                       PLANES,
                                                                       A::COUNT,
                                                                       A::MASKED,
                                                                       A::SLIDE,
                                                                       new_game,
                                                                       load,
                                                                       dump,
                                                                       list,
                                                                       legal,
                                                                       apply_move,
                                                                       cells_of,
                                                                       hash,
                                                                       sound,
                                                                       count_sequences,
                                                                       playout,
                                                                       random_of,
                                                                       pick_move,
                                                                       encode,
                                                                       decode,
                                                                       step,
                                                                       bookkeeping,
                                                                       mask,
                                                                       features,
                                                                       status};

}  // namespace ringrift
