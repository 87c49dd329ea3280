// Movement and capture [R090-R093, R101-R103]: choose a stack, then its landing cell. Clicking a
// capturable stack asks for the landing cell beyond it.

import type { PositionView } from "../../engine/engine";
import { messages } from "../../messages";
import type { Key, Move } from "../../rules/wire";
import { cellName, keyOf, positionFromKey, rayKeys } from "../cells";
import {
  type ButtonChoice,
  type CellChoice,
  completeWith,
  continueWith,
  firstOf,
  groupBy,
  type IllegalAttempt,
  type Prompt,
} from "../prompt";

type StackMove = Extract<
  Move,
  { type: "move_stack" | "overtaking_capture" | "continue_capture_segment" }
>;

const isStackMove = (move: Move): move is StackMove =>
  move.type === "move_stack" ||
  move.type === "overtaking_capture" ||
  move.type === "continue_capture_segment";

const captureTargetKey = (move: StackMove): Key | null =>
  "captureTarget" in move ? keyOf(move.captureTarget) : null;

export function movementPrompt(view: PositionView, moves: readonly Move[]): Prompt {
  const stackMoves = moves.filter(isStackMove);
  const skip = moves.find((move) => move.type === "skip_capture");
  const buttons: ButtonChoice[] = skip
    ? [{ id: "skip", label: messages.play.stop, style: "pass", choose: completeWith(skip) }]
    : [];
  const stacks = groupBy(stackMoves, (move) => keyOf(move.from));
  const [only] = stacks.keys();
  return stacks.size === 1 && only !== undefined
    ? landingPrompt(view, stackMoves, only, buttons)
    : stackPrompt(view, stackMoves, buttons);
}

function stackPrompt(
  view: PositionView,
  stackMoves: readonly StackMove[],
  buttons: readonly ButtonChoice[],
): Prompt {
  const cells = new Map<Key, CellChoice>();
  for (const [to, movesTo] of groupBy(stackMoves, (move) => keyOf(move.to))) {
    const several = new Set(movesTo.map((move) => keyOf(move.from))).size > 1;
    const from = keyOf(firstOf(movesTo).from);
    cells.set(to, {
      mark: "quiet",
      choose: continueWith(() =>
        several
          ? whichStackPrompt(view, stackMoves, to, buttons)
          : landingPrompt(view, stackMoves, from, buttons),
      ),
    });
  }
  for (const from of groupBy(stackMoves, (move) => keyOf(move.from)).keys())
    cells.set(from, {
      mark: "actor",
      choose: continueWith(() => landingPrompt(view, stackMoves, from, buttons)),
    });
  return {
    text: messages.play.chooseStack,
    detail: messages.play.detail.stack,
    selected: null,
    cells,
    buttons,
    glows: [],
    explainClick: (cell) => explainClickWithoutStack(view, cell),
  };
}

function whichStackPrompt(
  view: PositionView,
  stackMoves: readonly StackMove[],
  to: Key,
  buttons: readonly ButtonChoice[],
): Prompt {
  const cells = new Map<Key, CellChoice>();
  for (const move of stackMoves)
    if (keyOf(move.to) === to)
      cells.set(keyOf(move.from), { mark: "actor", choose: completeWith(move) });
  return {
    text: messages.play.chooseStackFor({ cell: cellName(view.state.board.type, to) }),
    selected: null,
    cells,
    buttons,
    glows: [{ cells: [to], seat: view.state.currentPlayer }],
    previous: () => stackPrompt(view, stackMoves, buttons),
    explainClick: () => ({ advice: messages.play.notOffered, rule: null }),
  };
}

