// The moves of a chapter: the main line with its variations and comments.

import { type ReactNode, useEffect, useRef } from "react";
import { messages } from "../messages";
import type { BoardName } from "../rules/wire";
import { type Path, type StudyNode, type StudyTree, settledPath } from "./studyTree";
import { turnText } from "./turnNotation";

interface MoveTreeProps {
  tree: StudyTree;
  board: BoardName;
  path: Path;
  onSelect(path: Path): void;
}

export function MoveTree({ tree, board, path, onSelect }: MoveTreeProps) {
  const root = useRef<HTMLDivElement>(null);
  const chosen = path.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another move is shown
  useEffect(() => {
    root.current?.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest" });
  }, [chosen]);
  const shown = new Set(path);
  return (
    <div className="move-tree" ref={root}>
      {tree.comment && <p className="tree-comment">{tree.comment}</p>}
      {tree.children.length === 0 && <p className="quiet">{messages.study.noMoves}</p>}
      <Line
        nodes={tree.children}
        before={[]}
        board={board}
        selected={lastChoice(tree, path)}
        shown={shown}
        onSelect={(to) => onSelect(settledPath(tree, to))}
      />
    </div>
  );
}

interface LineProps {
  nodes: readonly StudyNode[];
  before: Path;
  board: BoardName;
  selected: number | null;
  shown: ReadonlySet<number>;
  onSelect(path: Path): void;
}

function Line({ nodes, before, ...rest }: LineProps) {
  const { board, selected, onSelect } = rest;
  const parts: ReactNode[] = [];
  let turn: number | null = null;
  let path = before;
  let [main, ...others] = nodes;
  while (main) {
    const node: StudyNode = main;
    const to = [...path, node.id];
    const { comment, marks } = node.annotation;
    if (!node.bookkeeping) {
      if (node.turn !== turn) {
        turn = node.turn;
        parts.push(
          <span key={`turn-${node.id}`} className="tree-turn" data-seat={node.move.player}>
            {messages.study.turn({ turn })}
          </span>,
        );
      }
      parts.push(
        <button
          key={node.id}
          type="button"
          className="tree-move"
          data-seat={node.move.player}
          data-marked={marks.length > 0 || undefined}
          aria-current={node.id === selected ? "step" : undefined}
          title={node.notation}
          onClick={() => onSelect(to)}
        >
          {turnText(board, [node])}
        </button>,
      );
    }
    if (comment)
      parts.push(
        <p key={`comment-${node.id}`} className="tree-comment">
          {comment}
        </p>,
      );
    for (const other of others)
      parts.push(
        <div key={`variation-${other.id}`} className="tree-variation">
          <Line {...rest} nodes={[other]} before={path} />
        </div>,
      );
    path = to;
    [main, ...others] = node.children;
  }
  return <>{parts}</>;
}

/** The last chosen move of the path: bookkeeping moves have no button. */
function lastChoice(tree: StudyTree, path: Path): number | null {
  let { children } = tree;
  let found: number | null = null;
  for (const id of path) {
    const node = children.find((each) => each.id === id);
    if (!node) break;
    if (!node.bookkeeping) found = id;
    children = node.children;
  }
  return found;
}
