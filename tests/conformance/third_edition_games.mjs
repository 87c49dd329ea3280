// Replays the games of third_edition_games.py in the WebAssembly kernel and compares every position
// and its legal moves: node third_edition_games.mjs KERNEL.wasm GAMES.json CELLS_FIELD
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const [wasm, games, firstCell] = process.argv.slice(2);
const page = { now: () => 0, report: () => 0 };
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { page });
const kernel = instance.exports;
const CELLS = [64, 61]; // of square8 and hex8

function position(board) {
  kernel.dump_state();
  const count = Number(firstCell) + CELLS[board];
  const fields = new BigInt64Array(kernel.memory.buffer, kernel.fields_buffer(), count).join(",");
  const moves = kernel.list_moves();
  const view = new DataView(kernel.memory.buffer, kernel.moves_buffer(), moves * 8);
  const listed = Array.from({ length: moves }, (_, index) => {
    const at = index * 8;
    const cells = [2, 4, 6].map((offset) => view.getUint16(at + offset, true));
    return [view.getUint8(at), view.getUint8(at + 1), ...cells].join(",");
  });
  return createHash("sha256").update(`${fields}|${listed.join(";")}`).digest("hex").slice(0, 16);
}

let plies = 0;
for (const [number, game] of JSON.parse(readFileSync(games, "utf8")).entries()) {
  kernel.new_game(game.board, game.players, game.edition, 1);
  for (const [ply, digest] of game.digests.entries()) {
    if (position(game.board) !== digest) throw new Error(`game ${number} differs at ply ${ply}`);
    if (ply < game.moves.length) kernel.apply_move(...game.moves[ply]);
    plies += 1;
  }
}
console.log(plies);
