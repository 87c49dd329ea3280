// Zeroed, aligned memory for searches; large blocks cost nothing until they are touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

namespace ringrift {

class AlignedMemory {
public:
    AlignedMemory() = default;
    explicit AlignedMemory(std::size_t size) : size_(size), raw_(std::calloc(size + ALIGNMENT, 1)) {
        if (raw_ == nullptr) throw std::bad_alloc();
    }
    void* data() const {
        if (raw_ == nullptr) return nullptr;
        const auto address = reinterpret_cast<std::uintptr_t>(raw_.get());
        return reinterpret_cast<void*>((address + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    }
    std::size_t size() const { return size_; }
    // Zeroes the first `head` bytes, or all if there are fewer.
    void zero_first(std::size_t head) const {
        if (raw_ != nullptr) std::memset(data(), 0, head < size_ ? head : size_);
    }

private:
    static constexpr std::size_t ALIGNMENT = 64;
    struct Free {
        void operator()(void* bytes) const { std::free(bytes); }
    };
    std::size_t size_ = 0;
    std::unique_ptr<void, Free> raw_;
};

}  // namespace ringrift
