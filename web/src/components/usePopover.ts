// A panel that a button opens: Escape, or moving the focus out of it, closes it.

import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";

export function usePopover() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return { open, button, toggle: () => setOpen(!open), container: { onKeyDown, onBlur } };
}
