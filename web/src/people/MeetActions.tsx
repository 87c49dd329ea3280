// Follow and message a player, on their page.

import { useState } from "react";
import { useSession } from "../account/loginSession";
import { fetchFollows, follow, unfollow } from "../api/people";
import type { Account } from "../api/types";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";

export default function MeetActions({ account }: { account: Account }) {
  const me = useSession().account;
  const [busy, setBusy] = useState(false);
  const follows = useFetch(async () => (me ? fetchFollows() : []), `follows ${me?.id}`);
  if (!me || me.id === account.id) return null;
  const followed = follows.data?.some((each) => each.account.id === account.id) ?? false;

  const change = async () => {
    setBusy(true);
    try {
      await (followed ? unfollow(account.id) : follow(account.id));
      follows.refetch();
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };
  return (
    <div className="buttons">
      <Button className="ghost" busy={busy} aria-pressed={followed} onClick={change}>
        {followed ? messages.people.unfollow : messages.people.follow}
      </Button>
      {me.kind === "person" && account.kind === "person" && (
        <Link className="button ghost" to={`/people/${encodeURIComponent(account.name)}`}>
          {messages.people.message}
        </Link>
      )}
    </div>
  );
}
