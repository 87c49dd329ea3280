// Short news in passing: seen in a corner, read out by screen readers, gone after a while.

import { useSyncExternalStore } from "react";
import { messages } from "../messages";

interface Toast {
  id: number;
  text: string;
  kind: "news" | "trouble";
}

const STAYS_MS = 7000;

let shown: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function changed(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Tells something in passing. */
export function showToast(text: string, kind: Toast["kind"] = "news"): void {
  const toast = { id: ++count, text, kind };
  changed([...shown.filter((other) => other.text !== text), toast].slice(-4));
  window.setTimeout(() => changed(shown.filter((other) => other !== toast)), STAYS_MS);
}

/** Tells why something was not done. */
export function showError(error: unknown): void {
  showToast(error instanceof Error ? error.message : String(error), "trouble");
}

export function Toasts() {
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={`toast ${toast.kind}`}>
          <span>{toast.text}</span>
          <button
            type="button"
            className="close"
            aria-label={messages.shell.close}
            onClick={() => changed(shown.filter((other) => other !== toast))}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
