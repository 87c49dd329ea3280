// What the board says: names of cells for those who do not see them, what a move changed, labels of its buttons.

type SeatNumber = 1 | 2 | 3 | 4;

const colours: Record<SeatNumber, string> = { 1: "blue", 2: "red", 3: "green", 4: "gold" };
const boards: Record<string, string> = {
  square8: "square board, 8 by 8",
  square19: "square board, 19 by 19",
  hex8: "hexagonal board, 5 a side",
  hexagonal: "hexagonal board, 13 a side",
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const who = (seat: SeatNumber): string => capital(colours[seat]);
const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;

export const board = {
  label: (name: string) => `RingRift, ${boards[name] ?? name}`,
  keys: "Arrow keys walk, Enter chooses, Escape cancels. Type a move in notation to play it.",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show the whole board",
  tools: "Zoom",
  notation: "Move in notation",

  empty: (cell: string) => `${cell}, empty`,
  stack: (cell: string, seat: SeatNumber, height: number, cap: number) =>
    height === 1
      ? `${cell}, ${colours[seat]} ring`
      : `${cell}, ${colours[seat]} stack of ${height}, cap ${cap}`,
  marker: (cell: string, seat: SeatNumber) => `${cell}, ${colours[seat]} marker`,
  territory: (cell: string, seat: SeatNumber) => `${cell}, ${colours[seat]} territory`,
  choosable: (cell: string) => `${cell}, can be chosen`,
  chosen: (cell: string) => `${cell}, chosen`,
  noted: (cell: string, note: string) => `${cell}: ${note}`,

  placed: (seat: SeatNumber, rings: number, to: string) =>
    `${who(seat)} places ${count(rings, "ring", "rings")} on ${to}.`,
  moved: (seat: SeatNumber, from: string, to: string) => `${who(seat)} moves ${from} to ${to}.`,
  captured: (seat: SeatNumber, from: string, target: string, to: string) =>
    `${who(seat)} captures ${target} from ${from} and lands on ${to}.`,
  slid: (seat: SeatNumber, from: string, to: string) =>
    `${who(seat)} recovers: marker ${from} to ${to}.`,
  lined: (seat: SeatNumber, first: string, last: string) =>
    `${who(seat)} takes the line ${first} to ${last}.`,
  enclosed: (seat: SeatNumber, first: string, cells: number) =>
    `${who(seat)} takes the region of ${count(cells, "cell", "cells")} at ${first}.`,
  paid: (seat: SeatNumber, from: string) => `${who(seat)} pays from ${from}.`,
  forced: (seat: SeatNumber, from: string) =>
    `${who(seat)} has not acted and gives up the cap of ${from}.`,
  swapped: "The seats are swapped.",
  skipped: (seat: SeatNumber) => `${who(seat)} passes.`,
  turned: (seat: SeatNumber, cells: number) =>
    `${count(cells, "marker turns", "markers turn")} ${colours[seat]}.`,
  collapsed: (seat: SeatNumber, cells: number) =>
    `${count(cells, "cell becomes", "cells become")} ${colours[seat]} territory.`,
  eliminated: (rings: number) => `${count(rings, "ring is", "rings are")} eliminated.`,
  toMove: (seat: SeatNumber) => `${who(seat)} to move.`,
  won: (seat: SeatNumber) => `The game is over: ${colours[seat]} has won.`,
};
