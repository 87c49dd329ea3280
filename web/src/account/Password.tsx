import { type FormEvent, useState } from "react";
import { changePassword } from "../api/accounts";
import { Button } from "../parts/Button";
import { TextField } from "../parts/Field";
import { tell, tellError } from "../parts/toasts";
import { words } from "../strings";

export function Password() {
  const [current, setCurrent] = useState("");
  const [fresh, setFresh] = useState("");
  const [busy, setBusy] = useState(false);
  const told = words.account.change;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await changePassword(current, fresh);
      setCurrent("");
      setFresh("");
      tell(told.done);
    } catch (error) {
      tellError(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="panel form" onSubmit={send}>
      <h2>{told.title}</h2>
      <TextField
        label={told.current}
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        required
      />
      <TextField
        label={told.fresh}
        hint={words.account.passwordHint}
        type="password"
        autoComplete="new-password"
        value={fresh}
        onChange={setFresh}
        required
        minLength={8}
      />
      <Button type="submit" busy={busy}>
        {told.button}
      </Button>
    </form>
  );
}
