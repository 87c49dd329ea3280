// Renders a part of the account page against a server that answers from a list.

import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { vi } from "vitest";
import "../reactAct";

export interface RenderedPart {
  container: HTMLElement;
  /** Method, path and body of each request. */
  requests: string[];
  press(label: string, where?: ParentNode | null): Promise<void>;
  type(label: string, text: string): Promise<void>;
  unmount(): Promise<void>;
}

type Answer = (request: string, body: unknown) => Response;

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json" },
  });
export const noContent = (): Response => new Response(null, { status: 204 });
export const refuse = (code: string): Response =>
  json({ error: { code, rule: null, message: code, path: "" } }, 403);

export async function render(part: ReactNode, answer: Answer): Promise<RenderedPart> {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    requests.push(`${method} ${path}${body ? ` ${body}` : ""}`);
    return answer(`${method} ${path}`, body ? JSON.parse(String(body)) : null);
  });
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  await act(async () => root.render(part));
  return {
    container,
    requests,
    press: (label, where = container) =>
      act(async () => {
        const buttons = [...(where?.querySelectorAll("button") ?? [])];
        const found = buttons.find((each) => each.textContent === label);
        if (!found) throw new Error(`there is no button ${label}`);
        found.click();
      }),
    type: (label, text) =>
      act(async () => {
        const labels = [...container.querySelectorAll("label")];
        const target = labels.find((each) => each.textContent === label)?.htmlFor ?? "";
        const input = document.getElementById(target) as HTMLInputElement;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(
          input,
          text,
        );
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }),
    unmount: () => act(async () => root.unmount()),
  };
}
