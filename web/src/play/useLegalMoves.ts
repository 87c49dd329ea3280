// Views of a record carry no offers; what is shown of it gets its own.

import { useEffect, useState } from "react";
import { showError } from "../components/toasts";
import type { Engine, PositionView } from "../engine/engine";

export function useLegalMoves(engine: Engine, view: PositionView | null): PositionView | null {
  const [seen, setSeen] = useState<PositionView | null>(null);
  const lacks = view !== null && view.offer === null && view.state.gameStatus === "active";
  useEffect(() => {
    if (!lacks) return;
    let current = true;
    engine
      .see(view.state)
      .then((told) => {
        if (current) setSeen(told);
      })
      .catch(showError);
    return () => {
      current = false;
    };
  }, [engine, view, lacks]);
  return lacks && seen?.hash === view.hash ? seen : view;
}
