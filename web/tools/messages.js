// The message catalogue: src/messages/<language>/<area>.json, ICU MessageFormat.
//
// As a Vite plugin it compiles each area to the module "messages:<area>": a message without
// arguments is a string, one with arguments a function of an object. Where a translation lacks a
// message, it has the English one. As a command it writes the types of these modules:
// `node tools/messages.js`, or `--check` to fail where they are stale.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/lib/compile-module.js";
import { parse } from "@messageformat/parser";
import { isPseudoLanguage, PSEUDO_LANGUAGES, pseudoTranslate } from "./pseudoLanguages.js";

/** @typedef {{ [key: string]: Messages } | Messages[] | string} Messages */

const FOLDER = fileURLToPath(new URL("../src/messages/", import.meta.url));
/** The sentences of the rules, shared with Python and C++; a translation is <language>/rules.json. */
const RULES_FILE = fileURLToPath(
  new URL("../../src/ringrift/rules/data/messages.json", import.meta.url),
);
/** The documents for players, shared with the documentation; a translation is docs/<language>. */
const DOCUMENTS = fileURLToPath(new URL("../../docs/", import.meta.url));
export const DOCUMENT_FILES = { play: "rules.md", faq: "faq.md", strategy: "strategy.md" };
/** The area that holds these documents, as Markdown. */
const DOCUMENTS_AREA = "documents";
const TYPES = join(FOLDER, "messages.d.ts");
export const SOURCE_LANGUAGE = "en";
const PREFIX = "messages:";

/** The languages that have a folder, the source language first. */
export function listLanguages(folder = FOLDER) {
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== SOURCE_LANGUAGE)
    .map(({ name }) => name);
  return [SOURCE_LANGUAGE, ...found.sort()];
}

/** How much of a language must be translated before users can choose it. */
const OFFERED_FROM = 0.4;

/** The languages that users can choose: those whose pages are translated, if not every text. */
export function listOfferedLanguages(folder = FOLDER) {
  const count = (/** @type {(area: string) => Messages} */ read) =>
    listTranslatedAreas(folder).reduce(
      (sum, area) => sum + [...flattenMessages(read(area))].length,
      0,
    );
  const all = count((area) => readSource(area, folder));
  return listLanguages(folder).filter(
    (language) =>
      language === SOURCE_LANGUAGE ||
      count((area) => readArea(language, area, folder)) >= OFFERED_FROM * all,
  );
}

/** The areas of the source language; every other language has the same, and `rules`. */
export function listAreas(folder = FOLDER) {
  return readdirSync(join(folder, SOURCE_LANGUAGE))
    .filter((file) => file.endsWith(".json"))
    .map((file) => basename(file, ".json"))
    .sort();
}

/** Every area that is translated. */
export const listTranslatedAreas = (folder = FOLDER) => [...listAreas(folder), "rules"];

/**
 * The English messages of an area.
 *
 * @param {string} area
 * @returns {Messages}
 */
export function readSource(area, folder = FOLDER) {
  return area === "rules" ? ruleTexts() : readArea(SOURCE_LANGUAGE, area, folder);
}

/**
 * @param {string} language
 * @param {string} area
 * @returns {Messages}
 */
