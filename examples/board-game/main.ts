// A game against a level on one page, without a server. `?level=5&seed=1` chooses the opponent.

import "@ringrift/board";
import { BoardGame, type Seat, startEngine } from "@ringrift/rules";

const board = document.querySelector("ringrift-board")!;
const text = document.querySelector<HTMLElement>(".prompt")!;
const bar = document.querySelector<HTMLElement>(".prompt-bar")!;
const query = new URLSearchParams(location.search);

const engine = await startEngine();
const game = await BoardGame.start(board, engine, {
  setup: { board: "square8" },
  occupants: ["person", Number(query.get("level") ?? 3)],
  seed: Number(query.get("seed") ?? 1),
  onChange: show,
});
document.querySelector("#undo")!.addEventListener("click", () => game.undo());

/** Shows what the person is asked, why the last input was refused, and who won. */
function show(now: BoardGame): void {
  text.textContent = now.winner ? resultOf(now, now.winner) : statusOf(now);
  bar.replaceChildren(
    ...(now.prompt?.buttons ?? []).map(({ id, label, pressed }) => {
      const button = document.createElement("button");
      button.textContent = label;
      if (pressed) button.ariaPressed = "true";
      button.addEventListener("click", () => now.press(id));
      return button;
    }),
  );
}

function statusOf(now: BoardGame): string {
  return now.refusal ?? now.prompt?.text ?? "The computer thinks …";
}

function resultOf(now: BoardGame, winner: Seat): string {
  return now.occupantOf(winner) === "person" ? "You win." : "The computer wins.";
}
