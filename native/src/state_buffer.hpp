// Aligned memory for the states of an engine, copied as bytes.
#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "ringrift/engine.hpp"

namespace ringrift {

class StateBuffer {
public:
    StateBuffer(const Engine& engine, std::size_t count)
        : stride_((engine.state_size + 63) / 64 * 64),
          count_(count),
          bytes_(allocate(stride_ * count)) {}
    StateBuffer(const StateBuffer& other)
        : stride_(other.stride_), count_(other.count_), bytes_(allocate(stride_ * count_)) {
        std::memcpy(bytes_.get(), other.bytes_.get(), stride_ * count_);
    }
    StateBuffer& operator=(const StateBuffer& other) {
        if (this == &other) return *this;
        if (stride_ * count_ != other.stride_ * other.count_)
            bytes_ = allocate(other.stride_ * other.count_);
        stride_ = other.stride_;
        count_ = other.count_;
        std::memcpy(bytes_.get(), other.bytes_.get(), stride_ * count_);
        return *this;
    }
    StateBuffer(StateBuffer&&) = default;
    StateBuffer& operator=(StateBuffer&&) = default;
    ~StateBuffer() = default;

    void* at(std::size_t index) { return bytes_.get() + index * stride_; }
    const void* at(std::size_t index) const { return bytes_.get() + index * stride_; }
    std::size_t count() const { return count_; }

private:
    struct Free {
        void operator()(char* bytes) const { std::free(bytes); }
    };
    using Bytes = std::unique_ptr<char, Free>;

    static Bytes allocate(std::size_t size) {
        char* bytes = static_cast<char*>(std::aligned_alloc(64, size == 0 ? 64 : size));
        if (bytes == nullptr) throw std::bad_alloc();
        return Bytes(bytes);
    }

    std::size_t stride_, count_;
    Bytes bytes_;
};

}  // namespace ringrift
