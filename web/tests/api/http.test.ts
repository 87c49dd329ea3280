import { afterEach, describe, expect, it, vi } from "vitest";
import { OFFLINE, request, type ServerRefusal, setCsrfToken } from "../../src/api/http";

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
const refusal = (code: string, status: number) =>
  json({ error: { code, rule: "", message: `because of ${code}`, path: "" } }, status);

function network(...answers: (Response | Error)[]) {
  const asked: Request[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push(new Request(new URL(path, "http://ringrift.test"), init));
    const answer = answers.shift();
    if (!answer || answer instanceof Error) throw answer ?? new Error("asked too often");
    return answer;
  });
  return asked;
}

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: ServerRefusal) => error,
  );

afterEach(() => {
  vi.unstubAllGlobals();
  setCsrfToken(null, async () => undefined);
});

describe("asking the server", () => {
  it("carries the session's token with changes, not with questions", async () => {
    setCsrfToken("token", async () => undefined);
    const asked = network(json([]), json({ id: "1" }));
    await request("GET", "/lobby");
    await request("POST", "/games", {});
    expect(asked.map((request) => request.headers.get("X-CSRF-Token"))).toEqual([null, "token"]);
  });

  it("learns a token that another tab has changed, and asks once more", async () => {
    setCsrfToken("old", async () => setCsrfToken("new", async () => undefined));
    const asked = network(refusal("CSRF", 403), json({ id: "1" }));
    expect(await request("POST", "/games", {})).toEqual({ id: "1" });
    expect(asked.map((request) => request.headers.get("X-CSRF-Token"))).toEqual(["old", "new"]);
  });

  it("is refused with the server's code and words", async () => {
    network(refusal("SEAT_TAKEN", 409));
    const error = await refused(request("POST", "/games/1/join", {}));
    expect(error?.refusal.code).toBe("SEAT_TAKEN");
    expect(error?.message).toBe("because of SEAT_TAKEN");
    expect(error?.status).toBe(409);
  });

  it("says so when nobody answers", async () => {
    network(new TypeError("failed to fetch"));
    expect((await refused(request("GET", "/lobby")))?.refusal.code).toBe(OFFLINE);
  });

  it("is not confused by an answer that is no error object", async () => {
    network(new Response("<html>bad gateway</html>", { status: 502 }));
    const error = await refused(request("GET", "/lobby"));
    expect(error?.refusal.code).toBe("UNEXPECTED_RESPONSE");
    expect(error?.status).toBe(502);
  });

  it("looks who it is when its session has ended", async () => {
    const looked = vi.fn(async () => undefined);
    setCsrfToken("token", looked);
    network(refusal("NOT_LOGGED_IN", 401));
    await refused(request("POST", "/games", {}));
    expect(looked).toHaveBeenCalledOnce();
  });
});
