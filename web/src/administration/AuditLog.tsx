// The log of administration, or that of one account, game, line or report.

import { useState } from "react";
import { formatTime } from "../account/formatTime";
import { fetchLog, type LogEntry } from "../api/administration";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { showError } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";

const PAGE = 50;

export function AuditLog({ target }: { target: string | null }) {
  const words = messages.administration.log;
  const { data, error, refetch } = useFetch(() => fetchLog(target, null), target ?? "all");
  const [earlier, setEarlier] = useState<LogEntry[]>([]);
  const [ended, setEnded] = useState(false);
  if (error) return <ErrorNotice error={error} retry={refetch} />;
  const entries = [...(data ?? []), ...earlier];
  const last = entries.at(-1);

  const showEarlier = async () => {
    try {
      const found = await fetchLog(target, last?.at ?? null);
      setEarlier([...earlier, ...found]);
      setEnded(found.length < PAGE);
    } catch (failure) {
      showError(failure);
    }
  };
  return (
    <>
      {data && entries.length === 0 && <p>{words.none}</p>}
      <ul className="credentials">
        {entries.map((entry) => (
          <li key={entry.id}>
            <div>
              <strong>{words.actions[entry.action]}</strong>
              {entry.reason && <p>{entry.reason}</p>}
              <p className="quiet">
                {[
                  formatTime(entry.at),
                  entry.actor_name ?? words.operator,
                  entry.target?.slice(0, 8),
                  ...Object.entries(entry.details).map(([name, value]) => `${name}: ${value}`),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {entries.length >= PAGE && !ended && (
        <div className="buttons">
          <Button onClick={showEarlier}>{words.more}</Button>
        </div>
      )}
    </>
  );
}
