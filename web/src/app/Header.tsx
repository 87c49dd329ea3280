// The name of the game, the ways to its places, the line to the server, who one is.

import { useEffect, useRef, useState } from "react";
import { useSession } from "../account/session";
import { LineStatus } from "../live/LineStatus";
import { words } from "../strings";
import { Mark } from "./Mark";
import { fetchAhead, placeOf } from "./places";
import type { PlaceName, Route } from "./route";
import { Link } from "./router";

const ways: { to: string; place: PlaceName }[] = [
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

  const shown = ways.filter(({ place }) => placeOf(place));
  return (
    <header className="top">
      <Link className="name" to="/">
        <Mark />
        <span>{words.shell.name}</span>
      </Link>
      <button
        type="button"
        className="menu-button"
        aria-expanded={open}
        aria-controls="ways"
        onClick={() => setOpen(!open)}
      >
        {words.shell.menu}
      </button>
      <nav id="ways" ref={menu} aria-label={words.shell.navigation} data-open={open}>
        {shown.map(({ to, place }) => (
          <Link
            key={to}
            to={to}
            aria-current={`${route.path}/`.startsWith(`${to}/`) ? "page" : undefined}
            onPointerEnter={() => fetchAhead(place)}
          >
            {words.shell.places[place]}
          </Link>
        ))}
        <span className="grow" />
        <Link to="/settings" aria-current={route.place === "settings" ? "page" : undefined}>
          {words.shell.places.settings}
        </Link>
        <Link
          to="/account"
          aria-current={route.place === "account" ? "page" : undefined}
          className="who"
        >
          {session.account ? session.account.name : words.shell.logIn}
        </Link>
      </nav>
      <LineStatus />
    </header>
  );
}
