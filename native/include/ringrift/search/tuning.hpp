// The settings of both searches. The values won matches at equal nodes
// (native/bench/search_bench.cpp).
#pragma once

#include "ringrift/platform.hpp"
#include "ringrift/search/search_api.hpp"

RINGRIFT_OPEN

struct Tuning {
    // Alpha-beta.
    int first_reduced_move = 4;    // the first move that is searched at reduced depth
    int quiescence_width = 8;      // moves in quiescence search, halved with each ply
    int placed_stack_width = 12;   // the same for a placed stack, which must move
    int aspiration_window = 60;    // half of the first window
    int quick_score_percent = 50;  // share of the node budget for quick scores at the root
    int policy_percent = 0;        // weight of the policy beside the quick score
    int first_depth_width = 96;    // root moves in the first depth
    int root_width = 24;           // root moves in the second depth
    int root_widening = 0;         // additional root moves for each further depth
    int width = 24;                // moves one ply above the horizon
    int widening = 8;              // additional moves for each ply further up

    // Monte Carlo tree search.
    int exploration_percent = 110;  // weight of the policy against the values
    int best_play_percent = 50;     // weight of best play against the mean value
    int first_play_reduction_percent =
        15;                        // an unvisited move is valued this much below its parent
    int policy_temperature = 120;  // policy points that make a move e times as likely
    int initial_children = 8;      // of a new node
    int widening_percent = 200;    // times the square root of the visits: additional children
    int evaluate_children = 0;     // whether children are evaluated when a node gets them
    int root_children = 0;         // the root has at least this many

    // Both.
    int proof_percent = 0;  // nodes of the win prover, as a percentage of all; 0: no prover
    int early_stop = 0;     // whether a search ends when more time cannot change the move

    // The settings of a task: the defaults of the board, unless the caller overrides them.
    template <class B>
    static Tuning of(const SearchTask& task) {
        Tuning tuning = for_board<B>();
        if (task.settings == nullptr) return tuning;
        int at = 0;
#define RINGRIFT_OVERRIDE(name) \
    if (const std::int32_t value = task.settings[at++]; value >= 0) tuning.name = value;
        RINGRIFT_SEARCH_SETTINGS(RINGRIFT_OVERRIDE)
#undef RINGRIFT_OVERRIDE
        return tuning;
    }

    // Turns on big boards have thousands of moves.
    template <class B>
    static constexpr Tuning for_board() {
        Tuning tuning;
        if constexpr (B::BIG) {
            tuning.placed_stack_width = 6;
            tuning.policy_percent = 50;
        }
        return tuning;
    }
};

RINGRIFT_CLOSE
