// @vitest-environment node
// The error codes of the server in the languages of the page.

import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { setLanguage } from "../../src/messages/language";
import { translateRefusal } from "../../src/messages/refusals";
import { flattenMessages, readSource } from "../../tools/messages.js";

/** Codes that nobody reads on the page, and why. */
const NEVER_SHOWN: Record<string, string> = {
  BAD_TOKEN: "only requests with a token: the page has a session",
  READ_ONLY: "only requests with a token: the page has a session",
  SESSION_NEEDED: "only requests with a token: the page has a session",
  TOO_MANY_STREAMS: "only the stream of bots",
  ORIGIN: "only pages of other origins",
  PASSWORD_NEEDED: "the page asks for the password and repeats the request",
  NOT_A_PLAYER: "the page reports players of the game only",
  RULES: "stands for the codes of the rules: the engine of the page refuses with its own texts",
};

/** Limits of the connection, which the operations of the API do not list. */
const OF_THE_CONNECTION = ["CLOSING", "FLOOD", "QUEUE_FULL", "TIMEOUT"];

const operations: Record<string, Record<string, string[]>> = JSON.parse(
  readFileSync("../src/ringrift/server/error_codes.json", "utf8"),
);
const serverCodes = [
  ...new Set(Object.values(operations).flatMap((answers) => Object.values(answers).flat())),
].sort();
const keysOf = (area: string, prefix = "") =>
  [...flattenMessages(readSource(area))]
    .map(([key]) => key)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
const shown = [...keysOf("shell", "errors.codes."), ...keysOf("refusals")];

afterEach(() => setLanguage("en"));

describe("the error codes of the server", () => {
  it("each have one text, or are never shown", () => {
    expect([...shown, ...Object.keys(NEVER_SHOWN)].sort()).toEqual(
      [...serverCodes, ...OF_THE_CONNECTION].sort(),
    );
  });
});

describe("a refusal", () => {
  const full = { code: "FULL", rule: null, message: "the club has 500 members: it is full" };

  it("keeps the server’s words in English", async () => {
    expect(await translateRefusal(full)).toBe(full);
  });

  it("has those of the page in another language", async () => {
    await setLanguage("de");
    expect(await translateRefusal(full)).toEqual({
      ...full,
      message: "Es ist kein Platz mehr frei.",
    });
    await setLanguage("ja");
    expect((await translateRefusal(full)).message).toBe("定員に達しています。");
  });

  it("stays as it is where its code is unknown", async () => {
    await setLanguage("de");
    const unknown = { code: "OF_THE_FUTURE", message: "this is new" };
    expect(await translateRefusal(unknown)).toEqual(unknown);
  });
});
