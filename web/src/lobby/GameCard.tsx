// A game as a card: its board, what happens there, its players. The whole card is the link.

import type { ReactNode } from "react";
import type { GameInfo } from "../api/types";
import { Link } from "../browser/router";
import { GameBoard } from "./GameBoard";

interface GameCardProps {
  game: GameInfo;
  to?: string;
  /** Draws the border that says "your turn". */
  turn?: boolean;
  /** The first line; it names the link. */
  title: ReactNode;
  children: ReactNode;
}

export function GameCard({ game, to = `/game/${game.id}`, turn, title, children }: GameCardProps) {
  return (
    <li className="game-card" data-turn={turn}>
      <GameBoard game={game} />
      <Link className="game-card-link" to={to}>
        {title}
      </Link>
      {children}
    </li>
  );
}
