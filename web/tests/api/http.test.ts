import { afterEach, describe, expect, it, vi } from "vitest";
import { OFFLINE, request, type ServerRefusal, setCsrfToken } from "../../src/api/http";

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
const refusal = (code: string, status: number) =>
  json({ error: { code, rule: "", message: `because of ${code}`, path: "" } }, status);

function stubFetch(...responses: (Response | Error)[]) {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    requests.push(new Request(new URL(path, "http://ringrift.test"), init));
    const response = responses.shift();
    if (!response || response instanceof Error) throw response ?? new Error("unexpected request");
    return response;
  });
  return requests;
}

const catchRefusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: ServerRefusal) => error,
  );

afterEach(() => {
  vi.unstubAllGlobals();
  setCsrfToken(null, async () => undefined);
});

describe("a request", () => {
  it("carries the CSRF token unless it is a GET", async () => {
    setCsrfToken("token", async () => undefined);
    const requests = stubFetch(json([]), json({ id: "1" }));
    await request("GET", "/lobby");
    await request("POST", "/games", {});
    expect(requests.map((request) => request.headers.get("X-CSRF-Token"))).toEqual([null, "token"]);
  });

  it("renews a CSRF token that another tab has changed, and retries", async () => {
    setCsrfToken("old", async () => setCsrfToken("new", async () => undefined));
    const requests = stubFetch(refusal("CSRF", 403), json({ id: "1" }));
    expect(await request("POST", "/games", {})).toEqual({ id: "1" });
    expect(requests.map((request) => request.headers.get("X-CSRF-Token"))).toEqual(["old", "new"]);
  });

  it("throws the server's code and message", async () => {
    stubFetch(refusal("SEAT_TAKEN", 409));
    const error = await catchRefusal(request("POST", "/games/1/join", {}));
    expect(error?.refusal.code).toBe("SEAT_TAKEN");
    expect(error?.message).toBe("because of SEAT_TAKEN");
    expect(error?.status).toBe(409);
  });

  it("repeats a change of unknown outcome once, with the same key", async () => {
    const requests = stubFetch(refusal("OUTCOME_UNKNOWN", 503), json({ id: "1" }));
    expect(await request("POST", "/games", {})).toEqual({ id: "1" });
    const [first, again] = requests.map((request) => request.headers.get("Idempotency-Key"));
    expect(first).toMatch(/^\w{8,64}$/);
    expect(again).toBe(first);
  });

  it("does not repeat a change that the server cannot recognise", async () => {
    const requests = stubFetch(refusal("TRY_AGAIN", 503));
    await catchRefusal(request("POST", "/bots", { name: "b" }));
    expect(requests.map((request) => request.headers.get("Idempotency-Key"))).toEqual([null]);
  });

  it("throws OFFLINE if the server cannot be reached", async () => {
    stubFetch(new TypeError("failed to fetch"));
    expect((await catchRefusal(request("GET", "/lobby")))?.refusal.code).toBe(OFFLINE);
  });

  it("handles an error response without an error object", async () => {
    stubFetch(new Response("<html>bad gateway</html>", { status: 502 }));
    const error = await catchRefusal(request("GET", "/lobby"));
    expect(error?.refusal.code).toBe("UNEXPECTED_RESPONSE");
    expect(error?.status).toBe(502);
  });

  it("refreshes the session when it has ended", async () => {
    const refresh = vi.fn(async () => undefined);
    setCsrfToken("token", refresh);
    stubFetch(refusal("NOT_LOGGED_IN", 401));
    await catchRefusal(request("POST", "/games", {}));
    expect(refresh).toHaveBeenCalledOnce();
  });
});
