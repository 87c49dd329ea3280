// Props of the game view, which live games, the sandbox, replays and lessons share.

import type { ReactNode } from "react";
import type { Arrow } from "../board/types";
import type { Sound } from "../browser/sound";
import type { PositionView, Step } from "../engine/engine";
import type { Key, Move, Refusal, Seat, State } from "../rules/wire";

export interface SeatInfo {
  seat: Seat;
  name: string;
  /** "person", "level 3" or "bot", shown beside the name. */
  kind: string;
  /** The strength of a level in words, shown in place of the kind where there is room. */
  strength?: string;
  rating?: { value: number; uncertain: boolean } | null;
  /** Whether the player is connected; undefined where presence does not matter. */
  present?: boolean;
  /** Shown below the seat's scores, such as who left it. */
  note?: ReactNode;
  /** Seconds left at `since` (a `Date.now()` value); null without a time control. */
  clock?: { left: number | null; running: boolean; since: number } | null;
}

/** A button under the board's slot, such as Undo; on a phone one of the tabs. */
export interface GameAction {
  id: string;
  label: string;
  title?: string;
  disabled?: boolean;
  busy?: boolean;
  onClick(): void;
}

/** Something that happened outside the board, such as a player who left. */
export interface GameNotice {
  /** How many steps came before it. */
  after: number;
  text: string;
}

export interface GameViewProps {
  /** The shown position and its legal moves. */
  view: PositionView;
  /** The position before the first step; without it the first step is not told. */
  start?: PositionView | null;
  /** All steps of the game. A newly added one is animated. */
  steps: Step[];
  /** The number of steps that lead to `view`; all of them by default. */
  at?: number;
  /** The seats played on this screen. */
  ownSeats: Seat[];
  /** The seats that the texts call "you"; by default `ownSeats`. */
  viewer?: Seat[];
  seats: SeatInfo[];
  onMove(move: Move): void;
  /** A move is sent and not yet acknowledged. */
  pending?: boolean;
  /** Explains why a move is illegal; the page's own explanation by default. */
  explainIllegal?(state: State, move: Move): Promise<Refusal | null>;
  /** Plays a move on a copy of the position, to preview it; the page's engine by default. */
  previewMove?(state: State, move: Move): Promise<Step[]>;
  arrows?: Arrow[];
  /** Jumps to the position after so many steps. */
  onJump?(steps: number): void;
  /** Plays a sound; the page's own sounds by default. */
  onSound?(sound: Sound): void;
  /** `inset` is for a board inside another page, such as a lesson: it has no story. */
  layout?: "screen" | "inset";
  notices?: readonly GameNotice[];
  /** Shown in place of the story, with the name of its tab. */
  log?: { label: string; content: ReactNode };
  /** Takes a click on a cell before it is part of a move; returns whether it did. */
  onCellClick?(cell: Key): boolean;
  /** Shown below the story. */
  chat?: ReactNode;
  actions?: readonly GameAction[];
  /** A sentence in the slot, such as a hint. */
  remark?: string;
  /** Shown under the board, such as a slider or buttons. */
  controls?: ReactNode;
  /** Shown under the scores, such as settings or analysis. */
  aside?: ReactNode;
  /** The card of a finished game; it lies over the screen and can be closed. */
  result?: ReactNode;
  /** Replaces the prompt when there is nothing to choose, such as "Level 3 thinks". */
  waitingText?: string;
}
