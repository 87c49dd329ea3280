import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { QuickMatch } from "../../src/lobby/QuickMatch";
import "../reactAct";

const account = { id: "a", name: "Ann", kind: "guest" };
let waiting = 0;
let place: HTMLElement;
let root: Root;

beforeEach(async () => {
  vi.useFakeTimers();
  waiting = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    const known = { account, csrf: "c", expires_at: 0 };
    const body = path === "/quick-match" ? { game: null, waiting: waiting++ } : known;
    return new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });
  });
  place = document.createElement("div");
  root = createRoot(place);
  await act(async () => root.render(<QuickMatch />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const status = () => place.querySelector("[role=status]");
const press = () => act(async () => place.querySelector("button")?.click());

/** What a screen reader reads: not what is for the eyes only. */
function read(): string | undefined {
  const copy = status()?.cloneNode(true) as HTMLElement | undefined;
  for (const hidden of copy?.querySelectorAll("[aria-hidden=true]") ?? []) hidden.remove();
  return copy?.textContent?.trim();
}

describe("a quick match", () => {
  it("says once that one is being looked for, and counts for the eyes only", async () => {
    const before = status();
    expect(read()).toBe("");
    await press();
    const first = { read: read(), seen: place.textContent };
    expect(first.read).toBe("Looking for an opponent…");
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(read()).toBe(first.read);
    expect(place.textContent).not.toBe(first.seen);
    expect(place.textContent).toContain("2 s");
    expect(status()).toBe(before);
  });
});
