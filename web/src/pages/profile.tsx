// The public profile of a player: ratings and their history, results, games.

import { lazy, Suspense, useState } from "react";
import { ChangeBadge } from "../account/ChangeBadge";
import { formatRating } from "../account/formatRating";
import { RatingHistory } from "../account/RatingHistory";
import { countWays, fairShares, monthlyChange } from "../account/results";
import { fetchGames, fetchProfile, fetchRatingHistory } from "../api/games";
import type { Account, GameInfo, Profile, Speed } from "../api/types";
import type { PageProps } from "../browser/route";
import { PersonActions } from "../community/PersonActions";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { SelectField } from "../components/fields";
import { Loading } from "../components/Loading";
import { RingStack } from "../components/RingStack";
import { showError } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { PlayedGame } from "../lobby/PlayedGame";
import { PlayersFilter, type ShownPlayers } from "../lobby/PlayersFilter";
import { messages } from "../messages";
import { currentLanguage } from "../messages/language";
import { BOARD_NAMES } from "../rules/boards";
import type { BoardName } from "../rules/wire";
import { PLAYER_COUNTS } from "../setup/players";
import "../style/hero.css";
import "../style/profile.css";

const ChallengeButton = lazy(() => import("../challenges/ChallengeButton"));
const MeetActions = lazy(() => import("../people/MeetActions"));
const StatisticsPanel = lazy(() => import("../people/StatisticsPanel"));
const GAMES_PER_PAGE = 100;

export default function ProfilePage({ route }: PageProps) {
  const name = route.params.name ?? "";
  const { data, error, refetch } = useFetch(() => fetchProfile(name), name);
  const games = useFetch(() => fetchGames(name, null), name);
  if (error) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <Loading />;
  const finished = games.data?.filter(({ status }) => status === "over") ?? [];

  return (
    <div className="profile">
      <ProfileHero profile={data} />
      <PersonActions account={data.account} />
      <div className="with-side">
        <div>
          <Figures profile={data} />
          <RatingPanel key={name} name={name} />
          <div className="profile-pair">
            <Ways account={data.account} games={finished} />
            <FairShares results={data.results} />
          </div>
          <Suspense>
            <StatisticsPanel key={name} name={name} />
          </Suspense>
        </div>
        <aside>
          <GameHistory key={name} account={data.account} />
        </aside>
      </div>
    </div>
  );
}

function ProfileHero({ profile: { account, since, played, won } }: { profile: Profile }) {
  const month = new Date(since * 1000).toLocaleDateString(currentLanguage(), {
    month: "long",
    year: "numeric",
  });
  return (
    <header className="hero profile-hero">
      <span className="avatar" aria-hidden="true">
        {[...account.name][0]?.toUpperCase()}
      </span>
      <div className="hero-text">
        <h1>{account.name}</h1>
        <p>
          {messages.account.player.kinds[account.kind]} ·{" "}
          {messages.account.player.since({ date: month })} ·{" "}
          {messages.account.player.record({ played, won })}
        </p>
        <Suspense>
          <ChallengeButton id={account.id} name={account.name} />
          <MeetActions account={account} />
        </Suspense>
      </div>
      <RingStack rings={[3, 2, 1, 1]} />
    </header>
  );
}

function Figures({ profile: { ratings, changes, played, won } }: { profile: Profile }) {
  return (
    <ul className="plain figures">
      {PLAYER_COUNTS.map((players) => {
        const rating = ratings.find((each) => each.players === players);
        if (!rating) return null;
        const change = monthlyChange(changes, players);
        return (
          <li key={players} className="panel">
            <small className="quiet">
              {messages.account.player.ratingFor({
                players: messages.terms.players({ count: players }),
              })}
            </small>
            <b className="heading">{formatRating(rating)}</b>
            {rating.uncertain ? (
              <small className="quiet">{messages.account.player.settling}</small>
            ) : (
              change !== null && (
                <ChangeBadge change={change} unit={messages.account.player.thisMonth} />
              )
            )}
          </li>
        );
      })}
      <li className="panel">
        <small className="quiet">{messages.account.player.games}</small>
        <b className="heading">{played}</b>
        <small className="quiet">{messages.account.player.wonCount({ won })}</small>
      </li>
    </ul>
  );
}

const SPEEDS = ["bullet", "blitz", "rapid", "classical", "correspondence", "untimed"] as const;

