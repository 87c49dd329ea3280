// The chat of a game.

import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { ensureAccount, useSession } from "../account/loginSession";
import type { ChatMessage } from "../api/types";
import { Button } from "../components/Button";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";

const LineDialog = lazy(() => import("../community/LineDialog"));

/** Something that happened in the game, such as a player who left. */
export interface ChatNotice {
  at: number;
  text: string;
}

interface ChatProps {
  chat: ChatMessage[];
  notices: ChatNotice[];
  onSend(text: string): boolean;
}

export function Chat({ chat, notices, onSend }: ChatProps) {
  const { account } = useSession();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<ChatMessage | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the newest message
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [chat.length, notices.length]);
  const lines: (ChatMessage | ChatNotice)[] = [...chat, ...notices].sort(
    (one, other) => one.at - other.at,
  );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    try {
      await ensureAccount();
      if (onSend(text.trim())) setText("");
      else showToast(messages.game.chat.offline, "error");
    } catch (error) {
      showError(error);
    }
  };

  return (
    <section className="chat" aria-label={messages.game.chat.title}>
      <div className="chat-messages" ref={list} role="log" aria-label={messages.game.chat.title}>
        {lines.length === 0 && <p className="quiet">{messages.game.chat.empty}</p>}
        {lines.map((line) => (
          <p key={`${line.at} ${line.text}`} className={"name" in line ? undefined : "quiet"}>
            {"name" in line && <b>{line.name}</b>}{" "}
            {"spectator" in line && line.spectator && (
              <small className="quiet">{messages.game.chat.spectator}</small>
            )}{" "}
            {line.text}
            {"name" in line && account && line.account && line.account !== account.id && (
              <button
                type="button"
                className="line-menu"
                aria-label={messages.game.chat.about({ name: line.name })}
                onClick={() => setChosen(line)}
              >
                ⋯
              </button>
            )}
          </p>
        ))}
      </div>
      {chosen && (
        <Suspense>
          <LineDialog line={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
      <form onSubmit={submit}>
        <label htmlFor={id} className="visually-hidden">
          {messages.game.chat.label}
        </label>
        <input
          id={id}
          value={text}
          maxLength={500}
          placeholder={messages.game.chat.label}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit">{messages.game.chat.send}</Button>
      </form>
    </section>
  );
}
