// A file an area, an export of the same name; functions where a number or a name goes in.

export { account } from "./account";
export { board } from "./board";
export { engine } from "./engine";
export { game } from "./game";
export { home } from "./home";
export { learn } from "./learn";
export { lobby } from "./lobby";
export { play } from "./play";
export { replay } from "./replay";
export { rulebook } from "./rulebook";
export { sandbox } from "./sandbox";
export { settings } from "./settings";
export { shell } from "./shell";
export { study } from "./study";
