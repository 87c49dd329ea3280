import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import { BotAccounts } from "../../src/account/BotAccounts";
import "../reactAct";

afterEach(() => vi.unstubAllGlobals());

it("makes a bot's tokens worthless only when that was confirmed", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return new Response(null, { status: 204 });
  });
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  await act(async () => root.render(<BotAccounts />));
  const press = (label: string, where: ParentNode | null = place) =>
    act(async () =>
      [...(where?.querySelectorAll("button") ?? [])]
        .find((each) => each.textContent === label)
        ?.click(),
    );
  const name = place.querySelector("input") as HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(
      name,
      "Deep Ring",
    );
    name.dispatchEvent(new Event("input", { bubbles: true }));
  });

  await press("Revoke all tokens");
  const dialog = () => place.querySelector("dialog");
  expect(dialog()?.textContent).toContain("Revoke all tokens of Deep Ring?");
  await press("Keep tokens", dialog());
  expect([asked, dialog()]).toEqual([[], null]);

  await press("Revoke all tokens");
  await press("Revoke all tokens", dialog());
  expect([asked, dialog()]).toEqual([["DELETE /bots/Deep%20Ring/tokens"], null]);
  await act(async () => root.unmount());
});
