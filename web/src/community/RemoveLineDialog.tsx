// The staff removes a line of chat, with a reason for the log.

import { useState } from "react";
import { usePasswordPrompt } from "../account/usePasswordPrompt";
import { removeLine } from "../api/administration";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { TextField } from "../components/fields";
import { showToast } from "../components/toasts";
import { messages } from "../messages";

export function RemoveLineDialog({ line, onClose }: { line: string; onClose(): void }) {
  const [reason, setReason] = useState("");
  const { prompt, runSensitive } = usePasswordPrompt();
  const remove = () =>
    runSensitive(async () => {
      await removeLine(line, reason.trim());
      showToast(messages.community.line.removed);
      onClose();
    });
  return (
    <Dialog title={messages.community.line.remove} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <TextField
          label={messages.administration.actions.reason}
          hint={messages.administration.actions.reasonHint}
          value={reason}
          onChange={setReason}
          required
          minLength={3}
          maxLength={500}
        />
        <Button kind="danger" type="submit">
          {messages.community.line.remove}
        </Button>
      </form>
      {prompt}
    </Dialog>
  );
}
