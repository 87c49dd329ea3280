// Second steps after the password, and passkeys instead of it.

import type { AccountFeatures } from "../api/email";
import { fetchSecondFactors } from "../api/secondFactors";
import { ErrorNotice } from "../components/ErrorNotice";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { AuthenticatorApp } from "./AuthenticatorApp";
import { Passkeys } from "./Passkeys";

export function SecondFactors({ features }: { features: AccountFeatures }) {
  const { data, error, refetch } = useFetch(fetchSecondFactors, "second-factors");
  return (
    <section className="panel">
      <h2>{messages.access.factors.title}</h2>
      <p className="quiet">{messages.access.factors.text}</p>
      {error && <ErrorNotice error={error} retry={refetch} />}
      {data && (data.authenticator || features.authenticator) && (
        <AuthenticatorApp on={data.authenticator} onChanged={refetch} />
      )}
      {data && (
        <Passkeys passkeys={data.passkeys} offered={features.passkeys} onChanged={refetch} />
      )}
    </section>
  );
}
