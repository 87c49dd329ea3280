import { afterEach, expect, it, vi } from "vitest";
import { BotAccounts } from "../../src/account/BotAccounts";
import { json, noContent, refuse, render } from "./accountPage";

const account = { id: "b", name: "Deep Ring", kind: "bot" };
const token = (id: string, label: string) => ({
  id,
  label,
  prefix: "rrb_abcd",
  scope: "play",
  created_at: 1,
  expires_at: 2_000_000_000,
  last_used_at: null,
});
const bots = [{ account, tokens: [token("1", "laptop"), token("2", "server")] }];
const made = { account, token: "rrb_secret", info: token("3", "new") };

afterEach(() => vi.unstubAllGlobals());

it("lists tokens without secrets and revokes one after confirmation", async () => {
  const part = await render(<BotAccounts />, (request) =>
    request === "GET /bots" ? json(bots) : noContent(),
  );
  const rows = () => [...part.container.querySelectorAll(".credentials li")];
  const dialog = () => part.container.querySelector("dialog");
  expect(rows().map((row) => row.querySelector("strong")?.textContent)).toEqual([
    "laptop",
    "server",
  ]);
  expect(rows()[0]?.textContent).toMatch(/rrb_abcd….*Play and read · expires .* · never used/);

  await part.press("Revoke", rows()[1]);
  expect(dialog()?.textContent).toContain("Revoke the token “server” of Deep Ring?");
  await part.press("Cancel", dialog());
  expect([part.requests, dialog()]).toEqual([["GET /bots"], null]);

  await part.press("Revoke", rows()[1]);
  await part.press("Revoke", dialog());
  expect(part.requests).toEqual(["GET /bots", "DELETE /bots/Deep%20Ring/tokens/2", "GET /bots"]);

  await part.press("Revoke all tokens");
  await part.press("Revoke all tokens", dialog());
  expect(part.requests).toContain("DELETE /bots/Deep%20Ring/tokens");
  await part.unmount();
});

it("creates a token with a scope and a lifetime, and shows it once", async () => {
  const part = await render(<BotAccounts />, (request) =>
    request === "GET /bots" ? json(bots) : json(made, 201),
  );
  await part.press("New token");
  await part.type("Label", "phone");
  const dialog = part.container.querySelector("dialog");
  await part.press("New token", dialog);
  expect(part.requests[1]).toBe(
    'POST /bots/Deep%20Ring/tokens {"label":"phone","scope":"play","days":90}',
  );
  expect(part.container.querySelector<HTMLInputElement>("input[readonly]")?.value).toBe(
    "rrb_secret",
  );
  await part.unmount();
});

it("asks for the password and then repeats the request", async () => {
  let recent = false;
  const part = await render(<BotAccounts />, (request, body) => {
    if (request === "GET /bots") return json([]);
    if (request === "POST /sessions/current/password") {
      recent = (body as { password: string }).password === "correct horse";
      return recent ? json({}) : refuse("WRONG_CREDENTIALS");
    }
    return recent ? json(made, 201) : refuse("PASSWORD_NEEDED");
  });
  await part.type("Bot name", "Deep Ring");
  await part.press("Create bot");
  const dialog = () => part.container.querySelector("dialog");
  expect(dialog()?.textContent).toContain("Confirm that it’s you");

  await part.type("Your password", "wrong");
  await part.press("Continue", dialog());
  expect(dialog()?.querySelector('[role="alert"]')?.textContent).toBe("WRONG_CREDENTIALS");

  await part.type("Your password", "correct horse");
  await part.press("Continue", dialog());
  expect(dialog()).toBeNull();
  expect(part.requests.filter((request) => request.startsWith("POST /bots "))).toHaveLength(2);
  expect(part.container.querySelector<HTMLInputElement>("input[readonly]")?.value).toBe(
    "rrb_secret",
  );
  await part.unmount();
});
