// The search as a Python class.
#pragma once

#include <nanobind/nanobind.h>

namespace ringrift {

void bind_search(nanobind::module_& module);

}  // namespace ringrift
