// Which messages and documents a translation lacks, and which have changed in English since.
//
//   node tools/translations.js                     a summary of every language
//   node tools/translations.js todo de [area]      what is to be translated, as JSON: key and English
//   node tools/translations.js merge de FILE       takes over such a file with translated texts
//   node tools/translations.js accept de [area]    records that what is there matches the English
//
// src/messages/<language>/sources.json holds a hash of the English text of each translated message
// and of each translated section of a document.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  DOCUMENT_FILES,
  findMistakes,
  flattenMessages,
  listLanguages,
  listTranslatedAreas,
  readArea,
  readSource,
  SOURCE_LANGUAGE,
} from "./messages.js";

/** @typedef {import("./messages.js").Messages} Messages */

const FOLDER = fileURLToPath(new URL("../src/messages/", import.meta.url));
const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));
const DOCUMENTS = "documents";

/** Words that are the same in many languages: names, notation, terms that are not translated. */
const SAME_IN_MANY_LANGUAGES =
  /^(RingRift|Blitz|Bullet|Chat|Bot|Bots|Standard|Classic|Replay|Rapid|System|Name|Start|Level)$/i;

const hash = (/** @type {string} */ text) =>
  createHash("sha256").update(text).digest("hex").slice(0, 8);

/**
 * Every English text by its key: `play/emptyLog` for a message, `documents/rules.md/3` for the third
 * section of a document.
 */
export function readSources(folder = FOLDER, docs = DOCS) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const area of listTranslatedAreas(folder))
    for (const [key, message] of flattenMessages(readSource(area, folder)))
      if (message !== "") found.set(`${area}/${key}`, message);
  for (const [key, text] of readSections(docs)) found.set(key, text);
  return found;
}

/**
 * The sections of the documents in a folder, each with its heading.
 *
 * @param {string} docs
 * @returns {[key: string, text: string][]}
 */
function readSections(docs) {
  return Object.values(DOCUMENT_FILES).flatMap((file) => {
    const path = join(docs, file);
    if (!existsSync(path)) return [];
    return splitSections(readFileSync(path, "utf8")).map(
      (text, i) => /** @type {[string, string]} */ ([`${DOCUMENTS}/${file}/${i + 1}`, text]),
    );
  });
}

/** @param {string} markdown */
const splitSections = (markdown) =>
  markdown
    .split(/^(?=#{1,6} )/m)
    .map((text) => text.trim())
    .filter(Boolean);

/**
 * The translated texts of a language by the same keys.
 *
 * @param {string} language
 */
function readTranslations(language, folder = FOLDER, docs = DOCS) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const area of listTranslatedAreas(folder))
    for (const [key, message] of flattenMessages(readArea(language, area, folder)))
      found.set(`${area}/${key}`, message);
  for (const [key, text] of readSections(join(docs, language))) found.set(key, text);
  return found;
}

/**
 * The hashes of the English texts that a language has translated.
 *
 * @param {string} language
 * @returns {Record<string, string>}
 */
