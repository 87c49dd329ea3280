// Switching the language, with the pseudo-languages that are made from English.

import { afterEach, describe, expect, it } from "vitest";
import { messages } from "../../src/messages";
import { currentLanguage, messagesReady, setLanguage } from "../../src/messages/language";
import { lessonMessages } from "../../src/messages/lessons";
import { detectLanguage } from "../../src/messages/offeredLanguages";
import { documents } from "../../src/rulebook/sections";
import { refusalOf } from "../../src/rules/messages";

afterEach(() => setLanguage("en"));

describe("another language", () => {
  it("replaces the messages, the sentences of the rules and the lessons", async () => {
    const english = messages.play.emptyLog;
    const lesson = lessonMessages.board.title;
    const refusal = refusalOf("GAME_OVER.result", {}).message;
    await setLanguage("en-XA");
    expect(messages.play.emptyLog).not.toBe(english);
    expect(messages.play.emptyLog.length).toBeGreaterThan(english.length * 1.3);
    expect(messages.terms.cells({ count: 1 })).toMatch(/^1 çéłł/);
    expect(lessonMessages.board.title).not.toBe(lesson);
    expect(refusalOf("GAME_OVER.result", {}).message).not.toBe(refusal);
    expect(documents().play[0]?.id).toBe("how-to-play-ringrift");
    await setLanguage("en");
    expect(messages.play.emptyLog).toBe(english);
  });

  it("sets the language and the direction of the page", async () => {
    await setLanguage("ar-XB");
    expect(document.documentElement.lang).toBe("ar-XB");
    expect(document.documentElement.dir).toBe("rtl");
    await setLanguage("en");
    expect(document.documentElement.lang).toBe("en");
    expect(document.documentElement.dir).toBe("ltr");
  });

  it("is the last one chosen, however fast the choices follow each other", async () => {
    const first = setLanguage("en-XA");
    const second = setLanguage("ar-XB");
    await Promise.all([first, second]);
    await messagesReady();
    expect(currentLanguage()).toBe("ar-XB");
    expect(messages.terms.boards.hex8).toContain("\u202E");
  });
});

describe("the language of the browser", () => {
  const offered = ["en", "de", "pt-BR", "zh-Hans"];

  it.each([
    [["de-CH", "en"], "de"],
    [["pt-PT"], "pt-BR"],
    [["zh-CN"], "zh-Hans"],
    [["nl", "de"], "de"],
    [["en-GB", "de"], "en"],
    [["nl"], "en"],
    [[], "en"],
  ])("%j is shown as %s", (wanted, shown) => {
    expect(detectLanguage(wanted, offered)).toBe(shown);
  });
});
