import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PresenceAnnouncer } from "../../src/play/ScorePanel";
import type { Seat } from "../../src/rules/wire";
import "../reactAct";

let place: HTMLElement;
let root: Root;
beforeEach(() => {
  place = document.createElement("div");
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

/** What is said once these are known to be here or away. */
async function said(here: Record<string, boolean | undefined>): Promise<string> {
  const seats = Object.entries(here).map(([name, is], i) => ({
    seat: (i + 1) as Seat,
    name,
    kind: "person",
    present: is,
  }));
  await act(async () => root.render(<PresenceAnnouncer seats={seats} />));
  return place.querySelector("[role=status]")?.textContent ?? "nowhere to say it";
}

describe("whoever hears the table", () => {
  it("is told who goes away and who comes back", async () => {
    expect(await said({ Ann: true, Bob: true })).toBe("");
    expect(await said({ Ann: true, Bob: false })).toBe("Bob is away.");
    expect(await said({ Ann: true, Bob: true })).toBe("Bob is back.");
  });

  it("is told nothing when people change seats", async () => {
    await said({ Ann: true, Bob: false });
    expect(await said({ Bob: false, Ann: true })).toBe("Bob is away.");
  });

  it("is not told that somebody is back because the game is over", async () => {
    await said({ Ann: true, Bob: false });
    expect(await said({ Ann: undefined, Bob: undefined })).toBe("Bob is away.");
  });
});
