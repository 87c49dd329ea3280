// What the pointed-at choice would do: the engine plays it on a copy of the position.

import { useEffect, useMemo, useState } from "react";
import type { Preview } from "../board/types";
import type { PositionView, Step } from "../engine/engine";
import { pageEngine } from "../engine/useEngine";
import type { Move, State } from "../rules/wire";
import { describeConsequence, previewOf } from "./story/consequence";
import type { StoryText } from "./story/storyText";

export type PlayMove = (state: State, move: Move) => Promise<Step[]>;

/** A server would have to be asked at every movement of the pointer: then only the path is shown. */
const playInPage: PlayMove = async (state, move) =>
  pageEngine().runsIn === "page" ? pageEngine().playAndSettle(state, move) : [];

export function usePreview(
  view: PositionView,
  move: Move | null,
  play: PlayMove = playInPage,
): { preview: Preview | null; consequence: StoryText | null } {
  const [played, setPlayed] = useState<{ of: Move; steps: Step[] } | null>(null);
  useEffect(() => {
    if (!move) return;
    let current = true;
    play(view.state, move)
      .then((steps) => {
        if (current) setPlayed({ of: move, steps });
      })
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [view, move, play]);
  const steps = move !== null && played?.of === move ? played.steps : null;
  return useMemo(
    () => ({
      preview: move ? previewOf(view.state, move, steps?.[0] ?? null) : null,
      consequence: steps ? describeConsequence(view.state, steps) : null,
    }),
    [view, move, steps],
  );
}
