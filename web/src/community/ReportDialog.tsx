// Reports a person, a player of a game or a text to the staff.

import { useState } from "react";
import { useSubmit } from "../account/useSubmit";
import { type ReportReason, type ReportSubject, sendReport } from "../api/community";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { FormError } from "../components/FormError";
import { SelectField, TextField } from "../components/fields";
import { showToast } from "../components/toasts";
import { messages } from "../messages";

const REASONS = ["abuse", "cheating", "spam", "name", "stalling", "other"] as const;

interface ReportDialogProps {
  subject: ReportSubject;
  name: string;
  /** The reported text. */
  quote?: string;
  onClose(): void;
}

export default function ReportDialog({ subject, name, quote, onClose }: ReportDialogProps) {
  const words = messages.community.report;
  const [reason, setReason] = useState<ReportReason>("abuse");
  const [text, setText] = useState("");
  const { busy, submit, errorOf, otherError } = useSubmit(["text"], async () => {
    await sendReport(subject, reason, text.trim());
    showToast(words.sent);
    onClose();
  });
  return (
    <Dialog title={words.title({ name })} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p>{words.text}</p>
        {quote && <blockquote>{quote}</blockquote>}
        <SelectField
          label={words.reason}
          value={reason}
          options={REASONS.map((value) => ({ value, label: words.reasons[value] }))}
          onChange={setReason}
        />
        <TextField
          label={reason === "other" ? words.detailsNeeded : words.details}
          value={text}
          onChange={setText}
          maxLength={1000}
          required={reason === "other"}
          error={errorOf("text")}
        />
        <FormError text={otherError} />
        <Button kind="primary" type="submit" busy={busy}>
          {words.submit}
        </Button>
      </form>
    </Dialog>
  );
}
