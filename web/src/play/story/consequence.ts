// What a choice would do, in words and as marks on the board, read off the position after it.

import type { Preview } from "../../board/types";
import type { Step } from "../../engine/engine";
import { messages } from "../../messages";
import type { Key, Move, Seat, State } from "../../rules/wire";
import { keyOf } from "../cells";
import { type Effect, effectsOf } from "./effects";
import { CellNames, type StoryText } from "./storyText";
import { ownerArguments } from "./words";

/** `steps` are the move and the bookkeeping after it. */
export function describeConsequence(before: State, steps: readonly Step[]): StoryText | null {
  const [first] = steps;
  if (!first) return null;
  const names = new CellNames(before.board.type);
  const writer = new ConsequenceWriter(first.move.player, names);
  const clauses = [
    ...effectsOf(before, first).flatMap((effect) => writer.clause(effect) ?? []),
    ...followUp(before, steps),
  ];
  if (clauses.length === 0) return null;
  const cell = targetOf(first.move);
  const text =
    cell === null
      ? messages.story.consequenceOfButton({ clauses: clauses.join("; ") })
      : messages.story.consequence({ cell: names.one(cell), clauses: clauses.join("; ") });
  return { text, cells: names.cells };
}

/** What happens next in the same turn. */
function followUp(before: State, steps: readonly Step[]): string[] {
  const { will } = messages.story;
  const after = steps.at(-1)?.view;
  const player = before.currentPlayer;
  if (!after) return [];
  const { state, decision } = after;
  if (state.gameStatus === "completed") return state.winner === player ? [will.wins] : [];
  if (decision?.seat !== player || state.turnNumber !== before.turnNumber) return [];
  switch (decision.kind) {
    case "capture":
      return [will.thenCapture];
    case "chain_capture":
      return [will.thenChain];
    case "line":
      return before.currentPhase === "line_processing" ? [] : [will.thenLine];
    case "region":
      return before.currentPhase === "territory_processing" ? [] : [will.thenRegion];
    case "line_cost":
    case "region_cost":
    case "recovery_cost":
      return [will.thenPay];
    default:
      return [];
  }
}

function targetOf(move: Move): Key | null {
  return "to" in move ? keyOf(move.to) : null;
}

class ConsequenceWriter {
  constructor(
    private readonly seat: Seat,
    private readonly names: CellNames,
  ) {}

  private owner(owner: Seat) {
    return ownerArguments(owner, this.seat, { viewer: [this.seat] });
  }

  clause(effect: Effect): string | null {
    const { will, ownerOf } = messages.story;
    switch (effect.kind) {
      case "place":
        if (effect.onto === null) return will.place({ count: effect.count });
        return effect.onto === this.seat
          ? will.placeOn
          : will.placeOver({ stack: ownerOf.stack(this.owner(effect.onto)) });
      case "move":
        return will.move;
      case "capture":
        return will.capture({
          target: this.names.one(effect.target),
          ring: ownerOf.ring(this.owner(effect.ring)),
        });
      case "turn":
        return will.turn({
          count: effect.cells.length,
          marker: ownerOf.marker(this.owner(effect.owner)),
          cells: this.names.each(effect.cells),
          colour: messages.terms.colour({ seat: this.seat }),
        });
      case "territory":
        return will.territory({
          count: effect.cells.length,
          cells: this.names.each(effect.cells),
        });
      case "land":
        if (effect.controller === null) return will.landGone;
        return effect.controller === this.seat
          ? will.land
          : will.landLost({ colour: messages.terms.colour({ seat: effect.controller }) });
      case "line":
        return will.line({ count: effect.collapsed.length });
      case "region":
        return will.region({ count: effect.cells.length, rings: effect.rings });
      case "pay":
      case "forced":
        return will.pay({ rings: effect.rings });
      case "slide":
        return will.slide;
      case "strike":
        return will.strike({ ring: ownerOf.ring(this.owner(effect.ring)) });
      case "skip":
        return {
          placement: will.skipPlacement,
          capture: will.skipCapture,
          recovery: will.skipRecovery,
          territory: will.skipTerritory,
        }[effect.what];
      case "swap":
        return will.swap({ colour: messages.terms.seat({ seat: this.seat === 1 ? 2 : 1 }) });
      default:
        return null;
    }
  }
}

/** The path of a move, and what it turns and gains. Without its step only the path is known. */
export function previewOf(before: State, move: Move, step: Step | null): Preview | null {
  if (!("from" in move)) return null;
  const capture = "captureTarget" in move;
  const effects = step ? effectsOf(before, step) : [];
  return {
    path: [move.from, ...(capture ? [move.captureTarget] : []), move.to].map(keyOf),
    capture,
    flips: effects.flatMap((effect) => (effect.kind === "turn" ? effect.cells : [])),
    gains: effects.flatMap((effect) => (effect.kind === "territory" ? effect.cells : [])),
    seat: move.player,
  };
}
