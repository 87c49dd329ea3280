// Messages with one player.

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { formatTime } from "../account/formatTime";
import { fetchProfile } from "../api/games";
import { fetchMessages, sendMessage } from "../api/people";
import type { PageProps } from "../browser/route";
import { Link } from "../browser/router";
import { ReportText } from "../community/ReportText";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import { useFetch, usePolling } from "../components/useFetch";
import { messages } from "../messages";
import "../people/people.css";
import "../style/lobby.css";

const REFRESH_MS = 5_000;

export default function ConversationPage({ route }: PageProps) {
  const name = route.params.name ?? "";
  const { data, error, refetch } = useFetch(() => fetchProfile(name), name);
  if (error) return <ErrorNotice error={error} retry={refetch} />;
  return data ? <Conversation id={data.account.id} name={data.account.name} /> : <Loading />;
}

function Conversation({ id, name }: { id: string; name: string }) {
  const { data, error, refetch } = usePolling(() => fetchMessages(id), id, REFRESH_MS);
  const [text, setText] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const field = useId();
  const words = messages.people.messages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the newest message
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [data?.length]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    try {
      await sendMessage(id, text.trim());
      setText("");
      refetch();
    } catch (failure) {
      showError(failure);
    }
  };
  if (error && !data) return <ErrorNotice error={error} retry={refetch} />;
  return (
    <div className="lobby page">
      <div className="heading-row">
        <h1>{words.with({ name })}</h1>
        <Link to={`/player/${encodeURIComponent(name)}`}>{words.report}</Link>
      </div>
      <section className="panel">
        <div className="message-lines" ref={list} role="log" aria-label={words.with({ name })}>
          {data?.length === 0 && <span className="quiet">{words.empty}</span>}
          {data?.map((line) => (
            <p key={line.id} data-mine={line.mine} title={formatTime(line.at)}>
              <span className="visually-hidden">{line.mine ? words.you : name}: </span>
              {line.text}
              {!line.mine && (
                <ReportText subject={{ message: line.id }} name={name} quote={line.text} />
              )}
            </p>
          ))}
        </div>
        <form className="form" onSubmit={submit}>
          <label htmlFor={field}>{words.label}</label>
          <textarea
            id={field}
            rows={3}
            maxLength={1000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button kind="primary" type="submit">
            {words.send}
          </Button>
        </form>
      </section>
    </div>
  );
}
