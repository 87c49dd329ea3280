// What is to be heard of a step.

import type { Sound } from "../browser/sound";
import type { Step } from "../engine/engine";

export function moveSound({ move, view }: Step): Sound {
  if (view.state.gameStatus === "completed") return "end";
  switch (move.type) {
    case "place_ring":
      return "place";
    case "overtaking_capture":
    case "continue_capture_segment":
      return "capture";
    case "process_line":
    case "choose_line_reward":
    case "process_territory_region":
      return "collapse";
    case "eliminate_rings_from_stack":
    case "forced_elimination":
      return "eliminate";
    default:
      return "move";
  }
}
