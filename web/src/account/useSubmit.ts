// Sends a form and keeps what the server refused, for the field at fault or for the whole form.

import { type SyntheticEvent, useState } from "react";
import { ServerRefusal } from "../api/http";
import { describeError } from "../components/errorText";

interface Submission {
  busy: boolean;
  submit(event: SyntheticEvent): Promise<void>;
  /** The message of a refusal that names this field. */
  errorOf(field: string): string | null;
  /** The message of a refusal that names none of the fields. */
  otherError: string | null;
}

/** `fields` are those of the request that the form shows. */
export function useSubmit(fields: readonly string[], send: () => Promise<void>): Submission {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ path: string; message: string } | null>(null);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setBusy(true);
    setRefusal(null);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      setRefusal({ path: error.refusal.path ?? "", message: describeError(error).text });
    } finally {
      setBusy(false);
    }
  };
  const known = refusal !== null && fields.includes(refusal.path);
  return {
    busy,
    submit,
    errorOf: (field) => (known && refusal.path === field ? refusal.message : null),
    otherError: refusal && !known ? refusal.message : null,
  };
}
