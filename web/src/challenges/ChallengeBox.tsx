// In the lobby: challenge somebody by name, your challenges, and who is online.

import { type FormEvent, useState } from "react";
import { formatRating } from "../account/formatRating";
import { useSession } from "../account/loginSession";
import { fetchOnline, type OnlineAccount } from "../api/challenges";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { TextField } from "../components/fields";
import { usePolling } from "../components/useFetch";
import { messages } from "../messages";
import { useChallenges } from "../notifications/waitingGames";
import { ChallengeDialog } from "./ChallengeDialog";
import ChallengeList from "./ChallengeList";
import { describeRules } from "./challengeText";
import "./challenges.css";

const REFRESH_MS = 10_000;
const MAX_SHOWN = 8;

export default function ChallengeBox() {
  const me = useSession().account?.id;
  const online = usePolling(fetchOnline, `online ${me ?? ""}`, REFRESH_MS).data ?? [];
  const challenges = useChallenges();
  const [name, setName] = useState("");
  const [challenged, setChallenged] = useState<string | null>(null);
  const wanted = name.trim().toLocaleLowerCase();
  const found = online.filter(({ account }) => account.name.toLocaleLowerCase().includes(wanted));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [only] = found;
    setChallenged(found.length === 1 && only ? only.account.name : name.trim());
  };

  return (
    <>
      <section className="panel challenge-box" aria-labelledby="challenge-someone">
        <h2 id="challenge-someone">{messages.challenges.title}</h2>
        <form onSubmit={submit}>
          <TextField
            label={messages.challenges.name}
            value={name}
            required
            autoComplete="off"
            maxLength={40}
            onChange={setName}
          />
          <Button type="submit">{messages.challenges.challenge}</Button>
        </form>
        {me && challenges.length > 0 && (
          <>
            <h3>{messages.challenges.yours}</h3>
            <ChallengeList challenges={challenges} me={me} />
          </>
        )}
        <h3>{messages.challenges.online}</h3>
        {found.length === 0 ? (
          <p className="quiet">
            {wanted ? messages.challenges.noMatch : messages.challenges.nobody}
          </p>
        ) : (
          <ul className="plain online-list">
            {found.slice(0, MAX_SHOWN).map((one) => (
              <OnlineEntry
                key={one.account.id}
                online={one}
                onChallenge={() => setChallenged(one.account.name)}
              />
            ))}
          </ul>
        )}
      </section>
      {challenged !== null && (
        <ChallengeDialog name={challenged} online={online} onClose={() => setChallenged(null)} />
      )}
    </>
  );
}

function OnlineEntry({ online, onChallenge }: { online: OnlineAccount; onChallenge(): void }) {
  const { account, rating, owner, playing, rules } = online;
  const accepts = describeRules(rules);
  return (
    <li>
      <span className="online-account">
        <span>
          <Link to={`/player/${encodeURIComponent(account.name)}`}>{account.name}</Link>{" "}
          {account.kind === "bot" && (
            <span className="bot-tag">
              {owner ? messages.challenges.botOf({ owner }) : messages.challenges.bot}
            </span>
          )}{" "}
          <small className="quiet">
            {rating && `${formatRating(rating)} · `}
            {messages.challenges.playing({ count: playing })}
          </small>
        </span>
        {accepts && <small className="quiet">{accepts}</small>}
      </span>
      <Button
        aria-label={messages.challenges.challengeNamed({ name: account.name })}
        onClick={onChallenge}
      >
        {messages.challenges.challenge}
      </Button>
    </li>
  );
}
