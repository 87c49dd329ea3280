export { default as access } from "messages:access";
export { default as account } from "messages:account";
export { default as administration } from "messages:administration";
export { default as board } from "messages:board";

export { default as challenges } from "messages:challenges";

export { default as community } from "messages:community";
export { default as correspondence } from "messages:correspondence";
export { default as embed } from "messages:embed";

export { default as end } from "messages:end";
export { default as engine } from "messages:engine";
export { default as explorer } from "messages:explorer";
export { default as game } from "messages:game";
export { default as home } from "messages:home";
export { default as learn } from "messages:learn";
export { default as lobby } from "messages:lobby";
export { default as notifications } from "messages:notifications";
export { default as people } from "messages:people";
export { default as play } from "messages:play";
export { default as puzzles } from "messages:puzzles";
export { default as records } from "messages:records";
export { default as replay } from "messages:replay";
export { default as rulebook } from "messages:rulebook";
export { default as sandbox } from "messages:sandbox";
export { default as settings } from "messages:settings";
export { default as shell } from "messages:shell";
export { default as story } from "messages:story";
export { default as study } from "messages:study";
export { default as terms } from "messages:terms";
export { default as tournaments } from "messages:tournaments";
