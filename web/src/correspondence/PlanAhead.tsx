// The conditional moves of a game, below its board while others are to move.

import { type FormEvent, useId, useState } from "react";
import { fetchConditionalMoves, saveConditionalMoves } from "../api/correspondence";
import { Button } from "../components/Button";
import { describeError } from "../components/errorText";
import { showToast } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { describePlanProblem, formatPlan, parsePlan } from "./planText";

interface PlanAheadProps {
  game: string;
  /** Changes with every event: what is left of the plan is then read again. */
  sequence: number;
}

export default function PlanAhead({ game, sequence }: PlanAheadProps) {
  const stored = useFetch(() => fetchConditionalMoves(game), `${game} ${sequence}`);
  const [edited, setEdited] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const words = messages.correspondence.plan;
  const lines = stored.data?.lines ?? [];

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const saved = await saveConditionalMoves(game, parsePlan(edited ?? formatPlan(lines)));
      showToast(saved.lines.length > 0 ? words.saved : words.removed);
      setEdited(null);
      setProblem(null);
      stored.refetch();
    } catch (error) {
      setProblem(describePlanProblem(error) ?? describeError(error).text);
    }
    setBusy(false);
  };

  return (
    <details className="plan-ahead">
      <summary>
        {words.title}
        {lines.length > 0 && (
          <small className="quiet"> · {words.count({ lines: lines.length })}</small>
        )}
      </summary>
      <form className="form" onSubmit={save}>
        <p className="quiet small">{words.text}</p>
        <label htmlFor={id}>{words.label}</label>
        <textarea
          id={id}
          rows={3}
          spellCheck={false}
          placeholder={words.example}
          value={edited ?? formatPlan(lines)}
          onChange={(event) => setEdited(event.target.value)}
        />
        {problem && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
        <Button type="submit" busy={busy} disabled={edited === null}>
          {words.save}
        </Button>
      </form>
    </details>
  );
}
