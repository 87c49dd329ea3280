import * as actions from "./lessons/actions";
import * as rewards from "./lessons/rewards";

export const lessons = {
  board: actions.board,
  placing: actions.placing,
  moving: actions.moving,
  markers: actions.markers,
  landing: actions.landing,
  capture: actions.capture,
  chain: actions.chain,
  line: rewards.line,
  reward: rewards.reward,
  region: rewards.region,
  forced: rewards.forced,
  recovery: rewards.recovery,
  swap: rewards.swap,
  winning: rewards.winning,
  game: rewards.game,
};
