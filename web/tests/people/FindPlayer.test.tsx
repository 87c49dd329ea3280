import { afterEach, expect, it, vi } from "vitest";
import { messages } from "../../src/messages";
import { FindPlayer } from "../../src/people/FindPlayer";
import { json, refuse, render } from "../account/accountPage";
import { until } from "../reactAct";

afterEach(() => vi.unstubAllGlobals());

it("shows nobody when the search for another name fails", async () => {
  const ann = { id: "a".repeat(32), name: "Ann", kind: "person" };
  const part = await render(<FindPlayer />, (request) =>
    request.endsWith("=An") ? json([ann]) : refuse("TOO_MANY_REQUESTS"),
  );
  const names = () => [...part.container.querySelectorAll("li")].map((each) => each.textContent);
  await part.type(messages.people.find.name, "An");
  await until(() => expect(names()).toEqual(["Ann"]));
  await part.type(messages.people.find.name, "Be");
  await until(() => expect(part.requests).toHaveLength(2));
  await until(() => expect(names()).toEqual([]));
  await part.unmount();
});
