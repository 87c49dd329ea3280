// Sets a new password with the one-time token of a link, from a mail or an operator.

import { useState } from "react";
import { NewPasswordField } from "../account/NewPasswordField";
import { showPasswordWasReset } from "../account/passwordWasReset";
import { useLinkToken } from "../account/useLinkToken";
import { useSubmit } from "../account/useSubmit";
import { resetWithToken } from "../api/recovery";
import type { PageProps } from "../browser/route";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { FormError } from "../components/FormError";
import { messages } from "../messages";

export default function ResetPasswordPage({ route }: PageProps) {
  const token = useLinkToken(route);
  const [password, setPassword] = useState("");
  const { busy, submit, errorOf, otherError } = useSubmit(["password"], async () =>
    showPasswordWasReset(await resetWithToken(token, password)),
  );

  return (
    <div className="page">
      <h1>{messages.access.reset.title}</h1>
      {token ? (
        <form className="panel form" onSubmit={submit}>
          <p>{messages.access.reset.text}</p>
          <NewPasswordField
            label={messages.account.changePassword.new}
            name=""
            error={errorOf("password")}
            value={password}
            onChange={setPassword}
          />
          <FormError text={otherError} />
          <Button kind="primary" type="submit" busy={busy}>
            {messages.access.lost.submit}
          </Button>
        </form>
      ) : (
        <section className="panel">
          <p>{messages.access.reset.noToken}</p>
          <Link className="button" to="/account/recover">
            {messages.access.lost.title}
          </Link>
        </section>
      )}
    </div>
  );
}
