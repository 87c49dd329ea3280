// Sets a new password, given the current one.

import { useState } from "react";
import { changePassword } from "../api/accounts";
import { Button } from "../components/Button";
import { FormError } from "../components/FormError";
import { PasswordField } from "../components/PasswordField";
import { showToast } from "../components/toasts";
import { messages } from "../messages";
import { NewPasswordField } from "./NewPasswordField";
import { useSubmit } from "./useSubmit";

export function ChangePassword({ name }: { name: string }) {
  const [current, setCurrent] = useState("");
  const [replacement, setReplacement] = useState("");
  const { busy, submit, errorOf, otherError } = useSubmit(["current", "new"], async () => {
    await changePassword(current, replacement);
    setCurrent("");
    setReplacement("");
    showToast(messages.account.changePassword.done);
  });
  return (
    <form className="panel form" onSubmit={submit}>
      <h2>{messages.account.changePassword.title}</h2>
      <PasswordField
        label={messages.account.changePassword.current}
        error={errorOf("current")}
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        required
      />
      <NewPasswordField
        label={messages.account.changePassword.new}
        name={name}
        error={errorOf("new")}
        value={replacement}
        onChange={setReplacement}
      />
      <FormError text={otherError} />
      <Button type="submit" busy={busy}>
        {messages.account.changePassword.submit}
      </Button>
    </form>
  );
}
