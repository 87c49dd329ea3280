// Moving and capturing [R090-R093, R101-R103]: a stack, then where it lands. A click on a capturable stack asks where to land beyond it.

import type { Sight } from "../../engine/engine";
import type { Key, Move } from "../../rules/wire";
import { words } from "../../strings";
import {
  type Answer,
  type Asking,
  type Attempt,
  asking,
  first,
  grouped,
  moving,
  type Option,
} from "../asking";
import { keyOf, nameOf, positionOf, rayThrough } from "../cells";

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

export function askMovement(sight: Sight, moves: readonly Move[]): Asking {
  const ways = moves.filter(isWay);
  const skip = moves.find((move) => move.type === "skip_capture");
  const options: Option[] = skip
    ? [{ id: "skip", label: words.play.stop, look: "pass", next: moving(skip) }]
    : [];
  const stacks = grouped(ways, (way) => keyOf(way.from));
  const [only] = stacks.keys();
  return stacks.size === 1 && only !== undefined
    ? askLanding(sight, ways, only, options)
    : askStack(sight, ways, options);
}

function askStack(sight: Sight, ways: readonly Way[], options: readonly Option[]): Asking {
  const answers = new Map<Key, Answer>();
  for (const [to, here] of grouped(ways, (way) => keyOf(way.to))) {
    const several = new Set(here.map((way) => keyOf(way.from))).size > 1;
    const from = keyOf(first(here).from);
    answers.set(to, {
      look: "quiet",
      next: asking(() =>
        several ? askWhichGoes(sight, ways, to, options) : askLanding(sight, ways, from, options),
      ),
    });
  }
  for (const from of grouped(ways, (way) => keyOf(way.from)).keys())
    answers.set(from, {
      look: "stack",
      next: asking(() => askLanding(sight, ways, from, options)),
    });
  return {
    prompt: words.play.chooseStack,
    chosen: null,
    answers,
    options,
    glows: [],
    attempt: (cell) => withoutStack(sight, cell),
  };
}

function askWhichGoes(
  sight: Sight,
  ways: readonly Way[],
  to: Key,
  options: readonly Option[],
): Asking {
  const answers = new Map<Key, Answer>();
  for (const way of ways)
    if (keyOf(way.to) === to) answers.set(keyOf(way.from), { look: "stack", next: moving(way) });
  return {
    prompt: words.play.chooseStackFor(nameOf(sight.state.board.type, to)),
    chosen: null,
    answers,
    options,
    glows: [{ cells: [to], seat: sight.state.currentPlayer }],
    back: () => askStack(sight, ways, options),
    attempt: () => ({ advice: words.play.notOnOffer, rule: null }),
  };
}

function askLanding(
  sight: Sight,
  ways: readonly Way[],
  from: Key,
  options: readonly Option[],
): Asking {
  const own = ways.filter((way) => keyOf(way.from) === from);
  const back = own.length < ways.length ? () => askStack(sight, ways, options) : undefined;
  const answers = new Map<Key, Answer>();
  const captures = own.filter((way) => targetOf(way) !== null);
  for (const [target, landings] of grouped(captures, (way) => targetOf(way) ?? "")) {
    const way = first(landings);
    answers.set(target, {
      look: "stack",
      next:
        landings.length === 1
          ? moving(way)
          : asking(() =>
              askBeyond(sight, landings, target, () => askLanding(sight, ways, from, options)),
            ),
    });
  }
  // Another stack that can move is chosen instead; whoever wants to capture it says where to land.
  for (const other of grouped(ways, (way) => keyOf(way.from)).keys())
    if (other !== from)
      answers.set(other, {
        look: answers.has(other) ? "stack" : "quiet",
        next: asking(() => askLanding(sight, ways, other, options)),
      });
  if (back) answers.set(from, { look: "quiet", next: asking(back) });
  for (const way of own)
    answers.set(keyOf(way.to), { look: "target", glow: overGlow(way), next: moving(way) });
  return {
    prompt: landingPrompt(sight, from),
    chosen: from,
    answers,
    options,
    glows: [],
    back,
    attempt: (cell) => withStack(sight, from, cell),
  };
}

function askBeyond(
  sight: Sight,
  landings: readonly Way[],
  target: Key,
  back: () => Asking,
): Asking {
  const from = keyOf(first(landings).from);
  return {
    prompt: words.play.chooseLanding(nameOf(sight.state.board.type, target)),
    chosen: from,
    answers: new Map(landings.map((way) => [keyOf(way.to), { look: "target", next: moving(way) }])),
    options: [],
    glows: [{ cells: [target] }],
    back,
    attempt: (cell) => withStack(sight, from, cell),
  };
}

function overGlow(way: Way) {
  const target = targetOf(way);
  return target === null ? undefined : { cells: [target, keyOf(way.to)] };
}

function landingPrompt(sight: Sight, from: Key): string {
  const { turn, currentPhase, board } = sight.state;
  const name = nameOf(board.type, from);
  if (currentPhase === "chain_capture") return words.play.chain(name);
  if (currentPhase === "capture") return words.play.captureOrStop(name);
  return turn.mustMoveFrom === from ? words.play.movePlaced(name) : words.play.moveStack(name);
}

function withoutStack(sight: Sight, cell: Key): Attempt {
  const { board, currentPlayer: player } = sight.state;
  const stack = board.stacks[cell];
  const name = nameOf(board.type, cell);
  if (stack?.controllingPlayer === player) return { advice: words.play.stuck(name), rule: "R091" };
  if (stack)
    return { move: { type: "move_stack", player, from: positionOf(cell), to: positionOf(cell) } };
  return { advice: words.play.notReachable(name), rule: "R091" };
}

/** What was meant by a click with a stack in hand: over the first stack on the way it is a capture, else a move. */
function withStack(sight: Sight, from: Key, cell: Key): Attempt | null {
  if (cell === from) return null;
  const { board, currentPlayer: player, currentPhase } = sight.state;
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
