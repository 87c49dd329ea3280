// Accounts for programs: made here, their tokens shown once.

import { type FormEvent, useState } from "react";
import { createBot, createBotToken, revokeBotTokens } from "../api/accounts";
import type { BotToken } from "../api/types";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { Dialog } from "../components/Dialog";
import { TextField } from "../components/fields";
import { showError, showToast } from "../components/toasts";
import { words } from "../strings";

export function BotAccounts() {
  const [name, setName] = useState("");
  const [shown, setShown] = useState<BotToken | null>(null);
  const [revoking, setRevoking] = useState(false);
  const told = words.account.bots;

  const attempt = async (what: () => Promise<void>) => {
    try {
      await what();
    } catch (error) {
      showError(error);
    }
  };
  const make = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => setShown(await createBot(name.trim())));
  };

  const revoke = () => {
    setRevoking(false);
    void attempt(async () => {
      await revokeBotTokens(name.trim());
      showToast(told.revoked(name.trim()));
    });
  };

  return (
    <form className="panel form" onSubmit={make}>
      <h2>{told.title}</h2>
      <p className="quiet">{told.text}</p>
      <TextField
        label={told.name}
        hint={words.account.nameHint}
        value={name}
        onChange={setName}
        required
        minLength={2}
        maxLength={24}
      />
      <div className="buttons">
        <Button type="submit">{told.make}</Button>
        <Button
          disabled={name.trim().length < 2}
          onClick={() => attempt(async () => setShown(await createBotToken(name.trim())))}
        >
          {told.another}
        </Button>
        <Button kind="danger" disabled={name.trim().length < 2} onClick={() => setRevoking(true)}>
          {told.revoke}
        </Button>
      </div>
      {shown && <CopyField label={told.token(shown.account.name)} text={shown.token} />}
      {revoking && (
        <Dialog title={told.revokeSure(name.trim())} onClose={() => setRevoking(false)}>
          <p>{told.revokeText}</p>
          <div className="buttons dialog-buttons">
            <Button kind="danger" onClick={revoke}>
              {told.revoke}
            </Button>
            <Button onClick={() => setRevoking(false)}>{told.keep}</Button>
          </div>
        </Dialog>
      )}
    </form>
  );
}
