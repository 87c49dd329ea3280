// The observation of a position for learning, from the view of a seat, and the position that an
// observation shows (docs/reference/observation.md).
#pragma once

#include "ringrift/actions.hpp"
#include "ringrift/state_codec.hpp"

RINGRIFT_OPEN

// Planes of rows * rows numbers; cells off the board are 0. "Each seat" means four planes or
// numbers in turn order from the viewing seat; seats that do not play are 0.
struct Plane {
    enum : int {
        stack = 0,                       // each seat: controls the stack
        marker = stack + MAX_SEATS,      // each seat
        collapsed = marker + MAX_SEATS,  // each seat
        buried = collapsed + MAX_SEATS,  // each seat: sum of 2^-depth of its rings below the top
        height = buried + MAX_SEATS,     // relative to the tallest possible stack
        cap,                             // likewise
        must_move,                       // the stack that was placed on
        capturing,                       // the stack that captures
        step_from,                       // a marker step that must be settled
        step_to,
        board,  // 1 on every cell
        count,
    };
};

// Numbers about the whole position.
struct Scalar {
    enum : int {
        hand = 0,                                      // each seat, of all its rings
        eliminated = hand + MAX_SEATS,                 // each seat, of the ring threshold
        territory = eliminated + MAX_SEATS,            // each seat, of the territory threshold
        last_action = territory + MAX_SEATS,           // each seat: turns ago + 1; 0: never
        eliminated_at = last_action + MAX_SEATS,       // each seat, likewise
        round_had_action = eliminated_at + MAX_SEATS,  // each seat
        round_took_action = round_had_action + MAX_SEATS,
        exclusive_seat = round_took_action + MAX_SEATS,
        winner = exclusive_seat + MAX_SEATS,  // each seat
        first_seat = winner + MAX_SEATS,      // each seat: is seat 1
        to_move = first_seat + MAX_SEATS,     // each seat
        players = to_move + MAX_SEATS,        // 2, 3, 4
        phase = players + 3,                  // one of eight
        pending = phase + 8,                  // one of four
        recovery = pending + 4,               // one of four
        reason = recovery + 4,                // one of eight
        edition = reason + 8,                 // one of the editions
        exclusive_rounds = edition + EDITION_COUNT,
        acted,
        had_real_action,
        took_real_action,
        round_partial,
        swap_enabled,
        swap_used,
        may_swap,
        turn,
        count,
    };
};

constexpr float TURN_SCALE = 1.0f / 64;

template <class B>
struct Observation {
    static constexpr int AREA = B::ROWS * B::ROWS;

    // `step` is the marker step that must be settled, -1 for none.
    static void write(const State<B>& state, i32 step, int view, float* planes, float* scalars) {
        write_planes(state, step, view, planes);
        write_scalars(state, view, scalars);
    }

    // Writes the fields of the state that an observation shows, and its marker step. Only for
    // observations that `write` made.
    static void read(const float* planes, const float* scalars, i64* fields, i32* step) {
        const int seats = 2 + one_of(scalars + Scalar::players, 3);
        const int view = (seats - one_of(scalars + Scalar::first_seat, MAX_SEATS)) % seats;
        read_scalars(scalars, seats, view, fields);
        for (int index = 0; index < B::CELLS; ++index)
            fields[Field::cells + index] =
                read_cell(planes + offset_of(B::tables.cell_at[index]), seats, view);
        fields[Field::must_move_from] = find_index(planes + Plane::must_move * AREA);
        fields[Field::capture_from] = find_index(planes + Plane::capturing * AREA);
        const i32 from = find_index(planes + Plane::step_from * AREA),
                  to = find_index(planes + Plane::step_to * AREA);
        *step = -1;
        for (int direction = 0; from >= 0 && direction < B::DIRECTIONS; ++direction)
            if (Actions<B>::step_target(from * B::DIRECTIONS + direction) == B::tables.cell_at[to])
                *step = from * B::DIRECTIONS + direction;
    }

private:
    struct BoardPlane {
        float numbers[AREA] = {};
        constexpr BoardPlane() {
            for (u16 cell : B::tables.cell_at) numbers[offset_of(cell)] = 1;
        }
    };

    static constexpr int offset_of(int cell) {
        return cell / B::STRIDE * B::ROWS + cell % B::STRIDE;
    }

