// The forms for registering and logging in.

import { useState } from "react";
import { fetchLoginOptions, type SecondFactorNeeded } from "../api/secondFactors";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { FormError } from "../components/FormError";
import { TextField } from "../components/fields";
import { PasswordField } from "../components/PasswordField";
import { messages } from "../messages";
import { logIn, logInWithPasskey, register } from "./logIn";
import { NewPasswordField } from "./NewPasswordField";
import { SecondStep } from "./SecondStep";
import { useSubmit } from "./useSubmit";
import { hasPasskeys, signWithPasskey } from "./webauthn";

const MAX_NEW_NAME_LENGTH = 24;
const MAX_NAME_LENGTH = 100;
const MAX_TYPED_PASSWORD_LENGTH = 200;

/** `onRegistered` gets the recovery codes of the new account. */
export function Register({ onRegistered }: { onRegistered(codes: string[]): void }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { busy, submit, errorOf, otherError } = useSubmit(["name", "password"], async () =>
    onRegistered(await register(name, password)),
  );
  return (
    <form className="form" onSubmit={submit}>
      <TextField
        label={messages.account.name}
        hint={messages.account.nameHint}
        error={errorOf("name")}
        value={name}
        onChange={setName}
        autoComplete="username"
        required
        minLength={2}
        maxLength={MAX_NEW_NAME_LENGTH}
      />
      <NewPasswordField
        label={messages.account.password}
        name={name}
        error={errorOf("password")}
        value={password}
        onChange={setPassword}
      />
      <FormError text={otherError} />
      <Button kind="primary" type="submit" busy={busy}>
        {messages.account.register}
      </Button>
    </form>
  );
}

/** `passkeys`: this address of the server can have passkeys. */
export function LogIn({ passkeys }: { passkeys: boolean }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null);
  const { busy, submit, errorOf, otherError } = useSubmit(["name", "password"], async () =>
    setNeeded(await logIn(name, password)),
  );
  const {
    busy: asking,
    submit: askForPasskey,
    otherError: passkeyError,
  } = useSubmit([], async () => {
    const { challenge, options } = await fetchLoginOptions();
    await logInWithPasskey(challenge, await signWithPasskey(options));
  });
  if (needed) return <SecondStep needed={needed} onBack={() => setNeeded(null)} />;
  return (
    <form className="form" onSubmit={submit}>
      <TextField
        label={messages.account.name}
        error={errorOf("name")}
        value={name}
        onChange={setName}
        autoComplete="username"
        required
        minLength={2}
        maxLength={MAX_NAME_LENGTH}
      />
      <PasswordField
        label={messages.account.password}
        error={errorOf("password")}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        required
        maxLength={MAX_TYPED_PASSWORD_LENGTH}
      />
      <FormError text={otherError} />
      <Button kind="primary" type="submit" busy={busy}>
        {messages.account.logIn}
      </Button>
      {passkeys && hasPasskeys() && (
        <>
          <FormError text={passkeyError} />
          <Button busy={asking} onClick={askForPasskey}>
            {messages.access.passkeys.logIn}
          </Button>
        </>
      )}
      <Link to="/account/recover">{messages.access.lost.link}</Link>
    </form>
  );
}
