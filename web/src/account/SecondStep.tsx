// The second step of a login, after the password: a passkey, a code of the app, or a recovery code.

import { useState } from "react";
import { type Factor, fetchFactorOptions, type SecondFactorNeeded } from "../api/secondFactors";
import { Button } from "../components/Button";
import { FormError } from "../components/FormError";
import { Chips, TextField } from "../components/fields";
import { messages } from "../messages";
import { CodeField } from "./CodeField";
import { finishLogin } from "./logIn";
import { useSubmit } from "./useSubmit";
import { hasPasskeys, signWithPasskey } from "./webauthn";

const MAX_CODE_LENGTH = 100;

interface SecondStepProps {
  needed: SecondFactorNeeded;
  onBack(): void;
}

export function SecondStep({ needed, onBack }: SecondStepProps) {
  const factors = needed.factors.filter((factor) => factor !== "passkey" || hasPasskeys());
  const [factor, setFactor] = useState<Factor>(factors[0] ?? "recovery_code");
  const [code, setCode] = useState("");
  const { busy, submit, errorOf, otherError } = useSubmit(
    factor === "passkey" ? [] : [factor],
    async () => {
      if (factor === "passkey") {
        const { options } = await fetchFactorOptions(needed.challenge);
        await finishLogin(needed.challenge, { passkey: await signWithPasskey(options) });
      } else if (factor === "authenticator")
        await finishLogin(needed.challenge, { authenticator: code });
      else await finishLogin(needed.challenge, { recovery_code: code });
    },
  );
  const choose = (chosen: Factor) => {
    setFactor(chosen);
    setCode("");
  };

  return (
    <form className="form" onSubmit={submit}>
      <h2>{messages.access.step.title}</h2>
      {factors.length > 1 && (
        <Chips
          label={messages.access.step.choose}
          value={factor}
          options={factors.map((value) => ({ value, label: messages.access.step.factors[value] }))}
          onChange={choose}
        />
      )}
      {factor === "passkey" && <p>{messages.access.step.passkey}</p>}
      {factor === "authenticator" && (
        <CodeField
          label={messages.access.step.code}
          hint={messages.access.step.codeHint}
          error={errorOf("authenticator")}
          value={code}
          onChange={setCode}
        />
      )}
      {factor === "recovery_code" && (
        <TextField
          label={messages.access.lost.code}
          hint={messages.access.lost.codeHint}
          error={errorOf("recovery_code")}
          value={code}
          onChange={setCode}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={MAX_CODE_LENGTH}
        />
      )}
      <FormError text={otherError} />
      <div className="buttons">
        <Button kind="primary" type="submit" busy={busy}>
          {factor === "passkey" ? messages.access.step.usePasskey : messages.access.step.submit}
        </Button>
        <Button onClick={onBack}>{messages.access.step.back}</Button>
      </div>
    </form>
  );
}
