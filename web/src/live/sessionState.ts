// The state of a game session, folded from its events: seats, moves, clocks, offers and result.

import type { Seat } from "../rules/wire";
import type { GameEvent, GameResult, MoveEvent, Occupant, RemainingTimes } from "./protocol";

export interface SessionState {
  /** The sequence number of the last event. */
  sequence: number;
  seats: Occupant[];
  /** Without the moves taken back. */
  moves: MoveEvent[];
  /** Seconds left per seat at the server time `at`. */
  clock: { left: RemainingTimes; at: number; paused: boolean } | null;
  /** A player offers to go back to the position after `keep` moves. */
  takeBackOffer: { seat: Seat; keep: number; agreed: Seat[] } | null;
  /** The seat warned about its clock that has not moved since. */
  warnedSeat: Seat | null;
  result: GameResult | null;
}

export const initialSession: SessionState = {
  sequence: 0,
  seats: [],
  moves: [],
  clock: null,
  takeBackOffer: null,
  warnedSeat: null,
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
  if (event.kind === "ended")
    return session.clock ? { clock: { ...session.clock, paused: true } } : {};
  if (!("clock" in event) || !event.clock) return {};
  return { clock: { left: event.clock, at: event.at, paused: event.kind === "paused" } };
}

function changesFromEvent(session: SessionState, event: GameEvent): Partial<SessionState> {
  switch (event.kind) {
    case "started":
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

export function seatsOfAccount(session: SessionState, account: string | undefined): Seat[] {
  if (account === undefined) return [];
  return session.seats.flatMap((occupant, index) =>
    "id" in occupant && occupant.id === account ? [(index + 1) as Seat] : [],
  );
}
