// A small picture of a game's board; of a game that has not begun, its seats.

import { useMemo } from "react";
import type { GameInfo } from "../api/types";
import { MiniBoard } from "../board/MiniBoard";
import { describePreview, previewState } from "./preview";

export function GameBoard({ game, size }: { game: GameInfo; size?: number }) {
  const { preview, settings, seats } = game;
  const position = preview?.position;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position says all
  const state = useMemo(() => previewState(game), [position]);
  const label = describePreview(game, state);
  if (state) return <MiniBoard state={state} label={label} {...(size ? { size } : {})} />;
  return (
    <MiniBoard
      board={settings.board}
      seats={seats.map(({ seat, kind }) => ({ seat, free: kind === "open" }))}
      label={label}
      {...(size ? { size } : {})}
    />
  );
}
