// The final standing: places, land, rings, accuracy, who left, and how the ratings changed.

import { formatChange } from "../account/formatRating";
import type { GameInfo, LeaveReason } from "../api/types";
import type { GameResult } from "../live/protocol";
import type { SessionState } from "../live/sessionState";
import { computePlaces, type Place } from "../lobby/standing";
import { messages } from "../messages";
import { SeatIcon } from "../play/SeatIcon";
import type { Seat, State } from "../rules/wire";
import { occupantName } from "./describeSeats";

export interface TableRow extends Place {
  name: string;
  own: boolean;
  left: LeaveReason | null;
  cells: number;
  rings: number;
  rating: { before: number; change: number } | null;
  wantsRematch: boolean;
}

interface StandingTableProps {
  rows: readonly TableRow[];
  /** The rings that win. */
  needed: number;
  /** By seat, from 0 to 1; seats without it are not judged, or not yet. */
  accuracy: Partial<Record<Seat, number>>;
}

export function StandingTable({ rows, needed, accuracy }: StandingTableProps) {
  const { columns } = messages.end;
  const rated = rows.some(({ rating }) => rating !== null);
  const judged = Object.keys(accuracy).length > 0;
  return (
    <table className="standing-table" aria-label={messages.end.standing}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col" className="number">
            {columns.cells}
          </th>
          <th scope="col" className="number">
            {columns.rings}
          </th>
          {judged && (
            <th scope="col" className="number">
              {columns.accuracy}
            </th>
          )}
          {rated && (
            <th scope="col" className="number">
              {columns.rating}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.seat} data-own={row.own}>
            <th scope="row">
              <span className="standing-name">
                <span className="place">{messages.play.rank({ rank: row.place })}</span>
                <SeatIcon seat={row.seat} />
                <b>{row.name}</b>
                {row.left && (
                  <small className="quiet">
                    {messages.play.leaving.tag({
                      reason: messages.play.leaving.reason({ reason: row.left }),
                    })}
                  </small>
                )}
                {row.wantsRematch && <span className="badge">{messages.end.wantsRematch}</span>}
              </span>
            </th>
            <td className="number">{row.cells}</td>
            <td className="number">{messages.end.ofNeeded({ rings: row.rings, needed })}</td>
            {judged && <td className="number">{formatAccuracy(accuracy[row.seat])}</td>}
            {rated && (
              <td className="number">
                <RatingChange rating={row.rating} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const formatAccuracy = (share: number | undefined): string =>
  share === undefined ? "–" : messages.end.percent({ percent: Math.round(100 * share) });

function RatingChange({ rating }: { rating: TableRow["rating"] }) {
  if (!rating) return "–";
  const { before, change } = rating;
  return (
    <span data-rating>
      <span className="rating-before">{before} → </span>
      {before + change} <b className={change < 0 ? "error" : "good"}>{formatChange(change)}</b>
    </span>
  );
}

/** The standing of a finished game. The ratings are those of the server's description of it. */
export function tableRows(
  { departures, seats }: SessionState,
  { ranking }: GameResult,
  state: State,
  info: GameInfo,
  ownSeats: readonly Seat[],
  rematchBy: string | null,
): TableRow[] {
  const places = computePlaces(
    ranking,
    departures.map(({ seat }) => seat),
  );
  return places.map(({ seat, place }) => {
    const departure = departures.find((each) => each.seat === seat);
    const player = departure?.occupant ?? seats[seat - 1];
    const scores = state.players[seat - 1];
    const name = occupantName(player);
    return {
      seat,
      place,
      name,
      own: ownSeats.includes(seat),
      left: departure?.reason ?? null,
      cells: scores?.territorySpaces ?? 0,
      rings: scores?.eliminatedRings ?? 0,
      rating: player && "id" in player ? findRating(info, player.id) : null,
      wantsRematch: rematchBy !== null && name === rematchBy,
    };
  });
}

/** By account: after a swap the seats of the description are not those of the players. */
function findRating({ seats }: GameInfo, account: string): TableRow["rating"] {
  const found = seats.find((seat) => seat.account?.id === account);
  return found?.rating && found.rating_change != null
    ? { before: found.rating.value, change: found.rating_change }
    : null;
}
