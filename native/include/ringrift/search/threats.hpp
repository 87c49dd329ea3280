// What the stacks of each seat could do if it were their turn: moves, captures, and whom they
// threaten [R091, R101].
#pragma once

#include "ringrift/rays.hpp"

RINGRIFT_OPEN

template <class B>
struct Threats {
    using Set = typename B::Set;
    Set prey[MOST_SEATS];     // stacks of others that the seat could capture
    Set exposed[MOST_SEATS];  // its own stacks that another could capture
    i32 live[MOST_SEATS], moves[MOST_SEATS], captures[MOST_SEATS];

    RINGRIFT_INLINE void find(const State<B>& state) {
        for (int seat = 0; seat < state.seats; ++seat) {
            prey[seat] = exposed[seat] = {};
            live[seat] = moves[seat] = captures[seat] = 0;
        }
        for (int seat = 0; seat < state.seats; ++seat)
            state.controlled[seat].each([&](int cell) {
                const Sight<B> sight = sight_of(state, cell);
                moves[seat] += sight.all_moves;
                captures[seat] += sight.all_captures;
                live[seat] += (sight.all_moves | sight.all_captures) > 0;
                if (sight.all_captures > 0) note(state, seat, cell, sight);
            });
    }

private:
    RINGRIFT_INLINE void note(const State<B>& state, int seat, int cell, const Sight<B>& sight) {
        for (int direction = 0; direction < B::DIRECTIONS; ++direction) {
            if (sight.captures[direction] == 0) continue;
            const int target = cell + (sight.reach[direction] + 1) * B::step(direction);
            const int owner = state.rings[target].top();
            if (owner == seat) continue;
            const Set bit = Set::of(target);
            prey[seat] = prey[seat] | bit;
            exposed[owner] = exposed[owner] | bit;
        }
    }
};

RINGRIFT_CLOSE
