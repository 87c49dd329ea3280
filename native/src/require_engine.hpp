// The engine of a board, or a Python error.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "ringrift/engine.hpp"

namespace ringrift {

inline const Engine* require_engine(int board, const std::string& isa) {
    const Engine* engine = find_engine(board, isa.empty() ? nullptr : isa.c_str());
    if (engine == nullptr) throw nanobind::value_error("unknown board or instruction set");
    return engine;
}

}  // namespace ringrift
