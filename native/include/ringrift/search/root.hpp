// The root of an alpha-beta search: a glance at every move, then deeper and deeper until the budget
// ends.
#pragma once

#include "ringrift/search/alphabeta.hpp"
#include "ringrift/search/telling.hpp"

RINGRIFT_OPEN

template <class B>
class Root {
public:
    Root(Thinker<B>& thinker, const SearchTask& task, SearchResult* result)
        : thinker_(thinker),
          task_(task),
          result_(result),
          room_(thinker.room),
          salt_(mixed(task.seed + 0x632be59bd9b4e019ULL)) {}

    // The state lies at ply 0.
    void think() {
        const State<B>& state = room_.states[0];
        count_ = list_offers(thinker_, state, 0);
        if (count_ == 0) return;
        offers_ = room_.offers;
        const u16 known = thinker_.table.look(thinker_.key_of(state)).mark;
        score_offers(thinker_, state, 0, known, offers_, count_);
        sort(count_);
        wanted_ = task_.best < 1 ? 1 : task_.best < MOST_LINES ? task_.best : MOST_LINES;
        if (wanted_ > count_) wanted_ = count_;
        take_lines(count_ > 1 ? glance_at_all(known) : 0);
        show(0);
        if (count_ == 1) return;
        const int deepest = task_.depth > 0 && task_.depth < MOST_DEPTH ? task_.depth : MOST_DEPTH;
        // Helpers begin at different depths, so that they do not all walk the same way.
        for (int depth = 1 + task_.thread % 2; depth <= deepest; ++depth) {
            const bool done = depth == 1 ? look_at_each() : deepen(depth);
            show(done ? depth : depth - 1);
            if (!done || thinker_.control.report(*result_) || decided(depth)) return;
        }
    }

private:
    static constexpr i32 WIDEST = 2000;
    static constexpr int NARROW =
        16;  // as if so much had been played out before: one way is left to look at

    // Puts what a move leads to at ply 1; true: the other side has the word there.
    bool enter(int at) {
        const Offer& offer = offers_[at];
        room_.played[0] = offer.mark;
        State<B>& next = room_.states[1];
        next = room_.states[0];
        apply<true>(next, offer.move);
        settle(next);
        return thinker_.turns(thinker_.side_of(room_.states[0]), next, offer.move.type());
    }

    // What is to be said about a move that was not looked at.
    i32 opinion(int at) {
        const bool turned = enter(at);
        const State<B>& next = room_.states[1];
        const i32 score =
            next.phase == Phase::game_over ? thinker_.ended(next, 1) : thinker_.evaluated(next);
        return turned ? -score : score;
    }

    // What has begun is played out in the one way that seems best.
    i32 glance(int at) {
        const bool turned = enter(at);
        const i32 score = quiesce(thinker_, 1, -INFINITE, INFINITE, count_, NARROW);
        return turned ? -score : score;
    }

    i32 look(int at, int left, i32 low, i32 high) {
        return enter(at) ? -search(thinker_, 1, left, -high, -low, count_)
                         : search(thinker_, 1, left, low, high, count_);
    }

