import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { AccountPanel } from "../../src/administration/AccountPanel";
import { ReportQueue } from "../../src/administration/ReportQueue";
import { RulesControl } from "../../src/administration/RulesControl";
import { messages } from "../../src/messages";
import { json, noContent, refuse, render } from "../account/accountPage";

const BEN = { id: "b".repeat(32), name: "Ben", kind: "person" };
const REPORT = {
  id: "r".repeat(32),
  account: BEN,
  reporter: { id: "a".repeat(32), name: "Ann", kind: "guest" },
  game: "g".repeat(32),
  line: "l".repeat(32),
  quote: "go away",
  reason: "abuse",
  text: "in the first minute",
  created_at: 1,
  status: "open",
  note: "",
  others: 2,
};

afterEach(() => vi.unstubAllGlobals());

it("has a title for every action that the server logs", () => {
  const source = readFileSync("../src/ringrift/server/administration/audit_log.py", "utf8");
  const [, listed = ""] = source.match(/^AuditAction = Literal\[([^\]]*)\]/m) ?? [];
  const actions = [...listed.matchAll(/"(\w+)"/g)].map(([, action]) => action);
  expect(actions).toContain("second_factors_removed");
  expect(Object.keys(messages.administration.log.actions).sort()).toEqual(actions.sort());
});

it("decides a report after the password was entered again", async () => {
  let entered = false;
  let queue = [REPORT];
  const part = await render(<ReportQueue onAccount={() => undefined} />, (request) => {
    if (request.startsWith("GET")) return json(queue);
    if (request === "POST /sessions/current/password") {
      entered = true;
      return json({});
    }
    if (!entered) return refuse("PASSWORD_NEEDED");
    queue = [];
    return json(REPORT);
  });
  for (const text of ["About Ben", "go away", "Reported by Ann", "2 other open reports"])
    expect(part.container.textContent).toContain(text);
  await part.type("Note to the reporter (optional)", "Thank you.");
  await part.press("Uphold");
  await part.type("Your password", "correct horse");
  await part.press("Continue");
  const decision = `POST /administration/reports/${REPORT.id}/decision`;
  expect(part.requests.filter((request) => request.startsWith(decision))).toEqual(
    Array(2).fill(`${decision} {"outcome":"upheld","note":"Thank you."}`),
  );
  expect(part.container.textContent).toContain("There are no such reports.");
  await part.unmount();
});

it("removes the reported line with a reason", async () => {
  const part = await render(<ReportQueue onAccount={() => undefined} />, (request) =>
    request.startsWith("GET") ? json([REPORT]) : noContent(),
  );
  await part.press("Remove the line");
  await part.type("Reason", "insult");
  await part.press("Remove the line", part.container.querySelector("form"));
  expect(part.requests).toContain(
    `POST /administration/chat/${REPORT.line}/removal {"reason":"insult"}`,
  );
  await part.unmount();
});

it("suspends an account for some days", async () => {
  const details = {
    account: BEN,
    role: null,
    created_at: 1,
    seen_at: null,
    sanction: null,
    open_reports: 1,
    owner: null,
    bots: [],
    sanctions: [],
    active_games: [],
    upheld_reports: 0,
  };
  const part = await render(<AccountPanel id={BEN.id} onAccount={() => undefined} />, (request) =>
    json(request.includes("/log") ? [] : details),
  );
  expect(part.container.textContent).toContain("1 open report, 0 upheld");
  await part.type("Days", "3");
  await part.type("Reason", "insults");
  await part.press("Suspend");
  expect(part.requests).toContain(
    `POST /administration/accounts/${BEN.id}/suspension {"reason":"insults","days":3}`,
  );
  await part.unmount();
});

it("changes the rules mode and shows that the breaker is open", async () => {
  const status = {
    mode: "shadow",
    share: 0.1,
    unrated_only: true,
    kernel: true,
    invariant_share: 0.05,
    breaker_opened_at: 1,
    started_mode: "python",
    gate: "",
    live_games: { shadow: 1 },
    counters: { rules_parity_compared_total: 7 },
  };
  const part = await render(<RulesControl />, () => json(status));
  expect(part.container.textContent).toContain("The circuit breaker is open");
  expect(part.container.textContent).toContain("1 game in mode shadow");
  await part.type("Share of the games, in percent", "50");
  await part.type("Reason", "roll-out");
  await part.press("Apply");
  const sent = part.requests.find((request) => request.startsWith("POST /administration/rules {"));
  expect(JSON.parse(sent?.slice("POST /administration/rules ".length) ?? "{}")).toEqual({
    reason: "roll-out",
    mode: "shadow",
    share: 0.5,
    unrated_only: true,
    kernel: true,
    invariant_share: 0.05,
  });
  await part.unmount();
});
