// @vitest-environment node
// The tree of a chapter: what changes keep, and that records of it read back as the same tree.

import { beforeAll, describe, expect, it } from "vitest";
import type { KernelRules } from "../../src/engine/kernelRules";
import { replayRecord } from "../../src/engine/recordReplay";
import {
  addSteps,
  annotatedLine,
  changeAnnotation,
  isOnMainLine,
  mainLine,
  nodesAt,
  promote,
  removeAt,
  type StudyNode,
  type StudyTree,
  settledPath,
  treeOf,
  walk,
} from "../../src/study/studyTree";
import { loadRules } from "../engine/loadKernel";

const HEADERS = '[RingRift "1"]\n[Board "square8"]\n[Players "2"]\n[Edition "standard"]\n\n';
const TEXT = `${HEADERS}1. @d4 (1. @e5 {Better.} e5-e7 (e5-e6) - -) (1. @a1) d4-d6 - - 2. @f3\n*\n`;

let rules: KernelRules;
beforeAll(async () => {
  rules = await loadRules();
});
const load = (text = TEXT): StudyTree => treeOf(replayRecord(rules, text));
const notation = (nodes: readonly StudyNode[]) => nodes.map((node) => node.notation).join(" ");

describe("the tree of a record", () => {
  it("has the game as its main line and the variations beside it", () => {
    const tree = load();
    expect(notation(mainLine(tree))).toBe("@d4 d4-d6 - - @f3");
    expect(notation(tree.children)).toBe("@d4 @e5 @a1");
    expect(tree.children[1]?.annotation.comment).toBe("Better.");
    expect(notation(tree.children[1]?.children ?? [])).toBe("e5-e7 e5-e6");
  });

  it("is written as the moves and variations that it was read from", () => {
    const replay = replayRecord(rules, TEXT);
    const line = annotatedLine(treeOf(replay).children);
    expect(line.map(({ variations }) => variations)).toEqual(replay.variations);
    expect(line.map(({ annotation }) => annotation)).toEqual(replay.annotations);
  });
});

describe("walking", () => {
  it("stops at decisions, never between bookkeeping moves", () => {
    const tree = load();
    const first = walk(tree, [], "on");
    const second = walk(tree, first, "on");
    expect(notation(nodesAt(tree, second))).toBe("@d4 d4-d6 - -");
    expect(walk(tree, second, "back")).toEqual(first);
    expect(notation(nodesAt(tree, walk(tree, [], "end")))).toBe("@d4 d4-d6 - - @f3");
    expect(walk(tree, second, "start")).toEqual([]);
  });

  it("goes on past the bookkeeping moves of the chosen node", () => {
    const tree = load();
    const path = mainLine(tree)
      .slice(0, 2)
      .map(({ id }) => id);
    expect(notation(nodesAt(tree, settledPath(tree, path)))).toBe("@d4 d4-d6 - -");
  });
});

describe("a change", () => {
  const play = (moves: readonly string[]) => {
    let { state } = rules.newGame({
      board: "square8",
      players: 2,
      edition: "standard",
      swap: true,
    });
    return moves.map((text) => {
      const step = rules.replayMove(state, rules.parseMove(state, text));
      state = step.view.state;
      return step;
    });
  };

  it("follows moves that are there and adds the others as a variation", () => {
    const tree = load();
    const { tree: grown, path } = addSteps(tree, [], play(["@d4", "d4-d5"]).slice(0, 1), 1);
    expect(grown).toBe(tree);
    expect(path).toEqual([tree.children[0]?.id]);
    const other = addSteps(tree, [], play(["@h8"]), 1);
    expect(notation(other.tree.children)).toBe("@d4 @e5 @a1 @h8");
    expect(other.tree.children[0]).toBe(tree.children[0]);
  });

  it("annotates one node, or the whole chapter", () => {
    const tree = load();
    const path = [tree.children[0]?.id ?? 0];
    const mark = { colour: "green", cell: "d4", to: null } as const;
    const marked = changeAnnotation(tree, path, { marks: [mark] });
    expect(marked.children[0]?.annotation.marks).toEqual([mark]);
    expect(changeAnnotation(tree, [], { comment: "All." }).comment).toBe("All.");
  });

  it("makes a variation the main line and keeps the former one", () => {
    const tree = load();
    const path = walk(tree, [tree.children[1]?.id ?? 0], "on");
    expect(isOnMainLine(tree, path)).toBe(false);
    const promoted = promote(tree, path);
    expect(isOnMainLine(promoted, path)).toBe(true);
    expect(notation(promoted.children)).toBe("@e5 @d4 @a1");
  });

  it("removes a move with everything after it; a variation takes its place", () => {
    const tree = load();
    const removed = removeAt(tree, [tree.children[0]?.id ?? 0]);
    expect(notation(mainLine(removed))).toBe("@e5 e5-e7 - -");
    expect(nodesAt(removed, [tree.children[0]?.id ?? 0])).toEqual([]);
  });
});
