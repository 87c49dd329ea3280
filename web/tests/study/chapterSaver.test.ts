// Autosave: nothing is lost by a reload, a full storage or a second tab. The study of the browser
// serves as the place where chapters are kept.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ChapterSaver,
  type Draft,
  readDraft,
  revisionOf,
  type SaveState,
} from "../../src/study/chapterSaver";
import { localStudy, MAX_CHAPTERS, readLocalStudy } from "../../src/study/localStudy";

const source = localStudy();
let states: SaveState[];
let savers: ChapterSaver[];

beforeEach(() => {
  window.localStorage.clear();
  states = [];
  savers = [];
});
afterEach(() => {
  for (const saver of savers) saver.close();
});

function saverOf(chapter: string, revision = 1): ChapterSaver {
  const saver = new ChapterSaver(
    source,
    chapter,
    revision,
    (state) => states.push(state),
    60_000, // the tests save by themselves
  );
  savers.push(saver);
  return saver;
}

describe("a change", () => {
  it("is in the storage at once, and in the study when it is saved", async () => {
    const { id } = await source.addChapter("One", "old");
    const saver = saverOf(id);
    saver.change("new");
    expect(readDraft("local", id)).toEqual({ revision: 1, record: "new" });
    expect((await source.loadChapter(id)).record).toBe("old");
    await saver.flush();
    expect(await source.loadChapter(id)).toMatchObject({ record: "new", revision: 2 });
    expect(readDraft("local", id)).toBeNull();
    expect(states).toEqual(["saving", "saved"]);
  });

  it("while another one is saved is saved after it", async () => {
    const { id } = await source.addChapter("One", "old");
    const saver = saverOf(id);
    saver.change("first");
    const saving = saver.flush();
    saver.change("second");
    await saving;
    expect(readDraft("local", id)).toEqual({ revision: 2, record: "second" });
    await saver.flush();
    expect(await source.loadChapter(id)).toMatchObject({ record: "second", revision: 3 });
  });

  it("that was made while the page was left during a save builds on what was saved", async () => {
    const { id } = await source.addChapter("One", "old");
    const left = saverOf(id);
    left.change("first");
    const saving = left.flush();
    left.change("second");
    const draft = readDraft("local", id) as Draft; // the page is left here
    await saving;
    const stored = await source.loadChapter(id);
    expect(stored).toMatchObject({ record: "first", revision: 2 });
    expect(revisionOf(draft, stored)).toBe(2);
    expect(revisionOf(draft, { ...stored, record: "theirs" })).toBe(1);
    expect(revisionOf(draft, { ...stored, revision: 3 })).toBe(1);
    expect(revisionOf({ revision: 1, record: "second" }, stored)).toBe(1);
  });

  it("of a second tab is a conflict that overwrites nothing", async () => {
    const { id } = await source.addChapter("One", "old");
    const [one, other] = [saverOf(id), saverOf(id)];
    one.change("mine");
    await one.flush();
    other.change("theirs");
    await other.flush();
    expect(states.at(-1)).toBe("conflict");
    expect((await source.loadChapter(id)).record).toBe("mine");
    expect(readDraft("local", id)?.record).toBe("theirs");
  });

  it("of a chapter that is gone is refused and stays as a draft", async () => {
    const { id } = await source.addChapter("One", "old");
    await source.removeChapter(id);
    const saver = saverOf(id);
    saver.change("new");
    await saver.flush();
    expect(states.at(-1)).toBe("refused");
    expect(readDraft("local", id)?.record).toBe("new");
  });
});

describe("the study of the browser", () => {
  it("keeps names, order and chapters", async () => {
    const one = await source.addChapter("One", "1");
    const two = await source.addChapter("Two", "2");
    await source.change({ name: "Openings", chapters: [two.id, one.id] });
    expect(await source.load()).toMatchObject({
      name: "Openings",
      chapters: [{ name: "Two" }, { name: "One" }],
    });
    expect(await source.records()).toBe("2\n1");
  });

  it("has a limit of chapters", async () => {
    for (let at = 0; at < MAX_CHAPTERS; at++) await source.addChapter(`${at}`, "x");
    await expect(source.addChapter("more", "x")).rejects.toThrow(/at most 64 chapters/);
  });

  it("starts again if its storage holds something else", () => {
    window.localStorage.setItem("ringrift.study", '{"version":1,"chapters":[{}]}');
    expect(readLocalStudy()).toBeNull();
  });
});
