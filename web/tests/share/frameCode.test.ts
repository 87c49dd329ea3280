// The HTML code that embeds a game or a position.

import { describe, expect, it } from "vitest";
import { readEmbedOptions } from "../../src/embed/embedOptions";
import { frameCode } from "../../src/share/frameCode";

const look = { theme: "walnut", size: "small", title: 'A "game" & more' } as const;

describe("the code of a frame", () => {
  it("names the game, its turn and the theme, and escapes what it contains", () => {
    expect(frameCode({ game: "ab12", turn: 7 }, look, "https://play.example.org")).toBe(
      '<iframe src="https://play.example.org/embed/game/ab12?turn=7&amp;theme=walnut" ' +
        'width="320" height="470" title="A &quot;game&quot; &amp; more" loading="lazy" ' +
        'style="border:0;max-width:100%" allowfullscreen></iframe>',
    );
  });

  it("contains a position that the address gives back", () => {
    const position = "hex8 standard 5/6/7/8/4(a)4/8 1 movement @e5,#f & <more>";
    const code = frameCode({ position }, { ...look, theme: "auto" }, "https://play.example.org");
    const frame = document.createElement("div");
    frame.innerHTML = code;
    const source = new URL(frame.querySelector("iframe")?.getAttribute("src") ?? "");
    expect(source.pathname).toBe("/embed/position");
    expect(source.searchParams.get("position")).toBe(position);
    expect(source.searchParams.has("theme")).toBe(false);
  });
});

describe("the options of an embedded page", () => {
  it("are read from the address", () => {
    const query = new URLSearchParams("theme=paper&size=480&coordinates=off&turn=12");
    expect(readEmbedOptions(query)).toEqual({
      theme: "paper",
      size: 480,
      coordinates: false,
      turn: 12,
    });
  });

  it("count as not given where they are unknown, and sizes stay reasonable", () => {
    const query = new URLSearchParams("theme=pink&size=9&turn=x");
    expect(readEmbedOptions(query)).toEqual({
      theme: "auto",
      size: 120,
      coordinates: true,
      turn: null,
    });
  });
});
