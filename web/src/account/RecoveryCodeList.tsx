// A new set of recovery codes. The server shows it only once, so it stays until it is saved.

import { useEffect, useRef } from "react";
import { saveFile } from "../browser/saveFile";
import { Button } from "../components/Button";
import { showToast } from "../components/toasts";
import { messages } from "../messages";
import { formatTime } from "./formatTime";

interface RecoveryCodeListProps {
  /** Of the account. */
  name: string;
  codes: readonly string[];
  onSaved(): void;
}

export function RecoveryCodeList({ name, codes, onSaved }: RecoveryCodeListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const download = () => {
    const created = formatTime(Date.now() / 1000);
    const title = messages.access.codes.fileTitle({ name, site: location.origin, created });
    const file = [title, messages.access.codes.text, "", ...codes, ""].join("\n");
    saveFile("ringrift-recovery-codes.txt", "text/plain", file);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      showToast(messages.shell.copied);
    } catch {
      showToast(messages.shell.copyFailed, "error");
    }
  };

  return (
    <section className="panel notable">
      <h2 ref={heading} tabIndex={-1}>
        {messages.access.codes.newTitle}
      </h2>
      <p>{messages.access.codes.newText}</p>
      <ul className="recovery-codes" aria-label={messages.access.codes.title}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="buttons">
        <Button kind="primary" onClick={download}>
          {messages.access.codes.download}
        </Button>
        <Button onClick={copy}>{messages.access.codes.copy}</Button>
        <Button onClick={onSaved}>{messages.access.codes.saved}</Button>
      </div>
    </section>
  );
}
