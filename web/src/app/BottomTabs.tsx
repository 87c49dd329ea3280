// The tabs at the bottom of a phone's screen. A game has a bar of its own there.

import type { Route } from "../browser/route";
import { Link } from "../browser/router";
import { messages } from "../messages";
import { type Section, sectionOf } from "./sections";

const tabs: { to: string; section: Section; icon: string }[] = [
  { to: "/", section: "home", icon: "M3 11.5 12 4l9 7.5M5.5 9.8V20h13V9.8M10 20v-6h4v6" },
  {
    to: "/play",
    section: "play",
    icon: "M12 4c4.4 0 8 1.9 8 4.3s-3.6 4.3-8 4.3-8-1.9-8-4.3S7.6 4 12 4zM4 8.5v6.8c0 2.6 3.6 4.7 8 4.7s8-2.1 8-4.7V8.5M9.5 8.3h5",
  },
  {
    to: "/puzzles",
    section: "puzzles",
    icon: "M4 9h4.2a2.3 2.3 0 1 1 3.6 0H16v4.2a2.3 2.3 0 1 1 0 3.6V20H4z",
  },
  {
    to: "/learn",
    section: "learn",
    icon: "M12 6.5C10 4.8 7 4.5 4 4.8V18c3-.3 6 0 8 1.7 2-1.7 5-2 8-1.7V4.8c-3-.3-6 0-8 1.7zM12 6.5v13.2",
  },
  {
    to: "/account",
    section: "you",
    icon: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.8-3.8 3.7-6 7.5-6s6.7 2.2 7.5 6",
  },
];

export function BottomTabs({ route }: { route: Route }) {
  if (route.page === "game") return null;
  const current = sectionOf(route.page);
  return (
    <nav className="bottom-tabs" aria-label={messages.shell.tabs}>
      {tabs.map(({ to, section, icon }) => (
        <Link key={to} to={to} aria-current={section === current ? "page" : undefined}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path
              d={icon}
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          {messages.shell.sections[section]}
        </Link>
      ))}
    </nav>
  );
}
