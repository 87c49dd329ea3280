// The challenges of the account, with the buttons that answer them: in the header and the lobby.

import { useEffect, useState } from "react";
import {
  acceptChallenge,
  type Challenge,
  DECLINE_REASONS,
  type DeclineReason,
  declineChallenge,
  withdrawChallenge,
} from "../api/challenges";
import { navigate } from "../browser/router";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { liveClient } from "../live/liveClient";
import { messages } from "../messages";
import { currentLanguage } from "../messages/language";
import { asksFor } from "../notifications/waitingGames";
import { describeGame, describeStatus, withExpired } from "./challengeText";
import "./challenges.css";

interface ChallengeListProps {
  challenges: readonly Challenge[];
  /** The account. */
  me: string;
}

export default function ChallengeList({ challenges, me }: ChallengeListProps) {
  const now = useExpiry(challenges);
  return (
    <ul className="plain challenge-list">
      {withExpired(challenges, now).map((challenge) => (
        <li key={challenge.id} data-asks={asksFor(challenge, me)}>
          <p>
            <b>{describeStatus(challenge, me)}</b>
            <small className="quiet">{describeGame(challenge)}</small>
            {challenge.status === "open" && (
              <small className="quiet">
                {messages.challenges.until({ time: formatTime(challenge.expires_at) })}
              </small>
            )}
          </p>
          <Answers challenge={challenge} me={me} />
        </li>
      ))}
    </ul>
  );
}

function Answers({ challenge, me }: { challenge: Challenge; me: string }) {
  const [busy, setBusy] = useState(false);
  const [declining, setDeclining] = useState(false);
  const run = async (step: () => Promise<Challenge>) => {
    setBusy(true);
    try {
      const { game } = await step();
      if (game) navigate(`/game/${game}`);
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };

  const { id, game, status } = challenge;
  if (game) {
    return <Button onClick={() => navigate(`/game/${game}`)}>{messages.challenges.open}</Button>;
  }
  if (status !== "open") return null;
  if (challenge.challenger.account.id === me) {
    return (
      <Button busy={busy} onClick={() => run(() => withdrawChallenge(id))}>
        {messages.challenges.withdraw}
      </Button>
    );
  }
  if (declining) {
    return (
      <select
        aria-label={messages.challenges.declineWith}
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed is replaced by it
        autoFocus
        defaultValue=""
        disabled={busy}
        onChange={(event) => run(() => declineChallenge(id, event.target.value as DeclineReason))}
      >
        <option value="" disabled>
          {messages.challenges.declineWith}
        </option>
        {DECLINE_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {messages.challenges.reasons[reason]}
          </option>
        ))}
      </select>
    );
  }
  return (
    <div className="challenge-answers">
      {asksFor(challenge, me) && (
        <Button kind="primary" busy={busy} onClick={() => run(() => acceptChallenge(id))}>
          {messages.challenges.accept}
        </Button>
      )}
      <Button busy={busy} onClick={() => setDeclining(true)}>
        {messages.challenges.decline}
      </Button>
    </div>
  );
}

/** Returns the server's time; renders again when the next challenge expires. */
function useExpiry(challenges: readonly Challenge[]): number {
  const [, setCount] = useState(0);
  const now = liveClient.serverTime();
  const next = Math.min(
    ...challenges.map(({ status, expires_at }) =>
      status === "open" && expires_at > now ? expires_at : Number.POSITIVE_INFINITY,
    ),
  );
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    const wait = Math.min((next - liveClient.serverTime()) * 1000 + 50, 2 ** 31 - 1);
    const timer = window.setTimeout(() => setCount((count) => count + 1), wait);
    return () => window.clearTimeout(timer);
  }, [next]);
  return now;
}

function formatTime(time: number): string {
  return new Date(time * 1000).toLocaleString(currentLanguage(), {
    weekday: "short",
    hour: "numeric",
    minute: "2-digit",
  });
}
