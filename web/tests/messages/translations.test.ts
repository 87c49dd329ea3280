// @vitest-environment node
// The state of the translations, and the report about it.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  argumentsOf,
  findMistakes,
  flattenMessages,
  listAreas,
  listLanguages,
  readSource,
  SOURCE_LANGUAGE,
} from "../../tools/messages.js";
import { pseudoTranslate } from "../../tools/pseudoLanguages.js";
import { findDocumentMistakes, findPending } from "../../tools/translations.js";

/** Codes of the server and themes of the puzzles: they are looked up as they come. */
const NAMED_BY_DATA = /^(shell\.errors\.codes|refusals|puzzles\.themes\.names)\./;

const translations = listLanguages().filter((language) => language !== SOURCE_LANGUAGE);

describe("every translation", () => {
  it("has only keys, arguments and plural forms that fit", () => {
    expect(findMistakes()).toEqual([]);
  });

  it.each(translations)("%s has every text, and none whose English has changed since", (each) => {
    const { missing, changed } = findPending(each);
    expect({ missing, changed }).toEqual({ missing: [], changed: [] });
  });

  it.each(translations)(
    "%s has documents with the sections and rules of the English ones",
    (each) => {
      expect(findDocumentMistakes(each)).toEqual([]);
    },
  );
});

describe("the English messages", () => {
  it("are all used", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
      (file) => /\.(tsx?|json)$/.test(file) && !file.startsWith("messages/"),
    );
    const shared = ["../src/ringrift/server/page/routes.json", "../src/ringrift/rules/data"];
    const data = shared.flatMap((each) =>
      each.endsWith(".json") ? [each] : readdirSync(each).map((file) => join(each, file)),
    );
    const sources = [...files.map((file) => join("src", file)), ...data];
    const words = new Set(
      sources.flatMap((file) => readFileSync(file, "utf8").match(/[\w$-]+/g) ?? []),
    );
    const unused = listAreas().flatMap((area) =>
      [...flattenMessages(readSource(area))]
        .map(([key]) => `${area}.${key}`)
        .filter((path) => !NAMED_BY_DATA.test(path))
        .filter((path) => {
          const [last = ""] = path
            .split(".")
            .filter((part) => !/^\d+$/.test(part))
            .slice(-1);
          return !words.has(last);
        }),
    );
    expect(unused).toEqual([]);
  });
});

describe("the report on a translation", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "ringrift-translations-"));
    cpSync("src/messages/en", join(folder, "en"), { recursive: true });
    cpSync("src/messages/en", join(folder, "de"), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (file: string, value: unknown) =>
    writeFileSync(join(folder, file), JSON.stringify(value));

  it("names what is missing, what has changed in English, and what is still English", () => {
    write("de/study.json", { title: "Studie", start: "Start the engine" });
    const { missing, changed, untranslated } = findPending("de", folder, folder);
    expect(missing).toContain("study/stop");
    expect(missing).not.toContain("study/title");
    expect(changed).toContain("study/title");
    expect(untranslated).toContain("study/start");
    expect(untranslated).not.toContain("study/title");
  });

  it("reports wrong arguments, missing plural forms and broken syntax", () => {
    cpSync(join(folder, "en"), join(folder, "pl"), { recursive: true });
    for (const area of readdirSync(join(folder, "pl"))) write(`pl/${area}`, {});
    write("pl/terms.json", {
      level: "Poziom {stopień}",
      players: "{count, plural, one {# gracz} other {# graczy}}",
      cells: "{count, plural, one {# pole}",
    });
    expect(findMistakes(folder).filter((line) => line.startsWith("pl"))).toEqual([
      "pl/terms.json: level: {stopień} is not an argument",
      "pl/terms.json: players: the plural form “many” is missing",
      "pl/terms.json: players: the plural form “few” is missing",
      expect.stringContaining("pl/terms.json: cells: "),
    ]);
  });
});

describe("the pseudo-languages", () => {
  it("keep every argument and grow the text", () => {
    for (const area of listAreas())
      for (const [, message] of flattenMessages(readSource(area))) {
        const long = pseudoTranslate(message, "en-XA") as string;
        expect(argumentsOf(long)).toEqual(argumentsOf(message));
        expect(long.length).toBeGreaterThanOrEqual(message.length);
      }
  });
});
