// The header: logo, navigation, account, connection status.

import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { useSession } from "../account/loginSession";
import type { PageName, Route } from "../browser/route";
import { Link } from "../browser/router";
import { liveClient } from "../live/liveClient";
import { messages } from "../messages";
import { onChallengesChange } from "../notifications/waitingGames";
import { YourTurnBadge } from "../notifications/YourTurnBadge";
import { AccountMenu } from "./AccountMenu";
import { preloadPage } from "./routes";
import { type Section, sectionOf } from "./sections";

const navigation: { to: string; page: PageName; section: Section }[] = [
  { to: "/play", page: "lobby", section: "play" },
  { to: "/watch", page: "watch", section: "watch" },
  { to: "/puzzles", page: "puzzles", section: "puzzles" },
  { to: "/learn", page: "learn", section: "learn" },
  { to: "/analyse", page: "analyse", section: "analyse" },
  { to: "/leaders", page: "leaders", section: "leaders" },
];

export function Header({ route }: { route: Route }) {
  const { account } = useSession();
  const current = sectionOf(route.page);

  return (
    <header className="site-header">
      <div className="site-header-row">
        <Link className="site-name" to="/">
          <Logo />
          <span>{messages.shell.name}</span>
        </Link>
        <nav aria-label={messages.shell.navigation}>
          {navigation.map(({ to, page, section }) => (
            <Link
              key={to}
              to={to}
              aria-current={section === current ? "page" : undefined}
              onPointerEnter={() => preloadPage(page)}
            >
              {messages.shell.sections[section]}
            </Link>
          ))}
        </nav>
        <span className="grow" />
        <ConnectionStatus />
        <Waiting />
        {account ? <AccountMenu key={route.path} account={account} /> : <LogInLinks />}
      </div>
    </header>
  );
}

function LogInLinks() {
  return (
    <>
      <Link className="header-link" to="/account#log-in">
        {messages.shell.logIn}
      </Link>
      <Link className="button primary register-link" to="/account">
        {messages.shell.register}
      </Link>
    </>
  );
}

const ChallengeList = lazy(() => import("../challenges/ChallengeList"));

/** The games and challenges that wait; what shows challenges is loaded with the first one. */
function Waiting() {
  useEffect(
    () =>
      onChallengesChange(async (before, now, me) => {
        if (now.length === 0) return;
        const { announceChallenges } = await import("../challenges/announceChallenges");
        announceChallenges(before, now, me);
      }),
    [],
  );
  return (
    <YourTurnBadge
      renderChallenges={(challenges, me) => (
        <Suspense fallback={null}>
          <ChallengeList challenges={challenges} me={me} />
        </Suspense>
      )}
    />
  );
}

/** Whether the page is connected to the server; announced when it changes. */
function ConnectionStatus() {
  const state = useSyncExternalStore(liveClient.subscribe, liveClient.connectionState);
  return (
    <div role="status" className="connection-place">
      {state !== "idle" && (
        <span className="connection-status" data-connection={state}>
          <span>{messages.shell.connection[state]}</span>
        </span>
      )}
    </div>
  );
}

function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <g strokeWidth="0.8">
        <path
          d="M3 22v2.6c0 2.9 5.8 5.2 13 5.2s13-2.3 13-5.2V22z"
          fill="#2d6cdf"
          stroke="#1b4596"
        />
        <path
          d="M3 16.5v4.6c0 2.9 5.8 5.2 13 5.2s13-2.3 13-5.2v-4.6z"
          fill="#e4572e"
          stroke="#9e3417"
        />
        <path
          d="M3 10v5.6c0 2.9 5.8 5.2 13 5.2s13-2.3 13-5.2V10z"
          fill="#f2b705"
          stroke="#8a6400"
        />
        <ellipse cx="16" cy="9" rx="13" ry="6.2" fill="#ffdf7e" stroke="#8a6400" />
        <ellipse cx="16" cy="9" rx="5.6" ry="2.5" fill="#3b1450" />
      </g>
    </svg>
  );
}
