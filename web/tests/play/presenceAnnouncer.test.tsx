import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PresenceAnnouncer } from "../../src/play/SeatPanels";
import type { Seat } from "../../src/rules/wire";
import "../reactAct";

let container: HTMLElement;
let root: Root;
beforeEach(() => {
  container = document.createElement("div");
  root = createRoot(container);
});
afterEach(() => act(async () => root.unmount()));

/** Returns the announcement after these presences. */
async function announcementAfter(here: Record<string, boolean | undefined>): Promise<string> {
  const seats = Object.entries(here).map(([name, is], i) => ({
    seat: (i + 1) as Seat,
    name,
    kind: "person",
    present: is,
  }));
  await act(async () => root.render(<PresenceAnnouncer seats={seats} />));
  return container.querySelector("[role=status]")?.textContent ?? "nowhere to say it";
}

describe("a screen reader", () => {
  it("hears who leaves and who comes back", async () => {
    expect(await announcementAfter({ Ann: true, Bob: true })).toBe("");
    expect(await announcementAfter({ Ann: true, Bob: false })).toBe("Bob is away.");
    expect(await announcementAfter({ Ann: true, Bob: true })).toBe("Bob is back.");
  });

  it("hears nothing when players swap seats", async () => {
    await announcementAfter({ Ann: true, Bob: false });
    expect(await announcementAfter({ Bob: false, Ann: true })).toBe("Bob is away.");
  });

  it("does not hear that a player is back when the game ends", async () => {
    await announcementAfter({ Ann: true, Bob: false });
    expect(await announcementAfter({ Ann: undefined, Bob: undefined })).toBe("Bob is away.");
  });
});
