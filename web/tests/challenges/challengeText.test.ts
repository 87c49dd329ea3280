import { expect, it } from "vitest";
import {
  describeGame,
  describeRules,
  describeStatus,
  withExpired,
} from "../../src/challenges/challengeText";
import { asksFor } from "../../src/notifications/waitingGames";
import { ada, challenge, me, robby } from "./challenges";

const sent = challenge({
  challenger: { account: me },
  opponents: [{ account: robby, status: "waiting" }],
});

it("names the board, the players and the clock", () => {
  expect(describeGame(challenge({ rated: true }))).toBe("Hexagon · 2 players · 10 + 10 · Rated");
});

it("says who challenges, and whose answer is missing", () => {
  expect(describeStatus(challenge(), "me")).toBe("Ada challenges you");
  expect(describeStatus(sent, "me")).toBe("Waiting for Robby");
  const shared = challenge({
    opponents: [
      { account: me, status: "accepted" },
      { account: robby, status: "waiting" },
    ],
  });
  expect(describeStatus(shared, "me")).toBe("You accepted. Waiting for Robby.");
});

it("says what has become of a challenge", () => {
  const declined = { ...sent, status: "declined" as const };
  declined.opponents = [{ account: robby, status: "declined", reason: "busy" }];
  expect(describeStatus(declined, "me")).toBe("Robby declined: too many games at the moment");
  expect(describeStatus({ ...sent, status: "accepted" }, "me")).toBe(
    "Robby accepted your challenge",
  );
  expect(describeStatus(challenge({ status: "withdrawn" }), "me")).toBe(
    "Ada withdrew the challenge",
  );
});

it("lets a challenge expire that nobody answered", () => {
  const [expired] = withExpired([sent], sent.expires_at);
  expect(expired && describeStatus(expired, "me")).toBe("Robby did not answer in time");
  expect(withExpired([sent], sent.expires_at - 1)).toEqual([sent]);
});

it("asks those who have not answered", () => {
  expect(asksFor(challenge(), "me")).toBe(true);
  expect(asksFor(challenge({ status: "withdrawn" }), "me")).toBe(false);
  expect(asksFor(challenge(), ada.id)).toBe(false);
});

it("says what somebody plays, if that is not everything", () => {
  const all = { boards: null, players: null, speeds: null, games: null };
  expect(describeRules({ ...all, accepts: "everyone", rated: "any" })).toBeNull();
  expect(
    describeRules({
      ...all,
      accepts: "everyone",
      boards: ["square8", "hex8"],
      speeds: ["untimed"],
      rated: "unrated",
    }),
  ).toBe("Plays Square and Hexagon · no clock · no rated games");
});
