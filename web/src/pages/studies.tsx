// The list of studies: your own and the public ones.

import { useState } from "react";
import { useSession } from "../account/loginSession";
import { createStudy, fetchStudies, type StudyInfo } from "../api/studies";
import { MiniBoard } from "../board/MiniBoard";
import { Link, navigate } from "../browser/router";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { ErrorNotice } from "../components/ErrorNotice";
import { TextField } from "../components/fields";
import { Loading } from "../components/Loading";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { parsePosition } from "../records/positionString";
import { LoadGameForm } from "../sandbox/LoadGameForm";
import "../sandbox/sandbox.css";
import "../study/studies.css";

export default function StudiesPage() {
  const { account } = useSession();
  const registered = account?.kind === "person";
  const [importing, setImporting] = useState(false);
  const [name, setName] = useState(messages.study.untitled);
  return (
    <div className="page studies">
      <h1>{messages.shell.pages.studies}</h1>
      <div className="buttons">
        <Link className="button primary" to="/study">
          {messages.study.open}
        </Link>
        {registered && (
          <Button onClick={() => setImporting(true)}>{messages.study.importStudy}</Button>
        )}
      </div>
      {registered ? (
        <StudyList of="me" title={messages.study.yours} empty={messages.study.noStudies} />
      ) : (
        <p className="quiet">{messages.study.guests}</p>
      )}
      <StudyList of="everybody" title={messages.study.everybody} empty={messages.study.noPublic} />
      {importing && (
        <Dialog title={messages.study.importStudy} onClose={() => setImporting(false)}>
          <TextField
            label={messages.study.importName}
            value={name}
            maxLength={100}
            onChange={setName}
          />
          <LoadGameForm
            label={messages.study.importLabel}
            onLoad={async (records) => {
              const made = await createStudy({
                name: name.trim() || messages.study.untitled,
                records,
              });
              navigate(`/study/${made.id}`);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

function StudyList({ of, title, empty }: { of: "me" | "everybody"; title: string; empty: string }) {
  const first = useFetch(() => fetchStudies(of), of);
  const [more, setMore] = useState<{ studies: StudyInfo[]; next: number | null } | null>(null);
  if (first.error) return <ErrorNotice error={first.error} retry={first.refetch} />;
  if (!first.data) return <Loading />;
  const next = more ? more.next : first.data.next;
  const shown = [...first.data.studies, ...(more?.studies ?? [])];
  const loadMore = async () => {
    const page = await fetchStudies(of, next);
    setMore({ studies: [...(more?.studies ?? []), ...page.studies], next: page.next });
  };
  return (
    <section className="panel">
      <h2>{title}</h2>
      {shown.length === 0 && <p className="quiet">{empty}</p>}
      <ul className="plain study-cards">
        {shown.map((study) => (
          <li key={study.id}>
            <Link to={`/study/${study.id}`} className="study-card">
              {study.chapters[0] && (
                <MiniBoard
                  state={parsePosition(study.chapters[0].position)}
                  size={72}
                  label={messages.study.boardOf({ name: study.name })}
                />
              )}
              <span>
                <strong>{study.name}</strong>
                <small className="quiet">
                  {messages.study.lastChange({
                    name: study.owner.name,
                    count: study.chapters.length,
                  })}
                </small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {next !== null && (
        <Button onClick={() => loadMore().catch(() => first.refetch())}>
          {messages.study.more}
        </Button>
      )}
    </section>
  );
}
