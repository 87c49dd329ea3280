// The table: board, guided choices, scores and log in one part. The game, the sandbox and the lessons all show it.

import type { ReactNode } from "react";
import type { Arrow } from "../board/types";
import type { Sound } from "../browser/sound";
import type { PositionView, Step } from "../engine/engine";
import type { Move, Refusal, Seat, State } from "../rules/wire";

export interface SeatInfo {
  seat: Seat;
  name: string;
  /** "person", "level 3", "bot" … for the small print. */
  kind: string;
  /** Where it matters. */
  present?: boolean;
  /** Seconds left at the time `since` (as `Date.now()` tells it) and whether it runs; null without a clock. */
  clock?: { left: number | null; running: boolean; since: number } | null;
}

export interface GameViewProps {
  /** What the board shows, and what is offered there. */
  view: PositionView;
  /** The moves made so far; the last of them is animated when it is new. */
  steps: Step[];
  /** How many of the steps lead to `view`, where the log goes on after it; all of them by default. */
  at?: number;
  /** The seats that the person at this screen plays. */
  ownSeats: Seat[];
  seats: SeatInfo[];
  onMove(move: Move): void;
  /** A move has been sent and is not yet acknowledged. */
  pending?: boolean;
  /** Why a move cannot be made; the page's own reasons by default. */
  explainIllegal?(state: State, move: Move): Promise<Refusal | null>;
  arrows?: Arrow[];
  /** Jump to the state after so many steps, from the log. */
  onJump?(steps: number): void;
  /** A move was made, or something could not be done; the page's own sounds by default. */
  onSound?(sound: Sound): void;
  /** What stands between board and scores: a slider, buttons. */
  controls?: ReactNode;
  /** What the place shows beside the table: chat, buttons, engine lines. */
  aside?: ReactNode;
  /** What is said instead of the prompt where nothing is to be chosen: "Level 3 thinks". */
  waitingText?: string;
}
