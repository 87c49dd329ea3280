// The server's refusals in other languages, fetched with the first one. In English the server says
// them itself, and more precisely.

import { currentLanguage, messagesReady, SOURCE_LANGUAGE } from "./language";

/** The refusal in the language of the page; as it came if there is no text for its code. */
export async function translateRefusal<R extends { code: string; message: string }>(
  refusal: R,
): Promise<R> {
  if (currentLanguage() === SOURCE_LANGUAGE) return refusal;
  try {
    const area = await import("messages:refusals");
    await messagesReady();
    const texts: Partial<Record<string, string>> = area.default;
    return { ...refusal, message: texts[refusal.code] ?? refusal.message };
  } catch {
    return refusal; // the texts cannot be fetched
  }
}