    // The first so many by score; among equals the seed decides, then how they stand.
    void sort(int count) {
        for (int at = 0; at < count; ++at) offers_[at].place = at;
        const auto precedes = [&](const Offer& a, const Offer& b) {
            if (a.score != b.score) return a.score > b.score;
            const u64 one = mixed(salt_ ^ bits_of(a.move)), two = mixed(salt_ ^ bits_of(b.move));
            return one != two ? one < two : a.place < b.place;
        };
        for (int gap = count / 2; gap > 0; gap /= 2)
            for (int at = gap; at < count; ++at) {
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

    int first_width() const {
        const int width =
            thinker_.tuning.first_width < wanted_ ? wanted_ : thinker_.tuning.first_width;
        return width < count_ ? width : count_;
    }

    // Sorts the moves by a glance at each, the likeliest first, for a part of the budget; returns
    // how many it saw.
    int glance_at_all(u16 known) {
        Control& control = thinker_.control;
        const u64 most = control.most / 100 * static_cast<u64>(thinker_.tuning.glances);
        Policy<B> policy(room_.states[0]);
        int seen = 0;
        for (; seen < count_ && control.nodes < most && !control.count(); ++seen) {
            const i32 score = glance(seen);
            if (control.ended) break;
            Offer& offer = offers_[seen];
            offer.worth = score;
            // Both count the same: so many points more, e times as likely.
            if (score < WON && score > -WON)
                offer.score = score + policy.score(offer.move, 0) / 100 * thinker_.tuning.trust;
            else offer.score = score;
        }
        sort(seen);
        // What an earlier search thought best must not be left out of the first depth.
        for (int at = first_width(); at < seen; ++at)
            if (offers_[at].mark == known) std::swap(offers_[at], offers_[first_width() - 1]);
        return seen;
    }

    // The best moves in their order, of which the first so many have a score. The others come after
    // them.
    void take_lines(int scored) {
        for (int at = 0; at < wanted_; ++at) {
            i32 score = at < scored ? offers_[at].worth : opinion(at);
            if (at > 0 && score > room_.lines[at - 1].score) score = room_.lines[at - 1].score;
            room_.lines[at] = Line{offers_[at].move, score, 0, {}};
        }
    }

    // The first depth gives moves a score of their own, by which they are sorted; false if it was
    // cut short.
    bool look_at_each() {
        Control& control = thinker_.control;
        i32 best = -INFINITE;
        int seen = 0;
        for (; seen < count_ && (seen < first_width() || best < -WON) && !control.count(); ++seen) {
            const i32 score = look(seen, 0, -INFINITE, INFINITE);
            if (control.ended) break;
            offers_[seen].score = offers_[seen].worth = score;
            if (score > best) best = score;
        }
        sort(seen);
        if (seen > 0) take_lines(seen);
        return !control.ended;
    }

    // One depth for every wanted line; false if it was cut short.
    bool deepen(int depth) {
        for (int at = 0; at < wanted_; ++at) room_.earlier[at] = room_.lines[at];
        for (int at = 0; at < wanted_; ++at) {
            room_.lines[at].score = -INFINITE;
            if (!find_line(at, depth)) {
                keep_earlier(room_.lines[at].score > -INFINITE ? at + 1 : at);
                return false;
            }
        }
        sort_lines(wanted_);
        return true;
    }

    void sort_lines(int count) {
        for (int at = 1; at < count; ++at)
            for (int place = at;
                 place > 0 && room_.lines[place - 1].score < room_.lines[place].score; --place)
                std::swap(room_.lines[place - 1], room_.lines[place]);
    }

    // After a search that was cut short: the lines that it found, then what was known before, worth
    // no more.
    void keep_earlier(int found) {
        sort_lines(found);
        for (int at = 0; at < wanted_ && found < wanted_; ++at) {
            bool there = false;
            for (int other = 0; other < found; ++other)
                there |= room_.lines[other].move == room_.earlier[at].move;
            if (there) continue;
            Line& kept = room_.lines[found] = room_.earlier[at];
            if (found > 0 && kept.score > room_.lines[found - 1].score)
                kept.score = room_.lines[found - 1].score;
            ++found;
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
            // A score below the window is only a bound: what was known before tells more.
            if (room_.lines[line].score <= alpha) room_.lines[line].score = -INFINITE;
            if (thinker_.control.ended) return false;
            if (score <= alpha) below *= 4;
            else if (score >= beta) above *= 4;
            else return true;
        }
    }

    // The moves from `line` on; the best of them comes to that place.
    i32 search_moves(int line, int depth, i32 alpha, i32 beta) {
        i32 best = -INFINITE;
        const int last = line + thinker_.tuning.root_width;
        const Control& control = thinker_.control;
        for (int at = line; at < count_ && (at < last || best < -WON); ++at) {
            if (thinker_.control.count()) return best;
            i32 score;
            if (at == line) {
                score = look(at, depth - 1, alpha, beta);
            } else {
                const int less = reduction(thinker_.tuning, depth, at - line);
                score = look(at, depth - 1 - less, alpha, alpha + 1);
                if (less > 0 && score > alpha && !control.ended)
                    score = look(at, depth - 1, alpha, alpha + 1);
                if (score > alpha && score < beta && !control.ended)
                    score = look(at, depth - 1, alpha, beta);
            }
            if (control.ended) return best;
            if (score > best) best = score;
            // The first one always has a line; another must have been better than all before it.
            if (at == line || score > alpha) {
                keep_line(line, at, score);
                if (score > alpha) alpha = score;
                if (alpha >= beta) break;
            }
        }
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
        result_->count = wanted_;
        const Telling<B> telling{thinker_};
        for (int at = 0; at < wanted_; ++at) telling.write(room_.lines[at], result_->lines[at]);
    }

    Thinker<B>& thinker_;
    const SearchTask& task_;
    SearchResult* result_;
    Workspace<B>& room_;
    Offer* offers_ = nullptr;
    const u64 salt_;
    int count_ = 0, wanted_ = 0;
};

RINGRIFT_CLOSE
