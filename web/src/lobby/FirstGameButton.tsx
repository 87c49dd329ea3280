// Starts the first game: against level 1, with hints.

import { useState } from "react";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { startFirstGame } from "./startGame";

interface FirstGameButtonProps {
  label: string;
  kind?: "primary";
  className: string;
}

export function FirstGameButton({ label, kind, className }: FirstGameButtonProps) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await startFirstGame();
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  return (
    <Button kind={kind} className={className} busy={busy} onClick={start}>
      {label}
    </Button>
  );
}
