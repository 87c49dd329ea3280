// What happened in a turn, in words: one line per event, and one sentence for the whole turn.

import { messages } from "../../messages";
import type { BoardName, Key, Seat } from "../../rules/wire";
import type { Effect } from "./effects";
import { CellNames, joinList, type StoryText } from "./storyText";
import type { TurnEvents } from "./turns";

/** Who reads: `viewer` holds the seats called "you"; empty where one person plays all seats. */
export interface Readers {
  board: BoardName;
  viewer: readonly Seat[];
}

export type StoryIcon =
  | "place"
  | "move"
  | "capture"
  | "turn"
  | "territory"
  | "eliminate"
  | "line"
  | "region"
  | "recover"
  | "skip"
  | "swap"
  | "alone"
  | "end";

export interface StoryLine {
  icon: StoryIcon;
  text: StoryText;
}

const ICONS: Record<Effect["kind"], StoryIcon> = {
  place: "place",
  move: "move",
  capture: "capture",
  turn: "turn",
  territory: "territory",
  land: "eliminate",
  line: "line",
  region: "region",
  pay: "eliminate",
  forced: "eliminate",
  slide: "recover",
  strike: "eliminate",
  skip: "skip",
  swap: "swap",
  stuck: "skip",
  out: "eliminate",
  alone: "alone",
  end: "end",
};

/** Returns one line per event of the turn. */
export function describeSteps(turn: TurnEvents, readers: Readers): StoryLine[] {
  return withoutObvious(turn.effects).map((effect) => ({
    icon: ICONS[effect.kind],
    text: new TurnWriter(turn.seat, readers).line(effect),
  }));
}

/** Returns the turn as one sentence, with further sentences for what its end brought. */
export function summariseTurn(turn: TurnEvents, readers: Readers): StoryText {
  return new TurnWriter(turn.seat, readers).summary(withoutObvious(turn.effects));
}

/** "Could not move" goes without saying where something else was done or given up. */
function withoutObvious(effects: readonly Effect[]): Effect[] {
  const acted = effects.some(({ kind }) => kind === "forced");
  return effects.filter(({ kind }) => !(kind === "stuck" && acted));
}

export function isViewer(seat: Seat, { viewer }: Pick<Readers, "viewer">): boolean {
  return viewer.includes(seat);
}

const colourOf = (seat: Seat) => messages.terms.colour({ seat });

/** How the messages name the owner of a piece from the view of the player who acts. */
export function ownerArguments(owner: Seat, actor: Seat, readers: Pick<Readers, "viewer">) {
  const mine = isViewer(owner, readers);
  const kind = owner === actor ? (mine ? "yourOwn" : "own") : mine ? "you" : "other";
  return { owner: kind, colour: colourOf(owner) };
}

/** `{ who: "you" }`, or the colour as a name. */
export function personArguments(seat: Seat, readers: Readers) {
  return {
    who: isViewer(seat, readers) ? "you" : "other",
    name: messages.terms.seat({ seat }),
  };
}

class TurnWriter {
  private readonly names: CellNames;

  constructor(
    private readonly seat: Seat,
    private readonly readers: Readers,
  ) {
    this.names = new CellNames(readers.board);
  }

  line(effect: Effect): StoryText {
    return { text: this.stepText(effect), cells: this.names.cells };
  }

  summary(effects: readonly Effect[]): StoryText {
    const clauses = this.clauses(effects);
    const sentences = effects.flatMap((effect) => this.endSentence(effect) ?? []);
    const first =
      clauses.length > 0
        ? [
            messages.story.sentence({
              ...personArguments(this.seat, this.readers),
              clauses: joinList(clauses),
            }),
          ]
        : [];
    return { text: [...first, ...sentences].join(" "), cells: this.names.cells };
  }

  private owner(owner: Seat) {
    return ownerArguments(owner, this.seat, this.readers);
  }

  private credit(rings: number) {
    return {
      eliminated: messages.story.eliminated({ rings }),
      counts: messages.story.counts({ rings, ...personArguments(this.seat, this.readers) }),
    };
  }

