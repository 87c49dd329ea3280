// A hint: the move that a strong level would play.

import { useCallback, useState } from "react";
import type { Arrow } from "../board/types";
import { showError } from "../components/toasts";
import type { Engine, PositionView } from "../engine/engine";
import { messages } from "../messages";
import { cellName, keyOf } from "../play/cells";
import { moveArrow } from "../play/moveArrow";
import type { Move, Position } from "../rules/wire";

/** Strong enough to be useful, with a time short enough to ask often. */
const HINT_LEVEL = 10;
const HINT_SECONDS = 0.5;

export function useHint(engine: Engine, view: PositionView | null) {
  const [hint, setHint] = useState<{ of: string; arrows: Arrow[]; text: string } | null>(null);
  const [pending, setPending] = useState(false);
  const requestHint = useCallback(async () => {
    if (!view?.decision?.interactive) return;
    setPending(true);
    try {
      const move = await engine.chooseMove(view.state, HINT_LEVEL, 0, HINT_SECONDS, true);
      const arrow = moveArrow(move, 1, messages.play.hint.mark);
      setHint({ of: view.hash, arrows: arrow ? [arrow] : [], text: describeMove(view, move) });
    } catch (error) {
      showError(error);
    } finally {
      setPending(false);
    }
  }, [engine, view]);
  const shown = hint && hint.of === view?.hash ? hint : null;
  return { requestHint, pending, arrows: shown?.arrows, text: shown?.text };
}

/** The move as advice: `Move d4 to d6.` Moves without a plain sentence are given in notation. */
function describeMove({ state, decision }: PositionView, move: Move): string {
  const { hint } = messages.play;
  const name = (position: Position) => cellName(state.board.type, keyOf(position));
  switch (move.type) {
    case "place_ring":
      return hint.place({ count: move.placementCount, cell: name(move.to) });
    case "move_stack":
      return hint.move({ from: name(move.from), to: name(move.to) });
    case "overtaking_capture":
    case "continue_capture_segment":
      return hint.capture({ over: name(move.captureTarget), to: name(move.to) });
    case "skip_placement":
      return hint.skipPlacement;
    case "eliminate_rings_from_stack":
    case "forced_elimination":
      return hint.pay({ cell: name(move.to) });
    case "process_territory_region":
      return hint.region;
    default: {
      const index = decision?.moves.findIndex(
        (each) => JSON.stringify(each) === JSON.stringify(move),
      );
      return hint.other({ notation: decision?.notation[index ?? -1] ?? move.type });
    }
  }
}
