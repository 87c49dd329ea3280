// The state of a game session, folded from its events: seats, moves, clocks, offers and result.

import type { LeaveReason } from "../api/types";
import type { Seat } from "../rules/wire";
import type {
  AbortReason,
  GameEvent,
  GameResult,
  MoveEvent,
  Occupant,
  RemainingTimes,
} from "./protocol";

export interface Departure {
  seat: Seat;
  /** Who left. */
  occupant: Occupant | undefined;
  reason: LeaveReason;
  at: number;
}

export interface GameClock {
  left: RemainingTimes;
  /** The server time at which `left` was true. */
  at: number;
  paused: boolean;
  /** When the game ended without a move; until then the clock of the seat to move ran. */
  stoppedAt: number | null;
}

export interface SessionState {
  /** The sequence number of the last event. */
  sequence: number;
  seats: Occupant[];
  /** Without the moves taken back. */
  moves: MoveEvent[];
  /** How many of them are the balanced start, which nobody chose. */
  startMoves: number;
  /** Seconds left per seat at the server time `at`. */
  clock: GameClock | null;
  /** A player offers to go back to the position after `keep` moves. */
  takeBackOffer: { seat: Seat; keep: number; agreed: Seat[] } | null;
  /** The seat warned about its clock that has not moved since. */
  warnedSeat: Seat | null;
  /** Who left, in the order of leaving. */
  departures: Departure[];
  /** The game ended without a result. */
  aborted: { seat: Seat; reason: AbortReason } | null;
  result: GameResult | null;
}

export const initialSession: SessionState = {
  sequence: 0,
  seats: [],
  moves: [],
  startMoves: 0,
  clock: null,
  takeBackOffer: null,
  warnedSeat: null,
  departures: [],
  aborted: null,
  result: null,
};

/** At least one event before this one is missing. */
export class EventGapError extends Error {
  constructor(
    readonly lastSequence: number,
    readonly receivedSequence: number,
  ) {
    super(`received event ${receivedSequence} after event ${lastSequence}`);
    this.name = "EventGapError";
  }
}

/** Returns the session after the event. Events applied before change nothing. */
export function applyEvent(session: SessionState, event: GameEvent): SessionState {
  if (event.sequence <= session.sequence) return session;
  if (event.sequence !== session.sequence + 1)
    throw new EventGapError(session.sequence, event.sequence);
  return {
    ...session,
    ...clockAfterEvent(session, event),
    ...changesFromEvent(session, event),
    sequence: event.sequence,
  };
}

function clockAfterEvent(session: SessionState, event: GameEvent): Partial<SessionState> {
  if (event.kind === "ended" || event.kind === "aborted")
    return session.clock ? { clock: { ...session.clock, paused: true, stoppedAt: event.at } } : {};
  if (!("clock" in event) || !event.clock) return {};
  const paused = event.kind === "paused";
  return { clock: { left: event.clock, at: event.at, paused, stoppedAt: null } };
}

function changesFromEvent(session: SessionState, event: GameEvent): Partial<SessionState> {
  switch (event.kind) {
    case "started":
      return { seats: event.seats, startMoves: event.start_moves ?? 0 };
    case "people_swapped":
      return { seats: event.seats };
    case "move":
      return { moves: [...session.moves, event], takeBackOffer: null, warnedSeat: null };
    case "taken_back":
      return { moves: session.moves.slice(0, event.keep), takeBackOffer: null, warnedSeat: null };
    case "take_back_offered":
      return { takeBackOffer: { seat: event.seat, keep: event.keep, agreed: [] } };
    case "take_back_agreed":
      return session.takeBackOffer
        ? {
            takeBackOffer: {
              ...session.takeBackOffer,
              agreed: [...session.takeBackOffer.agreed, event.seat],
            },
          }
        : {};
    case "take_back_declined":
      return { takeBackOffer: null };
    case "clock_warning":
      return { warnedSeat: event.seat };
    case "substituted":
      return {
        seats: session.seats.map((occupant, index) =>
          index + 1 === event.seat ? event.occupant : occupant,
        ),
      };
    case "left": {
      const { seat, reason, at } = event;
      const occupant = session.seats[seat - 1];
      return {
        departures: [...session.departures, { seat, occupant, reason, at }],
        takeBackOffer: null,
      };
    }
    case "aborted":
      return { aborted: { seat: event.seat, reason: event.reason }, takeBackOffer: null };
    case "ended":
      return {
        result: { winner: event.winner, reason: event.reason, ranking: event.ranking },
        takeBackOffer: null,
        warnedSeat: null,
      };
    default:
      return {};
  }
}

/** Whether a person has completed a turn: until then the clocks stand still. */
export function hasBegun(
  { seats, moves, startMoves, departures }: SessionState,
  toMove: Seat | null,
): boolean {
  const isPerson = (seat: Seat) => "id" in (seats[seat - 1] ?? {});
  if (departures.length > 0 || !seats.some((occupant) => "id" in occupant)) return true;
  return moves.some(
    ({ seat, move }, index) =>
      index >= startMoves &&
      isPerson(seat) &&
      (move.type === "swap_sides" || (moves[index + 1]?.seat ?? toMove) !== seat),
  );
}

/** The seats that the account has or has left. */
export function seatsPlayedBy(session: SessionState, account: string | undefined): Seat[] {
  const left = session.departures.filter(
    ({ occupant }) => occupant && "id" in occupant && occupant.id === account,
  );
  return [...new Set([...seatsOfAccount(session, account), ...left.map(({ seat }) => seat)])];
}

export function seatsOfAccount(session: SessionState, account: string | undefined): Seat[] {
  if (account === undefined) return [];
  return session.seats.flatMap((occupant, index) =>
    "id" in occupant && occupant.id === account ? [(index + 1) as Seat] : [],
  );
}
