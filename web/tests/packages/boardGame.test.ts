// A game on a board element without a server: prompts, levels, a swap, take-backs.

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { BoardGame, type BoardGameOptions } from "../../packages/rules/boardGame";
import { startEngine } from "../../packages/rules/startEngine";
import type { RingriftBoard } from "../../src/board/element";
import type { Engine } from "../../src/engine/engine";
import { boardOf, tile } from "../board/board";

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ kernel: readFileSync("build/kernel.wasm"), worker: false });
});

async function start(options: BoardGameOptions = {}): Promise<[BoardGame, RingriftBoard]> {
  const { state } = await engine.newGame({
    board: "square8",
    players: 2,
    edition: "standard",
    swap: true,
  });
  const board = boardOf(state);
  return [await BoardGame.start(board, engine, { seed: 1, ...options }), board];
}

const select = (board: RingriftBoard, name: string): void => {
  const cell = tile(board, name).dataset.key ?? "";
  board.dispatchEvent(new CustomEvent("ringrift-cell", { detail: { cell, name, via: "pointer" } }));
};

const asks = (game: BoardGame, text: RegExp) =>
  vi.waitFor(() => expect(game.prompt?.text).toMatch(text));

describe("a game on a board", () => {
  it("plays what the person selects, and the level answers", async () => {
    const [game] = await start({ occupants: ["person", 1] });
    game.type("@d4");
    await asks(game, /move|stack/i);
    game.type("d4-d6");
    await vi.waitFor(() => {
      expect(game.steps.some(({ move }) => move.player === 2)).toBe(true);
      expect(game.prompt).not.toBeNull();
    });
    expect(game.state.currentPlayer).toBe(1);
  });

  it("explains a refused move and forgets it with the next one", async () => {
    const [game] = await start({ occupants: ["person", "person"] });
    game.type("d4-d6");
    await vi.waitFor(() => expect(game.refusal).toMatch(/cannot move a stack/));
    game.type("@d4");
    await vi.waitFor(() => expect(game.steps).toHaveLength(1));
    expect(game.refusal).toBeNull();
  });

  it("exchanges the two players by a swap, and again when it is taken back", async () => {
    const [game] = await start({ occupants: [1, "person"] });
    const offersSwap = () => game.prompt?.buttons.some(({ id }) => id === "swap");
    await vi.waitFor(() => expect(offersSwap()).toBe(true));
    game.press("swap");
    await vi.waitFor(() => expect(game.occupantOf(1)).toBe("person"));
    expect(game.occupantOf(2)).toBe(1);
    await game.undo();
    expect(offersSwap()).toBe(true);
    expect(game.occupantOf(2)).toBe("person");
  });

  it("ignores the board after it is closed", async () => {
    const [game, board] = await start({ occupants: ["person", "person"] });
    game.close();
    select(board, "d4");
    expect(game.prompt).toBeNull();
    expect(game.steps).toEqual([]);
    expect(board.marks).toEqual({});
  });

  it("refuses occupants that do not fit the game", async () => {
    await expect(start({ occupants: ["person", 11] })).rejects.toThrow(/level from 1 to 10/);
    await expect(start({ occupants: ["person"], setup: { players: 2 } })).rejects.toThrow(
      /2 seats/,
    );
  });
});