  private stepText(effect: Effect): string {
    const { steps, ownerOf } = messages.story;
    const one = (cell: Key) => this.names.one(cell);
    switch (effect.kind) {
      case "place": {
        const cell = one(effect.cell);
        if (effect.onto === null) return steps.place({ count: effect.count, cell });
        const stack = ownerOf.stack(this.owner(effect.onto));
        return effect.onto === this.seat
          ? steps.placeOn({ stack, cell })
          : steps.placeOver({ stack, cell });
      }
      case "move":
        return steps.move({ from: one(effect.from), to: one(effect.to) });
      case "capture":
        return steps.capture({
          target: one(effect.target),
          ring: ownerOf.ring(this.owner(effect.ring)),
          to: one(effect.to),
        });
      case "turn": {
        const { owner, colour: old } = this.owner(effect.owner);
        const cells = this.names.each(effect.cells);
        const colour = colourOf(this.seat);
        return effect.cells.length === 1
          ? steps.turnOne({ marker: ownerOf.marker(this.owner(effect.owner)), cells, colour })
          : steps.turnMany({ count: effect.cells.length, owner, old, cells, colour });
      }
      case "territory":
        return steps.territory({
          count: effect.cells.length,
          owner: this.owner(this.seat).owner,
          cells: this.names.each(effect.cells),
        });
      case "land": {
        const marker = ownerOf.marker(this.owner(effect.owner));
        const credit = this.credit(effect.rings);
        if (effect.controller === null) return steps.landGone({ marker, ...credit });
        if (effect.controller === this.seat) return steps.land({ marker, ...credit });
        return steps.landLost({ marker, ...credit, ...this.owner(effect.controller) });
      }
      case "line": {
        const [length, count] = [effect.line.length, effect.collapsed.length];
        return length === count
          ? steps.line({ length, count, cells: this.names.range(effect.line) })
          : steps.linePart({ length, count, cells: this.names.range(effect.collapsed) });
      }
      case "region":
        return steps.region({
          cells: this.names.area(effect.cells),
          count: effect.cells.length,
          rings: effect.rings,
          ...this.credit(effect.rings),
        });
      case "pay": {
        const text = {
          line: steps.payLine,
          territory: steps.payTerritory,
          recovery: steps.payRecovery,
        }[effect.context];
        return text({ cell: one(effect.cell), ...this.credit(effect.rings) });
      }
      case "forced":
        return steps.forced({ cell: one(effect.cell), ...this.credit(effect.rings) });
      case "slide":
        return steps.slide({ from: one(effect.from), to: one(effect.to) });
      case "strike":
        return steps.strike({
          cell: one(effect.cell),
          ring: ownerOf.ring(this.owner(effect.ring)),
          counts: this.credit(1).counts,
        });
      case "skip":
        return {
          placement: steps.skipPlacement,
          capture: steps.skipCapture,
          recovery: steps.skipRecovery,
          territory: steps.skipTerritory,
        }[effect.what];
      case "stuck":
        return steps.stuck;
      case "swap": {
        const { who } = personArguments(this.seat, this.readers);
        return steps.swap({ who, colour: messages.terms.seat({ seat: this.seat === 1 ? 2 : 1 }) });
      }
      default:
        return this.endSentence(effect) ?? "";
    }
  }

  private endSentence(effect: Effect): string | null {
    switch (effect.kind) {
      case "out":
        return messages.story.out(personArguments(effect.seat, this.readers));
      case "alone":
        return messages.story.alone({
          ...personArguments(effect.seat, this.readers),
          rounds: effect.rounds,
        });
      case "end":
        return messages.story.end({
          ...personArguments(effect.winner, this.readers),
          how: messages.play.wonBy({ reason: effect.reason }),
        });
      default:
        return null;
    }
  }

  /** The clauses of the sentence: captures, turned markers and payments are counted together. */
  private clauses(effects: readonly Effect[]): string[] {
    const { summary, ownerOf } = messages.story;
    const of = <Kind extends Effect["kind"]>(kind: Kind) =>
      effects.filter((effect): effect is Extract<Effect, { kind: Kind }> => effect.kind === kind);
    const clauses: string[] = [];
    for (const { cell, count, onto } of of("place"))
      clauses.push(
        onto === null || onto === this.seat
          ? summary.place({ count, cell: this.names.one(cell) })
          : summary.placeOver({
              stack: ownerOf.stack(this.owner(onto)),
              cell: this.names.one(cell),
            }),
      );
    for (const { from, to } of of("move"))
      clauses.push(
        clauses.length > 0
          ? summary.moveOn({ to: this.names.one(to) })
          : summary.move({ from: this.names.one(from), to: this.names.one(to) }),
      );
    clauses.push(...this.captureClauses(of("capture")));
    const turned = of("turn").flatMap(({ cells }) => cells);
    if (turned.length > 0)
      clauses.push(
        turned.length <= 2
          ? summary.turn({ count: turned.length, cells: this.names.each(turned) })
          : summary.turnMany({ count: turned.length }),
      );
    const gained = of("territory").flatMap(({ cells }) => cells);
    if (gained.length > 0)
      clauses.push(
        gained.length <= 2
          ? summary.territory({ cells: this.names.each(gained) })
          : summary.territoryMany({ count: gained.length }),
      );
    const lost = of("land").reduce((sum, { rings }) => sum + rings, 0);
    if (lost > 0)
      clauses.push(summary.land({ eliminated: messages.story.eliminated({ rings: lost }) }));
    for (const { from, to } of of("slide"))
      clauses.push(summary.slide({ from: this.names.one(from), to: this.names.one(to) }));
    for (const { cell, ring } of of("strike"))
      clauses.push(
        summary.strike({ cell: this.names.one(cell), ring: ownerOf.ring(this.owner(ring)) }),
      );
    for (const { line, collapsed } of of("line"))
      clauses.push(summary.line({ length: line.length, count: collapsed.length }));
    for (const { cells, rings } of of("region"))
      clauses.push(summary.region({ cells: this.names.area(cells), count: cells.length, rings }));
    const paid = of("pay").reduce((sum, { rings }) => sum + rings, 0);
    if (paid > 0) clauses.push(summary.pay({ rings: paid }));
    for (const { cell, rings } of of("forced"))
      clauses.push(summary.forced({ rings, cell: this.names.one(cell) }));
    for (const effect of of("swap")) clauses.push(this.stepText(effect));
    if (clauses.length === 0)
      for (const effect of [...of("skip"), ...of("stuck")]) clauses.push(this.stepText(effect));
    return clauses;
  }

  private captureClauses(captures: readonly Extract<Effect, { kind: "capture" }>[]): string[] {
    const { summary, ownerOf } = messages.story;
    const [first, last] = [captures[0], captures.at(-1)];
    if (!first || !last) return [];
    const to = this.names.one(last.to);
    if (captures.length > 1) return [summary.chain({ count: captures.length, to })];
    const ring = ownerOf.ring(this.owner(first.ring));
    return [summary.capture({ ring, target: this.names.one(first.target), to })];
  }
}
