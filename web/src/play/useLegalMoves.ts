// Views in a replayed record have no legal moves; loads them for the one that is shown.

import { useEffect, useState } from "react";
import { showError } from "../components/toasts";
import type { Engine, PositionView } from "../engine/engine";

export function useLegalMoves(engine: Engine, view: PositionView | null): PositionView | null {
  const [loaded, setLoaded] = useState<PositionView | null>(null);
  const needsMoves = view !== null && view.decision === null && view.state.gameStatus === "active";
  useEffect(() => {
    if (!needsMoves) return;
    let current = true;
    engine
      .inspect(view.state)
      .then((viewed) => {
        if (current) setLoaded(viewed);
      })
      .catch(showError);
    return () => {
      current = false;
    };
  }, [engine, view, needsMoves]);
  return needsMoves && loaded?.hash === view.hash ? loaded : view;
}
