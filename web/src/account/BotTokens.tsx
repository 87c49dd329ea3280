// The tokens of one bot.

import { type FormEvent, useState } from "react";
import { createBotToken, revokeBotToken, revokeBotTokens } from "../api/accounts";
import type { BotInfo, BotToken, TokenInfo, TokenScope } from "../api/types";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { SelectField, TextField } from "../components/fields";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";
import { formatTime } from "./formatTime";

const LIFETIMES = ["7", "30", "90", "365"] as const;

interface BotTokensProps {
  bot: BotInfo;
  runSensitive(action: () => Promise<void>): Promise<void>;
  onCreated(made: BotToken): void;
  onRevoked(): void;
}

export function BotTokens({ bot, runSensitive, onCreated, onRevoked }: BotTokensProps) {
  const { name } = bot.account;
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<TokenInfo | "all" | null>(null);

  const revoke = async (which: TokenInfo | "all") => {
    setRevoking(null);
    try {
      await (which === "all" ? revokeBotTokens(name) : revokeBotToken(name, which.id));
      showToast(
        which === "all"
          ? messages.account.bots.revoked({ name })
          : messages.account.bots.revokedOne({ label: which.label }),
      );
    } catch (error) {
      showError(error);
    }
    onRevoked();
  };
  const create = (label: string, scope: TokenScope, days: number) => {
    setCreating(false);
    void runSensitive(async () => onCreated(await createBotToken(name, { label, scope, days })));
  };

  return (
    <div className="bot">
      <h3>{name}</h3>
      {bot.tokens.length === 0 && <p className="quiet">{messages.account.bots.noTokens}</p>}
      <ul className="credentials">
        {bot.tokens.map((token) => (
          <li key={token.id}>
            <div>
              <strong>{token.label}</strong> {token.prefix && <code>{token.prefix}…</code>}
              <p className="quiet">{describeToken(token)}</p>
            </div>
            <Button onClick={() => setRevoking(token)}>{messages.account.bots.revokeOne}</Button>
          </li>
        ))}
      </ul>
      <div className="buttons">
        <Button onClick={() => setCreating(true)}>{messages.account.bots.newToken}</Button>
        {bot.tokens.length > 1 && (
          <Button kind="danger" onClick={() => setRevoking("all")}>
            {messages.account.bots.revoke}
          </Button>
        )}
      </div>
      {creating && (
        <NewTokenDialog name={name} onClose={() => setCreating(false)} create={create} />
      )}
      {revoking && (
        <Dialog
          title={
            revoking === "all"
              ? messages.account.bots.revokeTitle({ name })
              : messages.account.bots.revokeOneTitle({ label: revoking.label, name })
          }
          onClose={() => setRevoking(null)}
        >
          <p>{messages.account.bots.revokeText}</p>
          <div className="buttons dialog-buttons">
            <Button kind="danger" onClick={() => revoke(revoking)}>
              {revoking === "all" ? messages.account.bots.revoke : messages.account.bots.revokeOne}
            </Button>
            <Button onClick={() => setRevoking(null)}>{messages.account.bots.keep}</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

interface NewTokenDialogProps {
  name: string;
  onClose(): void;
  create(label: string, scope: TokenScope, days: number): void;
}

function NewTokenDialog({ name, onClose, create }: NewTokenDialogProps) {
  const [label, setLabel] = useState("");
  const [scope, setScope] = useState<TokenScope>("play");
  const [days, setDays] = useState<(typeof LIFETIMES)[number]>("90");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create(label.trim(), scope, Number(days));
  };
  return (
    <Dialog title={messages.account.bots.newTokenTitle({ name })} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          label={messages.account.bots.label}
          hint={messages.account.bots.labelHint}
          value={label}
          onChange={setLabel}
          required
          pattern=".*\S.*"
          maxLength={80}
        />
        <SelectField
          label={messages.account.bots.scope}
          value={scope}
          onChange={setScope}
          options={[
            { value: "play", label: messages.account.bots.scopes.play },
            { value: "read", label: messages.account.bots.scopes.read },
          ]}
        />
        <SelectField
          label={messages.account.bots.lifetime}
          value={days}
          onChange={setDays}
          options={LIFETIMES.map((value) => ({
            value,
            label: messages.account.bots.days({ count: Number(value) }),
          }))}
        />
        <Button kind="primary" type="submit">
          {messages.account.bots.newToken}
        </Button>
      </form>
    </Dialog>
  );
}

/** What the token may do, when it expires and when it was last used. */
function describeToken(token: TokenInfo): string {
  const parts = [messages.account.bots.scopes[token.scope]];
  if (token.expires_at !== null) {
    parts.push(messages.account.bots.expires({ date: formatTime(token.expires_at) }));
  }
  parts.push(
    token.last_used_at === null
      ? messages.account.bots.unused
      : messages.account.bots.lastUsed({ date: formatTime(token.last_used_at) }),
  );
  return parts.join(" · ");
}
