import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { PasswordField } from "../../src/components/PasswordField";
import { noContent, render } from "./accountPage";

afterEach(() => vi.unstubAllGlobals());

function Example() {
  const [password, setPassword] = useState("");
  return <PasswordField label="Password" value={password} onChange={setPassword} />;
}

it("hides what is typed until it is asked to show it", async () => {
  const part = await render(<Example />, noContent);
  const input = () => part.container.querySelector("input") as HTMLInputElement;
  await part.type("Password", "correct horse");
  expect([input().type, input().value]).toEqual(["password", "correct horse"]);
  await part.press("Show");
  expect([input().type, input().value]).toEqual(["text", "correct horse"]);
  await part.press("Hide");
  expect(input().type).toBe("password");
  await part.unmount();
});
