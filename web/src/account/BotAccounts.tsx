// Accounts for programs: create them, create and revoke tokens. A token is shown once.

import { type FormEvent, useState } from "react";
import { createBot, createBotToken, revokeBotTokens } from "../api/accounts";
import type { BotToken } from "../api/types";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { Dialog } from "../components/Dialog";
import { TextField } from "../components/fields";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";

export function BotAccounts() {
  const [name, setName] = useState("");
  const [newToken, setNewToken] = useState<BotToken | null>(null);
  const [revoking, setRevoking] = useState(false);

  const run = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      showError(error);
    }
  };
  const create = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => setNewToken(await createBot(name.trim())));
  };

  const revoke = () => {
    setRevoking(false);
    void run(async () => {
      await revokeBotTokens(name.trim());
      showToast(messages.account.bots.revoked({ name: name.trim() }));
    });
  };

  return (
    <form className="panel form" onSubmit={create}>
      <h2>{messages.account.bots.title}</h2>
      <p className="quiet">{messages.account.bots.text}</p>
      <TextField
        label={messages.account.bots.name}
        hint={messages.account.nameHint}
        value={name}
        onChange={setName}
        required
        minLength={2}
        maxLength={24}
      />
      <div className="buttons">
        <Button type="submit">{messages.account.bots.create}</Button>
        <Button
          disabled={name.trim().length < 2}
          onClick={() => run(async () => setNewToken(await createBotToken(name.trim())))}
        >
          {messages.account.bots.newToken}
        </Button>
        <Button kind="danger" disabled={name.trim().length < 2} onClick={() => setRevoking(true)}>
          {messages.account.bots.revoke}
        </Button>
      </div>
      {newToken && (
        <CopyField
          label={messages.account.bots.token({ name: newToken.account.name })}
          text={newToken.token}
        />
      )}
      {revoking && (
        <Dialog
          title={messages.account.bots.revokeTitle({ name: name.trim() })}
          onClose={() => setRevoking(false)}
        >
          <p>{messages.account.bots.revokeText}</p>
          <div className="buttons dialog-buttons">
            <Button kind="danger" onClick={revoke}>
              {messages.account.bots.revoke}
            </Button>
            <Button onClick={() => setRevoking(false)}>{messages.account.bots.keep}</Button>
          </div>
        </Dialog>
      )}
    </form>
  );
}
