// Logging in and registering: two tabs with the same two fields.

import { type FormEvent, useState } from "react";
import { ServerRefusal } from "../api/http";
import { Button } from "../components/Button";
import { TextField } from "../components/fields";
import { messages } from "../messages";
import { logIn, register } from "./loginSession";

export function SignIn({ way }: { way: "register" | "logIn" }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<{ path: string; message: string } | null>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setTrouble(null);
    try {
      await (way === "register" ? register : logIn)(name, password);
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      setTrouble({ path: error.refusal.path ?? "", message: error.message });
    } finally {
      setBusy(false);
    }
  };

  const about = (path: string) => (trouble?.path === path ? trouble.message : null);
  return (
    <form className="form" onSubmit={send}>
      <TextField
        label={messages.account.name}
        hint={way === "register" ? messages.account.nameHint : undefined}
        error={about("name")}
        value={name}
        onChange={setName}
        autoComplete="username"
        required
        minLength={2}
        maxLength={way === "register" ? 24 : 100}
      />
      <TextField
        label={messages.account.password}
        hint={way === "register" ? messages.account.passwordHint : undefined}
        error={about("password")}
        value={password}
        onChange={setPassword}
        type="password"
        autoComplete={way === "register" ? "new-password" : "current-password"}
        required
        minLength={way === "register" ? 8 : 1}
      />
      {trouble && !["name", "password"].includes(trouble.path) && (
        <p className="error" role="alert">
          {trouble.message}
        </p>
      )}
      <Button kind="primary" type="submit" busy={busy}>
        {way === "register" ? messages.account.register : messages.account.logIn}
      </Button>
    </form>
  );
}
