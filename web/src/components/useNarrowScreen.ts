import { useSyncExternalStore } from "react";

/** Below this width the pages have one column and tabs at the bottom; the style sheets agree. */
const query = window.matchMedia("(max-width: 899px)");

export function useNarrowScreen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => query.matches,
  );
}
