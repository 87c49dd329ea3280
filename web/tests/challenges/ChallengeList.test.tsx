import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Challenge } from "../../src/api/challenges";
import { currentRoute, navigate } from "../../src/browser/router";
import ChallengeList from "../../src/challenges/ChallengeList";
import { challenge, me, robby } from "./challenges";
import "../reactAct";

const GAME = "fedcba9876543210fedcba9876543210";
let container: HTMLElement;
let root: Root;
let requests: { path: string; body: unknown }[];

beforeEach(() => {
  requests = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string }) => {
    requests.push({ path, body: body === undefined ? null : JSON.parse(body) });
    return Response.json(challenge({ status: "accepted", game: GAME }));
  });
  navigate("/play");
  container = document.createElement("div");
  document.body.append(container);
  root = createRoot(container);
});
afterEach(async () => {
  await act(async () => root.unmount());
  container.remove();
  vi.restoreAllMocks();
});

const show = (one: Challenge) =>
  act(async () => root.render(<ChallengeList challenges={[one]} me="me" />));

const press = (name: string) =>
  act(async () => {
    const buttons = [...container.querySelectorAll("button")];
    buttons.find(({ textContent }) => textContent === name)?.click();
  });

it("accepts a challenge and opens its game", async () => {
  await show(challenge());
  await press("Accept");
  expect(requests[0]?.path).toMatch(/\/accept$/);
  expect(currentRoute().path).toBe(`/game/${GAME}`);
});

it("declines with a reason", async () => {
  await show(challenge());
  await press("Decline");
  const select = container.querySelector("select");
  if (!select) throw new Error("no reasons are offered");
  await act(async () => {
    select.value = "later";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect(requests[0]).toMatchObject({ body: { reason: "later" } });
});

it("withdraws only what the account sent", async () => {
  await show(
    challenge({
      challenger: { account: me },
      opponents: [{ account: robby, status: "waiting" }],
    }),
  );
  expect(container.textContent).not.toContain("Accept");
  await press("Withdraw");
  expect(requests[0]?.path).toMatch(/\/withdraw$/);
});

it("offers nothing for a challenge that has expired meanwhile", async () => {
  await show(challenge({ expires_at: Date.now() / 1000 - 1 }));
  expect(container.querySelector("button")).toBeNull();
});
