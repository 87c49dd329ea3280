// Games that searches play among themselves, with samples of their positions: what the weights are
// tuned by.
#pragma once

#include <nanobind/nanobind.h>

namespace ringrift {

void bind_selfplay(nanobind::module_& module);

}  // namespace ringrift
