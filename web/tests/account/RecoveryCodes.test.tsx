import { afterEach, expect, it, vi } from "vitest";
import { RecoveryCodeList } from "../../src/account/RecoveryCodeList";
import { RecoveryCodes } from "../../src/account/RecoveryCodes";
import { json, refuse, render } from "./accountPage";

const CODES = ["7k2m-9qpd-x4ra-0hvt", "aaaa-bbbb-cccc-dddd"];

afterEach(() => vi.unstubAllGlobals());

it.for([
  [{ remaining: 0, created_at: null }, "You have no recovery codes yet."],
  [{ remaining: 0, created_at: 1 }, "You have used all your codes."],
  [{ remaining: 1, created_at: 1 }, "1 unused code is left"],
  [{ remaining: 7, created_at: 1 }, "7 unused codes are left"],
] as const)("of %j it says: %s", async ([status, text]) => {
  const part = await render(<RecoveryCodes onCreated={() => undefined} />, () => json(status));
  expect(part.container.textContent).toContain(text);
  await part.unmount();
});

it("creates a new set after the password and hands it over", async () => {
  const created: string[][] = [];
  let recent = false;
  const part = await render(
    <RecoveryCodes onCreated={(codes) => created.push(codes)} />,
    (sent) => {
      if (sent.startsWith("GET")) return json({ remaining: 3, created_at: 1 });
      if (sent !== "POST /sessions/current/password")
        return recent ? json({ codes: CODES }, 201) : refuse("PASSWORD_NEEDED");
      recent = true;
      return json({});
    },
  );
  await part.press("Create new codes");
  await part.type("Your password", "correct horse");
  await part.press("Continue");
  expect(created).toEqual([CODES]);
  await part.unmount();
});

it("lists a new set until it is saved, and copies it", async () => {
  const copied: string[] = [];
  vi.stubGlobal("navigator", {
    clipboard: { writeText: async (text: string) => copied.push(text) },
  });
  const onSaved = vi.fn();
  const part = await render(<RecoveryCodeList name="Ada" codes={CODES} onSaved={onSaved} />, () =>
    json({}),
  );
  const shown = [...part.container.querySelectorAll(".recovery-codes li")];
  expect(shown.map((each) => each.textContent)).toEqual(CODES);
  expect(document.activeElement?.textContent).toBe("Save your recovery codes");
  await part.press("Copy all");
  expect(copied).toEqual([CODES.join("\n")]);
  expect(onSaved).not.toHaveBeenCalled();
  await part.press("I have saved them");
  expect(onSaved).toHaveBeenCalledOnce();
  await part.unmount();
});