export function readArea(language, area, folder = FOLDER) {
  const file = join(folder, language, `${area}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/**
 * The messages of a language, with the English ones where a translation lacks them.
 *
 * @param {string} language
 * @param {string} area
 */
function readComplete(language, area, folder = FOLDER) {
  const source = readSource(area, folder);
  if (isPseudoLanguage(language)) return pseudoTranslate(source, language);
  return completeMessages(source, readArea(language, area, folder));
}

/**
 * @param {Messages} source
 * @param {Messages | undefined} translated
 * @returns {Messages}
 */
function completeMessages(source, translated) {
  if (typeof source === "string") return typeof translated === "string" ? translated : source;
  /** @type {any} */
  const other = typeof translated === "object" ? translated : {};
  if (Array.isArray(source)) return source.map((each, i) => completeMessages(each, other[i]));
  return Object.fromEntries(
    Object.entries(source).map(([key, each]) => [key, completeMessages(each, other[key])]),
  );
}

/**
 * The documents for players in a language; English where one is not translated.
 *
 * @param {string} language
 */
function readDocuments(language) {
  return Object.fromEntries(
    Object.entries(DOCUMENT_FILES).map(([name, file]) => {
      const translated = join(DOCUMENTS, language, file);
      const found = existsSync(translated) ? translated : join(DOCUMENTS, file);
      return [name, readFileSync(found, "utf8")];
    }),
  );
}

/** @typedef {Record<string, { text: string }>} RuleMessages */

/** The sentences and labels of the rules in the source language. */
function readRules() {
  const { illegalMoves, invalidStates, input, moveLabels, phaseLabels } = JSON.parse(
    readFileSync(RULES_FILE, "utf8"),
  );
  return { illegalMoves, invalidStates, input, moveLabels, phaseLabels };
}

/** What a translation of the rules holds: `texts` by key, and the labels. */
export function ruleTexts() {
  const { moveLabels, phaseLabels, ...groups } = readRules();
  const messages = Object.assign({}, ...Object.values(groups));
  const texts = Object.entries(/** @type {RuleMessages} */ (messages));
  return {
    texts: Object.fromEntries(texts.map(([key, { text }]) => [key, text])),
    moveLabels,
    phaseLabels,
  };
}

/**
 * The rules' messages as the source of an ES module: data with the texts of the language. Their
 * texts have plain arguments only, so `rules/messages.ts` fills them in without a compiler.
 *
 * @param {string} language
 */
function rulesModule(language, folder = FOLDER) {
  const rules = readRules();
  if (language === SOURCE_LANGUAGE) return `export default ${JSON.stringify(rules)}`;
  const { texts, ...labels } = /** @type {any} */ (readComplete(language, "rules", folder));
  /** @param {RuleMessages} group */
  const translate = (group) =>
    Object.fromEntries(
      Object.entries(group).map(([key, message]) => [key, { ...message, text: texts[key] }]),
    );
  const { illegalMoves, invalidStates, input } = rules;
  return `export default ${JSON.stringify({
    illegalMoves: translate(illegalMoves),
    invalidStates: translate(invalidStates),
    input: translate(input),
    ...labels,
  })}`;
}

/**
 * The arguments of a message and their types; empty for plain text.
 *
 * @param {string} message
 * @returns {Map<string, string>}
 */
export function argumentsOf(message) {
  /** @type {Map<string, string>} */
  const found = new Map();
  /** @param {import("@messageformat/parser").Token[]} tokens */
  const collect = (tokens) => {
    for (const token of tokens) {
      if (token.type === "argument") {
        if (!found.has(token.arg)) found.set(token.arg, "string | number");
      } else if (token.type === "function") found.set(token.arg, "number");
      else if (token.type !== "content" && token.type !== "octothorpe") {
        found.set(token.arg, token.type === "select" ? "string | number | boolean" : "number");
        for (const { tokens: inner } of token.cases) collect(inner);
      }
    }
  };
  collect(parse(message));
  return found;
}

/**
 * @param {Messages} messages
 * @returns {Generator<[path: string, message: string]>}
 */
export function* flattenMessages(messages, path = "") {
  if (typeof messages === "string") yield [path, messages];
  else
    for (const [key, value] of Object.entries(messages))
      yield* flattenMessages(value, path ? `${path}.${key}` : key);
}

/** Marks a message that is a function in spite of having no arguments of its own. */
const FUNCTION_MARK = "\uE000";

/**
 * The area as the source of an ES module. A message is a function if it has arguments in the source
 * language, whether its translation uses them or not.
 *
 * @param {string} language
 * @param {Messages} messages
 */
export function compile(language, messages, source = messages) {
  const signatures = new Map(
    [...flattenMessages(source)].map(([path, message]) => [path, argumentsOf(message).size]),
  );
  if ([...signatures.values()].every((size) => size === 0))
    return `export default ${JSON.stringify(messages)}`;
  /** @type {(messages: Messages, path?: string) => Messages} */
  const mark = (each, path = "") => {
    if (Array.isArray(each)) return each.map((one, i) => mark(one, `${path}.${i}`));
    if (typeof each !== "string")
      return Object.fromEntries(
        Object.entries(each).map(([key, one]) => [key, mark(one, path ? `${path}.${key}` : key)]),
      );
    return signatures.get(path) && argumentsOf(each).size === 0 ? FUNCTION_MARK + each : each;
  };
  // A missing plural form is a mistake in a translation, and none where English stands in for it.
  const format = new MessageFormat(isPseudoLanguage(language) ? SOURCE_LANGUAGE : language, {
    strictPluralKeys: false,
  });
  const compiled = compileModule(
    format,
    /** @type {import("@messageformat/core/lib/compile-module.js").StringStructure} */ (
      mark(messages)
    ),
  );
  return compiled
    .replace(/\(\) => ("(?!\uE000)(?:[^"\\]|\\.)*")/g, "$1")
    .replaceAll(FUNCTION_MARK, "");
}

/**
 * @param {Messages} messages
 * @returns {string}
 */
function describeType(messages, indent = "  ") {
  const inner = `${indent}  `;
  if (Array.isArray(messages))
    return messages.every((message) => typeof message === "string")
      ? "string[]"
      : `[${messages.map((message) => describeType(message, indent)).join(", ")}]`;
  if (typeof messages === "string") return "string";
  const fields = Object.entries(messages).map(([key, value]) => {
    const name = /^[a-z_]\w*$/i.test(key) ? key : JSON.stringify(key);
    const args = typeof value === "string" ? [...argumentsOf(value)] : [];
    if (args.length === 0) return `${inner}${name}: ${describeType(value, inner)};`;
    return `${inner}${name}(args: { ${args.map(([arg, type]) => `${arg}: ${type}`).join("; ")} }): string;`;
  });
  return `{\n${fields.join("\n")}\n${indent}}`;
}

/** The types of all areas, by the messages of the source language. */
export function generateTypes(folder = FOLDER) {
  const modules = listAreas(folder).map(
    (area) =>
      `declare module "${PREFIX}${area}" {\n  const messages: ${describeType(readArea(SOURCE_LANGUAGE, area, folder))};\n  export default messages;\n}\n`,
  );
  modules.push(
    `declare module "${PREFIX}rules" {\n  import messages from "@package/rules/data/messages.json";\n  const rules: Omit<typeof messages, "$comment" | "codes">;\n  export default rules;\n}\n`,
  );
  const names = Object.keys(DOCUMENT_FILES).map((name) => JSON.stringify(name));
  modules.push(
    `declare module "${PREFIX}${DOCUMENTS_AREA}" {\n  const markdown: Record<${names.join(" | ")}, string>;\n  export default markdown;\n}\n`,
    `declare module "${PREFIX}${DOCUMENTS_AREA}/${SOURCE_LANGUAGE}" {\n  export { default } from "${PREFIX}${DOCUMENTS_AREA}";\n}\n`,
    `declare module "${PREFIX}languages" {\n  type Load = () => Promise<{ default: unknown }>;\n  type Catalogue = Record<string, Load>;\n  /** The translations: where their areas are. */\n  export const catalogues: Record<string, () => Promise<{ default: Catalogue }>>;\n}\n`,
  );
  const heading =
    "// Generated from en/*.json by tools/messages.js; `npm run messages` writes it.\n";
  return [heading, ...modules].join("\n");
}

/**
 * What is wrong with the translations, a line each: keys that English does not have, arguments that
 * the message is not given, plural forms that the language needs.
 */
export function findMistakes(folder = FOLDER) {
  return listLanguages(folder)
    .filter((language) => language !== SOURCE_LANGUAGE)
    .flatMap((language) =>
      listTranslatedAreas(folder).flatMap((area) => {
        const source = new Map(flattenMessages(readSource(area, folder)));
        return [...flattenMessages(readArea(language, area, folder))].flatMap(([key, message]) => {
          const place = `${language}/${area}.json: ${key}`;
          const english = source.get(key);
          if (english === undefined) return [`${place} is not in ${SOURCE_LANGUAGE}`];
          return findMistakesOf(language, english, message).map((one) => `${place}: ${one}`);
        });
      }),
    );
}

/**
 * @param {string} language
 * @param {string} english
 * @param {string} message
 * @returns {string[]}
 */
function findMistakesOf(language, english, message) {
  try {
    const given = argumentsOf(english);
    const unknown = [...argumentsOf(message).keys()].filter((name) => !given.has(name));
    return [
      ...unknown.map((name) => `{${name}} is not an argument`),
      ...missingPluralForms(language, message).map(
        (form) => `the plural form “${form}” is missing`,
      ),
    ];
  } catch (error) {
    return [String(error)];
  }
}

/**
 * The plural forms that the numbers of a game need and a message does not have.
 *
 * @param {string} language
 * @param {string} message
 */
function missingPluralForms(language, message) {
  const rules = new Intl.PluralRules(language);
  const needed = new Set(Array.from({ length: 200 }, (_, n) => rules.select(n)));
  /** @type {Set<string>} */
  const missing = new Set();
  /** @param {import("@messageformat/parser").Token[]} tokens */
  const check = (tokens) => {
    for (const token of tokens) {
      if (!("cases" in token)) continue;
      const keys = new Set(token.cases.map(({ key }) => key));
      // A plural with exact numbers only, such as `=0`, needs no forms.
      if (token.type === "plural" && [...keys].some((key) => /^(zero|one|two|few|many)$/.test(key)))
        for (const form of needed)
          if (!keys.has(form) && !coversByNumbers(rules, form, keys)) missing.add(form);
      for (const { tokens: inner } of token.cases) check(inner);
    }
  };
  check(parse(message));
  return [...missing];
}

/**
 * Whether all numbers of a plural form have a case of their own, as `=1` may be all of `one`.
 *
 * @param {Intl.PluralRules} rules
 * @param {string} form
 * @param {Set<string>} keys
 */
function coversByNumbers(rules, form, keys) {
  const numbers = Array.from({ length: 200 }, (_, n) => n).filter((n) => rules.select(n) === form);
  return numbers.every((n) => keys.has(`=${n}`) || keys.has(`${n}`));
}

/**
 * The area in the language that is shown: a live binding, which a change of the language replaces.
 *
 * @param {string} area
 * @param {readonly string[]} languages
 */
function areaModule(area, [source, ...others]) {
  if (others.length === 0) return `export { default } from "${PREFIX}${area}/${source}"`;
  return [
    `import { addArea } from ${JSON.stringify(join(FOLDER, "language.ts"))};`,
    `import source from "${PREFIX}${area}/${source}";`,
    "let shown = source;",
    `addArea("${area}", (translated) => { shown = translated ?? source; });`,
    "export { shown as default };",
  ].join("\n");
}

/**
 * Where the areas of a language are.
 *
 * @param {string} language
 * @param {readonly string[]} areas
 */
function catalogueModule(language, areas) {
  const loads = areas.map((area) => `${area}: () => import("${PREFIX}${area}/${language}")`);
  return `export default { ${loads.join(", ")} }`;
}

/** @param {readonly string[]} languages */
function languagesModule([, ...others]) {
  const loads = others.map(
    (each) => `${JSON.stringify(each)}: () => import("${PREFIX}catalogue/${each}")`,
  );
  return `export const catalogues = { ${loads.join(", ")} };`;
}

/**
 * @param {object} [options]
 * @param {boolean} [options.sourceOnly] leaves translations out, for a build that must be a single
 *   file
 * @param {boolean} [options.pseudo] adds the pseudo-languages, for tests of the layout
 * @param {readonly string[]} [options.areas] the areas that are used, where they are few
 * @returns {import("vite").Plugin}
 */
export function messages({ sourceOnly = false, pseudo = false, areas } = {}) {
  const languages = sourceOnly
    ? [SOURCE_LANGUAGE]
    : [...listOfferedLanguages(), ...(pseudo ? PSEUDO_LANGUAGES : [])];
  const translated = areas ?? [...listTranslatedAreas(), DOCUMENTS_AREA];
  /** @param {string} id */
  const moduleSource = (id) => {
    const [area = "", language] = id.split("/");
    if (area === "languages") return languagesModule(languages);
    if (!language) return areaModule(area, languages);
    if (area === "catalogue") return catalogueModule(language, translated);
    if (area === "rules") return rulesModule(language);
    if (area === DOCUMENTS_AREA) return `export default ${JSON.stringify(readDocuments(language))}`;
    return compile(language, readComplete(language, area), readSource(area));
  };
  return {
    name: "messages",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      // Areas that a page does not use are dropped, with the calls that add them.
      return { code: moduleSource(id.slice(PREFIX.length + 1)), moduleSideEffects: false };
    },
    handleHotUpdate({ file, server }) {
      const isMessages = file.startsWith(FOLDER) && file.endsWith(".json");
      if (isMessages || (file.startsWith(DOCUMENTS) && file.endsWith(".md")))
        server.ws.send({ type: "full-reload" });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const types = generateTypes();
  const wrong = findMistakes();
  if (!process.argv.includes("--check")) writeFileSync(TYPES, types);
  else if (readFileSync(TYPES, "utf8") !== types)
    wrong.push("src/messages/messages.d.ts is stale: run `npm run messages`");
  for (const line of wrong) console.error(line);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
