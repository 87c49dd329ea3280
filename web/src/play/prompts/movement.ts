// Moving and capturing [R090-R093, R101-R103]: a stack, then where it lands. A click on a capturable stack asks where to land beyond it.

import type { PositionView } from "../../engine/engine";
import { messages } from "../../messages";
import type { Key, Move } from "../../rules/wire";
import { cellName, keyOf, positionFromKey, rayKeys } from "../cells";
import {
  type ButtonChoice,
  type CellChoice,
  firstOf,
  groupBy,
  type IllegalAttempt,
  type Prompt,
  toMove,
  toPrompt,
} from "../prompt";

type StackMove = Extract<
  Move,
  { type: "move_stack" | "overtaking_capture" | "continue_capture_segment" }
>;

const isStackMove = (move: Move): move is StackMove =>
  move.type === "move_stack" ||
  move.type === "overtaking_capture" ||
  move.type === "continue_capture_segment";

const captureTargetKey = (way: StackMove): Key | null =>
  "captureTarget" in way ? keyOf(way.captureTarget) : null;

export function movementPrompt(view: PositionView, moves: readonly Move[]): Prompt {
  const ways = moves.filter(isStackMove);
  const skip = moves.find((move) => move.type === "skip_capture");
  const options: ButtonChoice[] = skip
    ? [{ id: "skip", label: messages.play.stop, style: "pass", choose: toMove(skip) }]
    : [];
  const stacks = groupBy(ways, (way) => keyOf(way.from));
  const [only] = stacks.keys();
  return stacks.size === 1 && only !== undefined
    ? landingPrompt(view, ways, only, options)
    : stackPrompt(view, ways, options);
}

function stackPrompt(
  view: PositionView,
  ways: readonly StackMove[],
  buttons: readonly ButtonChoice[],
): Prompt {
  const cells = new Map<Key, CellChoice>();
  for (const [to, here] of groupBy(ways, (way) => keyOf(way.to))) {
    const several = new Set(here.map((way) => keyOf(way.from))).size > 1;
    const from = keyOf(firstOf(here).from);
    cells.set(to, {
      mark: "quiet",
      choose: toPrompt(() =>
        several
          ? whichStackPrompt(view, ways, to, buttons)
          : landingPrompt(view, ways, from, buttons),
      ),
    });
  }
  for (const from of groupBy(ways, (way) => keyOf(way.from)).keys())
    cells.set(from, {
      mark: "stack",
      choose: toPrompt(() => landingPrompt(view, ways, from, buttons)),
    });
  return {
    text: messages.play.chooseStack,
    selected: null,
    cells,
    buttons,
    glows: [],
    explainClick: (cell) => explainClickWithoutStack(view, cell),
  };
}

function whichStackPrompt(
  view: PositionView,
  ways: readonly StackMove[],
  to: Key,
  buttons: readonly ButtonChoice[],
): Prompt {
  const cells = new Map<Key, CellChoice>();
  for (const way of ways)
    if (keyOf(way.to) === to) cells.set(keyOf(way.from), { mark: "stack", choose: toMove(way) });
  return {
    text: messages.play.chooseStackFor({ cell: cellName(view.state.board.type, to) }),
    selected: null,
    cells,
    buttons,
    glows: [{ cells: [to], seat: view.state.currentPlayer }],
    previous: () => stackPrompt(view, ways, buttons),
    explainClick: () => ({ advice: messages.play.notOffered, rule: null }),
  };
}

function landingPrompt(
  view: PositionView,
  ways: readonly StackMove[],
  from: Key,
  buttons: readonly ButtonChoice[],
): Prompt {
  const own = ways.filter((way) => keyOf(way.from) === from);
  const previous = own.length < ways.length ? () => stackPrompt(view, ways, buttons) : undefined;
  const cells = new Map<Key, CellChoice>();
  const captures = own.filter((way) => captureTargetKey(way) !== null);
  for (const [target, landings] of groupBy(captures, (way) => captureTargetKey(way) ?? "")) {
    const way = firstOf(landings);
    cells.set(target, {
      mark: "stack",
      choose:
        landings.length === 1
          ? toMove(way)
          : toPrompt(() =>
              captureLandingPrompt(view, landings, target, () =>
                landingPrompt(view, ways, from, buttons),
              ),
            ),
    });
  }
  // Another stack that can move is chosen instead; whoever wants to capture it says where to land.
  for (const other of groupBy(ways, (way) => keyOf(way.from)).keys())
    if (other !== from)
      cells.set(other, {
        mark: cells.has(other) ? "stack" : "quiet",
        choose: toPrompt(() => landingPrompt(view, ways, other, buttons)),
      });
  if (previous) cells.set(from, { mark: "quiet", choose: toPrompt(previous) });
  for (const way of own)
    cells.set(keyOf(way.to), { mark: "target", glow: captureGlow(way), choose: toMove(way) });
  return {
    text: landingText(view, from),
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
    cells: new Map(landings.map((way) => [keyOf(way.to), { mark: "target", choose: toMove(way) }])),
    buttons: [],
    glows: [{ cells: [target] }],
    previous,
    explainClick: (cell) => explainClickWithStack(view, from, cell),
  };
}

function captureGlow(way: StackMove) {
  const target = captureTargetKey(way);
  return target === null ? undefined : { cells: [target, keyOf(way.to)] };
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

/** What was meant by a click with a stack in hand: over the first stack on the way it is a capture, else a move. */
function explainClickWithStack(view: PositionView, from: Key, cell: Key): IllegalAttempt | null {
  if (cell === from) return null;
  const { board, currentPlayer: player, currentPhase } = view.state;
  const ray = rayKeys(board.type, from, cell);
  const way = ray.slice(0, ray.indexOf(cell) + 1);
  const over = way.find((key) => board.stacks[key] !== undefined);
  const target = over ?? (currentPhase === "movement" ? null : cell);
  if (target === null)
    return {
      move: { type: "move_stack", player, from: positionFromKey(from), to: positionFromKey(cell) },
    };
  const to = target === cell ? (ray[way.length] ?? cell) : cell;
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
