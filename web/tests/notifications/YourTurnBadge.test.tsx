import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { refreshSession } from "../../src/account/loginSession";
import { navigate } from "../../src/browser/router";
import { Toasts } from "../../src/components/toasts";
import type { WaitingEntry } from "../../src/live/protocol";
import { YourTurnBadge } from "../../src/notifications/YourTurnBadge";
import { TestSocket } from "../live/testSocket";
import "../reactAct";

const GAME = "0123456789abcdef0123456789abcdef";
const OLD = "fedcba9876543210fedcba9876543210";
const account = { id: "me", name: "Me", kind: "person" };

class TestNotification {
  static permission: NotificationPermission = "default";
  static shown: { title: string; body: string; tag: string }[] = [];
  static async requestPermission(): Promise<NotificationPermission> {
    TestNotification.permission = "granted";
    return "granted";
  }
  onclick: (() => void) | null = null;
  constructor(title: string, { body, tag }: { body: string; tag: string }) {
    TestNotification.shown.push({ title, body, tag });
  }
}

let container: HTMLElement;
let root: Root;

beforeEach(async () => {
  TestSocket.opened = [];
  TestNotification.shown = [];
  TestNotification.permission = "default";
  vi.stubGlobal("WebSocket", TestSocket);
  vi.stubGlobal("Notification", TestNotification);
  vi.stubGlobal("fetch", async () => Response.json({ account, csrf: "c", expires_at: 0 }));
  window.localStorage.clear();
  window.sessionStorage.clear();
  document.title = "Home";
  navigate("/");
  await refreshSession();
  container = document.createElement("div");
  document.body.append(container);
  root = createRoot(container);
  await act(async () =>
    root.render(
      <>
        <YourTurnBadge />
        <Toasts />
      </>,
    ),
  );
  await act(async () => TestSocket.last.welcome("me"));
});
afterEach(async () => {
  await act(async () => root.unmount());
  container.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const receive = (...games: Partial<WaitingEntry>[]) => receiveWith(0, ...games);
const receiveWith = (unread: number, ...games: Partial<WaitingEntry>[]) =>
  act(async () =>
    TestSocket.last.receive({
      type: "waiting",
      challenges: [],
      unread_messages: unread,
      games: games.map((game) => ({
        game: GAME,
        status: "live",
        your_turn: true,
        opponents: ["Ada"],
        ...game,
      })),
    }),
  );
const button = () => container.querySelector<HTMLButtonElement>(".your-turn-button");

it("the badge follows the games that wait over the socket", async () => {
  expect(TestSocket.last.ofType("waiting.watch")).toHaveLength(1);
  expect(button()).toBeNull();
  await receive({});
  expect(button()?.getAttribute("aria-label")).toBe("Your turn in 1 game");
  await receive({}, { game: OLD });
  expect(button()?.getAttribute("aria-label")).toBe("Your turn in 2 games");
  await receive({ your_turn: false });
  expect(button()?.getAttribute("aria-label")).toBe("Your games");
  await receive();
  expect(button()).toBeNull();
});

it("the badge counts unread messages, and its list leads to them", async () => {
  await receiveWith(2, {});
  expect(button()?.getAttribute("aria-label")).toBe("Your turn in 1 game, 2 new messages");
  expect(button()?.textContent).toBe("3");
  await act(async () => button()?.click());
  const [link] = container.querySelectorAll(".your-turn-panel a");
  expect([link?.textContent, link?.getAttribute("href")]).toEqual(["2 new messages", "/people"]);
  await receiveWith(0);
  expect(button()).toBeNull();
});

it("the title of the tab shows the number, whatever page is open", async () => {
  await receive({}, { game: OLD });
  expect(document.title).toBe("(2) Home");
  await act(async () => {
    document.title = "Lobby";
  });
  expect(document.title).toBe("(2) Lobby");
  await act(async () => navigate(`/game/${GAME}`));
  expect(document.title).toBe("(1) Lobby");
  await receive();
  expect(document.title).toBe("Lobby");
});

it("the list leads to the games", async () => {
  await receive({}, { game: OLD, your_turn: false });
  await act(async () => button()?.click());
  const links = [...container.querySelectorAll(".your-turn-panel a")];
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Your turn against Ada", `/game/${GAME}`],
    ["Playing against Ada", `/game/${OLD}`],
  ]);
});

it("the offer of a rematch is a toast on every page", async () => {
  await receive();
  await receive({ your_turn: false, status: "open", rematch_of: OLD });
  expect(container.querySelector(".toasts")?.textContent).toContain("Rematch offer from Ada");
});

it("notifications are off until the player asks for them", async () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await receive({ your_turn: false });
  await receive({});
  expect(TestNotification.shown).toEqual([]);
  await receive({ your_turn: false });
  await act(async () => button()?.click());
  await act(async () => container.querySelector<HTMLInputElement>("input")?.click());
  await receive({});
  expect(TestNotification.shown).toEqual([
    { title: "RingRift", body: "Your turn against Ada", tag: GAME },
  ]);
});

it("there is no notification while the page is visible", async () => {
  await receive({ your_turn: false });
  await act(async () => button()?.click());
  await act(async () => container.querySelector<HTMLInputElement>("input")?.click());
  await receive({});
  expect(TestNotification.shown).toEqual([]);
});
