import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { applySession } from "../../src/account/loginSession";
import type { LoginSession } from "../../src/api/types";
import { ReportText } from "../../src/community/ReportText";
import { Toasts } from "../../src/components/toasts";
import { messages } from "../../src/messages";
import { json, render } from "../account/accountPage";
import { until } from "../reactAct";

const BEN = { id: "b".repeat(32), name: "Ben", kind: "person" };
const { open } = messages.community.report;
const chunk = vi.hoisted(() => ({ missing: false }));
vi.mock("../../src/community/ReportDialog", () => {
  if (chunk.missing) throw new TypeError("Failed to fetch dynamically imported module");
  return { default: () => <p>the dialog</p> };
});

beforeEach(() => {
  vi.resetModules();
  applySession({ account: BEN, csrf: "", role: null } as unknown as LoginSession);
});
afterEach(() => {
  applySession(null);
  vi.unstubAllGlobals();
});

it.each([true, false])(
  "opens its dialog, or says that it cannot be fetched (missing: %s)",
  async (missing) => {
    chunk.missing = missing;
    const part = await render(
      <>
        <ReportText subject={{ message: "1".repeat(32) }} name="Ann" />
        <Toasts />
      </>,
      () => json({}),
    );
    await part.press(open);
    const shown = missing ? messages.shell.errors.offline : "the dialog";
    await until(() => expect(part.container.textContent).toContain(shown));
    await part.press(open); // the page is still there
    await part.unmount();
  },
);
