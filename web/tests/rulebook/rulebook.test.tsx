// A reader of the rulebook: what is asked is found at once, and the boards show their moves.

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BoardElement } from "../../src/board/types";
import { matchRoute } from "../../src/browser/route";
import Rulebook from "../../src/pages/rulebook";
import { ExampleBoard } from "../../src/rulebook/ExampleBoard";
import { findPicture } from "../../src/rulebook/pictures";
import names from "../../src/rulebook/pictures.json";
import { formatPosition, parsePosition } from "../../src/rules/positionString";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

const open = (address: string) =>
  act(async () => root.render(<Rulebook route={matchRoute(new URL(address, "http://here"))} />));

describe("the rulebook", () => {
  it("marks the rule that the address names", async () => {
    await open("/rulebook#R091");
    const here = place.querySelector('.passage[data-current="true"]');
    expect(here?.textContent).toContain("at least as far as it is high");
    expect(place.querySelector("#R091")).not.toBeNull();
  });

  it("shows what is asked for, with the words marked, and the whole book again when nothing is", async () => {
    await open("/rulebook");
    const input = place.querySelector<HTMLInputElement>("input[type=search]");
    const ask = (text: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(
          input,
          text,
        );
        input?.dispatchEvent(new Event("input", { bubbles: true }));
      });
    await ask("forced elimination cap");
    expect(place.querySelectorAll(".rulebook-results li").length).toBeGreaterThan(0);
    expect(place.querySelector(".rulebook-results mark")?.textContent?.toLowerCase()).toMatch(
      /forced|elimination|cap/,
    );
    expect(place.querySelector(".rulebook-text")).toBeNull();
    await ask("");
    expect(place.querySelector(".rulebook-text")).not.toBeNull();
  });
});

describe("a drawn example", () => {
  // Without an observer every board is drawn at once.
  beforeEach(() => vi.stubGlobal("IntersectionObserver", undefined));
  afterEach(() => vi.unstubAllGlobals());

  it("shows its moves again, and leads to the sandbox with its start", async () => {
    await act(async () => root.render(<ExampleBoard name="chain-after" alt="After the chain" />));
    const { positions } = findPicture("chain-after");
    const board = () => place.querySelector<BoardElement>("ringrift-board");
    const shown = () =>
      board()?.state && formatPosition(board()?.state as NonNullable<BoardElement["state"]>);
    expect(shown()).toBe(positions.at(-1));
    for (const position of positions) {
      await act(async () => place.querySelector("button")?.click());
      expect(shown()).toBe(position);
    }
    const link = new URL(place.querySelector("a")?.href ?? "");
    expect(new URLSearchParams(link.hash.slice(1)).get("position")).toBe(positions[0]);
  });

  it.each(Object.keys(names))("%s holds positions that the page can read", (name) => {
    for (const position of findPicture(name).positions)
      expect(formatPosition(parsePosition(position))).toBe(position);
  });
});
