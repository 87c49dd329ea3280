// The games of the current account, in the server's order: your turns first, the soonest deadline
// before the others; then rematch offers, games in which others are to move, games not begun.

import { requestRematch } from "../api/games";
import type { WaitingGame } from "../api/types";
import { navigate } from "../browser/router";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { messages } from "../messages";
import { GameCard } from "./GameCard";
import { seatName } from "./gameSummary";
import { isMine, SeatNames } from "./SeatNames";

interface OwnGamesProps {
  games: readonly WaitingGame[];
  me: string | undefined;
}

export function OwnGames({ games, me }: OwnGamesProps) {
  return (
    <ul className="plain game-cards own-games">
      {games.map((waiting) => (
        <GameCard
          key={waiting.game.id}
          game={waiting.game}
          turn={waiting.your_turn}
          title={describeStatus(waiting)}
        >
          <SeatNames game={waiting.game} me={me} />
          <small className="quiet">{describeDetails(waiting, me)}</small>
          {waiting.rematch_offer && <AcceptRematch {...waiting} />}
        </GameCard>
      ))}
    </ul>
  );
}

function AcceptRematch({ game }: WaitingGame) {
  const accept = async () => {
    try {
      const rematch = await requestRematch(game.rematch_of ?? game.id);
      navigate(`/game/${rematch.id}`);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Button kind="primary" className="above-link" onClick={accept}>
      {messages.lobby.own.accept}
    </Button>
  );
}

function describeStatus({ game, your_turn: yourTurn, rematch_offer: offer }: WaitingGame): string {
  if (yourTurn) return messages.lobby.own.yourTurn;
  const names = game.seats.filter(({ account }) => account).map(seatName);
  if (offer) return messages.lobby.own.rematch({ name: names[0] ?? "" });
  if (game.status === "open") return messages.lobby.own.notBegun;
  const seat = game.seats.find((each) => each.seat === game.preview?.to_move);
  return messages.lobby.own.waitingFor({ name: seat ? seatName(seat) : "" });
}

function describeDetails({ game, deadline }: WaitingGame, me: string | undefined): string {
  const own = game.seats.find((seat) => isMine(seat, me));
  return [
    own
      ? messages.lobby.own.youAre({ colour: messages.terms.colour({ seat: own.seat }) })
      : messages.terms.players({ count: game.settings.players }),
    deadline !== null && messages.lobby.own.left({ time: describeTimeLeft(deadline) }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Rounds down to days, hours or minutes. */
export function describeTimeLeft(deadline: number, now = Date.now() / 1000): string {
  const minutes = Math.max(0, Math.floor((deadline - now) / 60));
  if (minutes < 60) return messages.lobby.own.minutes({ minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return messages.lobby.own.hours({ hours });
  return messages.lobby.own.days({ days: Math.floor(hours / 24) });
}
