// The engine of one board and instruction set: RINGRIFT_BOARD, RINGRIFT_ISA.
#include "ringrift/engine.hpp"

#include "ringrift/actions.hpp"
#include "ringrift/move_codec.hpp"
#include "ringrift/move_explainer.hpp"
#include "ringrift/observation.hpp"
#include "ringrift/playout.hpp"
#include "ringrift/state_codec.hpp"

#define RINGRIFT_TEXT_OF(name) #name
#define RINGRIFT_TEXT(name) RINGRIFT_TEXT_OF(name)
#define RINGRIFT_JOINED_OF(a, b, c) a##b##_##c
#define RINGRIFT_JOINED(a, b, c) RINGRIFT_JOINED_OF(a, b, c)

namespace ringrift {
namespace {

using B = RINGRIFT_BOARD;
using S = State<B>;
using A = Actions<B>;

S& as_state(void* state) { return *static_cast<S*>(state); }
const S& as_state(const void* state) { return *static_cast<const S*>(state); }

void new_game(void* state, int seats, int edition, bool swap) {
    as_state(state).start_new_game(seats, edition, swap);
}
bool load_state(void* state, const std::int64_t* fields, Explanation* problem) {
    return StateCodec<B>::load(as_state(state), fields, problem);
}
void dump_state(const void* state, std::int64_t* fields) {
    StateCodec<B>::dump(as_state(state), fields);
}

int list_wire_moves(const void* state, WireMove* moves, int capacity) {
    int count = 0;
    each_legal_move(as_state(state), [&](const Move& move) {
        if (count < capacity) moves[count] = to_wire<B>(move);
        ++count;
    });
    const MoveKind bookkeeping = bookkeeping_kind(as_state(state).phase);
    if (count > 0 || bookkeeping == MoveKind::none) return count;
    if (capacity > 0) moves[0] = to_wire<B>(Move::of(bookkeeping));
    return 1;
}

bool is_wire_move_legal(const void* state, WireMove move) {
    return is_legal(as_state(state), from_wire<B>(move));
}
bool why_illegal(const void* state, const MoveQuery& move, Explanation* reason) {
    return MoveExplainer<B>(as_state(state), move, *reason).explain();
}
void apply_move(void* state, WireMove move) { apply<true>(as_state(state), from_wire<B>(move)); }

int move_cells(const void* state, WireMove move, std::uint16_t* cells) {
    return write_move_cells(as_state(state), from_wire<B>(move), cells);
}

std::uint64_t hash_state(const void* state) { return state_hash(as_state(state)); }

// Whether all incrementally updated fields equal those of a freshly loaded state.
bool is_consistent(const void* from) {
    const S& state = as_state(from);
    i64 fields[StateCodec<B>::FIELDS];
    StateCodec<B>::dump(state, fields);
    alignas(64) S fresh;
    if (!StateCodec<B>::load(fresh, fields)) return false;
    bool same = fresh.board_hash == state.board_hash &&
                recompute_board_hash(state) == state.board_hash && fresh.stacks == state.stacks &&
                fresh.marked == state.marked && fresh.open == state.open &&
                std::memcmp(fresh.lines, state.lines, sizeof state.lines) == 0 &&
                std::memcmp(fresh.caps, state.caps, sizeof state.caps) == 0;
    for (int height = 1; height <= 4; ++height)
        same = same && fresh.of_height[height] == state.of_height[height] &&
               fresh.of_cap[height] == state.of_cap[height];
    for (int seat = 0; seat < MAX_SEATS; ++seat)
        same = same && fresh.controlled[seat] == state.controlled[seat] &&
               fresh.rings_on_board[seat] == state.rings_on_board[seat] &&
               fresh.territory[seat] == state.territory[seat];
    if (state.phase == Phase::territory_processing && state.pending == Cost::none)
        same = same && fresh.split_borders == state.split_borders;
    if (state.phase == Phase::line_processing && state.pending == Cost::none)
        same = same && fresh.line_choice == state.line_choice;
    return same;
}

std::uint64_t count_move_sequences(const void* state, int depth, void* capacity, int most) {
    static_assert(sizeof(WireMove) == sizeof(Move));
    return perft(as_state(state), depth, static_cast<Move*>(capacity), most);
}

void play_out(void* from, std::uint64_t seed, PlayoutResult* result) {
    S& state = as_state(from);
    Random random(seed);
    const PlyCounts count = play_random_game(state, random);
    *result = {count.plies, count.interactive, state.winner, static_cast<u8>(state.reason), {}};
    for (int seat = 0; seat < MAX_SEATS; ++seat) result->rank[seat] = state.rank[seat];
}

std::uint64_t seed_random(std::uint64_t seed) { return Random(seed).state; }

WireMove pick_random_wire_move(const void* state, std::uint64_t* generator) {
    Random random(0);
    random.state = *generator;
    B::Bitboard region;
    const Move move = pick_random_move(as_state(state), random, region);
    *generator = random.state;
    return to_wire<B>(move);
}

std::int32_t encode_action(WireMove move) { return A::encode(from_wire<B>(move)); }
WireMove decode_action(const void* state, std::int64_t action) {
    return to_wire<B>(A::decode(as_state(state), action));
}

bool apply_action(void* from, std::int64_t action) {
    S& state = as_state(from);
    const Move move = A::decode(state, action);
    if (!is_legal(state, move)) return false;
    apply<true>(state, move);
    return true;
}

bool apply_bookkeeping(void* from) {
    S& state = as_state(from);
    const MoveKind bookkeeping = bookkeeping_kind(state.phase);
    if (bookkeeping == MoveKind::none || !is_legal(state, Move::of(bookkeeping))) return false;
    apply<true>(state, Move::of(bookkeeping));
    return true;
}

#if !defined(__wasm__)  // the web client uses neither choices nor observations
ChoiceEffect read_choice_effect(const void* from, std::int32_t step, std::int64_t choice) {
    Move move;
    switch (read_choice(as_state(from), step, choice, move)) {
        case ChoiceResult::illegal: return {false, step, {}};
        case ChoiceResult::step: return {true, static_cast<std::int32_t>(choice) - A::SLIDE, {}};
        case ChoiceResult::move: break;
    }
    return {true, -1, to_wire<B>(move)};
}

// Uniform among the moves that follow the step; -1: the game is over.
std::int32_t pick_random_choice(const void* from, std::int32_t step, std::uint64_t* generator) {
    const S& state = as_state(from);
    Random random(0);
    random.state = *generator;
    Move move;
    if (step < 0) {
        B::Bitboard region;
        move = pick_random_move(state, random, region);
    } else {
        int count = 0;
        each_legal_move(state, [&](const Move& offered) {
            if (A::step_of(A::encode(offered)) == step && random.next_below(++count) == 0)
                move = offered;
        });
    }
    *generator = random.state;
    return move.type() == MoveKind::none ? -1 : A::choice_of(A::encode(move), step);
}

int write_mask(const void* state, std::int32_t step, std::uint8_t* columns) {
    return write_choice_mask(as_state(state), step, columns);
}

void write_observation(const void* from, std::int32_t step, int view, float* planes,
                       float* scalars) {
    const S& state = as_state(from);
    Observation<B>::write(state, step, view < 0 ? state.player : view, planes, scalars);
}
#endif

void write_ranks(const void* state, std::int32_t* ranks) {
    for (int seat = 0; seat < MAX_SEATS; ++seat) ranks[seat] = as_state(state).rank[seat];
}

void write_status(const void* from, std::int32_t* numbers) {
    const S& state = as_state(from);
    numbers[0] = state.player + 1;
    numbers[1] = static_cast<std::int32_t>(state.phase);
    numbers[2] = state.winner;
    numbers[3] = static_cast<std::int32_t>(state.reason);
}

}  // namespace

extern const Engine RINGRIFT_JOINED(engine_, RINGRIFT_ISA, RINGRIFT_BOARD);
const Engine RINGRIFT_JOINED(engine_, RINGRIFT_ISA, RINGRIFT_BOARD) = {
    .isa = RINGRIFT_TEXT(RINGRIFT_ISA),
    .state_size = sizeof(S),
    .board = static_cast<int>(B::Name),
    .cells = B::CELLS,
    .rows = B::ROWS,
    .field_count = StateCodec<B>::FIELDS,
    .observation_planes = Plane::count,
    .observation_scalars = Scalar::count,
    .action_count = A::COUNT,
    .choice_count = A::CHOICES,
    .first_slide = A::SLIDE,
    .first_settlement = A::SETTLE,
    .new_game = new_game,
    .load = load_state,
    .dump = dump_state,
    .list_moves = list_wire_moves,
    .is_legal = is_wire_move_legal,
    .why_illegal = why_illegal,
    .apply = apply_move,
    .move_cells = move_cells,
    .hash = hash_state,
    .is_consistent = is_consistent,
    .perft = count_move_sequences,
    .playout = play_out,
    .seed_random = seed_random,
    .pick_random_move = pick_random_wire_move,
    .encode = encode_action,
    .decode = decode_action,
    .apply_action = apply_action,
    .apply_bookkeeping = apply_bookkeeping,
    .write_status = write_status,
    .write_ranks = write_ranks,
#if !defined(__wasm__)
    .read_choice = read_choice_effect,
    .pick_random_choice = pick_random_choice,
    .write_mask = write_mask,
    .write_observation = write_observation,
    .read_observation = Observation<B>::read,
#else
    .read_choice = nullptr,
    .pick_random_choice = nullptr,
    .write_mask = nullptr,
    .write_observation = nullptr,
    .read_observation = nullptr,
#endif
};

}  // namespace ringrift
