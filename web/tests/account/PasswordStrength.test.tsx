import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { estimateStrength } from "../../src/account/estimateStrength";
import { PasswordStrength } from "../../src/account/PasswordStrength";

it.for([
  ["short", "", "short"],
  ["🐙🐢🦊🐝🦉🐺", "", "short"],
  ["aaaaaaaaaaaaaaaa", "", "weak"],
  ["1234567890abcdef", "", "weak"],
  ["qwertyuiopasdfgh", "", "weak"],
  ["Ada Lovelace 12", "Ada Lovelace", "weak"],
  ["correct horse", "Ada", "fair"],
  ["three purple tractors", "Ada", "strong"],
] as const)("the password %s of %s is %s", ([password, name, strength]) => {
  expect(estimateStrength(password, name)).toBe(strength);
});

it("shows the strength as a meter and in words, once something is typed", () => {
  expect(renderToStaticMarkup(<PasswordStrength password="" name="Ada" />)).toBe("");
  const shown = renderToStaticMarkup(<PasswordStrength password="correct horse" name="Ada" />);
  expect(shown).toContain("<meter");
  expect(shown).toContain('value="2"');
  expect(shown).toContain("fair");
});
