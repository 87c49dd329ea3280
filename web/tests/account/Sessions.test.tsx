import { afterEach, expect, it, vi } from "vitest";
import { Sessions } from "../../src/account/Sessions";
import { json, noContent, render } from "./accountPage";

const session = (id: string, browser: string, system: string, current = false) => ({
  id,
  browser,
  system,
  address: "192.0.2.1",
  created_at: 1_790_000_000,
  seen_at: 1_790_000_100,
  expires_at: 1_800_000_000,
  current,
});

afterEach(() => vi.unstubAllGlobals());

it("names the devices and ends one session or all others", async () => {
  let sessions = [
    session("a", "Firefox", "Linux", true),
    session("b", "curl", ""),
    session("c", "", ""),
  ];
  const part = await render(<Sessions />, (request) => {
    if (request === "GET /sessions") return json(sessions);
    sessions = sessions.filter(({ id, current }) => current || !request.endsWith(`/${id}`));
    if (request.endsWith("/others")) sessions = sessions.filter(({ current }) => current);
    return noContent();
  });
  const rows = () => [...part.container.querySelectorAll("li")];
  const names = () => rows().map((row) => row.querySelector("strong")?.textContent);
  expect(names()).toEqual(["Firefox on Linux", "curl", "Unknown device"]);
  expect(rows()[0]?.textContent).toContain("this device");
  expect(rows()[0]?.querySelector("button")).toBeNull();
  expect(rows()[1]?.textContent).toContain("192.0.2.1");

  await part.press("End session", rows()[1]);
  expect(part.requests).toEqual(["GET /sessions", "DELETE /sessions/b", "GET /sessions"]);
  expect(names()).toEqual(["Firefox on Linux", "Unknown device"]);

  await part.press("End all other sessions");
  expect(part.requests).toContain("DELETE /sessions/others");
  expect(names()).toEqual(["Firefox on Linux"]);
  expect(part.container.textContent).not.toContain("End all other sessions");
  await part.unmount();
});
