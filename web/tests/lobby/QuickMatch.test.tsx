import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { QuickMatch } from "../../src/lobby/QuickMatch";
import "../reactAct";

const account = { id: "a", name: "Ann", kind: "guest" };
let waiting = 0;
let container: HTMLElement;
let root: Root;

beforeEach(async () => {
  vi.useFakeTimers();
  waiting = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    const session = { account, csrf: "c", expires_at: 0 };
    const body = path === "/quick-match" ? { game: null, waiting: waiting++ } : session;
    return new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });
  });
  container = document.createElement("div");
  root = createRoot(container);
  await act(async () => root.render(<QuickMatch />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const status = () => container.querySelector("[role=status]");
const press = () => act(async () => container.querySelector("button")?.click());

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
    expect(first.announced).toBe("Looking for an opponent…");
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(announcement()).toBe(first.announced);
    expect(container.textContent).not.toBe(first.visible);
    expect(container.textContent).toContain("2 s");
    expect(status()).toBe(before);
  });
});
