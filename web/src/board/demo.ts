// The page board.html: the element without a framework, on positions that show every piece.

import type { BoardName, Key, Move, Seat, State } from "../rules/wire";
import type { RingriftBoard } from "./element";
import "./index";
import { layoutOf } from "./layout";

/** Cells by name: rings top first, `*` marker, `#` territory. */
const POSITIONS: Record<BoardName, string> = {
  square8:
    "a8 2, c8 3113321, f7 22211, d5 112, a5 3, g3 44, d1 111, b7 *3, b6 *3, e6 *2, f5 *2, f4 *2, g5 *4, c4 *1, c3 *1, d3 *1, a1 #1, b1 #1, a2 #1, b2 #1, c2 #1, g8 #2, h8 #2, h7 #2, f1 #3, g1 #3, h3 #4, h4 #4",
  hex8: "e5 112, f5 *2, g5 *1, c6 21, d7 3, f3 44, g4 *4, e8 #2, e9 #2, e2 #1, d3 #3, g2 #4",
  square19:
    "j10 112, k10 *2, l10 *1, d4 21, e5 3, p16 44, q4 *4, a19 #2, b19 #2, a1 #1, s19 #3, s1 #4",
  hexagonal:
    "m13 112, n13 *2, o13 *1, h16 21, j10 3, p9 44, s8 *4, m25 #2, n25 #2, m1 #1, a13 #3, y13 #4",
};

const select = <Found extends Element>(name: string): Found =>
  document.querySelector(name) as Found;
const board = select<RingriftBoard>("ringrift-board");
const form = select<HTMLFormElement>("form");
const output = select<HTMLOutputElement>("output");

function positionOf(type: BoardName): State {
  const state = { currentPlayer: 1, turnNumber: 1, winner: null, players: [] } as unknown as State;
  state.board = {
    type,
    size: 0,
    stacks: {},
    markers: {},
    collapsedSpaces: {},
    eliminatedRings: {},
  };
  const keys = new Map([...layoutOf(type).byKey.values()].map(({ name, key }) => [name, key]));
  for (const [name = "", held = ""] of POSITIONS[type]
    .split(", ")
    .map((entry) => entry.split(" "))) {
    const key = keys.get(name) as Key;
    const seats = [...held.replace(/\D/g, "")].map(Number) as Seat[];
    if (held.startsWith("*"))
      state.board.markers[key] = { player: seats[0] as Seat, type: "regular", position: at(key) };
    else if (held.startsWith("#")) state.board.collapsedSpaces[key] = seats[0] as Seat;
    else stackOn(state, key, seats);
  }
  return state;
}

function at(key: Key): { x: number; y: number; z?: number } {
  const [x = 0, y = 0, z] = key.split(",").map(Number);
  return z === undefined ? { x, y } : { x, y, z };
}

function stackOn(state: State, key: Key, rings: Seat[]): void {
  const heights = { stackHeight: rings.length, capHeight: 1, controllingPlayer: rings[0] as Seat };
  state.board.stacks[key] = { position: at(key), rings, ...heights };
}

/** Moves the blue stack in the middle three cells to the right, over what lies there. */
function playDemoMove(state: State): [State, Move] {
  const row = layoutOf(state.board.type).rows.find((cells) =>
    cells.some(({ key }) => state.board.stacks[key]?.rings.join("") === "112"),
  );
  const from = row?.findIndex(({ key }) => state.board.stacks[key]?.rings.join("") === "112") ?? 0;
  const path = row?.slice(from, from + 4).map(({ key }) => key) ?? [];
  const [start, end] = [path[0] as Key, path.at(-1) as Key];
  const after = structuredClone(state);
  const { stacks, markers, collapsedSpaces } = after.board;
  for (const key of path.slice(1, -1)) {
    const marker = markers[key];
    if (marker?.player === 1) {
      delete markers[key];
      collapsedSpaces[key] = 1;
    } else if (marker) marker.player = 1;
  }
  delete stacks[start];
  delete markers[end];
  markers[start] = { player: 1, type: "regular", position: at(start) };
  stackOn(after, end, [1, 1, 2]);
  return [after, { type: "move_stack", player: 1, from: at(start), to: at(end) }];
}

function redraw(): void {
  const chosen = new FormData(form);
  board.setAttribute("theme", String(chosen.get("theme")));
  board.setAttribute("colours", chosen.has("clear") ? "clear" : "usual");
  board.setAttribute("motion", chosen.has("motion") ? "on" : "off");
  board.setAttribute("coordinates", chosen.has("coordinates") ? "on" : "off");
  const type = String(chosen.get("board")) as BoardName;
  if (board.state?.board.type !== type) void board.show(positionOf(type));
}

select<HTMLSelectElement>("[name=board]").append(
  ...Object.keys(POSITIONS).map((name) => new Option(name)),
);
form.addEventListener("change", redraw);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const before = positionOf(String(new FormData(form).get("board")) as BoardName);
  void board.show(before);
  void board.show(...playDemoMove(before));
});
for (const name of ["cell", "notation", "cancel"]) {
  board.addEventListener(`ringrift-${name}`, (event) => {
    const { detail } = event as CustomEvent<{ cell?: Key; name?: string; text?: string } | null>;
    output.textContent = `ringrift-${name} ${detail?.name ?? detail?.text ?? ""}`;
    board.marks = detail?.cell ? { chosen: detail.cell } : {};
  });
}
redraw();
