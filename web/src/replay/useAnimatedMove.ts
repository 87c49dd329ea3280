// The move to animate on the board: the only one chosen since the last render, also when the game
// has grown by it. Jumps have none.

import { useEffect, useMemo, useRef } from "react";
import type { Step } from "../engine/engine";
import type { Move } from "../rules/wire";

export function useAnimatedMove(steps: readonly Step[], at: number): Move | null {
  const before = useRef({ steps, at });
  const move = useMemo(() => {
    const { at: from, steps: known } = before.current;
    if (known !== steps && known.at(-1) !== steps[known.length - 1]) return null;
    const chosen = steps.slice(from, at).filter(({ bookkeeping }) => !bookkeeping);
    return chosen.length === 1 ? (chosen[0]?.move ?? null) : null;
  }, [steps, at]);
  useEffect(() => {
    before.current = { steps, at };
  }, [steps, at]);
  return move;
}
