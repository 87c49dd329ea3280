// The root of an alpha-beta search: deeper and deeper until the budget ends, one or several best moves.
#pragma once

#include "ringrift/actions.hpp"
#include "ringrift/search/alphabeta.hpp"
#include "ringrift/wire.hpp"

RINGRIFT_OPEN

template <class B>
class Root {
public:
    Root(Thinker<B>& thinker, const SearchTask& task, SearchResult* result)
        : thinker_(thinker), task_(task), result_(result), room_(thinker.room) {}

    // The state lies at ply 0.
    void think() {
        const State<B>& state = room_.states[0];
        count_ = list_offers(thinker_, state, 0);
        if (count_ == 0) return;
        offers_ = room_.offers;
        score_offers(thinker_, state, 0, thinker_.table.look(thinker_.key_of(state)).mark, offers_, count_);
        sort_by_seed();
        wanted_ = task_.best < 1 ? 1 : task_.best < MOST_LINES ? task_.best : MOST_LINES;
        if (wanted_ > count_) wanted_ = count_;
        for (int at = 0; at < wanted_; ++at)
            room_.lines[at] = Line{offers_[at].move, at == 0 ? opinion() : -INFINITE, 0, {}};
        show(0);
        if (count_ == 1) return;
        const int deepest = task_.depth > 0 && task_.depth < MOST_DEPTH ? task_.depth : MOST_DEPTH;
        // Helpers begin at different depths, so that they do not all walk the same way.
        for (int depth = 1 + task_.thread % 2; depth <= deepest; ++depth) {
            const bool done = deepen(depth);
            show(done ? depth : depth - 1);
            if (!done) return;
            const auto& calls = thinker_.control.calls;
            if (calls.finished != nullptr && calls.finished(calls.self, *result_)) return;
            if (decided(depth)) return;
        }
    }

private:
    // What is to be said about a state that was not searched.
    i32 opinion() const {
        State<B>& state = room_.states[1];
        state = room_.states[0];
        apply<true>(state, offers_[0].move);
        settle(state);
        const i32 score = state.phase == Phase::game_over ? thinker_.ended(state, 1) : thinker_.evaluated(state);
        const bool turned = thinker_.turns(thinker_.side_of(room_.states[0]), state, offers_[0].move.type());
        return turned ? -score : score;
    }

    // Among equals the seed decides.
    void sort_by_seed() {
        const u64 salt = mixed(task_.seed + 0x632be59bd9b4e019ULL);
        sort([salt](const Offer& a, const Offer& b) {
            return mixed(salt ^ bits_of(a.move)) < mixed(salt ^ bits_of(b.move));
        });
    }

    // By score, then as `before` says, then as they are.
    template <class Before>
    void sort(Before&& before) {
        for (int at = 0; at < count_; ++at) offers_[at].place = at;
        const auto precedes = [&](const Offer& a, const Offer& b) {
            if (a.score != b.score) return a.score > b.score;
            if (before(a, b) != before(b, a)) return before(a, b);
            return a.place < b.place;
        };
        for (int gap = count_ / 2; gap > 0; gap /= 2)
            for (int at = gap; at < count_; ++at) {
                const Offer moved = offers_[at];
                int place = at;
                for (; place >= gap && precedes(moved, offers_[place - gap]); place -= gap)
                    offers_[place] = offers_[place - gap];
                offers_[place] = moved;
            }
    }

    static u64 bits_of(const Move& move) {
        u64 bits;
        std::memcpy(&bits, &move, sizeof bits);
        return bits;
    }

    // One depth for every wanted line; false if it was cut short.
    bool deepen(int depth) {
        for (int at = 0; at < wanted_; ++at) room_.earlier[at] = room_.lines[at];
        for (int at = 0; at < wanted_; ++at) {
            room_.lines[at].score = -INFINITE;
            if (!find_line(at, depth)) {
                keep_earlier(at);
                return false;
            }
        }
        for (int at = 1; at < wanted_; ++at)
            for (int place = at; place > 0 && room_.lines[place - 1].score < room_.lines[place].score; --place) {
                const Line moved = room_.lines[place];
                room_.lines[place] = room_.lines[place - 1];
                room_.lines[place - 1] = moved;
            }
        return true;
    }

    // After a search that was cut short: what it found, then what was known before.
    void keep_earlier(int found) {
        int place = room_.lines[found].score > -INFINITE ? found + 1 : found;
        for (int at = 0; at < wanted_ && place < wanted_; ++at) {
            bool there = false;
            for (int other = 0; other < place; ++other) there |= room_.lines[other].move == room_.earlier[at].move;
            if (!there) room_.lines[place++] = room_.earlier[at];
        }
    }

    bool find_line(int line, int depth) {
        const i32 before = room_.earlier[line].score;
        i32 below = thinker_.tuning.aspiration, above = below;
        const bool narrow = depth > 2 && before > -WON && before < WON;
        for (;;) {
            const i32 alpha = narrow && below < WIDEST ? before - below : -INFINITE;
            const i32 beta = narrow && above < WIDEST ? before + above : INFINITE;
            const i32 score = search_moves(line, depth, alpha, beta);
            if (thinker_.control.ended) return false;
            if (score <= alpha) below *= 4;
            else if (score >= beta) above *= 4;
            else return true;
        }
    }

