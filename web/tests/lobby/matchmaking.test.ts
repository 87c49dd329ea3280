import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MatchmakingListener } from "../../src/lobby/matchmaking";
import { TestSocket } from "../live/testSocket";

const GAME = "0123456789abcdef0123456789abcdef";
const account = { id: "a", name: "Ann", kind: "guest" };

/** The server as a test answers for it: what was asked, and the answers to quick matches. */
let asked: string[] = [];
let answers: (() => Promise<Response> | Response)[] = [];
let stopped: () => Promise<Response> | Response;
let left: () => Response;

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
  asked = [];
  answers = [];
  stopped = waiting(0);
  left = () => new Response(null, { status: 204 });
  vi.stubGlobal("WebSocket", TestSocket);
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    if (path === "/sessions/current") return json({ account, csrf: "c", expires_at: 0 });
    asked.push(`${method} ${path}`);
    if (method === "POST" && path === "/quick-match") return (answers.shift() ?? waiting(9))();
    if (method === "DELETE" && path === "/quick-match") return stopped();
    return left();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function looking() {
  const { startMatchmaking } = await import("../../src/lobby/matchmaking");
  const heard: string[] = [];
  const listener: MatchmakingListener = {
    onWaiting: (seconds, unreachable) => heard.push(unreachable ? "unreachable" : `${seconds} s`),
    onFound: ({ id }) => heard.push(`found ${id}`),
    onMissed: () => heard.push("missed"),
    onLeaveFailed: (error) => heard.push(`stuck: ${(error as Error).message}`),
    onRefused: (error) => heard.push((error as Error).message),
  };
  const stop = startMatchmaking({ board: "square8" }, listener);
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  await pass(0);
  return { heard, stop, pass };
}

/** An answer that comes when the test says so. */
function late(answer: () => Response): { comes(): void; answer(): Promise<Response> } {
  let comes: () => void = () => undefined;
  const coming = new Promise<void>((done) => {
    comes = done;
  });
  return { comes, answer: () => coming.then(answer) };
}

/** The same, to the next quick match. */
function lateMatch(answer: () => Response): { comes(): void } {
  const match = late(answer);
  answers.push(match.answer);
  return match;
}

/** The server takes the resignation. */
function resigned(): void {
  const [sent] = TestSocket.last.ofType("resign");
  expect(sent).toMatchObject({ game: GAME });
  TestSocket.last.says({
    type: "accepted",
    client_id: sent?.client_id ?? "",
    game: GAME,
    sequence: 2,
  });
}

describe("looking for an opponent", () => {
  it("asks again until there is a game", async () => {
    answers = [waiting(0), waiting(2), found("live")];
    const { heard, pass } = await looking();
    await pass(4_000);
    expect(heard).toEqual(["0 s", "2 s", `found ${GAME}`]);
    await pass(20_000);
    expect(asked).toEqual(Array(3).fill("POST /quick-match"));
  });

  it("goes on when the server does not answer for a while, with longer pauses, and says so", async () => {
    answers = [waiting(0), offline, offline, () => json({}, 503), waiting(1), found("live")];
    const { heard, pass } = await looking();
    await pass(2_000);
    expect(heard).toEqual(["0 s", "unreachable"]);
    await pass(2_000);
    expect(heard).toHaveLength(2);
    await pass(2_000 + 8_000 + 10_000 + 2_000);
    expect(heard).toEqual([
      "0 s",
      "unreachable",
      "unreachable",
      "unreachable",
      "1 s",
      `found ${GAME}`,
    ]);
  });

  it("ends where such a game cannot be looked for", async () => {
    answers = [
      () => json({ error: { code: "INVALID_SETUP", rule: "", message: "no such board" } }, 422),
    ];
    const { heard, pass } = await looking();
    await pass(20_000);
    expect(heard).toEqual(["no such board"]);
    expect(asked).toHaveLength(1);
  });

  it("that is stopped between two questions is heard to the server at once", async () => {
    const { stop, pass } = await looking();
    stop();
    await pass(20_000);
    expect(asked).toEqual(["POST /quick-match", "DELETE /quick-match"]);
  });

  it("gives up a game that was found between the last question and the end", async () => {
    stopped = found("live");
    const { stop, pass, heard } = await looking();
    stop();
    await pass(0);
    TestSocket.last.welcomes("a");
    expect(heard).toEqual(["9 s"]);
    resigned();
    await pass(0);
    expect(heard).toEqual(["9 s", "missed"]);
  });

  it("gives up a game that was found behind a question without one", async () => {
    const answer = lateMatch(waiting(0));
    stopped = found("open");
    const { stop, pass, heard } = await looking();
    stop();
    answer.comes();
    await pass(0);
    expect(asked).toEqual([
      "POST /quick-match",
      "DELETE /quick-match",
      `POST /games/${GAME}/leave`,
    ]);
    expect(heard).toEqual(["missed"]);
  });

  it("that is stopped during a question is heard to the server behind it", async () => {
    const answer = lateMatch(waiting(0));
    const { stop, pass, heard } = await looking();
    stop();
    await pass(1_000);
    expect(asked).toEqual(["POST /quick-match"]);
    answer.comes();
    await pass(20_000);
    expect(asked).toEqual(["POST /quick-match", "DELETE /quick-match"]);
    expect(heard).toEqual([]);
  });

  it("leaves a game that was found too late and waits for players", async () => {
    const answer = lateMatch(found("open"));
    const { stop, pass, heard } = await looking();
    stop();
    answer.comes();
    await pass(0);
    expect(asked.at(-1)).toBe(`POST /games/${GAME}/leave`);
    expect(heard).toEqual(["missed"]);
  });

  it("gives up a game that was found too late and has begun", async () => {
    const answer = lateMatch(found("live"));
    const { stop, pass, heard } = await looking();
    stop();
    answer.comes();
    await pass(0);
    TestSocket.last.welcomes("a");
    resigned();
    await pass(0);
    expect(heard).toEqual(["missed"]);
  });

  it("says why a game that was found too late could not be given up", async () => {
    stopped = found("open");
    left = () => json({ error: { code: "TRY_AGAIN", rule: "", message: "not now" } }, 503);
    const { stop, pass, heard } = await looking();
    stop();
    await pass(20_000);
    expect(heard).toEqual(["9 s", "stuck: not now"]);
  });

  it("that begins anew waits until the server has heard of the stop", async () => {
    const end = late(waiting(0));
    stopped = end.answer;
    const { stop, pass } = await looking();
    stop();
    const anew = await looking();
    await pass(20_000);
    expect(asked).toEqual(["POST /quick-match", "DELETE /quick-match"]);
    answers = [found("live")];
    end.comes();
    await pass(0);
    expect(asked.at(-1)).toBe("POST /quick-match");
    expect(anew.heard).toEqual([`found ${GAME}`]);
  });

  it("that begins anew during a question waits for its answer and the stop behind it", async () => {
    const answer = lateMatch(waiting(0));
    const { stop, pass } = await looking();
    stop();
    await looking();
    expect(asked).toEqual(["POST /quick-match"]);
    answer.comes();
    await pass(0);
    expect(asked).toEqual(["POST /quick-match", "DELETE /quick-match", "POST /quick-match"]);
  });
});
