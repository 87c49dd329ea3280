// The position of a game in a list, and what it shows in words.

import type { GameInfo } from "../api/types";
import { messages } from "../messages";
import { parsePosition } from "../records/positionString";
import type { Seat, State } from "../rules/wire";

/** Null before the game has begun, and where the server does not have the position at hand. */
export function previewState({ preview }: GameInfo): State | null {
  return preview ? parsePosition(preview.position) : null;
}

/** `Square, turn 15, green to move; red leads with 9 cells.` */
export function describePreview(game: GameInfo, state: State | null): string {
  const board = messages.terms.boards[game.settings.board];
  if (!state || !game.preview) {
    const free = game.seats.filter(({ kind }) => kind === "open").length;
    return messages.lobby.picture.open({ board, seats: game.seats.length, free });
  }
  const { turn, to_move: toMove } = game.preview;
  const position =
    toMove === null
      ? messages.lobby.picture.over({ board, turn })
      : messages.lobby.picture.live({
          board,
          turn,
          colour: messages.terms.colour({ seat: toMove }),
        });
  const leader = landLeader(state);
  return leader ? `${position}; ${describeLeader(leader)}.` : `${position}.`;
}

interface Leader {
  seat: Seat;
  cells: number;
}

/** The seat with the most territory; null if there is none or two have the same. */
export function landLeader({ players }: State): Leader | null {
  const [first, second] = players
    .map(({ playerNumber, territorySpaces }) => ({ seat: playerNumber, cells: territorySpaces }))
    .sort((one, other) => other.cells - one.cells);
  return first && first.cells > (second?.cells ?? 0) ? first : null;
}

const describeLeader = ({ seat, cells }: Leader): string =>
  messages.lobby.picture.leads({ colour: messages.terms.colour({ seat }), cells });
