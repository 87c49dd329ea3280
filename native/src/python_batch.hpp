// Many games at once, over NumPy arrays.
#pragma once

#include <nanobind/nanobind.h>

namespace ringrift {

void bind_games(nanobind::module_& module);

}  // namespace ringrift