    static void write_planes(const State<B>& state, i32 step, int view, float* planes) {
        static constexpr BoardPlane board_plane{};
        std::memset(planes, 0, sizeof(float) * Plane::board * AREA);
        std::memcpy(planes + Plane::board * AREA, board_plane.numbers, sizeof board_plane.numbers);
        const auto put = [&](int plane, int cell, float value) {
            planes[plane * AREA + offset_of(cell)] = value;
        };
        for (int turn = 0; turn < state.seats; ++turn) {
            const int seat = (view + turn) % state.seats;
            state.controlled[seat].each([&](int cell) {
                put(Plane::stack + turn, cell, 1);
                const Stack stack = state.rings[cell];
                put(Plane::height, cell, static_cast<float>(stack.height()) / B::MAX_HEIGHT);
                put(Plane::cap, cell, static_cast<float>(state.caps[cell]) / B::MAX_HEIGHT);
                u64 rings = stack.ring_bits() >> 2;
                float weight = 0.5f;
                for (int depth = 1; depth < stack.height(); ++depth, rings >>= 2, weight /= 2) {
                    const int owner = static_cast<int>(rings & 3);
                    const int turn_of_owner = (owner - view + state.seats) % state.seats;
                    planes[(Plane::buried + turn_of_owner) * AREA + offset_of(cell)] += weight;
                }
            });
            state.markers[seat].each([&](int cell) { put(Plane::marker + turn, cell, 1); });
            state.collapsed[seat].each([&](int cell) { put(Plane::collapsed + turn, cell, 1); });
        }
        if (state.must_move_from != NO_CELL) put(Plane::must_move, state.must_move_from, 1);
        if (state.capture_from != NO_CELL) put(Plane::capturing, state.capture_from, 1);
        if (step < 0) return;
        put(Plane::step_from, Actions<B>::step_origin(step), 1);
        put(Plane::step_to, Actions<B>::step_target(step), 1);
    }

    static void write_scalars(const State<B>& state, int view, float* out) {
        std::memset(out, 0, sizeof(float) * Scalar::count);
        const auto turns_ago = [&](i64 turn) {
            return turn == 0 ? 0.0f : static_cast<float>(state.turn_number - turn + 1) * TURN_SCALE;
        };
        const auto ratio = [](i64 part, i64 whole) {
            return static_cast<float>(part) / static_cast<float>(whole);
        };
        for (int turn = 0; turn < state.seats; ++turn) {
            const int seat = (view + turn) % state.seats;
            out[Scalar::hand + turn] = ratio(state.hand[seat], B::rings_each(state.edition));
            out[Scalar::eliminated + turn] = ratio(state.eliminated[seat], ring_threshold(state));
            out[Scalar::territory + turn] =
                ratio(state.territory[seat], territory_threshold(state));
            out[Scalar::last_action + turn] = turns_ago(state.last_action_turn[seat]);
            out[Scalar::eliminated_at + turn] = turns_ago(state.eliminated_at_turn[seat]);
            out[Scalar::round_had_action + turn] = state.round_had_action >> seat & 1;
            out[Scalar::round_took_action + turn] = state.round_took_action >> seat & 1;
            out[Scalar::exclusive_seat + turn] = state.exclusive_seat == seat + 1;
            out[Scalar::winner + turn] = state.winner == seat + 1;
            out[Scalar::first_seat + turn] = seat == 0;
            out[Scalar::to_move + turn] = seat == state.player;
        }
        out[Scalar::players + state.seats - 2] = 1;
        out[Scalar::phase + static_cast<int>(state.phase)] = 1;
        out[Scalar::pending + static_cast<int>(state.pending)] = 1;
        out[Scalar::recovery + static_cast<int>(state.recovery)] = 1;
        out[Scalar::reason + static_cast<int>(state.reason)] = 1;
        out[Scalar::edition + state.edition] = 1;
        out[Scalar::exclusive_rounds] = ratio(state.exclusive_rounds, EXCLUSIVE_ROUNDS_TO_WIN);
        out[Scalar::acted] = state.acted;
        out[Scalar::had_real_action] = state.had_real_action;
        out[Scalar::took_real_action] = state.took_real_action;
        out[Scalar::round_partial] = state.round_partial;
        out[Scalar::swap_enabled] = state.swap_enabled;
        out[Scalar::swap_used] = state.swap_used;
        out[Scalar::may_swap] = can_swap(state);
        out[Scalar::turn] = static_cast<float>(state.turn_number) * TURN_SCALE;
    }

