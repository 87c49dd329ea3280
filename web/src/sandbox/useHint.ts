// A hint: the move that a strong level would play.

import { useCallback, useState } from "react";
import type { Arrow } from "../board/types";
import { showError, showToast } from "../components/toasts";
import type { Engine, PositionView } from "../engine/engine";
import { messages } from "../messages";
import { moveArrow } from "../play/moveArrow";

/** Strong enough to be useful and quick enough to ask often. */
const HINT_LEVEL = 7;

export function useHint(engine: Engine, view: PositionView | null) {
  const [hint, setHint] = useState<{ of: string; arrows: Arrow[] } | null>(null);
  const [pending, setPending] = useState(false);
  const requestHint = useCallback(async () => {
    if (!view?.decision?.interactive) return;
    setPending(true);
    try {
      const move = await engine.chooseMove(view.state, HINT_LEVEL, 0);
      const index = view.decision.moves.findIndex(
        (each) => JSON.stringify(each) === JSON.stringify(move),
      );
      showToast(
        messages.sandbox.suggestion({ notation: view.decision.notation[index] ?? move.type }),
      );
      const arrow = moveArrow(move, 1, messages.sandbox.hintMark);
      setHint({ of: view.hash, arrows: arrow ? [arrow] : [] });
    } catch (error) {
      showError(error);
    } finally {
      setPending(false);
    }
  }, [engine, view]);
  return { requestHint, pending, arrows: hint && hint.of === view?.hash ? hint.arrows : undefined };
}