function landingPrompt(
  view: PositionView,
  stackMoves: readonly StackMove[],
  from: Key,
  buttons: readonly ButtonChoice[],
): Prompt {
  const own = stackMoves.filter((move) => keyOf(move.from) === from);
  const previous =
    own.length < stackMoves.length ? () => stackPrompt(view, stackMoves, buttons) : undefined;
  const cells = new Map<Key, CellChoice>();
  const captures = own.filter((move) => captureTargetKey(move) !== null);
  for (const [target, landings] of groupBy(captures, (move) => captureTargetKey(move) ?? "")) {
    const move = firstOf(landings);
    cells.set(target, {
      mark: "capture",
      choose:
        landings.length === 1
          ? completeWith(move)
          : continueWith(() =>
              captureLandingPrompt(view, landings, target, () =>
                landingPrompt(view, stackMoves, from, buttons),
              ),
            ),
    });
  }
  // A click on another movable stack selects it. To capture it, the player clicks the landing cell.
  for (const other of groupBy(stackMoves, (move) => keyOf(move.from)).keys())
    if (other !== from)
      cells.set(other, {
        mark: cells.has(other) ? "capture" : "quiet",
        choose: continueWith(() => landingPrompt(view, stackMoves, other, buttons)),
      });
  if (previous) cells.set(from, { mark: "quiet", choose: continueWith(previous) });
  for (const move of own)
    cells.set(keyOf(move.to), {
      mark: captureTargetKey(move) === null ? "target" : "landing",
      glow: captureGlow(move),
      choose: completeWith(move),
    });
  return {
    text: landingText(view, from),
    detail: landingDetail(view, own, from),
    selected: from,
    cells,
    buttons,
    glows: [],
    previous,
    explainClick: (cell) => explainClickWithStack(view, from, cell),
  };
}

function captureLandingPrompt(
  view: PositionView,
  landings: readonly StackMove[],
  target: Key,
  previous: () => Prompt,
): Prompt {
  const from = keyOf(firstOf(landings).from);
  return {
    text: messages.play.chooseLanding({ target: cellName(view.state.board.type, target) }),
    selected: from,
    cells: new Map(
      landings.map((move) => [keyOf(move.to), { mark: "landing", choose: completeWith(move) }]),
    ),
    buttons: [],
    glows: [{ cells: [target] }],
    previous,
    explainClick: (cell) => explainClickWithStack(view, from, cell),
  };
}

function captureGlow(move: StackMove) {
  const target = captureTargetKey(move);
  return target === null ? undefined : { cells: [target, keyOf(move.to)] };
}

function landingText(view: PositionView, from: Key): string {
  const { turn, currentPhase, board } = view.state;
  const name = cellName(board.type, from);
  if (currentPhase === "chain_capture") return messages.play.chain({ cell: name });
  if (currentPhase === "capture") return messages.play.captureOrStop({ cell: name });
  return turn.mustMoveFrom === from
    ? messages.play.movePlaced({ cell: name })
    : messages.play.moveStack({ cell: name });
}

function landingDetail(view: PositionView, own: readonly StackMove[], from: Key): string {
  const { detail } = messages.play;
  const stack = view.state.board.stacks[from];
  if (!stack) return "";
  const captures = own.some((move) => captureTargetKey(move) !== null);
  return [
    detail.height({ height: stack.stackHeight }),
    captures ? detail.capture({ cap: stack.capHeight }) : "",
    view.state.currentPhase === "chain_capture" ? detail.chain : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function explainClickWithoutStack(view: PositionView, cell: Key): IllegalAttempt {
  const { board, currentPlayer: player } = view.state;
  const stack = board.stacks[cell];
  const name = cellName(board.type, cell);
  if (stack?.controllingPlayer === player)
    return { advice: messages.play.stuck({ cell: name }), rule: "R091" };
  if (stack)
    return {
      move: { type: "move_stack", player, from: positionFromKey(cell), to: positionFromKey(cell) },
    };
  return { advice: messages.play.notReachable({ cell: name }), rule: "R091" };
}

/** Reads a click with a stack selected: a capture if a stack is on the path, else a move. */
function explainClickWithStack(view: PositionView, from: Key, cell: Key): IllegalAttempt | null {
  if (cell === from) return null;
  const { board, currentPlayer: player, currentPhase } = view.state;
  const ray = rayKeys(board.type, from, cell);
  const path = ray.slice(0, ray.indexOf(cell) + 1);
  const over = path.find((key) => board.stacks[key] !== undefined);
  const target = over ?? (currentPhase === "movement" ? null : cell);
  if (target === null)
    return {
      move: { type: "move_stack", player, from: positionFromKey(from), to: positionFromKey(cell) },
    };
  const to = target === cell ? (ray[path.length] ?? cell) : cell;
  return {
    move: {
      type: currentPhase === "chain_capture" ? "continue_capture_segment" : "overtaking_capture",
      player,
      from: positionFromKey(from),
      captureTarget: positionFromKey(target),
      to: positionFromKey(to),
    },
  };
}