    // The moves from `line` on; the best of them comes to that place.
    i32 search_moves(int line, int depth, i32 alpha, i32 beta) {
        const State<B>& state = room_.states[0];
        const int side = thinker_.side_of(state);
        i32 best = -INFINITE;
        const int width = thinker_.tuning.root_width;
        const int last = depth > 1 ? line + width : count_;
        // The first depth gives every move a score of its own, by which they are sorted.
        const bool each = depth == 1 && line == 0;
        for (int at = line; at < count_ && (at < last || best < -WON); ++at) {
            const Move move = offers_[at].move;
            room_.played[0] = offers_[at].mark;
            const auto look = [&](int left, i32 low, i32 high) {
                State<B>& next = room_.states[1];
                next = state;
                apply<true>(next, move);
                settle(next);
                const bool turned = thinker_.turns(side, next, move.type());
                return turned ? -search(thinker_, 1, left, -high, -low, count_)
                              : search(thinker_, 1, left, low, high, count_);
            };
            if (thinker_.control.count()) return best;
            i32 score;
            if (at == line || each) {
                score = look(depth - 1, each ? -INFINITE : alpha, beta);
            } else {
                const int less = reduction(thinker_.tuning, depth, at - line);
                score = look(depth - 1 - less, alpha, alpha + 1);
                if (less > 0 && score > alpha && !thinker_.control.ended) score = look(depth - 1, alpha, alpha + 1);
                if (score > alpha && score < beta && !thinker_.control.ended) score = look(depth - 1, alpha, beta);
            }
            if (thinker_.control.ended) return best;
            if (each) offers_[at].score = score;
            if (score > best) best = score;
            // The first one always has a line; another must have been better than all before it.
            if (at == line || score > alpha) {
                keep_line(line, at, score);
                if (score > alpha) alpha = score;
                if (alpha >= beta) break;
            }
        }
        if (each) sort([](const Offer&, const Offer&) { return false; });
        return best;
    }

    void keep_line(int line, int at, i32 score) {
        const Offer chosen = offers_[at];
        for (int place = at; place > line; --place) offers_[place] = offers_[place - 1];
        offers_[line] = chosen;
        Line& kept = room_.lines[line];
        kept.move = chosen.move;
        kept.score = score;
        kept.length = room_.length[1];
        for (int move = 0; move < kept.length; ++move) kept.moves[move] = room_.variation[1][move];
    }

    // A win or a loss that deeper looks cannot change.
    bool decided(int depth) const {
        for (int at = 0; at < wanted_; ++at) {
            const i32 score = room_.lines[at].score;
            if (score < WON && score > -WON) return false;
            const i32 distance = WIN - (score > 0 ? score : -score);
            if (distance > depth) return false;
        }
        return true;
    }

    void show(int depth) {
        if (result_ == nullptr) return;
        result_->depth = depth;
        result_->nodes = thinker_.control.nodes;
        result_->count = 0;
        for (int at = 0; at < wanted_; ++at)
            if (at == 0 || room_.lines[at].score > -INFINITE)
                show_line(room_.lines[at], result_->lines[result_->count++]);
    }

    // Plays the variation, with the bookkeeping and forced moves that the search did not count.
    void show_line(const Line& line, SearchLine& shown) {
        State<B>& state = room_.states[MOST_PLY + 1];
        state = room_.states[0];
        bool swapped = false;
        int length = 0, next = 0;
        const auto play = [&](const Move& move) {
            shown.variation[length++] = outward<B>(move);
            swapped ^= move.type() == Kind::swap_sides;
            apply<true>(state, move);
        };
        shown.move = outward<B>(line.move);
        play(line.move);
        while (length < MOST_VARIATION) {
            Move only;
            const int count = list_moves(state, &only, 1);
            if (count == 0) break;
            if (count == 1) {
                play(only);
                continue;
            }
            if (next == line.length || !is_legal(state, line.moves[next])) break;
            play(line.moves[next++]);
        }
        shown.length = length;
        show_shares(line.score, state, swapped, shown.shares);
    }

    void show_shares(i32 score, const State<B>& end, bool swapped, std::int32_t* shares) const {
        for (int seat = 0; seat < MOST_SEATS; ++seat) shares[seat] = 0;
        const int seats = thinker_.seats, own = room_.states[0].player;
        i32 scores[MOST_SEATS] = {};
        if (end.phase == Phase::game_over) {
            const int winner = end.winner - 1;
            shares[swapped ? 1 - winner : winner] = 1000;
            return;
        }
        if (seats == 2) {
            if (score >= WON || score <= -WON) {
                shares[score > 0 ? own : 1 - own] = 1000;
                return;
            }
            scores[own] = score;
        } else {
            evaluate(end, thinker_.weights, scores);
        }
        double parts[MOST_SEATS];
        share(scores, seats, parts);
        i32 left = 1000;
        for (int seat = 0; seat < seats; ++seat) {
            if (seat == own) continue;
            shares[seat] = static_cast<i32>(1000 * parts[seat] + 0.5);
            left -= shares[seat];
        }
        shares[own] = left < 0 ? 0 : left;
    }

    static constexpr i32 WIDEST = 2000;

    Thinker<B>& thinker_;
    const SearchTask& task_;
    SearchResult* result_;
    Workspace<B>& room_;
    Offer* offers_ = nullptr;
    int count_ = 0, wanted_ = 0;
};

RINGRIFT_CLOSE
