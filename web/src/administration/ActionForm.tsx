// One action of the staff: its fields, a reason, and the password if it was entered long ago.

import { type FormEvent, useState } from "react";
import { usePasswordPrompt } from "../account/usePasswordPrompt";
import { Button } from "../components/Button";
import { TextField } from "../components/fields";
import { showToast } from "../components/toasts";
import { messages } from "../messages";

export interface ActionValues {
  reason: string;
  days: number | null;
  name: string;
}

interface ActionFormProps {
  label: string;
  /** `days` may be empty where the action can last for ever. */
  asks?: "days" | "days or forever" | "name";
  /** The person reads the reason. */
  forPerson?: boolean;
  danger?: boolean;
  run(values: ActionValues): Promise<void>;
}

export function ActionForm({ label, asks, forPerson, danger, run }: ActionFormProps) {
  const words = messages.administration.actions;
  const [reason, setReason] = useState("");
  const [days, setDays] = useState("");
  const [name, setName] = useState("");
  const { prompt, runSensitive } = usePasswordPrompt();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void runSensitive(async () => {
      const values = { reason: reason.trim(), days: days ? Number(days) : null, name: name.trim() };
      await run(values);
      showToast(words.done);
    });
  };
  return (
    <form className="form" onSubmit={submit}>
      {asks?.startsWith("days") && (
        <TextField
          label={words.days}
          hint={asks === "days" ? words.daysHint : words.daysOrForever}
          type="number"
          min={1}
          max={asks === "days" ? 30 : 3650}
          value={days}
          onChange={setDays}
          required={asks === "days"}
        />
      )}
      {asks === "name" && (
        <TextField label={words.name} value={name} onChange={setName} required maxLength={24} />
      )}
      <TextField
        label={words.reason}
        hint={forPerson ? words.reasonForPerson : words.reasonHint}
        value={reason}
        onChange={setReason}
        required
        minLength={3}
        maxLength={500}
      />
      <div className="buttons">
        <Button kind={danger ? "danger" : "primary"} type="submit">
          {label}
        </Button>
      </div>
      {prompt}
    </form>
  );
}
