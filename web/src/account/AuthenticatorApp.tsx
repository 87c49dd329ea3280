// Turns an authenticator app on, with a QR code and a first code, and off.

import { lazy, Suspense, useState } from "react";
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
} from "../api/secondFactors";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { Dialog } from "../components/Dialog";
import { FormError } from "../components/FormError";
import { Loading } from "../components/Loading";
import { showToast } from "../components/toasts";
import { messages } from "../messages";
import { CodeField } from "./CodeField";
import { usePasswordPrompt } from "./usePasswordPrompt";
import { useSubmit } from "./useSubmit";

const QrCode = lazy(() => import("./QrCode"));

interface Setup {
  secret: string;
  uri: string;
}

export function AuthenticatorApp({ on, onChanged }: { on: boolean; onChanged(): void }) {
  const [setup, setSetup] = useState<Setup | null>(null);
  const { prompt, runSensitive } = usePasswordPrompt();
  const begin = () => runSensitive(async () => setSetup(await beginAuthenticator()));
  const remove = () =>
    runSensitive(async () => {
      await removeAuthenticator();
      showToast(messages.access.authenticator.removed);
      onChanged();
    });
  const finish = () => {
    setSetup(null);
    showToast(messages.access.authenticator.added);
    onChanged();
  };

  return (
    <>
      <h3>{messages.access.authenticator.title}</h3>
      <p>{on ? messages.access.authenticator.on : messages.access.authenticator.off}</p>
      <div className="buttons">
        {on ? (
          <Button kind="danger" onClick={remove}>
            {messages.access.authenticator.remove}
          </Button>
        ) : (
          <Button onClick={begin}>{messages.access.authenticator.add}</Button>
        )}
      </div>
      {prompt}
      {setup && <SetupDialog setup={setup} onClose={() => setSetup(null)} onAdded={finish} />}
    </>
  );
}

interface SetupDialogProps {
  setup: Setup;
  onClose(): void;
  onAdded(): void;
}

function SetupDialog({ setup, onClose, onAdded }: SetupDialogProps) {
  const [code, setCode] = useState("");
  const { busy, submit, errorOf, otherError } = useSubmit(["code"], async () => {
    await confirmAuthenticator(code);
    onAdded();
  });
  return (
    <Dialog title={messages.access.authenticator.add} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p>{messages.access.authenticator.scan}</p>
        <Suspense fallback={<Loading />}>
          <QrCode text={setup.uri} label={messages.access.authenticator.qrCode} />
        </Suspense>
        <CopyField label={messages.access.authenticator.secret} text={setup.secret} />
        <CodeField
          label={messages.access.authenticator.firstCode}
          error={errorOf("code")}
          value={code}
          onChange={setCode}
        />
        <FormError text={otherError} />
        <Button kind="primary" type="submit" busy={busy}>
          {messages.access.authenticator.confirm}
        </Button>
      </form>
    </Dialog>
  );
}
