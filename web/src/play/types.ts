// Props of the game view, which live games, the sandbox, replays and lessons share.

import type { ReactNode } from "react";
import type { Arrow } from "../board/types";
import type { Sound } from "../browser/sound";
import type { PositionView, Step } from "../engine/engine";
import type { Move, Refusal, Seat, State } from "../rules/wire";

export interface SeatInfo {
  seat: Seat;
  name: string;
  /** "person", "level 3" or "bot", shown beside the name. */
  kind: string;
  /** Whether the player is connected; undefined where presence does not matter. */
  present?: boolean;
  /** Seconds left at `since` (a `Date.now()` value); null without a time control. */
  clock?: { left: number | null; running: boolean; since: number } | null;
}

export interface GameViewProps {
  /** The shown position and its legal moves. */
  view: PositionView;
  /** All steps of the game. A newly added one is animated. */
  steps: Step[];
  /** The number of steps that lead to `view`; all of them by default. */
  at?: number;
  /** The seats played on this screen. */
  ownSeats: Seat[];
  seats: SeatInfo[];
  onMove(move: Move): void;
  /** A move is sent and not yet acknowledged. */
  pending?: boolean;
  /** Explains why a move is illegal; the page's own explanation by default. */
  explainIllegal?(state: State, move: Move): Promise<Refusal | null>;
  arrows?: Arrow[];
  /** Jumps to the position after so many steps. */
  onJump?(steps: number): void;
  /** Plays a sound; the page's own sounds by default. */
  onSound?(sound: Sound): void;
  /** Shown under the board, such as a slider or buttons. */
  controls?: ReactNode;
  /** Shown under the move log, such as chat or analysis. */
  aside?: ReactNode;
  /** Replaces the prompt when there is nothing to choose, such as "Level 3 thinks". */
  waitingText?: string;
}
