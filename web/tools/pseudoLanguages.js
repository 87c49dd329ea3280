// Pseudo-languages made from English, for tests of the layout: "en-XA" is longer and has accents,
// "ar-XB" is written from right to left. Their text remains readable.

import { parse } from "@messageformat/parser";

/** @typedef {import("./messages.js").Messages} Messages */

export const PSEUDO_LANGUAGES = ["en-XA", "ar-XB"];

const ACCENTED = new Map(
  [..."AaCcDdEeGgIiLlNnOoRrSsTtUuYyZz"].map((letter, i) => [
    letter,
    [..."ÅåÇçĎďÉéĞğÎîŁłÑñÖöŘřŠšŤťÛûÝýŽž"][i] ?? letter,
  ]),
);
/** How much longer than English a text may be: German needs about this much. */
const GROWTH = 0.35;
const [RIGHT_TO_LEFT_OVERRIDE, POP] = ["\u202E", "\u202C"];

/** @param {string} language */
export const isPseudoLanguage = (language) => PSEUDO_LANGUAGES.includes(language);

/**
 * @param {Messages} messages
 * @param {string} language
 * @returns {Messages}
 */
export function pseudoTranslate(messages, language) {
  if (Array.isArray(messages)) return messages.map((each) => pseudoTranslate(each, language));
  if (typeof messages === "string") {
    const change = language === "ar-XB" ? turnAround : lengthen;
    return rewriteMessage(parse(messages), change);
  }
  return Object.fromEntries(
    Object.entries(messages).map(([key, each]) => [key, pseudoTranslate(each, language)]),
  );
}

/**
 * Writes a parsed message again, with other text between its arguments.
 *
 * @param {import("@messageformat/parser").Token[]} tokens
 * @param {(text: string) => string} change
 * @returns {string}
 */
function rewriteMessage(tokens, change) {
  return tokens
    .map((token) => {
      if (token.type === "content") return escapeText(change(token.value));
      if (token.type === "octothorpe") return "#";
      if (token.type === "argument") return `{${token.arg}}`;
      if (token.type === "function") {
        const style = token.param?.map((each) => (each.type === "content" ? each.value : ""));
        return `{${token.arg}, ${token.key}${style ? `,${style.join("")}` : ""}}`;
      }
      const cases = token.cases.map(
        ({ key, tokens: inner }) => `${key} {${rewriteMessage(inner, change)}}`,
      );
      return `{${token.arg}, ${token.type}, ${cases.join(" ")}}`;
    })
    .join("");
}

/** @param {string} text */
const escapeText = (text) => text.replace(/[{}#]/g, "'$&'");

/** @param {string} text */
function lengthen(text) {
  const accented = [...text].map((letter) => ACCENTED.get(letter) ?? letter).join("");
  const extra = Math.round(text.trim().length * GROWTH);
  if (text.trim() === "" || extra === 0) return accented;
  // In words, so lines break as in other languages.
  const padding = "~".repeat(extra).replace(/~{7}/g, "~~~~~~ ");
  return accented.replace(/(\s*)$/, `${extra > 6 ? " " : ""}${padding}$1`);
}

/**
 * Turns words around; numbers and arguments stay as they are.
 *
 * @param {string} text
 */
const turnAround = (text) =>
  text.replace(/[\p{L}’]+/gu, (word) => `${RIGHT_TO_LEFT_OVERRIDE}${word}${POP}`);
