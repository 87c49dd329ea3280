// @vitest-environment node

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { messages } from "../../src/messages";
import {
  argumentsOf,
  compile,
  findMistakes,
  generateTypes,
  listLanguages,
  ruleTexts,
} from "../../tools/messages.js";

const FOLDER = "src/messages";

async function evaluate(source: string) {
  const resolved = source.replaceAll(
    /from "(@messageformat[^"]+)"/g,
    (_, name) => `from ${JSON.stringify(import.meta.resolve(name))}`,
  );
  return (await import(`data:text/javascript,${encodeURIComponent(resolved)}`)).default;
}

describe("a message", () => {
  it("without arguments is a string", async () => {
    expect(await evaluate(compile("en", { skip: "Skip" }))).toEqual({ skip: "Skip" });
  });

  it("counts in the plural forms of its language", async () => {
    const rings = "{count, plural, one {# ring} other {# rings}}";
    const compiled = await evaluate(compile("en", { rings }));
    expect([1, 2, 1000].map((count) => compiled.rings({ count }))).toEqual([
      "1 ring",
      "2 rings",
      "1,000 rings",
    ]);
  });

  it("names the arguments it needs", () => {
    const message =
      "{name} has {seconds, plural, one {# second} other {# seconds}} left in {game}.";
    expect(Object.fromEntries(argumentsOf(message))).toEqual({
      name: "string | number",
      seconds: "number",
      game: "string | number",
    });
  });
});

describe("the catalogue", () => {
  it("has current types", () => {
    expect(readFileSync(`${FOLDER}/messages.d.ts`, "utf8")).toBe(generateTypes());
  });

  it("gives the page its messages", () => {
    expect(messages.play.rank({ rank: 2 })).toBe("2nd");
    expect(messages.play.regionGain({ cells: 1, rings: 0 })).toBe("+1 cell");
  });

  it("is never used as a whole: a page would load all areas", () => {
    const users = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => {
        const source = readFileSync(join("src", file), "utf8");
        const imported = /import \{ messages \} from "[./]+\/messages"/.test(source);
        return imported && /= messages(?![.\w])|[(,] ?messages[),[]/.test(source);
      });
    expect(users).toEqual([]);
  });

  it("has only plain arguments in the sentences of the rules", () => {
    for (const text of Object.values(ruleTexts().texts))
      for (const [argument, type] of argumentsOf(text))
        expect([argument, type]).toContain("string | number");
  });
});

describe("a translation", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "ringrift-messages-"));
    cpSync(`${FOLDER}/en`, join(folder, "en"), { recursive: true });
    cpSync(`${FOLDER}/en`, join(folder, "de"), { recursive: true });
    writeFileSync(join(folder, "de/rules.json"), JSON.stringify(ruleTexts()));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("is a folder with the same files", () => {
    expect(listLanguages(folder)).toEqual(["en", "de"]);
    expect(findMistakes(folder)).toEqual([]);
  });

  it("must have no other messages and no other arguments", () => {
    const translated = { ...JSON.parse(readFileSync(join(folder, "de/game.json"), "utf8")) };
    delete translated.resign;
    translated.extra = "Extra";
    translated.won = "{player} gewinnt";
    writeFileSync(join(folder, "de/game.json"), JSON.stringify(translated));
    expect(findMistakes(folder)).toEqual([
      "de/game.json: won: {player} is not an argument",
      "de/game.json: extra is not in en",
    ]);
  });
});
