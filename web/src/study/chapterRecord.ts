// A chapter as a game record with variations, and the reverse.

import type { Engine, PositionView, RecordReplay, Step } from "../engine/engine";
import type { MoveAnnotation } from "../records/record";
import { writeRecord } from "../records/writeText";
import { HOST_REASONS } from "../rules/enums";
import type { Setup } from "../rules/wire";
import { annotatedLine, type StudyNode, type StudyTree, treeOf } from "./studyTree";

export interface LoadedChapter {
  setup: Setup;
  /** By first seat. */
  names: readonly string[];
  tags: Record<string, string>;
  start: PositionView;
  /** The board is not empty at the start. */
  fromPosition: boolean;
  tree: StudyTree;
}

/** Tags that a study does not keep: they describe the moves of one game. */
const TAGS_OF_A_GAME = ["StartMoves", "Left", "Substitutes"];

/** Positions along lines that were walked, by node. */
export class PositionCache {
  private readonly steps = new Map<number, Step>();

  constructor(private readonly engine: Engine) {}

  remember(nodes: readonly StudyNode[], steps: readonly Step[]): void {
    for (const [at, { id }] of nodes.entries()) {
      const step = steps[at];
      if (step) this.steps.set(id, step);
    }
  }

  /** Returns the steps of a line of nodes from the start. */
  async line(start: PositionView, nodes: readonly StudyNode[]): Promise<Step[]> {
    const steps: Step[] = [];
    for (const { id, move } of nodes) {
      const before = steps.at(-1)?.view ?? start;
      const known = this.steps.get(id);
      const step = known ?? (await this.engine.play(before.state, move));
      if (!known) this.steps.set(id, step);
      steps.push(step);
    }
    return steps;
  }
}

export async function loadChapter(
  engine: Engine,
  cache: PositionCache,
  record: string,
): Promise<LoadedChapter> {
  const replay = await engine.replay(record);
  const { setup, names, start, steps } = replay;
  const { hash } = await engine.newGame(setup);
  const tree = treeOf(replay);
  const main: StudyNode[] = [];
  for (let [node] = tree.children; node; [node] = node.children) main.push(node);
  cache.remember(main, steps);
  return {
    setup,
    names,
    tags: chapterTags(replay),
    start,
    fromPosition: hash !== start.hash,
    tree,
  };
}

function chapterTags({ tags, result, end }: RecordReplay): Record<string, string> {
  const { Id, ...kept } = Object.fromEntries(
    Object.entries(tags).filter(([name]) => !TAGS_OF_A_GAME.includes(name)),
  );
  const byHost = result !== null && HOST_REASONS.includes(end.state.victoryReason ?? "");
  return {
    ...kept,
    ...(Id === undefined ? {} : { GameId: Id }),
    ...(byHost ? { GameResult: result } : {}),
  };
}

export async function writeChapter(
  cache: PositionCache,
  chapter: LoadedChapter,
  name: string,
): Promise<string> {
  const { setup, names, tags, start, fromPosition, tree } = chapter;
  const line: StudyNode[] = [];
  for (let [node] = tree.children; node; [node] = node.children) line.push(node);
  const steps = await cache.line(start, line);
  const moves = annotatedLine(tree.children).map(normalised);
  return writeRecord({
    setup,
    names,
    tags: { ...tags, Chapter: name },
    initial: fromPosition ? start.state : null,
    steps,
    end: (steps.at(-1)?.view ?? start).state,
    comment: normaliseComment(tree.comment),
    marks: tree.marks,
    annotations: moves.map(({ annotation }) => annotation),
    variations: moves.map(({ variations }) => variations),
  });
}

type Annotated = ReturnType<typeof annotatedLine>[number];

function normalised(move: Annotated): Annotated {
  const annotation: MoveAnnotation = {
    ...move.annotation,
    comment: normaliseComment(move.annotation.comment),
  };
  return {
    ...move,
    annotation,
    variations: move.variations.map((variation) => variation.map(normalised)),
  };
}

/** Comments in a record are printable, with single spaces. */
export function normaliseComment(comment: string): string {
  return comment.replace(/[\p{Cc}\p{Cs}\s]+/gu, " ").trim();
}
