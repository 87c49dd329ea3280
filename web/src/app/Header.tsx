// The header: logo, navigation, account, connection status.

import { useEffect, useState, useSyncExternalStore } from "react";
import { useSession } from "../account/loginSession";
import type { PageName, Route } from "../browser/route";
import { Link } from "../browser/router";
import { liveClient } from "../live/liveClient";
import { messages } from "../messages";
import { preloadPage } from "./routes";

const navigation: { to: string; page: PageName }[] = [
  { to: "/play", page: "lobby" },
  { to: "/sandbox", page: "sandbox" },
  { to: "/study", page: "study" },
  { to: "/replay", page: "replay" },
  { to: "/learn", page: "learn" },
  { to: "/rulebook", page: "rulebook" },
  { to: "/leaders", page: "leaders" },
];

export function Header({ route }: { route: Route }) {
  const [open, setOpen] = useState(false);
  const session = useSession();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes on navigation
  useEffect(() => setOpen(false), [route]);

  return (
    <header className="site-header">
      <Link className="site-name" to="/">
        <Logo />
        <span>{messages.shell.name}</span>
      </Link>
      <button
        type="button"
        className="menu-button"
        aria-expanded={open}
        aria-controls="navigation"
        onClick={() => setOpen(!open)}
      >
        {messages.shell.menu}
      </button>
      <nav id="navigation" aria-label={messages.shell.navigation} data-open={open}>
        {navigation.map(({ to, page }) => (
          <Link
            key={to}
            to={to}
            aria-current={`${route.path}/`.startsWith(`${to}/`) ? "page" : undefined}
            onPointerEnter={() => preloadPage(page)}
          >
            {messages.shell.pages[page]}
          </Link>
        ))}
        <span className="grow" />
        <Link to="/settings" aria-current={route.page === "settings" ? "page" : undefined}>
          {messages.shell.pages.settings}
        </Link>
        <Link
          to="/account"
          aria-current={route.page === "account" ? "page" : undefined}
          className="account-link"
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

function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <ellipse cx="16" cy="21" rx="12" ry="6.5" fill="var(--seat-1-edge)" />
      <ellipse cx="16" cy="18.5" rx="12" ry="6.5" fill="var(--seat-1)" />
      <ellipse cx="16" cy="15" rx="12" ry="6.5" fill="var(--seat-2-edge)" />
      <ellipse cx="16" cy="12" rx="12" ry="6.5" fill="var(--seat-2)" />
      <ellipse cx="16" cy="11.5" rx="12" ry="6.2" fill="var(--seat-2-face)" />
      <ellipse cx="16" cy="11.5" rx="5" ry="2.4" fill="var(--seat-2-edge)" />
    </svg>
  );
}
