// In the header: in how many games it is your turn, and a list of what waits: games, challenges
// and messages.

import { type ReactNode, useEffect, useId } from "react";
import { useSession } from "../account/loginSession";
import type { Challenge } from "../api/challenges";
import { Link, useRoute } from "../browser/router";
import { Button } from "../components/Button";
import { usePopover } from "../components/usePopover";
import type { WaitingEntry } from "../live/protocol";
import { messages } from "../messages";
import { currentLanguage } from "../messages/language";
import { openEntry, startAnnouncing } from "./announce";
import { setNotifications, useNotificationState } from "./browserNotifications";
import { describeEntry, entryPath } from "./describeEntry";
import { useTabTitle } from "./tabTitle";
import { asksFor, useChallenges, useUnreadMessages, useWaitingGames } from "./waitingGames";
import "./notifications.css";

interface YourTurnBadgeProps {
  /** Shows the challenges of the account in the list. */
  renderChallenges?(challenges: readonly Challenge[], me: string): ReactNode;
}

export function YourTurnBadge({ renderChallenges }: YourTurnBadgeProps) {
  const entries = useWaitingGames();
  const challenges = useChallenges();
  const unread = useUnreadMessages();
  const me = useSession().account?.id;
  const { path } = useRoute();
  useEffect(startAnnouncing, []);
  const elsewhere = entries.filter(({ game }) => path !== `/game/${game}`);
  const turns = elsewhere.filter((entry) => entry.your_turn).length;
  const asked = challenges.filter((challenge) => asksFor(challenge, me)).length;
  useTabTitle(turns);
  if (entries.length + challenges.length + unread === 0) return null;
  return (
    <WaitingMenu key={path} entries={entries} turns={turns} asked={asked} unread={unread}>
      {me && challenges.length > 0 && renderChallenges?.(challenges, me)}
    </WaitingMenu>
  );
}

interface WaitingMenuProps {
  entries: readonly WaitingEntry[];
  turns: number;
  /** The number of challenges to answer. */
  asked: number;
  /** The number of messages to read. */
  unread: number;
  children: ReactNode;
}

function WaitingMenu({ entries, turns, asked, unread, children }: WaitingMenuProps) {
  const { open, button, toggle, container } = usePopover();
  const panel = useId();
  const words = messages.notifications;
  const label =
    asked > 0 ? words.challenged({ turns, challenges: asked }) : words.yourTurns({ count: turns });
  const waiting = turns + asked + unread;

  return (
    <div className="your-turn" {...container}>
      <button
        ref={button}
        type="button"
        className="your-turn-button"
        aria-expanded={open}
        aria-controls={panel}
        aria-label={unread > 0 ? `${label}, ${words.unread({ count: unread })}` : label}
        data-turns={turns}
        onClick={toggle}
      >
        <BellIcon />
        {waiting > 0 && <span className="your-turn-count">{waiting}</span>}
      </button>
      {open && (
        <section id={panel} className="your-turn-panel" aria-label={messages.notifications.title}>
          {children}
          {unread > 0 && <Link to="/people">{words.unread({ count: unread })}</Link>}
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
  return new Date(deadline * 1000).toLocaleString(currentLanguage(), {
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
