// Something to give away: a link, a token, a position. One press copies it.

import { useId, useState } from "react";
import { messages } from "../messages";
import { Button } from "./Button";
import { showToast } from "./toasts";

export function CopyField({ label, text }: { label: string; text: string }) {
  const id = useId();
  const [done, setDone] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      showToast(messages.shell.copied);
    } catch {
      showToast(messages.shell.copyFailed, "trouble");
    }
  };

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="copy">
        <input id={id} readOnly value={text} onFocus={(event) => event.target.select()} />
        <Button kind="primary" onClick={copy}>
          {done ? messages.shell.copied : messages.shell.copy}
        </Button>
      </div>
    </div>
  );
}
