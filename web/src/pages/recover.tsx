// A lost password: ask for a mail with a link, or set a new one with a recovery code.

import { useState } from "react";
import { NewPasswordField } from "../account/NewPasswordField";
import { showPasswordWasReset } from "../account/passwordWasReset";
import { useSubmit } from "../account/useSubmit";
import { fetchFeatures, requestReset } from "../api/email";
import { recoverWithCode } from "../api/recovery";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { FormError } from "../components/FormError";
import { TextField } from "../components/fields";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";

const MAX_LENGTH = 100;
const MAX_ACCOUNT_LENGTH = 254;

export default function RecoverPage() {
  const { data: features } = useFetch(fetchFeatures, "features");
  return (
    <div className="page">
      <h1>{messages.access.lost.title}</h1>
      {features?.mail && <RequestMail />}
      <RecoverWithCode />
      <section className="panel">
        <h2>{messages.access.lost.otherTitle}</h2>
        <p>{messages.access.lost.other}</p>
        <Link className="button" to="/account#log-in">
          {messages.access.lost.back}
        </Link>
      </section>
    </div>
  );
}

function RequestMail() {
  const [account, setAccount] = useState("");
  const [sent, setSent] = useState(false);
  const { busy, submit, errorOf, otherError } = useSubmit(["account"], async () => {
    await requestReset(account);
    setSent(true);
  });
  return (
    <form className="panel form" onSubmit={submit}>
      <h2>{messages.access.lost.mailTitle}</h2>
      <p>{messages.access.lost.mailText}</p>
      <TextField
        label={messages.access.lost.mailAccount}
        error={errorOf("account")}
        value={account}
        onChange={(typed) => {
          setAccount(typed);
          setSent(false);
        }}
        autoComplete="username"
        required
        maxLength={MAX_ACCOUNT_LENGTH}
      />
      <FormError text={otherError} />
      {sent && <p role="status">{messages.access.lost.mailSent}</p>}
      <Button kind="primary" type="submit" busy={busy} disabled={sent}>
        {messages.access.lost.mailSubmit}
      </Button>
    </form>
  );
}

function RecoverWithCode() {
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const fields = ["name", "code", "password"];
  const { busy, submit, errorOf, otherError } = useSubmit(fields, async () =>
    showPasswordWasReset(await recoverWithCode(name, code, password)),
  );
  return (
    <form className="panel form" onSubmit={submit}>
      <h2>{messages.access.lost.codeTitle}</h2>
      <p>{messages.access.lost.codeText}</p>
      <TextField
        label={messages.account.name}
        error={errorOf("name")}
        value={name}
        onChange={setName}
        autoComplete="username"
        required
        maxLength={MAX_LENGTH}
      />
      <TextField
        label={messages.access.lost.code}
        hint={messages.access.lost.codeHint}
        error={errorOf("code")}
        value={code}
        onChange={setCode}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={MAX_LENGTH}
      />
      <NewPasswordField
        label={messages.account.changePassword.new}
        name={name}
        error={errorOf("password")}
        value={password}
        onChange={setPassword}
      />
      <FormError text={otherError} />
      <Button kind="primary" type="submit" busy={busy}>
        {messages.access.lost.submit}
      </Button>
    </form>
  );
}
