// In the header: in how many games it is your turn, and a list of the games that wait.

import { useEffect, useId } from "react";
import { Link, useRoute } from "../browser/router";
import { Button } from "../components/Button";
import { usePopover } from "../components/usePopover";
import type { WaitingEntry } from "../live/protocol";
import { messages } from "../messages";
import { openEntry, startAnnouncing } from "./announce";
import { setNotifications, useNotificationState } from "./browserNotifications";
import { describeEntry, entryPath } from "./describeEntry";
import { useTabTitle } from "./tabTitle";
import { useWaitingGames } from "./waitingGames";
import "./notifications.css";

export function YourTurnBadge() {
  const entries = useWaitingGames();
  const { path } = useRoute();
  useEffect(startAnnouncing, []);
  const elsewhere = entries.filter(({ game }) => path !== `/game/${game}`);
  const turns = elsewhere.filter((entry) => entry.your_turn).length;
  useTabTitle(turns);
  return entries.length === 0 ? null : <WaitingMenu key={path} entries={entries} turns={turns} />;
}

function WaitingMenu({ entries, turns }: { entries: readonly WaitingEntry[]; turns: number }) {
  const { open, button, toggle, container } = usePopover();
  const panel = useId();

  return (
    <div className="your-turn" {...container}>
      <button
        ref={button}
        type="button"
        className="your-turn-button"
        aria-expanded={open}
        aria-controls={panel}
        aria-label={messages.notifications.yourTurns({ count: turns })}
        data-turns={turns}
        onClick={toggle}
      >
        <BellIcon />
        {turns > 0 && <span className="your-turn-count">{turns}</span>}
      </button>
      {open && (
        <section id={panel} className="your-turn-panel" aria-label={messages.notifications.title}>
          <ul className="plain">
            {entries.map((entry) => (
              <li key={entry.game} data-turn={entry.your_turn}>
                <Entry entry={entry} />
              </li>
            ))}
          </ul>
          <NotificationSwitch />
        </section>
      )}
    </div>
  );
}

function Entry({ entry }: { entry: WaitingEntry }) {
  const { deadline, rematch_of } = entry;
  return (
    <>
      <Link to={entryPath(entry)}>{describeEntry(entry)}</Link>
      {deadline !== undefined && (
        <small className="quiet">
          {messages.notifications.until({ time: formatDeadline(deadline) })}
        </small>
      )}
      {rematch_of !== undefined && (
        <Button kind="primary" onClick={() => openEntry(entry)}>
          {messages.notifications.play}
        </Button>
      )}
    </>
  );
}

function NotificationSwitch() {
  const state = useNotificationState();
  if (state === "unavailable") return null;
  if (state === "blocked") return <p className="quiet">{messages.notifications.blocked}</p>;
  return (
    <label className="your-turn-notify">
      <input
        type="checkbox"
        checked={state === "on"}
        onChange={(event) => setNotifications(event.target.checked)}
      />
      {messages.notifications.notify}
    </label>
  );
}

function formatDeadline(deadline: number): string {
  return new Date(deadline * 1000).toLocaleString(document.documentElement.lang, {
    weekday: "short",
    hour: "numeric",
    minute: "2-digit",
  });
}

function BellIcon() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path
        d="M10 2.2a5 5 0 0 0-5 5v3.2L3.4 13.6h13.2L15 10.4V7.2a5 5 0 0 0-5-5zM8 15.2a2 2 0 0 0 4 0"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
