// Finds people and bots by the beginning of their name.

import { useEffect, useId, useState } from "react";
import { findPlayers } from "../api/people";
import type { Account } from "../api/types";
import { Link } from "../browser/router";
import { TextField } from "../components/fields";
import { showError } from "../components/toasts";
import { messages } from "../messages";

/** Waits until the typing pauses: the server limits searches. */
const PAUSE_MS = 300;
const MAX_LENGTH = 24;

export function FindPlayer() {
  const words = messages.people.find;
  const heading = useId();
  const [text, setText] = useState("");
  const [found, setFound] = useState<Account[] | null>(null);
  const prefix = text.trim();

  useEffect(() => {
    if (!prefix) {
      setFound(null);
      return;
    }
    let current = true;
    const timer = window.setTimeout(async () => {
      try {
        const accounts = await findPlayers(prefix);
        if (current) setFound(accounts);
      } catch (error) {
        if (!current) return;
        setFound(null); // what is shown belongs to another name
        showError(error);
      }
    }, PAUSE_MS);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [prefix]);

  return (
    <section className="panel" aria-labelledby={heading}>
      <h2 id={heading}>{words.title}</h2>
      <TextField
        label={words.name}
        type="search"
        value={text}
        onChange={setText}
        maxLength={MAX_LENGTH}
        autoComplete="off"
      />
      <div role="status">{found?.length === 0 && <p className="quiet">{words.none}</p>}</div>
      {found && (
        <ul className="plain person-list">
          {found.map(({ id, name, kind }) => (
            <li key={id}>
              <Link to={`/player/${encodeURIComponent(name)}`}>{name}</Link>
              {kind === "bot" && <small className="quiet">{words.bot}</small>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
