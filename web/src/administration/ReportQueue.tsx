// The queue of reports: what is open, and the decisions.

import { useState } from "react";
import { formatTime } from "../account/formatTime";
import { usePasswordPrompt } from "../account/usePasswordPrompt";
import {
  closeGame,
  decideReport,
  fetchQueue,
  type QueuedReport,
  removeLine,
  removeText,
} from "../api/administration";
import type { ReportStatus, TextKind } from "../api/community";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { SelectField, TextField } from "../components/fields";
import { showToast } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { ActionForm } from "./ActionForm";

const STATUSES = ["open", "upheld", "dismissed"] as const;
const TEXT_KINDS: readonly string[] = ["message", "study", "club", "tournament"];

/** The reported message, study, club or tournament. */
function reportedText({ kind, subject }: QueuedReport): { kind: TextKind; id: string } | null {
  return subject && TEXT_KINDS.includes(kind) ? { kind: kind as TextKind, id: subject } : null;
}

export function ReportQueue({ onAccount }: { onAccount(id: string): void }) {
  const words = messages.administration.reports;
  const [status, setStatus] = useState<ReportStatus>("open");
  const { data, error, refetch } = useFetch(() => fetchQueue(status), status);
  return (
    <>
      <SelectField
        label={words.status}
        value={status}
        options={STATUSES.map((value) => ({ value, label: words.statuses[value] }))}
        onChange={setStatus}
      />
      {error && <ErrorNotice error={error} retry={refetch} />}
      {data?.length === 0 && <p>{words.none}</p>}
      <ul className="credentials">
        {data?.map((report) => (
          <li key={report.id}>
            <Report report={report} onAccount={onAccount} refetch={refetch} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface ReportProps {
  report: QueuedReport;
  onAccount(id: string): void;
  refetch(): void;
}

function Report({ report, onAccount, refetch }: ReportProps) {
  const words = messages.administration.reports;
  const actions = messages.administration.actions;
  const [acting, setActing] = useState<"line" | "text" | "game" | null>(null);
  const { account, reporter, game, line, quote, text } = report;
  const reported = reportedText(report);
  const date = formatTime(report.created_at);
  return (
    <div className="form">
      <div>
        <strong>{words.about({ name: account.name })}</strong> ·{" "}
        {messages.community.report.reasons[report.reason]}
        {quote && <blockquote>{quote}</blockquote>}
        {text && <p>{text}</p>}
        <p className="quiet">
          {reporter ? words.by({ name: reporter.name, date }) : words.byDeleted({ date })}
        </p>
        {report.others > 0 && <p className="quiet">{words.others({ count: report.others })}</p>}
        {report.note && <p>{report.note}</p>}
      </div>
      <div className="buttons">
        <Button onClick={() => onAccount(account.id)}>{words.account}</Button>
        {game && (
          <Link className="button" to={`/game/${game}`}>
            {words.game}
          </Link>
        )}
        {reported && reported.kind !== "message" && (
          <Link className="button" to={`/${reported.kind}/${reported.id}`}>
            {words.open[reported.kind]}
          </Link>
        )}
        {line && <Button onClick={() => setActing("line")}>{words.removeLine}</Button>}
        {reported && <Button onClick={() => setActing("text")}>{words.removeText}</Button>}
        {game && <Button onClick={() => setActing("game")}>{words.closeGame}</Button>}
      </div>
      {acting && (
        <ActionForm
          key={acting}
          label={
            acting === "line"
              ? actions.removeLine
              : acting === "text"
                ? actions.removeText
                : actions.closeGame
          }
          danger
          run={async ({ reason }) => {
            if (acting === "line" && line) await removeLine(line, reason);
            if (acting === "text" && reported) await removeText(reported.kind, reported.id, reason);
            if (acting === "game" && game) await closeGame(game, reason);
            setActing(null);
          }}
        />
      )}
      {report.status === "open" && <DecisionForm report={report.id} refetch={refetch} />}
    </div>
  );
}

function DecisionForm({ report, refetch }: { report: string; refetch(): void }) {
  const words = messages.administration.reports;
  const [note, setNote] = useState("");
  const { prompt, runSensitive } = usePasswordPrompt();
  const decide = (outcome: "upheld" | "dismissed") =>
    runSensitive(async () => {
      await decideReport(report, outcome, note.trim());
      showToast(words.decided);
      refetch();
    });
  return (
    <>
      <TextField label={words.note} value={note} onChange={setNote} maxLength={500} />
      <div className="buttons">
        <Button kind="primary" onClick={() => decide("upheld")}>
          {words.uphold}
        </Button>
        <Button onClick={() => decide("dismissed")}>{words.dismiss}</Button>
      </div>
      {prompt}
    </>
  );
}
