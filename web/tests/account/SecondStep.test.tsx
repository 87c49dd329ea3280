import { afterEach, expect, it, vi } from "vitest";
import { LogIn } from "../../src/account/SignIn";
import { json, refuse, render } from "./accountPage";

const NEEDED = { challenge: "c", factors: ["authenticator", "recovery_code"] };
const SESSION = { account: { id: "a", name: "Ada", kind: "person" }, csrf: "t" };

afterEach(() => vi.unstubAllGlobals());

it("asks for the second step after the password, and goes on with another code", async () => {
  let refused = false;
  const part = await render(<LogIn passkeys={false} />, (request) => {
    if (request === "POST /sessions") return json(NEEDED, 202);
    if (refused) return json(SESSION, 201);
    refused = true;
    return refuse("WRONG_CODE");
  });
  await part.type("Name", "Ada");
  await part.type("Password", "correct horse");
  await part.press("Log in");
  expect(part.container.querySelector("h2")?.textContent).toBe("One more step");
  await part.type("Code of your authenticator app", "000000");
  await part.press("Log in");
  expect(part.container.querySelector("[role=alert]")?.textContent).toContain("WRONG_CODE");
  await part.type("Code of your authenticator app", "123 456");
  await part.press("Log in");
  expect(part.requests.slice(1)).toEqual([
    'POST /sessions/second-factor {"challenge":"c","authenticator":"000000"}',
    'POST /sessions/second-factor {"challenge":"c","authenticator":"123 456"}',
  ]);
  await part.unmount();
});

it("goes back to the password", async () => {
  const part = await render(<LogIn passkeys={false} />, () => json(NEEDED, 202));
  await part.type("Name", "Ada");
  await part.type("Password", "correct horse");
  await part.press("Log in");
  await part.press("Back");
  expect(part.container.querySelector("h2")).toBeNull();
  await part.unmount();
});

it("offers no passkey where the browser has none", async () => {
  const part = await render(<LogIn passkeys />, () => json({}));
  expect(part.container.textContent).not.toContain("passkey");
  await part.unmount();
});
