// Short messages in a corner of the page, announced by screen readers, gone after a while.

import { useSyncExternalStore } from "react";
import { messages } from "../messages";
import { describeError } from "./errorText";

interface Toast {
  id: number;
  text: string;
  kind: "info" | "error";
  action?: ToastAction;
}

/** A button in the message. */
export interface ToastAction {
  label: string;
  run(): void;
}

const DURATION_MS = 7000;
const MAX_TOASTS = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function update(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function showToast(text: string, kind: Toast["kind"] = "info", action?: ToastAction): void {
  const toast: Toast = { id: ++lastId, text, kind, ...(action ? { action } : {}) };
  update([...toasts.filter((other) => other.text !== text), toast].slice(-MAX_TOASTS));
  window.setTimeout(() => dismiss(toast), DURATION_MS);
}

function dismiss(toast: Toast): void {
  update(toasts.filter((other) => other !== toast));
}

/** Shows the message of an error. */
export function showError(error: unknown): void {
  showToast(describeError(error).text, "error");
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={`toast ${toast.kind}`}>
          <span>{toast.text}</span>
          {toast.action && (
            <button
              type="button"
              className="toast-action"
              onClick={() => {
                dismiss(toast);
                toast.action?.run();
              }}
            >
              {toast.action.label}
            </button>
          )}
          <button
            type="button"
            className="close-button"
            aria-label={messages.shell.close}
            onClick={() => dismiss(toast)}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
