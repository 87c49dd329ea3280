// Accounts for programs and their tokens: create, list and revoke. A token is shown once.

import { type FormEvent, useState } from "react";
import { createBot, fetchBots } from "../api/accounts";
import type { BotToken } from "../api/types";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { ErrorNotice } from "../components/ErrorNotice";
import { TextField } from "../components/fields";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { BotTokens } from "./BotTokens";
import { usePasswordPrompt } from "./usePasswordPrompt";

export function BotAccounts() {
  const [name, setName] = useState("");
  const [newToken, setNewToken] = useState<BotToken | null>(null);
  const { data, error, refetch } = useFetch(fetchBots, "bots");
  const { prompt, runSensitive } = usePasswordPrompt();

  const showNew = (made: BotToken) => {
    setNewToken(made);
    refetch();
  };
  const create = (event: FormEvent) => {
    event.preventDefault();
    void runSensitive(async () => {
      showNew(await createBot(name.trim()));
      setName("");
    });
  };

  return (
    <section className="panel">
      <h2>{messages.account.bots.title}</h2>
      <p className="quiet">{messages.account.bots.text}</p>
      {error && <ErrorNotice error={error} retry={refetch} />}
      {newToken && (
        <CopyField
          label={messages.account.bots.token({ name: newToken.account.name })}
          text={newToken.token}
        />
      )}
      {data?.map((bot) => (
        <BotTokens
          key={bot.account.id}
          bot={bot}
          runSensitive={runSensitive}
          onCreated={showNew}
          onRevoked={refetch}
        />
      ))}
      <form className="form" onSubmit={create}>
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
        </div>
      </form>
      {prompt}
    </section>
  );
}
