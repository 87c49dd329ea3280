import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameSettings, NewGame, QuickMatchCount } from "../../src/api/types";
import { QuickMatch } from "../../src/lobby/QuickMatch";
import { loadForm } from "../../src/lobby/quickMatchForm";
import "../reactAct";

const account = { id: "a", name: "Ann", kind: "guest" };
const settings = {
  board: "square8",
  players: 3,
  edition: "standard",
  swap: true,
  clock: { kind: "fischer", initial: 600, increment: 10 },
  takeBacks: true,
  rated: false,
  position: null,
  start: "empty",
} as const satisfies GameSettings;
const counts: QuickMatchCount[] = [
  { settings, waiting: 2 },
  { settings: { ...settings, players: 4, board: "hex8", rated: true }, waiting: 1 },
];
let created: NewGame[] = [];
let sent: { settings: Partial<GameSettings> }[] = [];
let waiting = 0;
let container: HTMLElement;
let root: Root;

beforeEach(async () => {
  vi.useFakeTimers();
  waiting = 0;
  sent = [];
  created = [];
  window.localStorage.clear();
  vi.stubGlobal("fetch", async (path: string, options?: RequestInit) => {
    if (path === "/quick-match" && options?.method === "POST")
      sent.push(JSON.parse(options.body as string));
    if (path === "/games") created.push(JSON.parse(options?.body as string));
    const session = { account, csrf: "c", expires_at: 0 };
    const body = path === "/quick-match" ? { game: null, waiting: waiting++ } : session;
    return new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });
  });
  container = document.createElement("div");
  root = createRoot(container);
  await act(async () => root.render(<QuickMatch counts={counts} />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const status = () => container.querySelector("[role=status]");
const press = (name = /^(Find|Stop)/) => act(async () => button(name).click());
const button = (name: RegExp) =>
  [...container.querySelectorAll("button")].find((each) =>
    name.test(each.textContent ?? ""),
  ) as HTMLButtonElement;
const choose = (value: string) =>
  act(async () => container.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.click());

/** The text for screen readers, without visual-only parts. */
function announcement(): string | undefined {
  const copy = status()?.cloneNode(true) as HTMLElement | undefined;
  for (const hidden of copy?.querySelectorAll("[aria-hidden=true]") ?? []) hidden.remove();
  return copy?.textContent?.trim();
}

describe("a quick match", () => {
  it("announces the search once and counts seconds visually only", async () => {
    const before = status();
    expect(announcement()).toBe("");
    await press();
    const first = { announced: announcement(), visible: container.textContent };
    expect(first.announced).toBe("Looking for 2 opponents…");
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(announcement()).toBe(first.announced);
    expect(container.textContent).not.toBe(first.visible);
    expect(container.textContent).toContain("2 s");
    expect(status()).toBe(before);
  });

  it("is for three players unless another number is chosen, which is remembered", async () => {
    await press();
    expect(sent.at(-1)?.settings).toEqual({
      players: 3,
      board: "square8",
      clock: { kind: "fischer", initial: 600, increment: 10 },
      rated: false,
    });
    await press();
    await choose("4");
    await press();
    expect(sent.at(-1)?.settings.players).toBe(4);
    expect(loadForm().players).toBe(4);
  });

  it("invites two friends unless another number of players is chosen", async () => {
    await press(/^Invite friends$/);
    expect(created.at(-1)?.seats).toEqual([{ kind: "me" }, { kind: "open" }, { kind: "open" }]);
  });

  it("shows how many people wait for each kind of game", async () => {
    const options = [...container.querySelectorAll(".radio-bar-options input")];
    expect(options.map((option) => option.getAttribute("aria-label"))).toEqual([
      "2",
      "3 (2 waiting)",
      "4 (1 waiting)",
    ]);
    const boards = [...container.querySelectorAll("select")][0];
    expect(boards?.options[0]?.textContent).toBe("Square (2 waiting)");
    const rows = [...container.querySelectorAll(".wanted-games li")];
    expect(rows[0]?.textContent).toContain("2 people are waiting");
    expect(rows[0]?.textContent).toContain("3 players");
    await press();
    expect(container.textContent).toContain("2 people are waiting for this game.");
  });

  it("joins people who wait, with exactly their settings; guests cannot join rated games", async () => {
    const buttons = [...container.querySelectorAll<HTMLButtonElement>(".wanted-games button")];
    expect(buttons.map((each) => each.disabled)).toEqual([false, true]);
    await act(async () => buttons[0]?.click());
    expect(sent.at(-1)?.settings).toEqual(settings);
  });
});