/** The history of the ratings; its filters are the kinds of games. */
function RatingPanel({ name }: { name: string }) {
  const [players, setPlayers] = useState<ShownPlayers>(null);
  const [board, setBoard] = useState<BoardName | "any">("any");
  const [speed, setSpeed] = useState<Speed | "any">("any");
  const { data, error, refetch } = useFetch(
    () =>
      fetchRatingHistory(name, {
        ...(players === null ? {} : { players }),
        ...(board === "any" ? {} : { board }),
        ...(speed === "any" ? {} : { speed }),
      }),
    `${name} ${players} ${board} ${speed}`,
  );
  const any = { value: "any" as const, label: messages.lobby.filters.any };
  return (
    <section className="panel">
      <div className="heading-row">
        <h2>{messages.account.player.rating}</h2>
        <PlayersFilter value={players} onChange={setPlayers} />
      </div>
      <div className="rating-filters">
        <SelectField<BoardName | "any">
          label={messages.lobby.filters.board}
          value={board}
          onChange={setBoard}
          options={[
            any,
            ...BOARD_NAMES.map((value) => ({ value, label: messages.terms.boards[value] })),
          ]}
        />
        <SelectField<Speed | "any">
          label={messages.account.player.speed}
          value={speed}
          onChange={setSpeed}
          options={[
            any,
            ...SPEEDS.map((value) => ({ value, label: messages.account.player.speeds[value] })),
          ]}
        />
      </div>
      {error && <ErrorNotice error={error} retry={refetch} />}
      {data && <RatingHistory changes={data} />}
    </section>
  );
}

function Ways({ account, games }: { account: Account; games: readonly GameInfo[] }) {
  const ways = countWays(games, account.id);
  const total = ways.reduce((sum, { won }) => sum + won, 0);
  const share = (won: number) => Math.round((100 * won) / total);
  return (
    <section className="panel">
      <h2>{messages.account.player.ways.title({ name: account.name })}</h2>
      {total === 0 ? (
        <p className="quiet">{messages.account.player.ways.none}</p>
      ) : (
        <>
          <svg
            className="ways-bar"
            viewBox="0 0 100 8"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {ways.map(({ way, won }, index) => (
              <rect
                key={way}
                data-way={way}
                x={(100 * ways.slice(0, index).reduce((sum, each) => sum + each.won, 0)) / total}
                width={(100 * won) / total}
                height="8"
              />
            ))}
          </svg>
          <ul className="plain ways">
            {ways.map(({ way, won }) => (
              <li key={way} data-way={way}>
                {messages.account.player.ways[way]}
                <b>{messages.account.player.percent({ share: share(won) })}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function FairShares({ results }: { results: Profile["results"] }) {
  const shares = fairShares(results);
  const percent = (share: number) => messages.account.player.percent({ share });
  return (
    <section className="panel">
      <h2>{messages.account.player.fair.title}</h2>
      {shares.length === 0 ? (
        <p className="quiet">{messages.account.player.none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>{messages.account.player.fair.table}</th>
              <th className="number">{messages.account.player.games}</th>
              <th className="number">{messages.account.player.won}</th>
              <th className="number">{messages.account.player.fair.share}</th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ players, games, won, fair }) => (
              <tr key={players}>
                <td>{messages.terms.players({ count: players })}</td>
                <td className="number">{games}</td>
                <td className="number">
                  <b>{percent(won)}</b>
                </td>
                <td className="number">{percent(fair)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function GameHistory({ account }: { account: Account }) {
  const [players, setPlayers] = useState<ShownPlayers>(null);
  return (
    <section className="panel">
      <h2>{messages.account.player.history}</h2>
      <PlayersFilter value={players} onChange={setPlayers} />
      <GameList key={`${players}`} account={account} players={players} />
    </section>
  );
}

function GameList({ account: { id, name }, players }: { account: Account; players: ShownPlayers }) {
  const { data, error, refetch } = useFetch(() => fetchGames(name, players), name);
  const [older, setOlder] = useState<GameInfo[]>([]);
  const [more, setMore] = useState(true);
  const shown = [...(data ?? []), ...older].filter((game) => game.status !== "aborted");

  const fetchOlder = async () => {
    try {
      const found = await fetchGames(name, players, shown.at(-1)?.created_at);
      setOlder([...older, ...found]);
      setMore(found.length === GAMES_PER_PAGE);
    } catch (refused) {
      showError(refused);
    }
  };

  return (
    <>
      {error ? <ErrorNotice error={error} retry={refetch} /> : !data && <Loading />}
      {data && shown.length === 0 && <p className="quiet">{messages.account.player.none}</p>}
      <ul className="plain played-games">
        {shown.map((game) => (
          <PlayedGame key={game.id} game={game} account={id} />
        ))}
      </ul>
      {more && data?.length === GAMES_PER_PAGE && (
        <Button onClick={fetchOlder}>{messages.account.player.more}</Button>
      )}
    </>
  );
}
