// The editions of the rules and the numbers that differ between them (rules-exact.md §1).
#pragma once

#include "ringrift/generated/boards.hpp"
#include "ringrift/generated/editions.hpp"
#include "ringrift/platform.hpp"
#include "ringrift/state_fields.hpp"

RINGRIFT_OPEN

#define RINGRIFT_BOARD_NAME(name, ...) name,
enum class BoardName : u8 { RINGRIFT_BOARDS(RINGRIFT_BOARD_NAME) count };
#undef RINGRIFT_BOARD_NAME
constexpr int BOARD_COUNT = static_cast<int>(BoardName::count);

// R061: rings * (seat_factor * seats + seat_offset) / divisor + extra eliminated rings win.
struct RingThreshold {
    i32 seat_factor, seat_offset, divisor, extra;

    constexpr i32 rings_to_win(i32 rings_each, i32 seats) const {
        return rings_each * (seat_factor * seats + seat_offset) / divisor + extra;
    }
};

// A state holds the index of its edition.
struct Edition {
    const char* name;
    i32 rings_each[BOARD_COUNT];  // R020
    RingThreshold ring_threshold;
    i32 territory_divisor;    // R062; 0: the number of players
    bool territory_majority;  // R062: the winner needs more than all opponents together
    bool line_costs_cap;      // R122: the whole cap, or the top ring alone
    bool recovery;            // R110
    bool empty_seats_play;    // R201: seats without a ring keep taking turns
};

constexpr Edition EDITIONS[] = {RINGRIFT_EDITIONS};
constexpr int EDITION_COUNT = sizeof EDITIONS / sizeof EDITIONS[0];

RINGRIFT_CLOSE
