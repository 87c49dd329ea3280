// The account's login sessions: where it is logged in, and how to end that.

import { endOtherSessions, endSession, fetchSessions } from "../api/accounts";
import type { SessionInfo } from "../api/types";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { showError, showToast } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { formatTime } from "./formatTime";

export function Sessions() {
  const { data, error, refetch } = useFetch(fetchSessions, "sessions");

  const end = async (action: () => Promise<void>, done: string) => {
    try {
      await action();
      showToast(done);
    } catch (failure) {
      showError(failure);
    }
    refetch();
  };

  return (
    <section className="panel">
      <h2>{messages.account.sessions.title}</h2>
      <p className="quiet">{messages.account.sessions.text}</p>
      {error && <ErrorNotice error={error} retry={refetch} />}
      <ul className="credentials">
        {data?.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{describeDevice(session)}</strong>
              {session.current && <span> · {messages.account.sessions.current}</span>}
              <p className="quiet">
                {session.address && <>{session.address} · </>}
                {messages.account.sessions.times({
                  began: formatTime(session.created_at),
                  seen: formatTime(session.seen_at),
                })}
              </p>
            </div>
            {!session.current && (
              <Button
                onClick={() => end(() => endSession(session.id), messages.account.sessions.ended)}
              >
                {messages.account.sessions.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data && data.length > 1 && (
        <div className="buttons">
          <Button
            kind="danger"
            onClick={() => end(endOtherSessions, messages.account.sessions.othersEnded)}
          >
            {messages.account.sessions.endOthers}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The browser and system in words. */
function describeDevice({ browser, system }: SessionInfo): string {
  if (browser && system) return messages.account.sessions.device({ browser, system });
  return browser || system || messages.account.sessions.unknownDevice;
}
