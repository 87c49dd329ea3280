// A form that loads a position string or a record, pasted or from a file.

import { type FormEvent, useId, useState } from "react";
import { Button } from "../components/Button";
import { messages } from "../messages";

interface LoadGameFormProps {
  label?: string;
  onLoad(text: string): Promise<void>;
}

export function LoadGameForm({ label = messages.sandbox.loadLabel, onLoad }: LoadGameFormProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const id = useId();

  const load = async (input: string) => {
    try {
      await onLoad(input.trim());
      setError(null);
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : String(reason));
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    load(text);
  };

  return (
    <form className="load-form" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <textarea
          id={id}
          rows={4}
          value={text}
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
        />
        <small
          id={`${id}-hint`}
          className={error ? "error" : "quiet"}
          role={error ? "alert" : undefined}
        >
          {error ? `${messages.sandbox.openFailed}: ${error}` : messages.sandbox.loadHint}
        </small>
      </div>
      <div className="buttons">
        <Button kind="primary" type="submit" disabled={text.trim() === ""}>
          {messages.sandbox.load}
        </Button>
        <label className="button file-button">
          {messages.sandbox.file}
          <input
            type="file"
            accept=".rrg,.jsonl,.txt,text/plain"
            className="visually-hidden"
            onChange={async (event) => {
              const [file] = event.target.files ?? [];
              if (file) await load(await file.text());
            }}
          />
        </label>
      </div>
    </form>
  );
}
