// Tabs: one panel is visible; the arrow keys switch between them.

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

export interface Tab {
  id: string;
  label: string;
  content: ReactNode;
}

interface TabsProps {
  tabs: readonly Tab[];
  label: string;
  /** The tab that is selected at first; by default the first one. */
  selected?: string;
}

export function Tabs({ tabs, label, selected: initial }: TabsProps) {
  const base = useId();
  const [selectedId, setSelectedId] = useState(initial ?? tabs[0]?.id);
  const list = useRef<HTMLDivElement>(null);
  const selected = tabs.find((tab) => tab.id === selectedId) ?? tabs[0];
  if (!selected) return null;

  const switchTab = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = (tabs.indexOf(selected) + by + tabs.length) % tabs.length;
    setSelectedId(tabs[next]?.id);
    list.current?.querySelectorAll<HTMLButtonElement>("[role=tab]")[next]?.focus();
  };

  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={switchTab} tabIndex={-1}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab === selected}
            aria-controls={`${base}-panel`}
            tabIndex={tab === selected ? 0 : -1}
            onClick={() => setSelectedId(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${selected.id}`}>
        {selected.content}
      </div>
    </div>
  );
}
