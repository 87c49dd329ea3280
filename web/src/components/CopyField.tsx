// A read-only text with a copy button: a link, a token, a position.

import { useId, useState } from "react";
import { messages } from "../messages";
import { Button } from "./Button";
import { showToast } from "./toasts";

export function CopyField({ label, text }: { label: string; text: string }) {
  const id = useId();
  const [copied, setCopied] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      showToast(messages.shell.copied);
    } catch {
      showToast(messages.shell.copyFailed, "error");
    }
  };

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="copy-field">
        <input id={id} readOnly value={text} onFocus={(event) => event.target.select()} />
        <Button kind="primary" onClick={copy}>
          {copied ? messages.shell.copied : messages.shell.copy}
        </Button>
      </div>
    </div>
  );
}
