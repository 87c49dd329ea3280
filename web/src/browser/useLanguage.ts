import { useSyncExternalStore } from "react";
import { currentLanguage, subscribeToLanguage } from "../messages/language";

/** The language of the page; where it is used as a key, all texts follow a change of it. */
export function useLanguage(): string {
  return useSyncExternalStore(subscribeToLanguage, currentLanguage);
}
