// The message catalogue: src/messages/<language>/<area>.json, ICU MessageFormat.
//
// As a Vite plugin it compiles each area to the module "messages:<area>": a message without
// arguments is a string, one with arguments a function of an object. As a command it writes the
// types of these modules: `node tools/messages.js`, or `--check` to fail where they are stale.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/lib/compile-module.js";
import { parse } from "@messageformat/parser";

/** @typedef {{ [key: string]: Messages } | Messages[] | string} Messages */

const FOLDER = fileURLToPath(new URL("../src/messages/", import.meta.url));
/** The sentences of the rules, shared with Python and C++; a translation is <language>/rules.json. */
const RULES_FILE = fileURLToPath(
  new URL("../../src/ringrift/rules/data/messages.json", import.meta.url),
);
const TYPES = join(FOLDER, "messages.d.ts");
const SOURCE_LANGUAGE = "en";
const PREFIX = "messages:";

/** The languages that have a folder, the source language first. */
export function listLanguages(folder = FOLDER) {
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== SOURCE_LANGUAGE)
    .map(({ name }) => name);
  return [SOURCE_LANGUAGE, ...found.sort()];
}

/** The areas of the source language; every other language has the same. */
export function listAreas(folder = FOLDER) {
  return readdirSync(join(folder, SOURCE_LANGUAGE))
    .filter((file) => file.endsWith(".json"))
    .map((file) => basename(file, ".json"))
    .sort();
}

/**
 * @param {string} language
 * @param {string} area
 * @returns {Messages}
 */
function readArea(language, area, folder = FOLDER) {
  return JSON.parse(readFileSync(join(folder, language, `${area}.json`), "utf8"));
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
  const { texts, ...labels } = /** @type {any} */ (readArea(language, "rules", folder));
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
function* flattenMessages(messages, path = "") {
  if (typeof messages === "string") yield [path, messages];
  else
    for (const [key, value] of Object.entries(messages))
      yield* flattenMessages(value, path ? `${path}.${key}` : key);
}

/**
 * The area as the source of an ES module.
 *
 * @param {string} language
 * @param {Messages} messages
 */
export function compile(language, messages) {
  const plain = [...flattenMessages(messages)].every(
    ([, message]) => argumentsOf(message).size === 0,
  );
  if (plain) return `export default ${JSON.stringify(messages)}`;
  const source = compileModule(
    new MessageFormat(language),
    /** @type {import("@messageformat/core/lib/compile-module.js").StringStructure} */ (messages),
  );
  return source.replace(/\(\) => ("(?:[^"\\]|\\.)*")/g, "$1");
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
  modules.push(
    `declare module "${PREFIX}languages" {\n  const languages: string[];\n  export default languages;\n}\n`,
  );
  const heading =
    "// Generated from en/*.json by tools/messages.js; `npm run messages` writes it.\n";
  return [heading, ...modules].join("\n");
}

/** What a translation lacks or has too much, a line each: keys, areas, arguments. */
export function findMismatches(folder = FOLDER) {
  const [source, ...others] = listLanguages(folder);
  return others.flatMap((language) =>
    [...listAreas(folder), "rules"].flatMap((area) => {
      const english = area === "rules" ? ruleTexts() : readArea(source ?? "", area, folder);
      const wanted = new Map(flattenMessages(english));
      const found = new Map(flattenMessages(readArea(language, area, folder)));
      const keys = new Set([...wanted.keys(), ...found.keys()]);
      return [...keys].flatMap((key) => {
        const [one, other] = [wanted.get(key), found.get(key)];
        const place = `${language}/${area}.json: ${key}`;
        if (one === undefined) return [`${place} is not in ${source}`];
        if (other === undefined) return [`${place} is missing`];
        const [given, used] = [argumentsOf(one), argumentsOf(other)];
        return [...used.keys()].filter((arg) => !given.has(arg)).map((arg) => `${place}: {${arg}}`);
      });
    }),
  );
}

/**
 * The area in the chosen language. Other languages than the source are fetched when chosen.
 *
 * @param {string} area
 * @param {string[]} languages
 */
function areaModule(area, [source, ...others]) {
  if (others.length === 0) return `export { default } from "${PREFIX}${area}/${source}"`;
  const loads = others.map(
    (each) => `${JSON.stringify(each)}: () => import("${PREFIX}${area}/${each}")`,
  );
  return [
    `import { language } from ${JSON.stringify(join(FOLDER, "language.ts"))};`,
    `import source from "${PREFIX}${area}/${source}";`,
    `const load = { ${loads.join(", ")} }[language];`,
    "export default load ? (await load()).default : source;",
  ].join("\n");
}

/**
 * @param {{ sourceOnly?: boolean }} [options] `sourceOnly` leaves translations out, for a build that
 *   must be a single file
 * @returns {import("vite").Plugin}
 */
export function messages({ sourceOnly = false } = {}) {
  /** @param {string} id */
  const moduleSource = (id) => {
    const [area = "", language] = id.split("/");
    if (area === "languages") return `export default ${JSON.stringify(listLanguages())}`;
    if (!language) return areaModule(area, sourceOnly ? [SOURCE_LANGUAGE] : listLanguages());
    return area === "rules" ? rulesModule(language) : compile(language, readArea(language, area));
  };
  return {
    name: "messages",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      // Areas that a page does not use are dropped, even where they wait for a translation.
      return { code: moduleSource(id.slice(PREFIX.length + 1)), moduleSideEffects: false };
    },
    handleHotUpdate({ file, server }) {
      if (file.startsWith(FOLDER) && file.endsWith(".json"))
        server.ws.send({ type: "full-reload" });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const types = generateTypes();
  const wrong = findMismatches();
  if (!process.argv.includes("--check")) writeFileSync(TYPES, types);
  else if (readFileSync(TYPES, "utf8") !== types)
    wrong.push("src/messages/messages.d.ts is stale: run `npm run messages`");
  for (const line of wrong) console.error(line);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
