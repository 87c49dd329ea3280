// The course of a game out of its events, in order: who sits where, which moves stand, the clocks, what is offered, how it ended.

import type { Seat } from "../rules/wire";
import type { GameEvent, GameResult, MoveEvent, Occupant, RemainingTimes } from "./protocol";

export interface SessionState {
  /** The number of the last event. */
  sequence: number;
  seats: Occupant[];
  /** Those that were not taken back. */
  moves: MoveEvent[];
  /** What every seat had left at that moment of the server. */
  clock: { left: RemainingTimes; at: number; stands: boolean } | null;
  /** Somebody asks to go back to where only `keep` moves were played. */
  offer: { seat: Seat; keep: number; agreed: Seat[] } | null;
  /** The seat that was warned and has not chosen since. */
  warned: Seat | null;
  ended: GameResult | null;
}

export const initialSession: SessionState = {
  sequence: 0,
  seats: [],
  moves: [],
  clock: null,
  offer: null,
  warned: null,
  ended: null,
};

/** Something between what is known and this event was not told. */
export class EventGapError extends Error {
  constructor(
    readonly known: number,
    readonly told: number,
  ) {
    super(`event ${told} was told after event ${known}`);
    this.name = "GapError";
  }
}

/** The course one event further. An event that is known already changes nothing. */
export function applyEvent(course: SessionState, event: GameEvent): SessionState {
  if (event.sequence <= course.sequence) return course;
  if (event.sequence !== course.sequence + 1)
    throw new EventGapError(course.sequence, event.sequence);
  return {
    ...course,
    ...clockOf(course, event),
    ...changeOf(course, event),
    sequence: event.sequence,
  };
}

function clockOf(course: SessionState, event: GameEvent): Partial<SessionState> {
  if (event.kind === "ended")
    return course.clock ? { clock: { ...course.clock, stands: true } } : {};
  if (!("clock" in event) || !event.clock) return {};
  return { clock: { left: event.clock, at: event.at, stands: event.kind === "paused" } };
}

function changeOf(course: SessionState, event: GameEvent): Partial<SessionState> {
  switch (event.kind) {
    case "started":
    case "people_swapped":
      return { seats: event.seats };
    case "move":
      return { moves: [...course.moves, event], offer: null, warned: null };
    case "taken_back":
      return { moves: course.moves.slice(0, event.keep), offer: null, warned: null };
    case "take_back_offered":
      return { offer: { seat: event.seat, keep: event.keep, agreed: [] } };
    case "take_back_agreed":
      return course.offer
        ? { offer: { ...course.offer, agreed: [...course.offer.agreed, event.seat] } }
        : {};
    case "take_back_declined":
      return { offer: null };
    case "clock_warning":
      return { warned: event.seat };
    case "substituted":
      return {
        seats: course.seats.map((occupant, index) =>
          index + 1 === event.seat ? event.occupant : occupant,
        ),
      };
    case "ended":
      return {
        ended: { winner: event.winner, reason: event.reason, ranking: event.ranking },
        offer: null,
        warned: null,
      };
    default:
      return {};
  }
}

/** The seats of an account. */
export function seatsOf(course: SessionState, account: string | undefined): Seat[] {
  if (account === undefined) return [];
  return course.seats.flatMap((occupant, index) =>
    "id" in occupant && occupant.id === account ? [(index + 1) as Seat] : [],
  );
}
