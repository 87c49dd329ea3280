// One position in a foreign page. It is only drawn, so it needs no engine.

import { useMemo } from "react";
import { Board } from "../board/react";
import { messages } from "../messages";
import { useBoardSettings } from "../play/useBoardSettings";
import { parsePosition } from "../records/positionString";
import { RefusedError, type State } from "../rules/wire";
import { EmbedFrame } from "./EmbedFrame";

interface EmbeddedPositionProps {
  position: string;
  size: number | null;
}

export function EmbeddedPosition({ position, size }: EmbeddedPositionProps) {
  const board = useBoardSettings();
  const state = useMemo(() => readPosition(position), [position]);
  const path = `/sandbox#${new URLSearchParams({ position })}`;
  return (
    <EmbedFrame path={state ? path : "/"} size={size}>
      {state ? <Board state={state} {...board} /> : <p role="alert">{messages.embed.noPosition}</p>}
    </EmbedFrame>
  );
}

/** The board does not draw what the rules would derive. */
function readPosition(position: string): State | null {
  try {
    const state = parsePosition(position);
    return { ...state, turn: { ...state.turn, hadRealAction: state.turn.hadRealAction ?? false } };
  } catch (error) {
    if (error instanceof RefusedError) return null;
    throw error;
  }
}
