// Sights of a record carry no offers; what is shown of it gets its own.

import { useEffect, useState } from "react";
import { showError } from "../components/toasts";
import type { Engine, PositionView } from "../engine/engine";

export function useLegalMoves(engine: Engine, sight: PositionView | null): PositionView | null {
  const [seen, setSeen] = useState<PositionView | null>(null);
  const lacks = sight !== null && sight.offer === null && sight.state.gameStatus === "active";
  useEffect(() => {
    if (!lacks) return;
    let current = true;
    engine
      .see(sight.state)
      .then((told) => {
        if (current) setSeen(told);
      })
      .catch(showError);
    return () => {
      current = false;
    };
  }, [engine, sight, lacks]);
  return lacks && seen?.hash === sight.hash ? seen : sight;
}
