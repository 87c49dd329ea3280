// The account's passkeys: add one for this device, and remove them.

import { type FormEvent, useState } from "react";
import {
  addPasskey,
  fetchCreationOptions,
  type PasskeyInfo,
  removePasskey,
} from "../api/secondFactors";
import { Button } from "../components/Button";
import { TextField } from "../components/fields";
import { showToast } from "../components/toasts";
import { messages } from "../messages";
import { formatTime } from "./formatTime";
import { usePasswordPrompt } from "./usePasswordPrompt";
import { createPasskey, hasPasskeys } from "./webauthn";

const MAX_LABEL_LENGTH = 80;

interface PasskeysProps {
  passkeys: readonly PasskeyInfo[];
  /** This address of the server can have passkeys. */
  offered: boolean;
  onChanged(): void;
}

export function Passkeys({ passkeys, offered, onChanged }: PasskeysProps) {
  const [label, setLabel] = useState("");
  const { prompt, runSensitive } = usePasswordPrompt();
  const add = (event: FormEvent) => {
    event.preventDefault();
    void runSensitive(async () => {
      const { challenge, options } = await fetchCreationOptions();
      await addPasskey(challenge, label.trim(), await createPasskey(options));
      showToast(messages.access.passkeys.added);
      setLabel("");
      onChanged();
    });
  };
  const remove = (passkey: PasskeyInfo) =>
    runSensitive(async () => {
      await removePasskey(passkey.id);
      showToast(messages.access.passkeys.removed({ label: passkey.label }));
      onChanged();
    });

  return (
    <>
      <h3>{messages.access.passkeys.title}</h3>
      <p>{messages.access.passkeys.text}</p>
      {passkeys.length > 0 && (
        <ul className="credentials">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <strong>{passkey.label}</strong>
                <p className="quiet">
                  {messages.access.passkeys.created({ date: formatTime(passkey.created_at) })}
                  {" · "}
                  {passkey.last_used_at === null
                    ? messages.account.bots.unused
                    : messages.account.bots.lastUsed({ date: formatTime(passkey.last_used_at) })}
                </p>
              </div>
              <Button onClick={() => remove(passkey)}>{messages.access.passkeys.remove}</Button>
            </li>
          ))}
        </ul>
      )}
      {offered && hasPasskeys() ? (
        <form className="form" onSubmit={add}>
          <TextField
            label={messages.access.passkeys.label}
            hint={messages.access.passkeys.labelHint}
            value={label}
            onChange={setLabel}
            required
            maxLength={MAX_LABEL_LENGTH}
          />
          <div className="buttons">
            <Button type="submit">{messages.access.passkeys.add}</Button>
          </div>
        </form>
      ) : (
        <p className="quiet">{messages.access.passkeys.notHere}</p>
      )}
      {prompt}
    </>
  );
}
