// Self-play games with sampled positions, for tuning the evaluation weights.
#pragma once

#include <nanobind/nanobind.h>

namespace ringrift {

void bind_selfplay(nanobind::module_& module);

}  // namespace ringrift
