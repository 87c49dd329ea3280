// Moving and capturing [R090-R093, R101-R103]: a stack, then where it lands. A click on a capturable stack asks where to land beyond it.

import type { PositionView } from "../../engine/engine";
import type { Key, Move } from "../../rules/wire";
import { words } from "../../strings";
import { keyOf, nameOf, positionOf, rayThrough } from "../cells";
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

type Way = Extract<
  Move,
  { type: "move_stack" | "overtaking_capture" | "continue_capture_segment" }
>;

const isWay = (move: Move): move is Way =>
  move.type === "move_stack" ||
  move.type === "overtaking_capture" ||
  move.type === "continue_capture_segment";

const targetOf = (way: Way): Key | null =>
  "captureTarget" in way ? keyOf(way.captureTarget) : null;

export function askMovement(view: PositionView, moves: readonly Move[]): Prompt {
  const ways = moves.filter(isWay);
  const skip = moves.find((move) => move.type === "skip_capture");
  const options: ButtonChoice[] = skip
    ? [{ id: "skip", label: words.play.stop, look: "pass", next: toMove(skip) }]
    : [];
  const stacks = groupBy(ways, (way) => keyOf(way.from));
  const [only] = stacks.keys();
  return stacks.size === 1 && only !== undefined
    ? askLanding(view, ways, only, options)
    : askStack(view, ways, options);
}

function askStack(
  view: PositionView,
  ways: readonly Way[],
  options: readonly ButtonChoice[],
): Prompt {
  const answers = new Map<Key, CellChoice>();
  for (const [to, here] of groupBy(ways, (way) => keyOf(way.to))) {
    const several = new Set(here.map((way) => keyOf(way.from))).size > 1;
    const from = keyOf(firstOf(here).from);
    answers.set(to, {
      look: "quiet",
      next: toPrompt(() =>
        several ? askWhichGoes(view, ways, to, options) : askLanding(view, ways, from, options),
      ),
    });
  }
  for (const from of groupBy(ways, (way) => keyOf(way.from)).keys())
    answers.set(from, {
      look: "stack",
      next: toPrompt(() => askLanding(view, ways, from, options)),
    });
  return {
    prompt: words.play.chooseStack,
    chosen: null,
    answers,
    options,
    glows: [],
    attempt: (cell) => withoutStack(view, cell),
  };
}

function askWhichGoes(
  view: PositionView,
  ways: readonly Way[],
  to: Key,
  options: readonly ButtonChoice[],
): Prompt {
  const answers = new Map<Key, CellChoice>();
  for (const way of ways)
    if (keyOf(way.to) === to) answers.set(keyOf(way.from), { look: "stack", next: toMove(way) });
  return {
    prompt: words.play.chooseStackFor(nameOf(view.state.board.type, to)),
    chosen: null,
    answers,
    options,
    glows: [{ cells: [to], seat: view.state.currentPlayer }],
    back: () => askStack(view, ways, options),
    attempt: () => ({ advice: words.play.notOnOffer, rule: null }),
  };
}

function askLanding(
  view: PositionView,
  ways: readonly Way[],
  from: Key,
  options: readonly ButtonChoice[],
): Prompt {
  const own = ways.filter((way) => keyOf(way.from) === from);
  const back = own.length < ways.length ? () => askStack(view, ways, options) : undefined;
  const answers = new Map<Key, CellChoice>();
  const captures = own.filter((way) => targetOf(way) !== null);
  for (const [target, landings] of groupBy(captures, (way) => targetOf(way) ?? "")) {
    const way = firstOf(landings);
    answers.set(target, {
      look: "stack",
      next:
        landings.length === 1
          ? toMove(way)
          : toPrompt(() =>
              askBeyond(view, landings, target, () => askLanding(view, ways, from, options)),
            ),
    });
  }
  // Another stack that can move is chosen instead; whoever wants to capture it says where to land.
  for (const other of groupBy(ways, (way) => keyOf(way.from)).keys())
    if (other !== from)
      answers.set(other, {
        look: answers.has(other) ? "stack" : "quiet",
        next: toPrompt(() => askLanding(view, ways, other, options)),
      });
  if (back) answers.set(from, { look: "quiet", next: toPrompt(back) });
  for (const way of own)
    answers.set(keyOf(way.to), { look: "target", glow: overGlow(way), next: toMove(way) });
  return {
    prompt: landingPrompt(view, from),
    chosen: from,
    answers,
    options,
    glows: [],
    back,
    attempt: (cell) => withStack(view, from, cell),
  };
}

function askBeyond(
  view: PositionView,
  landings: readonly Way[],
  target: Key,
  back: () => Prompt,
): Prompt {
  const from = keyOf(firstOf(landings).from);
  return {
    prompt: words.play.chooseLanding(nameOf(view.state.board.type, target)),
    chosen: from,
    answers: new Map(landings.map((way) => [keyOf(way.to), { look: "target", next: toMove(way) }])),
    options: [],
    glows: [{ cells: [target] }],
    back,
    attempt: (cell) => withStack(view, from, cell),
  };
}

function overGlow(way: Way) {
  const target = targetOf(way);
  return target === null ? undefined : { cells: [target, keyOf(way.to)] };
}

function landingPrompt(view: PositionView, from: Key): string {
  const { turn, currentPhase, board } = view.state;
  const name = nameOf(board.type, from);
  if (currentPhase === "chain_capture") return words.play.chain(name);
  if (currentPhase === "capture") return words.play.captureOrStop(name);
  return turn.mustMoveFrom === from ? words.play.movePlaced(name) : words.play.moveStack(name);
}

function withoutStack(view: PositionView, cell: Key): IllegalAttempt {
  const { board, currentPlayer: player } = view.state;
  const stack = board.stacks[cell];
  const name = nameOf(board.type, cell);
  if (stack?.controllingPlayer === player) return { advice: words.play.stuck(name), rule: "R091" };
  if (stack)
    return { move: { type: "move_stack", player, from: positionOf(cell), to: positionOf(cell) } };
  return { advice: words.play.notReachable(name), rule: "R091" };
}

/** What was meant by a click with a stack in hand: over the first stack on the way it is a capture, else a move. */
function withStack(view: PositionView, from: Key, cell: Key): IllegalAttempt | null {
  if (cell === from) return null;
  const { board, currentPlayer: player, currentPhase } = view.state;
  const ray = rayThrough(board.type, from, cell);
  const way = ray.slice(0, ray.indexOf(cell) + 1);
  const over = way.find((key) => board.stacks[key] !== undefined);
  const target = over ?? (currentPhase === "movement" ? null : cell);
  if (target === null)
    return { move: { type: "move_stack", player, from: positionOf(from), to: positionOf(cell) } };
  const to = target === cell ? (ray[way.length] ?? cell) : cell;
  return {
    move: {
      type: currentPhase === "chain_capture" ? "continue_capture_segment" : "overtaking_capture",
      player,
      from: positionOf(from),
      captureTarget: positionOf(target),
      to: positionOf(to),
    },
  };
}
