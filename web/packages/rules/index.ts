// The npm package @ringrift/rules: the kernel with its types, and games on a board without a server.

export type {
  BestTurn,
  Engine,
  PositionAnalysis,
  PositionView,
  RankedMove,
  RecordReplay,
  Step,
} from "../../src/engine/engine";
export type { MoveAnnotation } from "../../src/records/record";
export { BOARD_NAMES } from "../../src/rules/boards";
export type { Decision, DecisionKind } from "../../src/rules/decision";
export { DEFAULT_EDITION, EDITIONS } from "../../src/rules/editions";
export {
  type Board,
  type BoardName,
  type Edition,
  type Key,
  type Move,
  type Phase,
  type Position,
  type Refusal,
  RefusedError,
  type Seat,
  type Setup,
  type State,
} from "../../src/rules/wire";
export {
  BoardGame,
  type BoardGameOptions,
  type Occupant,
  type PromptButton,
  type ShownPrompt,
} from "./boardGame";
export { type EngineOptions, type KernelSource, startEngine } from "./startEngine";
