// Sensitive requests need a recent password: asks for it and then repeats the request.

import { type FormEvent, type ReactNode, useState } from "react";
import { enterPassword } from "../api/accounts";
import { ServerRefusal } from "../api/http";
import { checkPasskey, fetchCheckOptions, fetchSecondFactors } from "../api/secondFactors";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { PasswordField } from "../components/PasswordField";
import { showError } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { hasPasskeys, signWithPasskey } from "./webauthn";

type Action = () => Promise<void>;

interface PasswordPrompt {
  /** The dialog, while it is open. */
  prompt: ReactNode;
  /** Runs the action, if necessary after the password; shows an error. */
  runSensitive(action: Action): Promise<void>;
}

export function usePasswordPrompt(): PasswordPrompt {
  const [pending, setPending] = useState<Action | null>(null);

  const runSensitive = async (action: Action) => {
    try {
      await action();
    } catch (error) {
      const needsPassword =
        error instanceof ServerRefusal && error.refusal.code === "PASSWORD_NEEDED";
      if (needsPassword) setPending(() => action);
      else showError(error);
    }
  };
  const prompt = pending && (
    <PasswordDialog
      onClose={() => setPending(null)}
      onEntered={() => {
        setPending(null);
        void runSensitive(pending);
      }}
    />
  );
  return { prompt, runSensitive };
}

function PasswordDialog({ onClose, onEntered }: { onClose(): void; onEntered(): void }) {
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const confirm = async (prove: () => Promise<unknown>) => {
    setBusy(true);
    setRefusal(null);
    try {
      await prove();
      onEntered();
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      setRefusal(error.message);
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void confirm(() => enterPassword(password));
  };
  const confirmWithPasskey = () =>
    confirm(async () => {
      const { challenge, options } = await fetchCheckOptions();
      await checkPasskey(challenge, await signWithPasskey(options));
    });

  return (
    <Dialog title={messages.account.confirmPassword.title} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p>{messages.account.confirmPassword.text}</p>
        <PasswordField
          label={messages.account.confirmPassword.password}
          error={refusal}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          required
        />
        <div className="buttons">
          <Button kind="primary" type="submit" busy={busy}>
            {messages.account.confirmPassword.submit}
          </Button>
          {hasPasskeys() && <PasskeyButton busy={busy} onClick={confirmWithPasskey} />}
        </div>
      </form>
    </Dialog>
  );
}

/** Only people who have a passkey are offered to use it. */
function PasskeyButton({ busy, onClick }: { busy: boolean; onClick(): void }) {
  const { data } = useFetch(fetchSecondFactors, "second-factors");
  if (!data?.passkeys.length) return null;
  return (
    <Button busy={busy} onClick={onClick}>
      {messages.access.passkeys.check}
    </Button>
  );
}
