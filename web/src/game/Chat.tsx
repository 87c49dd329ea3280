// What is said beside a game.

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { ensureAccount } from "../account/loginSession";
import type { ChatMessage } from "../api/types";
import { Button } from "../components/Button";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";

interface ChatProps {
  said: ChatMessage[];
  onSay(text: string): boolean;
}

export function Chat({ said, onSay }: ChatProps) {
  const [text, setText] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said last is seen
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [said.length]);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    try {
      await ensureAccount();
      if (onSay(text.trim())) setText("");
      else showToast(messages.game.chat.offline, "error");
    } catch (error) {
      showError(error);
    }
  };

  return (
    <section className="chat" aria-label={messages.game.chat.title}>
      <div className="chat-messages" ref={list} role="log" aria-label={messages.game.chat.title}>
        {said.length === 0 && <p className="quiet">{messages.game.chat.empty}</p>}
        {said.map((line) => (
          <p key={`${line.at} ${line.text}`}>
            <b>{line.name}</b> {line.text}
          </p>
        ))}
      </div>
      <form onSubmit={send}>
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
