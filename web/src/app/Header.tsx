// The name of the game, the ways to its places, the line to the server, who one is.

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useSession } from "../account/loginSession";
import type { PageName, Route } from "../browser/route";
import { Link } from "../browser/router";
import { liveClient } from "../live/liveClient";
import { messages } from "../messages";
import { Logo } from "./Logo";
import { pageComponent, preloadPage } from "./routes";

const ways: { to: string; place: PageName }[] = [
  { to: "/play", place: "lobby" },
  { to: "/sandbox", place: "sandbox" },
  { to: "/study", place: "study" },
  { to: "/replay", place: "replay" },
  { to: "/learn", place: "learn" },
  { to: "/rulebook", place: "rulebook" },
  { to: "/leaders", place: "leaders" },
];

export function Header({ route }: { route: Route }) {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLElement>(null);
  const session = useSession();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when one has gone somewhere
  useEffect(() => setOpen(false), [route]);

  const shown = ways.filter(({ place }) => pageComponent(place));
  return (
    <header className="top">
      <Link className="name" to="/">
        <Logo />
        <span>{messages.shell.name}</span>
      </Link>
      <button
        type="button"
        className="menu-button"
        aria-expanded={open}
        aria-controls="ways"
        onClick={() => setOpen(!open)}
      >
        {messages.shell.menu}
      </button>
      <nav id="ways" ref={menu} aria-label={messages.shell.navigation} data-open={open}>
        {shown.map(({ to, place }) => (
          <Link
            key={to}
            to={to}
            aria-current={`${route.path}/`.startsWith(`${to}/`) ? "page" : undefined}
            onPointerEnter={() => preloadPage(place)}
          >
            {messages.shell.pages[place]}
          </Link>
        ))}
        <span className="grow" />
        <Link to="/settings" aria-current={route.place === "settings" ? "page" : undefined}>
          {messages.shell.pages.settings}
        </Link>
        <Link
          to="/account"
          aria-current={route.place === "account" ? "page" : undefined}
          className="who"
        >
          {session.account ? session.account.name : messages.shell.logIn}
        </Link>
      </nav>
      <ConnectionStatus />
    </header>
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
