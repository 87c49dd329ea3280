// Confirms an email address with the one-time token of a link, on any device. It waits for a click:
// programs that look for harmful links open them, too.

import { useState } from "react";
import { useLinkToken } from "../account/useLinkToken";
import { useSubmit } from "../account/useSubmit";
import { verifyEmail } from "../api/email";
import type { PageProps } from "../browser/route";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { FormError } from "../components/FormError";
import { messages } from "../messages";

export default function VerifyEmailPage({ route }: PageProps) {
  const token = useLinkToken(route);
  const [verified, setVerified] = useState<{ name: string; address: string } | null>(null);
  const { busy, submit, otherError } = useSubmit([], async () =>
    setVerified(await verifyEmail(token)),
  );
  return (
    <div className="page">
      <h1>{messages.access.verify.title}</h1>
      <section className="panel">
        {verified ? (
          <p role="status">{messages.access.verify.done(verified)}</p>
        ) : (
          <p>{token ? messages.access.verify.text : messages.access.verify.noToken}</p>
        )}
        {token && !verified ? (
          <form className="form" onSubmit={submit}>
            <FormError text={otherError} />
            <Button kind="primary" type="submit" busy={busy}>
              {messages.access.verify.submit}
            </Button>
          </form>
        ) : (
          <div className="buttons">
            <Link className="button" to="/account">
              {messages.access.verify.account}
            </Link>
          </div>
        )}
      </section>
    </div>
  );
}
