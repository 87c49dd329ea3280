import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MatchmakingListener } from "../../src/lobby/matchmaking";
import { TestSocket } from "../live/testSocket";

const GAME = "0123456789abcdef0123456789abcdef";
const account = { id: "a", name: "Ann", kind: "guest" };

/** The stubbed server: the requests it got, and its responses. */
let requests: string[] = [];
let matchResponses: (() => Promise<Response> | Response)[] = [];
let cancelResponse: () => Promise<Response> | Response;
let leaveResponse: () => Response;

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
const waiting = (seconds: number) => () => json({ game: null, waiting: seconds });
const found = (status: string) => () => json({ game: { id: GAME, status }, waiting: 0 });
const offline = () => {
  throw new TypeError("no network");
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  requests = [];
  matchResponses = [];
  cancelResponse = waiting(0);
  leaveResponse = () => new Response(null, { status: 204 });
  vi.stubGlobal("WebSocket", TestSocket);
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    if (path === "/sessions/current") return json({ account, csrf: "c", expires_at: 0 });
    requests.push(`${method} ${path}`);
    if (method === "POST" && path === "/quick-match")
      return (matchResponses.shift() ?? waiting(9))();
    if (method === "DELETE" && path === "/quick-match") return cancelResponse();
    return leaveResponse();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function search() {
  const { startMatchmaking } = await import("../../src/lobby/matchmaking");
  const events: string[] = [];
  const listener: MatchmakingListener = {
    onWaiting: (seconds, unreachable) => events.push(unreachable ? "unreachable" : `${seconds} s`),
    onFound: ({ id }) => events.push(`found ${id}`),
    onMissed: () => events.push("missed"),
    onLeaveFailed: (error) => events.push(`leave failed: ${(error as Error).message}`),
    onRefused: (error) => events.push((error as Error).message),
  };
  const stop = startMatchmaking({ board: "square8" }, listener);
  const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  await advance(0);
  return { events, stop, advance };
}

/** A response that arrives when the test says so. */
function late(response: () => Response): { arrive(): void; response(): Promise<Response> } {
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((done) => {
    arrive = done;
  });
  return { arrive, response: () => arrival.then(response) };
}

/** A late response to the next quick match request. */
function lateMatch(response: () => Response): { arrive(): void } {
  const match = late(response);
  matchResponses.push(match.response);
  return match;
}

/** Accepts the resignation. */
function acceptResignation(): void {
  const [sent] = TestSocket.last.ofType("resign");
  expect(sent).toMatchObject({ game: GAME });
  TestSocket.last.receive({
    type: "accepted",
    client_id: sent?.client_id ?? "",
    game: GAME,
    sequence: 2,
  });
}

describe("matchmaking", () => {
  it("polls until an opponent is found", async () => {
    matchResponses = [waiting(0), waiting(2), found("live")];
    const { events, advance } = await search();
    await advance(4_000);
    expect(events).toEqual(["0 s", "2 s", `found ${GAME}`]);
    await advance(20_000);
    expect(requests).toEqual(Array(3).fill("POST /quick-match"));
  });

  it("continues with longer pauses while the server is unreachable, and reports it", async () => {
    matchResponses = [waiting(0), offline, offline, () => json({}, 503), waiting(1), found("live")];
    const { events, advance } = await search();
    await advance(2_000);
    expect(events).toEqual(["0 s", "unreachable"]);
    await advance(2_000);
    expect(events).toHaveLength(2);
    await advance(2_000 + 8_000 + 10_000 + 2_000);
    expect(events).toEqual([
      "0 s",
      "unreachable",
      "unreachable",
      "unreachable",
      "1 s",
      `found ${GAME}`,
    ]);
  });

  it("ends when the server refuses the game", async () => {
    matchResponses = [
      () => json({ error: { code: "INVALID_SETUP", rule: "", message: "no such board" } }, 422),
    ];
    const { events, advance } = await search();
    await advance(20_000);
    expect(events).toEqual(["no such board"]);
    expect(requests).toHaveLength(1);
  });

  it("cancels at once when stopped between two polls", async () => {
    const { stop, advance } = await search();
    stop();
    await advance(20_000);
    expect(requests).toEqual(["POST /quick-match", "DELETE /quick-match"]);
  });

  it("resigns a game found between the last poll and the cancellation", async () => {
    cancelResponse = found("live");
    const { stop, advance, events } = await search();
    stop();
    await advance(0);
    TestSocket.last.welcome("a");
    expect(events).toEqual(["9 s"]);
    acceptResignation();
    await advance(0);
    expect(events).toEqual(["9 s", "missed"]);
  });

  it("leaves a game found after a poll without result", async () => {
    const match = lateMatch(waiting(0));
    cancelResponse = found("open");
    const { stop, advance, events } = await search();
    stop();
    match.arrive();
    await advance(0);
    expect(requests).toEqual([
      "POST /quick-match",
      "DELETE /quick-match",
      `POST /games/${GAME}/leave`,
    ]);
    expect(events).toEqual(["missed"]);
  });

  it("cancels after the pending poll when stopped during it", async () => {
    const match = lateMatch(waiting(0));
    const { stop, advance, events } = await search();
    stop();
    await advance(1_000);
    expect(requests).toEqual(["POST /quick-match"]);
    match.arrive();
    await advance(20_000);
    expect(requests).toEqual(["POST /quick-match", "DELETE /quick-match"]);
    expect(events).toEqual([]);
  });

  it("leaves an open game that was found too late", async () => {
    const match = lateMatch(found("open"));
    const { stop, advance, events } = await search();
    stop();
    match.arrive();
    await advance(0);
    expect(requests.at(-1)).toBe(`POST /games/${GAME}/leave`);
    expect(events).toEqual(["missed"]);
  });

  it("resigns a live game that was found too late", async () => {
    const match = lateMatch(found("live"));
    const { stop, advance, events } = await search();
    stop();
    match.arrive();
    await advance(0);
    TestSocket.last.welcome("a");
    acceptResignation();
    await advance(0);
    expect(events).toEqual(["missed"]);
  });

  it("reports why a game found too late could not be left", async () => {
    cancelResponse = found("open");
    leaveResponse = () => json({ error: { code: "TRY_AGAIN", rule: "", message: "not now" } }, 503);
    const { stop, advance, events } = await search();
    stop();
    await advance(20_000);
    expect(events).toEqual(["9 s", "leave failed: not now"]);
  });

  it("starts again only after the cancellation has reached the server", async () => {
    const end = late(waiting(0));
    cancelResponse = end.response;
    const { stop, advance } = await search();
    stop();
    const second = await search();
    await advance(20_000);
    expect(requests).toEqual(["POST /quick-match", "DELETE /quick-match"]);
    matchResponses = [found("live")];
    end.arrive();
    await advance(0);
    expect(requests.at(-1)).toBe("POST /quick-match");
    expect(second.events).toEqual([`found ${GAME}`]);
  });

  it("starts again only after the pending poll and its cancellation", async () => {
    const match = lateMatch(waiting(0));
    const { stop, advance } = await search();
    stop();
    await search();
    expect(requests).toEqual(["POST /quick-match"]);
    match.arrive();
    await advance(0);
    expect(requests).toEqual(["POST /quick-match", "DELETE /quick-match", "POST /quick-match"]);
  });
});
