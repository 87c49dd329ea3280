// The rulebook page: search results and example boards.

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BoardElement } from "../../src/board/types";
import { matchRoute } from "../../src/browser/route";
import Faq from "../../src/pages/faq";
import Rulebook from "../../src/pages/rulebook";
import { formatPosition, parsePosition } from "../../src/records/positionString";
import { ExampleBoard, findPicture } from "../../src/rulebook/ExampleBoard";
import names from "../../src/rulebook/pictures.json";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let container: HTMLElement;
beforeEach(() => {
  container = document.createElement("div");
  document.body.append(container);
  root = createRoot(container);
});
afterEach(async () => {
  await act(async () => root.unmount());
  container.remove();
});

const open = (address: string) =>
  act(async () => root.render(<Rulebook route={matchRoute(new URL(address, "http://here"))} />));

describe("the rulebook", () => {
  it("highlights the rule in the URL", async () => {
    await open("/rulebook#R091");
    const here = container.querySelector('.passage[data-current="true"]');
    expect(here?.textContent).toContain("at least as far as it is high");
    expect(container.querySelector("#R091")).not.toBeNull();
  });

  it("shows search results with highlights, and the full text without a query", async () => {
    await open("/rulebook");
    const input = container.querySelector<HTMLInputElement>("input[type=search]");
    const ask = (text: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(
          input,
          text,
        );
        input?.dispatchEvent(new Event("input", { bubbles: true }));
      });
    await ask("forced elimination cap");
    expect(container.querySelectorAll(".rulebook-results li").length).toBeGreaterThan(0);
    expect(container.querySelector(".rulebook-results mark")?.textContent?.toLowerCase()).toMatch(
      /forced|elimination|cap/,
    );
    expect(container.querySelector(".rulebook-text")).toBeNull();
    await ask("");
    expect(container.querySelector(".rulebook-text")).not.toBeNull();
  });
});

describe("questions and answers", () => {
  it("shows every question with a board that opens in the sandbox", async () => {
    const route = matchRoute(new URL("/faq#q8-what-if-i-cannot-pay-r121-r122", "http://here"));
    await act(async () => root.render(<Faq route={route} />));
    expect(container.querySelector("h1")?.textContent).toBe("Questions and answers");
    const answers = [...container.querySelectorAll(".rulebook-section")];
    expect(answers.map((each) => each.querySelector("h3")?.textContent?.split(".")[0])).toEqual(
      Array.from({ length: 24 }, (_, i) => `Q${i + 1}`),
    );
    for (const [i, answer] of answers.entries()) {
      const link = answer.querySelector<HTMLAnchorElement>(".example a");
      const { hash } = new URL(link?.href ?? "");
      expect(new URLSearchParams(hash.slice(1)).get("position")).toBe(
        findPicture(`faq-q${i + 1}`).positions[0],
      );
    }
    const here = container.querySelector('.rulebook-section[data-current="true"]');
    expect(here?.querySelector("h3")?.textContent).toContain("What if I cannot pay?");
  });

  it("links the rules that it cites to the rulebook", async () => {
    await act(async () => root.render(<Faq route={matchRoute(new URL("http://here/faq"))} />));
    const rule = container.querySelector<HTMLAnchorElement>(".rule-number");
    expect(rule?.getAttribute("href")).toBe("/rulebook#R023");
  });
});

describe("an example board", () => {
  // Without an observer every board is drawn at once.
  beforeEach(() => vi.stubGlobal("IntersectionObserver", undefined));
  afterEach(() => vi.unstubAllGlobals());

  it("replays its moves and links to the sandbox", async () => {
    await act(async () => root.render(<ExampleBoard name="chain-after" alt="After the chain" />));
    const { positions } = findPicture("chain-after");
    const board = () => container.querySelector<BoardElement>("ringrift-board");
    const shown = () =>
      board()?.state && formatPosition(board()?.state as NonNullable<BoardElement["state"]>);
    expect(shown()).toBe(positions.at(-1));
    for (const position of positions) {
      await act(async () => container.querySelector("button")?.click());
      expect(shown()).toBe(position);
    }
    const link = new URL(container.querySelector("a")?.href ?? "");
    expect(new URLSearchParams(link.hash.slice(1)).get("position")).toBe(positions[0]);
  });

  it.each(Object.keys(names))("%s has valid positions", (name) => {
    for (const position of findPicture(name).positions)
      expect(formatPosition(parsePosition(position))).toBe(position);
  });
});
