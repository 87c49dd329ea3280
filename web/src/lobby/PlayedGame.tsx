// A game of a player's history: its board, how it ended for the player, against whom and when.

import { ChangeBadge } from "../account/ChangeBadge";
import { formatDate } from "../account/formatTime";
import type { GameInfo } from "../api/types";
import { Link } from "../browser/router";
import { messages } from "../messages";
import { GameBoard } from "./GameBoard";
import { describeRatingOutcome, seatName } from "./gameSummary";
import { isMine } from "./SeatNames";
import { describeOwnResult, describeWinners } from "./standing";

export function PlayedGame({ game, account }: { game: GameInfo; account: string }) {
  const own = game.seats.find((seat) => isMine(seat, account));
  const opponents = game.seats.filter((seat) => seat !== own).map(seatName);
  const note = describeRatingOutcome(game);
  const over = game.status === "over";
  return (
    <li className="played-game">
      <GameBoard game={game} size={76} />
      <div>
        <Link className="game-card-link" to={over ? `/replay/${game.id}` : `/game/${game.id}`}>
          {over ? describeResult(game, account) : messages.account.player.inProgress}
        </Link>
        <small className="quiet">
          {[opponents.join(", "), formatDate(game.ended_at ?? game.created_at)]
            .filter(Boolean)
            .join(" · ")}
        </small>
        {over && own?.seat !== game.winner && (
          <small className="quiet">{describeWinners(game)}</small>
        )}
        {note && <small className="quiet">{note}</small>}
      </div>
      {own?.rating_change != null && <ChangeBadge change={own.rating_change} />}
    </li>
  );
}

/** `Won by land`, `2nd of 2`, or `3rd of 3, left (time ran out)`. */
function describeResult(game: GameInfo, account: string): string {
  const own = game.seats.find((seat) => isMine(seat, account));
  if (own && own.seat === game.winner && !own.left)
    return messages.account.player.wonBy({ reason: game.reason ?? "" });
  return describeOwnResult(game, account) ?? messages.account.player.over;
}
