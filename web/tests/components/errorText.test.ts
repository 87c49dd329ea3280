import { describe, expect, it } from "vitest";
import { ServerRefusal } from "../../src/api/http";
import { describeError } from "../../src/components/errorText";

const refusal = (code: string, message: string) =>
  new ServerRefusal({ code, rule: null, message }, 403);

describe("a refusal of the server", () => {
  it("uses words for people and links to what helps", () => {
    const error = refusal("ACCOUNT_NEEDED", "this needs an account: register with POST /accounts");
    expect(describeError(error)).toEqual({
      text: "You need an account for this. All it takes is a name and a password.",
      link: { to: "/account", label: "Create an account" },
    });
  });

  it("is a sentence where there are no other words for it", () => {
    expect(describeError(refusal("NAME_TAKEN", "this name is taken: choose another"))).toEqual({
      text: "This name is taken: choose another.",
      link: null,
    });
  });

  it("links to the home page where there is nothing to see", () => {
    expect(describeError(refusal("NOT_FOUND", "there is no such game"))).toEqual({
      text: "There is no such game.",
      link: { to: "/", label: "Go to the home page" },
    });
  });
});

it.each([
  [new Error("out of memory"), "Out of memory."],
  ["Wait…", "Wait…"],
  ["定員に達しています。", "定員に達しています。"],
  [new Error(""), ""],
])("other errors become sentences", (error, text) => {
  expect(describeError(error)).toEqual({ text, link: null });
});
