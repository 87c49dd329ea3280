// The tabs at the bottom of a narrow screen: two actions, then sheets with the story, the chat and
// everything else.

import type { ReactNode } from "react";
import { Button } from "../components/Button";
import { messages } from "../messages";
import { BoardTools } from "./BoardTools";
import type { GameAction } from "./types";

interface PhoneBarProps {
  actions: readonly GameAction[];
  open: string | null;
  onOpen(sheet: string | null): void;
  log: { label: string; content: ReactNode };
  chat: ReactNode | undefined;
  more: ReactNode | undefined;
}

const ACTIONS_IN_BAR = 2;

export function PhoneBar({ actions, open, onOpen, log, chat, more }: PhoneBarProps) {
  const sheets = [
    { id: "story", ...log },
    ...(chat ? [{ id: "chat", label: messages.play.chat, content: chat }] : []),
    {
      id: "more",
      label: messages.play.more,
      content: (
        <>
          <div className="buttons">
            {actions.slice(ACTIONS_IN_BAR).map(({ id, label, busy, ...rest }) => (
              <Button key={id} busy={busy} {...rest}>
                {label}
              </Button>
            ))}
            <BoardTools />
          </div>
          {more}
        </>
      ),
    },
  ];
  const shown = sheets.find(({ id }) => id === open);
  return (
    <>
      {shown && (
        <section className="phone-sheet" aria-label={shown.label}>
          <button
            type="button"
            className="close-button"
            aria-label={messages.shell.close}
            onClick={() => onOpen(null)}
          >
            ×
          </button>
          {shown.content}
        </section>
      )}
      <nav className="phone-bar" aria-label={messages.play.sideTabs}>
        {actions.slice(0, ACTIONS_IN_BAR).map(({ id, label, busy, disabled, onClick }) => (
          <button key={id} type="button" disabled={disabled || busy} onClick={onClick}>
            {label}
          </button>
        ))}
        {sheets.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            aria-expanded={open === id}
            onClick={() => onOpen(open === id ? null : id)}
          >
            {label}
          </button>
        ))}
      </nav>
    </>
  );
}
