// The fields of a state as plain numbers, before its cells. tools/state_fields.py generates their
// indices for Python and TypeScript from this list.
//
// Nothing here depends on the instruction set.
#pragma once

// single(name): one number. per_seat(name): one number for each of four seats.
// clang-format off
#define RINGRIFT_STATE_FIELDS(single, per_seat) \
    single(board)                               \
    single(edition)                             \
    single(seats)                               \
    single(player)                              \
    single(phase)                               \
    single(turn_number)                         \
    single(must_move_from)                      \
    single(capture_from)                        \
    single(pending)                             \
    single(recovery)                            \
    single(acted)                               \
    single(had_real_action)                     \
    single(took_real_action)                    \
    single(round_had_action)                    \
    single(round_took_action)                   \
    single(round_partial)                       \
    single(exclusive_seat)                      \
    single(exclusive_rounds)                    \
    single(swap_enabled)                        \
    single(swap_used)                           \
    single(winner)                              \
    single(reason)                              \
    per_seat(hand)                              \
    per_seat(eliminated)                        \
    per_seat(last_action_turn)                  \
    per_seat(eliminated_at_turn)                \
    per_seat(rank)
// clang-format on

namespace ringrift {

constexpr int MAX_SEATS = 4;

struct Field {
#define RINGRIFT_SINGLE(name) name,
#define RINGRIFT_PER_SEAT(name) name, name##_of_last_seat = name + MAX_SEATS - 1,
    enum : int { RINGRIFT_STATE_FIELDS(RINGRIFT_SINGLE, RINGRIFT_PER_SEAT) cells };
#undef RINGRIFT_SINGLE
#undef RINGRIFT_PER_SEAT
};

}  // namespace ringrift