function readHashes(language, folder = FOLDER) {
  const file = join(folder, language, "sources.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/**
 * What is to be translated: missing texts, and those whose English has changed.
 *
 * @param {string} language
 * @returns {{ missing: string[]; changed: string[]; untranslated: string[] }} keys; `untranslated`
 *   texts are the same as in English, perhaps by mistake
 */
export function findPending(language, folder = FOLDER, docs = DOCS) {
  const sources = readSources(folder, docs);
  const translations = readTranslations(language, folder, docs);
  const hashes = readHashes(language, folder);
  const keys = [...sources.keys()];
  const text = (/** @type {string} */ key) => sources.get(key) ?? "";
  const present = keys.filter((key) => translations.has(key));
  return {
    missing: keys.filter((key) => !translations.has(key)),
    changed: present.filter((key) => hashes[key] !== hash(text(key))),
    untranslated: present.filter((key) => looksUntranslated(text(key), translations.get(key))),
  };
}

/**
 * @param {string} english
 * @param {string | undefined} translated
 */
function looksUntranslated(english, translated) {
  if (english !== translated) return false;
  const words = english.replace(/\{[^{}]*\}/g, " ").match(/\p{L}{3,}/gu) ?? [];
  return words.length > 1 && !words.every((word) => SAME_IN_MANY_LANGUAGES.test(word));
}

/**
 * Where a translated document differs in structure from the English one: its sections, their rule
 * numbers, pictures and links.
 *
 * @param {string} language
 */
export function findDocumentMistakes(language, docs = DOCS) {
  return Object.values(DOCUMENT_FILES).flatMap((file) => {
    const path = join(docs, language, file);
    if (!existsSync(path)) return [];
    const english = splitSections(readFileSync(join(docs, file), "utf8"));
    const translated = splitSections(readFileSync(path, "utf8"));
    const place = `docs/${language}/${file}`;
    if (english.length !== translated.length)
      return [`${place} has ${translated.length} sections, and English ${english.length}`];
    return english.flatMap((text, i) => {
      const [wanted, found] = [structureOf(text), structureOf(translated[i] ?? "")];
      const different = Object.keys(wanted).filter((each) => wanted[each] !== found[each]);
      return different.map(
        (each) =>
          `${place}, section ${i + 1} (${text.split("\n")[0]}): ${each} ${found[each]} instead of ${wanted[each]}`,
      );
    });
  });
}

/**
 * @param {string} section
 * @returns {Record<string, string>}
 */
function structureOf(section) {
  const list = (/** @type {RegExp} */ pattern) =>
    [...section.matchAll(pattern)]
      .map(([, found]) => found)
      .sort()
      .join(" ");
  return {
    level: list(/^(#+) /gm),
    rules: [...new Set([...section.matchAll(/\bR\d{3}\b/g)].map(([rule]) => rule))]
      .sort()
      .join(" "),
    pictures: list(/([\w-]+)\.svg/g),
    links: list(/\]\(([^)]+\.md[^)]*|#[^)]+)\)/g),
    rows: String(section.match(/^\|/gm)?.length ?? 0),
  };
}

/**
 * Records that the translated texts of an area match the present English.
 *
 * @param {string} language
 * @param {(key: string) => boolean} concerns
 */
function recordHashes(language, concerns) {
  const translations = readTranslations(language);
  const hashes = readHashes(language);
  /** @type {[string, string][]} */
  const entries = [];
  for (const [key, text] of readSources()) {
    const found = translations.has(key) && (concerns(key) ? hash(text) : hashes[key]);
    if (found) entries.push([key, found]);
  }
  writeJson(join(FOLDER, language, "sources.json"), Object.fromEntries(entries));
}

/**
 * Writes translated messages into the files of their areas, in the order of the English ones.
 *
 * @param {string} language
 * @param {Record<string, string>} translated
 */
function mergeMessages(language, translated) {
  for (const area of listTranslatedAreas()) {
    const own = new Map(flattenMessages(readArea(language, area)));
    for (const [key, text] of Object.entries(translated))
      if (key.startsWith(`${area}/`)) own.set(key.slice(area.length + 1), text);
    if (own.size === 0) continue;
    writeJson(join(FOLDER, language, `${area}.json`), pick(readSource(area), own, ""));
  }
}

/**
 * @param {Messages} source
 * @param {Map<string, string>} texts
 * @param {string} path
 * @returns {any}
 */
function pick(source, texts, path) {
  if (typeof source === "string") return texts.get(path) ?? (source === "" ? "" : undefined);
  const inner = (/** @type {string | number} */ key) => (path ? `${path}.${key}` : `${key}`);
  if (Array.isArray(source)) return source.map((each, i) => pick(each, texts, inner(i)) ?? null);
  const entries = Object.entries(source).map(([key, each]) => [key, pick(each, texts, inner(key))]);
  const found = entries.filter(([, each]) => each !== undefined);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/**
 * @param {string} file
 * @param {unknown} value
 */
function writeJson(file, value) {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** @param {string[]} args */
function run([command, language = "", target]) {
  const inArea = (/** @type {string} */ key) => !target || key.startsWith(`${target}/`);
  if (command === undefined) {
    for (const each of listLanguages().filter((one) => one !== SOURCE_LANGUAGE)) {
      const { missing, changed, untranslated } = findPending(each);
      console.log(
        `${each}: ${missing.length} missing, ${changed.length} changed, ${untranslated.length} as in English`,
      );
      for (const key of untranslated) console.log(`  as in English: ${key}`);
      for (const line of findDocumentMistakes(each)) console.log(`  ${line}`);
    }
    for (const line of findMistakes()) console.log(line);
  } else if (command === "todo") {
    const sources = readSources();
    const { missing, changed } = findPending(language);
    const keys = [...missing, ...changed].filter(inArea);
    console.log(
      JSON.stringify(Object.fromEntries(keys.map((key) => [key, sources.get(key)])), null, 2),
    );
  } else if (command === "merge" && target) {
    const translated = JSON.parse(readFileSync(target, "utf8"));
    mergeMessages(language, translated);
    recordHashes(language, (key) => key in translated);
  } else if (command === "accept") recordHashes(language, inArea);
  else throw new Error(`use todo, merge or accept: ${command}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) run(process.argv.slice(2));
