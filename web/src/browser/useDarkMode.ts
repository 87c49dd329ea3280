import { useSyncExternalStore } from "react";
import { useSettings } from "./settings";

const system = window.matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark now, by the setting or by the system. */
export function useDarkMode(): boolean {
  const { theme } = useSettings();
  const systemDark = useSyncExternalStore(
    (listener) => {
      system.addEventListener("change", listener);
      return () => system.removeEventListener("change", listener);
    },
    () => system.matches,
  );
  return theme === "auto" ? systemDark : theme === "dark";
}
