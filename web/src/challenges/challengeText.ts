// One-line descriptions of challenges and of what an account accepts.

import type { Challenge, ChallengeRules } from "../api/challenges";
import { describeClock } from "../lobby/gameSummary";
import { messages } from "../messages";
import { currentLanguage } from "../messages/language";

const listNames = (names: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage()).format(names);

export function describeGame({ settings, rated }: Challenge): string {
  const parts = [
    messages.terms.boards[settings.board],
    messages.terms.players({ count: settings.players }),
    describeClock(settings.clock),
  ];
  if (rated) parts.push(messages.challenges.rated);
  return parts.join(" · ");
}

/** What has become of a challenge, as the account sees it. */
export function describeStatus(challenge: Challenge, me: string): string {
  const { challenger, opponents, status } = challenge;
  const isMine = challenger.account.id === me;
  const waiting = opponents.filter(({ status }) => status === "waiting");
  const answered = opponents.some(
    ({ account, status }) => account.id === me && status === "accepted",
  );
  const names = listNames(opponents.map(({ account }) => account.name));
  switch (status) {
    case "open":
      if (isMine) return messages.challenges.waitingFor({ names: waitingNames(challenge) });
      return answered && waiting.length > 0
        ? messages.challenges.youAccepted({ names: waitingNames(challenge) })
        : messages.challenges.received({ name: challenger.account.name });
    case "accepted":
      return messages.challenges.accepted({ names });
    case "declined": {
      const by = opponents.find(({ status }) => status === "declined") ?? opponents[0];
      return messages.challenges.declined({
        name: by?.account.name ?? "",
        reason: messages.challenges.reasons[by?.reason ?? "other"],
      });
    }
    case "withdrawn":
      return messages.challenges.withdrawn({ name: challenger.account.name });
    case "expired":
      return messages.challenges.expired({ names: waitingNames(challenge) });
  }
}

const waitingNames = ({ opponents }: Challenge): string =>
  listNames(
    opponents.filter(({ status }) => status === "waiting").map(({ account }) => account.name),
  );

/** The challenges with those that have expired since they were received. */
export const withExpired = (challenges: readonly Challenge[], now: number): Challenge[] =>
  challenges.map((one) =>
    one.status === "open" && one.expires_at <= now ? { ...one, status: "expired" } : one,
  );

/** What somebody plays, where that is not everything; otherwise null. */
export function describeRules(rules: ChallengeRules): string | null {
  const { boards, players, speeds, rated } = rules;
  const parts = [
    boards && listNames(boards.map((board) => messages.terms.boards[board])),
    players && messages.challenges.numbers({ counts: listNames(players.map(String)) }),
    speeds && listNames(speeds.map((speed) => messages.challenges.speeds[speed])),
    rated === "rated" && messages.challenges.ratedOnly,
    rated === "unrated" && messages.challenges.unratedOnly,
  ].filter((part) => typeof part === "string");
  return parts.length > 0 ? messages.challenges.accepts({ what: parts.join(" · ") }) : null;
}
