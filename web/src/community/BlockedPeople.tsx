// The account page's list of blocked and muted people.

import { fetchBlocks, removeBlock } from "../api/community";
import type { Account } from "../api/types";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { showError, showToast } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";

export function BlockedPeople() {
  const words = messages.community.people;
  const { data, error, refetch } = useFetch(fetchBlocks, "blocks");

  const remove = async ({ id, name }: Account, done: (args: { name: string }) => string) => {
    try {
      await removeBlock(id);
      showToast(done({ name }));
    } catch (failure) {
      showError(failure);
    }
    refetch();
  };
  return (
    <section className="panel">
      <h2>{words.listTitle}</h2>
      <p className="quiet">{words.listText}</p>
      {error && <ErrorNotice error={error} retry={refetch} />}
      {data?.length === 0 && <p>{words.none}</p>}
      <ul className="credentials">
        {data?.map(({ account, kind }) => (
          <li key={account.id}>
            <div>
              <Link to={`/player/${encodeURIComponent(account.name)}`}>{account.name}</Link>
              <span className="quiet"> · {words.kinds[kind]}</span>
            </div>
            <Button
              onClick={() => remove(account, kind === "block" ? words.unblocked : words.unmuted)}
            >
              {kind === "block" ? words.unblock : words.unmute}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
