import { type FormEvent, useState } from "react";
import { changePassword } from "../api/accounts";
import { Button } from "../components/Button";
import { TextField } from "../components/fields";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";

export function ChangePassword() {
  const [current, setCurrent] = useState("");
  const [fresh, setFresh] = useState("");
  const [busy, setBusy] = useState(false);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await changePassword(current, fresh);
      setCurrent("");
      setFresh("");
      showToast(messages.account.changePassword.done);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="panel form" onSubmit={send}>
      <h2>{messages.account.changePassword.title}</h2>
      <TextField
        label={messages.account.changePassword.current}
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        required
      />
      <TextField
        label={messages.account.changePassword.new}
        hint={messages.account.passwordHint}
        type="password"
        autoComplete="new-password"
        value={fresh}
        onChange={setFresh}
        required
        minLength={8}
      />
      <Button type="submit" busy={busy}>
        {messages.account.changePassword.submit}
      </Button>
    </form>
  );
}
