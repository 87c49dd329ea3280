// Whom you follow, your messages, and a search for players.

import { useSession } from "../account/loginSession";
import { fetchConversations, fetchFollows } from "../api/people";
import { Link } from "../browser/router";
import { Loading } from "../components/Loading";
import { usePolling } from "../components/useFetch";
import { messages } from "../messages";
import { FindPlayer } from "../people/FindPlayer";
import "../people/people.css";
import "../style/lobby.css";

const REFRESH_MS = 15_000;

export default function PeoplePage() {
  const { account } = useSession();
  return (
    <div className="lobby page">
      <div className="heading-row">
        <h1>{messages.people.title}</h1>
        <Link to="/club">{messages.people.clubs.title}</Link>
      </div>
      <FindPlayer />
      {account?.kind === "person" ? (
        <>
          <Conversations me={account.id} />
          <Following me={account.id} />
        </>
      ) : (
        <Link to="/account">{messages.people.account}</Link>
      )}
    </div>
  );
}

function Following({ me }: { me: string }) {
  const { data } = usePolling(fetchFollows, `follows ${me}`, REFRESH_MS);
  const words = messages.people.following;
  return (
    <section className="panel" aria-labelledby="following">
      <h2 id="following">{words.title}</h2>
      {!data && <Loading />}
      {data?.length === 0 && <p className="quiet">{words.none}</p>}
      <ul className="plain person-list">
        {data?.map(({ account, online, game }) => (
          <li key={account.id}>
            <Link to={`/player/${encodeURIComponent(account.name)}`}>{account.name}</Link>
            <span className="quiet">{online ? words.online : words.offline}</span>
            {game && <Link to={`/game/${game}`}>{words.watch}</Link>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Conversations({ me }: { me: string }) {
  const { data } = usePolling(fetchConversations, `conversations ${me}`, REFRESH_MS);
  const words = messages.people.messages;
  return (
    <section className="panel" aria-labelledby="conversations">
      <h2 id="conversations">{words.title}</h2>
      {!data && <Loading />}
      {data?.length === 0 && <p className="quiet">{words.none}</p>}
      <ul className="plain person-list">
        {data?.map(({ account, latest, unread }) => (
          <li key={account.id} data-unread={unread > 0}>
            <Link to={`/people/${encodeURIComponent(account.name)}`}>{account.name}</Link>
            <span className="quiet">{latest.text.slice(0, 80)}</span>
            {unread > 0 && <span>{words.unread({ count: unread })}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
