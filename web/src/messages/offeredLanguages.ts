// The languages that the page can be shown in, and which of them a browser asks for.

import { catalogues } from "messages:languages";
import { SOURCE_LANGUAGE } from "./language";

export const offeredLanguages: readonly string[] = [SOURCE_LANGUAGE, ...Object.keys(catalogues)];

/** The first of the wanted languages that is offered, or is spoken in another region. */
export function detectLanguage(
  wanted: readonly string[] = navigator.languages,
  offered = offeredLanguages,
): string {
  for (const tag of wanted) {
    const base = baseOf(tag);
    const found =
      offered.find((each) => each === tag) ?? offered.find((each) => baseOf(each) === base);
    if (found !== undefined) return found;
  }
  return SOURCE_LANGUAGE;
}

const baseOf = (tag: string): string => tag.split("-")[0]?.toLowerCase() ?? "";
