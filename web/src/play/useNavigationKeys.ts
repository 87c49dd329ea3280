// Arrow, Home and End keys step through a game unless the focused element uses them.

import { useEffect, useRef } from "react";

export type NavigationStep = "back" | "on" | "start" | "end";

const KEY_STEPS: Record<string, NavigationStep> = {
  ArrowLeft: "back",
  ArrowRight: "on",
  Home: "start",
  End: "end",
};
const OWN_KEY_ELEMENTS =
  "input, select, textarea, dialog, ringrift-board, [role=tablist], .move-log";

/** With Shift, `single` is true: one decision instead of a turn. */
export function useNavigationKeys(onStep: (step: NavigationStep, single: boolean) => void): void {
  const latest = useRef(onStep);
  useEffect(() => {
    latest.current = onStep;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const step = KEY_STEPS[event.key];
      if (!step || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target?.closest(OWN_KEY_ELEMENTS)) return;
      event.preventDefault();
      latest.current(step, event.shiftKey);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
