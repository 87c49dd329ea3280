import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import { BotAccounts } from "../../src/account/BotAccounts";
import "../reactAct";

afterEach(() => vi.unstubAllGlobals());

it("revokes a bot's tokens only after confirmation", async () => {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`);
    return new Response(null, { status: 204 });
  });
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  await act(async () => root.render(<BotAccounts />));
  const press = (label: string, where: ParentNode | null = container) =>
    act(async () =>
      [...(where?.querySelectorAll("button") ?? [])]
        .find((each) => each.textContent === label)
        ?.click(),
    );
  const name = container.querySelector("input") as HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(
      name,
      "Deep Ring",
    );
    name.dispatchEvent(new Event("input", { bubbles: true }));
  });

  await press("Revoke all tokens");
  const dialog = () => container.querySelector("dialog");
  expect(dialog()?.textContent).toContain("Revoke all tokens for Deep Ring?");
  await press("Keep tokens", dialog());
  expect([requests, dialog()]).toEqual([[], null]);

  await press("Revoke all tokens");
  await press("Revoke all tokens", dialog());
  expect([requests, dialog()]).toEqual([["DELETE /bots/Deep%20Ring/tokens"], null]);
  await act(async () => root.unmount());
});
