// A chapter as a tree of moves. The first child of a node continues its line; the others are
// variations. Nodes are values: a change returns a new tree that shares what stays.

import type { RecordReplay, Step } from "../engine/engine";
import type { Mark } from "../records/marks";
import type { AnnotatedMove, MoveAnnotation } from "../records/record";
import { canonicalJson } from "../rules/stateHash";
import type { Move } from "../rules/wire";

export interface StudyNode {
  /** Unique on this page. */
  readonly id: number;
  readonly move: Move;
  readonly notation: string;
  readonly bookkeeping: boolean;
  /** The number of the turn that the move belongs to. */
  readonly turn: number;
  readonly annotation: MoveAnnotation;
  readonly children: readonly StudyNode[];
}

export interface StudyTree {
  /** On the whole chapter. */
  readonly comment: string;
  /** On the board before the first move. */
  readonly marks: readonly Mark[];
  readonly children: readonly StudyNode[];
}

/** The ids of the nodes from the first move to the shown one; empty before the first move. */
export type Path = readonly number[];

let lastId = 0;
const newId = () => {
  lastId += 1;
  return lastId;
};

const NO_ANNOTATION: MoveAnnotation = {
  comment: "",
  thinkTimeMs: null,
  timestamp: null,
  marks: [],
};

export const EMPTY_TREE: StudyTree = { comment: "", marks: [], children: [] };

export function treeOf(record: RecordReplay): StudyTree {
  const { steps, annotations, variations, start } = record;
  const game = steps.map((step, at): AnnotatedMove => {
    const before = steps[at - 1]?.view ?? start;
    return {
      move: step.move,
      notation: step.notation,
      bookkeeping: step.bookkeeping,
      turn: before.state.turnNumber,
      annotation: annotations[at] ?? NO_ANNOTATION,
      variations: variations[at] ?? [],
    };
  });
  return { comment: record.comment, marks: record.marks, children: childrenOf(game) };
}

/** The first move of a line and its variations, each with what follows. */
function childrenOf(line: readonly AnnotatedMove[]): StudyNode[] {
  let children: StudyNode[] = [];
  for (const move of line.toReversed()) {
    const { variations, ...rest } = move;
    children = [{ ...rest, id: newId(), children }, ...variations.flatMap(childrenOf)];
  }
  return children;
}

/** The main line as a record's moves. */
export function annotatedLine(children: readonly StudyNode[]): AnnotatedMove[] {
  const line: AnnotatedMove[] = [];
  let [main, ...others] = children;
  while (main) {
    const { children: next, id: _, ...move } = main;
    line.push({ ...move, variations: others.map((each) => annotatedLine([each])) });
    [main, ...others] = next;
  }
  return line;
}

export function mainLine(tree: StudyTree | StudyNode): StudyNode[] {
  const line: StudyNode[] = [];
  for (let [node] = tree.children; node; [node] = node.children) line.push(node);
  return line;
}

/** The nodes of a path; those that are gone end it. */
export function nodesAt(tree: StudyTree, path: Path): StudyNode[] {
  const nodes: StudyNode[] = [];
  let { children } = tree;
  for (const id of path) {
    const node = children.find((each) => each.id === id);
    if (!node) break;
    nodes.push(node);
    children = node.children;
  }
  return nodes;
}

/** Adds the steps after a path, or follows moves that are there; returns the path after them. */
export function addSteps(
  tree: StudyTree,
  path: Path,
  steps: readonly Step[],
  turn: number,
): { tree: StudyTree; path: Path } {
  const [first, ...rest] = steps;
  if (!first) return { tree, path };
  const siblings = nodesAt(tree, path).at(-1)?.children ?? (path.length === 0 ? tree.children : []);
  const text = canonicalJson(first.move);
  const known = siblings.find(({ move }) => canonicalJson(move) === text);
  const node: StudyNode = known ?? {
    id: newId(),
    move: first.move,
    notation: first.notation,
    bookkeeping: first.bookkeeping,
    turn,
    annotation: NO_ANNOTATION,
    children: [],
  };
  const grown = known ? tree : changeChildren(tree, path, (children) => [...children, node]);
  return addSteps(grown, [...path, node.id], rest, first.view.state.turnNumber);
}

export function changeAnnotation(
  tree: StudyTree,
  path: Path,
  change: Partial<Pick<MoveAnnotation, "comment" | "marks">>,
): StudyTree {
  const id = path.at(-1);
  if (id === undefined) return { ...tree, ...change };
  return changeChildren(tree, path.slice(0, -1), (children) =>
    children.map((node) =>
      node.id === id ? { ...node, annotation: { ...node.annotation, ...change } } : node,
    ),
  );
}

/** Removes the last node of a path with everything after it. */
export function removeAt(tree: StudyTree, path: Path): StudyTree {
  const id = path.at(-1);
  return changeChildren(tree, path.slice(0, -1), (children) =>
    children.filter((node) => node.id !== id),
  );
}

/** Makes the whole path the main line. */
export function promote(tree: StudyTree, path: Path): StudyTree {
  return path.reduce<StudyTree>(
    (promoted, id, at) =>
      changeChildren(promoted, path.slice(0, at), (children) => [
        ...children.filter((node) => node.id === id),
        ...children.filter((node) => node.id !== id),
      ]),
    tree,
  );
}

export function isOnMainLine(tree: StudyTree, path: Path): boolean {
  const line = mainLine(tree);
  return path.every((id, at) => line[at]?.id === id);
}

/** One decision back or on, with the bookkeeping moves beside it; the start or the end of a line. */
export function walk(tree: StudyTree, path: Path, step: "back" | "on" | "start" | "end"): Path {
  if (step === "start") return [];
  const nodes = nodesAt(tree, path);
  if (step === "back") {
    const last = nodes.findLastIndex(({ bookkeeping }) => !bookkeeping);
    return path.slice(0, Math.max(last, 0));
  }
  const rest = mainLine(nodes.at(-1) ?? tree);
  if (step === "end") return [...path, ...rest.map(({ id }) => id)];
  const choice = rest.findIndex(({ bookkeeping }) => !bookkeeping);
  const after = rest.findIndex(({ bookkeeping }, at) => at > choice && !bookkeeping);
  const until = choice < 0 || after < 0 ? rest.length : after;
  return [...path, ...rest.slice(0, until).map(({ id }) => id)];
}

/** The path of a node followed by the bookkeeping moves after it, so that a decision is due. */
export function settledPath(tree: StudyTree, path: Path): Path {
  const rest = mainLine(nodesAt(tree, path).at(-1) ?? tree);
  const choice = rest.findIndex(({ bookkeeping }) => !bookkeeping);
  return [...path, ...rest.slice(0, choice < 0 ? rest.length : choice).map(({ id }) => id)];
}

function changeChildren(
  tree: StudyTree,
  path: Path,
  change: (children: readonly StudyNode[]) => readonly StudyNode[],
): StudyTree {
  const changeIn = (children: readonly StudyNode[], at: number): readonly StudyNode[] =>
    at === path.length
      ? change(children)
      : children.map((node) =>
          node.id === path[at] ? { ...node, children: changeIn(node.children, at + 1) } : node,
        );
  return { ...tree, children: changeIn(tree.children, 0) };
}
