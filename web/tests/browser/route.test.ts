import { readFileSync } from "node:fs";
import { basename } from "node:path";
import paths from "@package/server/page/routes.json";
import { describe, expect, it } from "vitest";
import { matchRoute, type PageName } from "../../src/browser/route";
import { messages } from "../../src/messages";

const at = (path: string) => matchRoute(new URL(path, "http://ringrift.test"));

describe("a URL", () => {
  it("matches the page with its path", () => {
    expect(at("/").page).toBe("home");
    expect(at("/play").page).toBe("lobby");
    expect(at("/learn/capture")).toMatchObject({ page: "lesson", params: { lesson: "capture" } });
  });

  it("carries decoded parameters", () => {
    expect(at("/player/Anna%20B.").params).toEqual({ name: "Anna B." });
    expect(at("/player/50%").params).toEqual({ name: "50%" });
  });

  it("may end with a slash and keeps query and fragment", () => {
    const route = at("/game/abc/?code=xyz#last");
    expect(route).toMatchObject({
      page: "game",
      path: "/game/abc",
      params: { id: "abc" },
      fragment: "last",
    });
    expect(route.query.get("code")).toBe("xyz");
  });

  it("that no page has matches none", () => {
    for (const path of ["/nowhere", "/game", "/game/a/b", "/playing"])
      expect(at(path).page).toBeNull();
  });
});

describe("every page", () => {
  it.each(Object.keys(paths) as PageName[])("%s has a title", (name) => {
    expect(messages.shell.pages[name]).toBeTypeOf("string");
  });

  it("with a file is in the route table", () => {
    const files = Object.keys(import.meta.glob("../../src/pages/*.tsx"));
    const table = readFileSync("src/app/routes.ts", "utf8");
    const missing = files.filter((file) => !table.includes(`"../pages/${basename(file, ".tsx")}"`));
    expect(missing).toEqual([]);
  });
});
