import { afterEach, expect, it, vi } from "vitest";
import { BlockedPeople } from "../../src/community/BlockedPeople";
import { OwnReports } from "../../src/community/OwnReports";
import ReportDialog from "../../src/community/ReportDialog";
import { json, noContent, render } from "../account/accountPage";

const BEN = { id: "b".repeat(32), name: "Ben", kind: "person" };

afterEach(() => vi.unstubAllGlobals());

it("reports a line of chat with its words", async () => {
  let closed = false;
  const part = await render(
    <ReportDialog
      subject={{ line: "1".repeat(32) }}
      name="Ben"
      quote="go away"
      onClose={() => {
        closed = true;
      }}
    />,
    () => json({}, 201),
  );
  expect(part.container.textContent).toContain("Report Ben");
  expect(part.container.querySelector("blockquote")?.textContent).toBe("go away");
  await part.type("What happened? (optional)", "an insult");
  await part.press("Send the report");
  expect(part.requests).toEqual([
    `POST /reports {"line":"${"1".repeat(32)}","reason":"abuse","text":"an insult"}`,
  ]);
  expect(closed).toBe(true);
  await part.unmount();
});

it("shows why a report is refused", async () => {
  const refused = {
    error: { code: "ALREADY_REPORTED", rule: null, message: "you have reported this", path: "" },
  };
  const part = await render(
    <ReportDialog subject={{ account: BEN.id }} name="Ben" onClose={() => undefined} />,
    () => json(refused, 409),
  );
  await part.press("Send the report");
  expect(part.container.textContent).toContain("You have reported this.");
  await part.unmount();
});

it("unblocks and unmutes from the list", async () => {
  let blocks = [{ account: BEN, kind: "block", created_at: 1 }];
  const part = await render(<BlockedPeople />, (request) => {
    if (request.startsWith("GET")) return json(blocks);
    blocks = [];
    return noContent();
  });
  expect(part.container.textContent).toContain("Ben · blocked");
  await part.press("Unblock");
  expect(part.requests).toContain(`DELETE /blocks/${BEN.id}`);
  expect(part.container.textContent).toContain("You have not blocked or muted anyone.");
  await part.unmount();
});

it("shows the decision on a report once as new", async () => {
  const report = {
    id: "r",
    account: BEN,
    game: null,
    quote: "",
    reason: "name",
    text: "",
    created_at: 1,
    status: "upheld",
    note: "We renamed the account.",
    seen: false,
  };
  const part = await render(<OwnReports />, (request) =>
    request.startsWith("GET") ? json([report]) : noContent(),
  );
  for (const text of ["The staff agreed and acted", "new", "We renamed the account."])
    expect(part.container.textContent).toContain(text);
  expect(part.requests).toEqual(["GET /reports", "POST /reports/seen"]);
  await part.unmount();
});

it("shows nothing to those who reported nothing", async () => {
  const part = await render(<OwnReports />, () => json([]));
  expect(part.container.textContent).toBe("");
  await part.unmount();
});
