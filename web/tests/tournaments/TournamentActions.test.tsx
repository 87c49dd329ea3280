import { afterEach, expect, it, vi } from "vitest";
import { applySession } from "../../src/account/loginSession";
import type { TournamentView } from "../../src/api/tournaments";
import type { LoginSession } from "../../src/api/types";
import { messages } from "../../src/messages";
import { TournamentActions } from "../../src/tournaments/TournamentActions";
import { json, render } from "../account/accountPage";

const CUP = {
  id: "t".repeat(32),
  name: "Cup",
  status: "upcoming",
  entrants: 0,
  max_entrants: 8,
  created_by: { id: "a".repeat(32), name: "Ann", kind: "person" },
  standings: [],
} as unknown as TournamentView;
const BEN = { id: "b".repeat(32), name: "Ben", kind: "person" };
const { startNow, cancel } = messages.tournaments;

afterEach(() => {
  vi.unstubAllGlobals();
  applySession(null);
});

async function shownTo(me: string, role: "moderator" | null, status = "upcoming") {
  applySession({ account: BEN, csrf: "", role } as unknown as LoginSession);
  const part = await render(
    <TournamentActions
      tournament={{ ...CUP, status } as TournamentView}
      me={me}
      onChange={() => undefined}
    />,
    () => json({}),
  );
  const shown = [...part.container.querySelectorAll("button")].map((each) => each.textContent);
  await part.unmount();
  return shown.filter((label) => label === startNow || label === cancel);
}

it("shows starting and cancelling to the creator and to the staff", async () => {
  expect(await shownTo(BEN.id, null)).toEqual([]);
  expect(await shownTo(CUP.created_by?.id ?? "", null)).toEqual([startNow, cancel]);
  expect(await shownTo(BEN.id, "moderator")).toEqual([startNow, cancel]);
  expect(await shownTo(BEN.id, "moderator", "running")).toEqual([]);
});
