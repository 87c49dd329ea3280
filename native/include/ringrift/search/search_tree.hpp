// A search tree in memory that the caller owns: blocks of sibling nodes, with free lists.
#pragma once

#include "ringrift/state.hpp"

RINGRIFT_OPEN

// The position after a move. The last seat's share follows from the others.
struct Node {
    Move move;
    u32 children = 0;  // index of the first child; 0: none
    u32 visits = 0;
    float mean[MAX_SEATS - 1] = {};  // mean shares of the visits
    float best[MAX_SEATS - 1] = {};  // shares after best play
    u16 prior = 0;                   // policy weight relative to the siblings
    u16 child_count = 0;             // children, best first
    u8 virtual_visits = 0;           // visits in progress in other threads
    u8 forced_moves = 0;             // forced moves after `move`
    u8 player = 0;                   // the player to move
    u8 winner : 3 = 0;               // proven winner: seat + 1
    u8 expanded : 1 = 0;             // all moves are children

    // Returns the share of a seat, 0 to 1.
    RINGRIFT_INLINE double share(int seat, int seats) const {
        if (winner != 0) return winner == seat + 1 ? 1.0 : 0.0;
        return share_of_seat(mean, seat, seats);
    }
    RINGRIFT_INLINE double best_share(int seat, int seats) const {
        if (winner != 0) return winner == seat + 1 ? 1.0 : 0.0;
        return share_of_seat(best, seat, seats);
    }

    RINGRIFT_INLINE void add_visit(const float* shares, int seats) {
        ++visits;
        const float part = 1.0f / static_cast<float>(visits);
        for (int seat = 0; seat < seats - 1; ++seat)
            mean[seat] += (shares[seat] - mean[seat]) * part;
    }

private:
    RINGRIFT_INLINE static double share_of_seat(const float* shares, int seat, int seats) {
        if (seat < seats - 1) return static_cast<double>(shares[seat]);
        double rest = 1.0;
        for (int other = 0; other < seats - 1; ++other) rest -= static_cast<double>(shares[other]);
        return rest;
    }
};
static_assert(sizeof(Node) == 48);

// Allocates blocks of 1, 2, 4 ... nodes. Node 0 is the root.
class NodePool {
public:
    static constexpr int SIZE_CLASSES = 17;

    // Takes ownership of the memory.
    void attach_memory(void* memory, std::size_t bytes) {
        const std::size_t most = bytes / sizeof(Node);
        nodes_ = static_cast<Node*>(memory);
        capacity_ = most < 0xfffffff0u ? static_cast<u32>(most) : 0xfffffff0u;
        clear();
    }
    bool has_memory() const { return nodes_ != nullptr; }

    void clear() {
        used_ = 1;
        for (u32& first : free_) first = 0;
        nodes_[0] = Node{};
    }

    RINGRIFT_INLINE Node& operator[](u32 at) { return nodes_[at]; }
    RINGRIFT_INLINE const Node& operator[](u32 at) const { return nodes_[at]; }

    bool can_allocate(int count) const {
        const int size = size_class(count);
        return free_[size] != 0 || capacity_ - used_ >= u32{1} << size;
    }

    // Returns the first of `count` new nodes, or 0 if no memory is left.
    u32 allocate_block(int count) {
        const int size = size_class(count);
        u32 at = free_[size];
        if (at != 0) {
            free_[size] = nodes_[at].children;
        } else {
            if (capacity_ - used_ < u32{1} << size) return 0;
            at = used_;
            used_ += u32{1} << size;
        }
        for (int i = 0; i < count; ++i) nodes_[at + static_cast<u32>(i)] = Node{};
        return at;
    }

    void release_block(u32 at, int count) {
        const int size = size_class(count);
        nodes_[at].children = free_[size];
        free_[size] = at;
    }

    // Releases everything below a node; false if interrupted, which leaves an inconsistent tree.
    template <class Interrupted>
    bool release_descendants(u32 at, Interrupted&& interrupted) {
        Node& node = nodes_[at];
        if (node.children == 0) return true;
        if (interrupted()) return false;
        for (u32 child = 0; child < node.child_count; ++child)
            if (!release_descendants(node.children + child, interrupted)) return false;
        release_block(node.children, node.child_count);
        node.children = 0;
        node.child_count = 0;
        return true;
    }

private:
    RINGRIFT_INLINE static int size_class(int count) {
        return count <= 1 ? 0 : 32 - __builtin_clz(static_cast<u32>(count - 1));
    }

    Node* nodes_ = nullptr;
    u32 capacity_ = 0, used_ = 1;
    u32 free_[SIZE_CLASSES] = {};  // by size class: a list through `children`
};

RINGRIFT_CLOSE