    // Returns the index of the 1.
    static int one_of(const float* numbers, int count) {
        int found = 0;
        for (int at = 0; at < count; ++at)
            if (numbers[at] == 1) found = at;
        return found;
    }

    // No value is negative.
    static i64 round_to(float value) { return static_cast<i64>(value + 0.5f); }

    static i32 find_index(const float* plane) {
        for (int index = 0; index < B::CELLS; ++index)
            if (plane[offset_of(B::tables.cell_at[index])] == 1) return index;
        return -1;
    }

    static i64 read_cell(const float* at, int seats, int view) {
        for (int turn = 0; turn < seats; ++turn) {
            const int seat = (view + turn) % seats;
            if (at[(Plane::marker + turn) * AREA] == 1) return 1 + seat;
            if (at[(Plane::collapsed + turn) * AREA] == 1) return 1 + MAX_SEATS + seat;
            if (at[(Plane::stack + turn) * AREA] == 1)
                return read_stack(at, seats, view, static_cast<u64>(seat));
        }
        return 0;
    }

    static i64 read_stack(const float* at, int seats, int view, u64 rings) {
        const int height = static_cast<int>(round_to(at[Plane::height * AREA] * B::MAX_HEIGHT));
        for (int turn = 0; turn < seats; ++turn) {
            float rest = at[(Plane::buried + turn) * AREA];
            for (int depth = 1; depth < height; ++depth) {
                rest *= 2;
                if (rest < 1) continue;
                rest -= 1;
                rings |= static_cast<u64>((view + turn) % seats) << (2 * depth);
            }
        }
        return STACK_CODE + 16 * i64{height} + 512 * static_cast<i64>(rings);
    }

    static void read_scalars(const float* in, int seats, int view, i64* fields) {
        std::memset(fields, 0, sizeof(i64) * Field::cells);
        const int edition = one_of(in + Scalar::edition, EDITION_COUNT);
        const i64 turn_number = round_to(in[Scalar::turn] / TURN_SCALE);
        const auto turn_of = [&](float ago) {
            return ago == 0 ? 0 : turn_number - round_to(ago / TURN_SCALE) + 1;
        };
        for (int turn = 0; turn < seats; ++turn) {
            const int seat = (view + turn) % seats;
            const auto whole = [&](int scalar, int scale) {
                return round_to(in[scalar + turn] * static_cast<float>(scale));
            };
            fields[Field::hand + seat] = whole(Scalar::hand, B::rings_each(edition));
            fields[Field::eliminated + seat] =
                whole(Scalar::eliminated, B::thresholds.rings[edition][seats]);
            fields[Field::last_action_turn + seat] = turn_of(in[Scalar::last_action + turn]);
            fields[Field::eliminated_at_turn + seat] = turn_of(in[Scalar::eliminated_at + turn]);
            const auto is_set = [&](int scalar) { return in[scalar + turn] == 1; };
            fields[Field::round_had_action] |= i64{is_set(Scalar::round_had_action)} << seat;
            fields[Field::round_took_action] |= i64{is_set(Scalar::round_took_action)} << seat;
            if (is_set(Scalar::exclusive_seat)) fields[Field::exclusive_seat] = seat + 1;
            if (is_set(Scalar::winner)) fields[Field::winner] = seat + 1;
        }
        fields[Field::board] = static_cast<i64>(B::Name);
        fields[Field::edition] = edition;
        fields[Field::seats] = seats;
        fields[Field::player] = (view + one_of(in + Scalar::to_move, MAX_SEATS)) % seats;
        fields[Field::turn_number] = turn_number;
        fields[Field::phase] = one_of(in + Scalar::phase, 8);
        fields[Field::pending] = one_of(in + Scalar::pending, 4);
        fields[Field::recovery] = one_of(in + Scalar::recovery, 4);
        fields[Field::reason] = one_of(in + Scalar::reason, 8);
        fields[Field::exclusive_rounds] =
            round_to(in[Scalar::exclusive_rounds] * EXCLUSIVE_ROUNDS_TO_WIN);
        fields[Field::acted] = in[Scalar::acted] == 1;
        fields[Field::had_real_action] = in[Scalar::had_real_action] == 1;
        fields[Field::took_real_action] = in[Scalar::took_real_action] == 1;
        fields[Field::round_partial] = in[Scalar::round_partial] == 1;
        fields[Field::swap_enabled] = in[Scalar::swap_enabled] == 1;
        fields[Field::swap_used] = in[Scalar::swap_used] == 1;
    }
};

RINGRIFT_CLOSE
