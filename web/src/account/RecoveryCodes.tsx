// How many recovery codes are left, and a new set.

import { createRecoveryCodes, fetchRecoveryStatus } from "../api/recovery";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { formatDate } from "./formatTime";
import { usePasswordPrompt } from "./usePasswordPrompt";

export function RecoveryCodes({ onCreated }: { onCreated(codes: string[]): void }) {
  const { data, error, refetch } = useFetch(fetchRecoveryStatus, "recovery-codes");
  const { prompt, runSensitive } = usePasswordPrompt();
  const create = () =>
    runSensitive(async () => {
      const { codes } = await createRecoveryCodes();
      onCreated(codes);
      refetch();
    });

  return (
    <section className="panel">
      <h2>{messages.access.codes.title}</h2>
      <p className="quiet">{messages.access.codes.text}</p>
      {error && <ErrorNotice error={error} retry={refetch} />}
      {data && (
        <p>
          {data.created_at === null
            ? messages.access.codes.none
            : messages.access.codes.remaining({
                count: data.remaining,
                date: formatDate(data.created_at),
              })}
        </p>
      )}
      <p className="quiet">{messages.access.codes.replaces}</p>
      <div className="buttons">
        <Button onClick={create}>{messages.access.codes.create}</Button>
      </div>
      {prompt}
    </section>
  );
}
