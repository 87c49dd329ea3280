// The engine beside the board: whether it thinks, how deep, and its lines.

import { Button } from "../components/Button";
import { RadioBar } from "../components/fields";
import type { RankedMove } from "../engine/engine";
import { messages } from "../messages";
import type { AnalysisState } from "./useAnalysis";
import { ShareBar, Variations } from "./Variations";

interface AnalysisPanelProps {
  thinking: AnalysisState | null;
  on: boolean;
  over: boolean;
  best: number;
  onOn(on: boolean): void;
  onAgain(): void;
  /** Where the server has not been asked yet. */
  onServer?: () => void;
  onBest(best: number): void;
  onWalk(line: RankedMove, moves: number): void;
}

export function AnalysisPanel(props: AnalysisPanelProps) {
  const { thinking, on, over, best, onOn, onAgain, onServer, onBest, onWalk } = props;
  const thought = thinking?.thought ?? null;
  const going = on && (thinking?.status === "running" || thinking?.status === "queued");
  return (
    <section className="panel analysis-panel">
      <h2>{messages.study.variations}</h2>
      {thought?.lines[0] && <ShareBar shares={thought.lines[0].shares} />}
      <p role="status">
        {over ? messages.study.over : stateOf(thinking, on)}{" "}
        <span className="quiet">{thinking?.word}</span>
      </p>
      {thought && (
        <p className="quiet search-stats">
          {messages.study.depth({ depth: thought.depth })} ·{" "}
          {messages.study.nodes({ count: thought.nodes })} ·{" "}
          {messages.study.speed({ count: thought.nodesPerSecond })}
        </p>
      )}
      {thought && <Variations lines={thought.lines} onWalk={onWalk} />}
      <div className="buttons">
        {going ? (
          <Button onClick={() => onOn(false)}>{messages.study.stop}</Button>
        ) : (
          <Button kind="primary" disabled={over} onClick={() => (on ? onAgain() : onOn(true))}>
            {on ? messages.study.again : messages.study.start}
          </Button>
        )}
        {onServer && (
          <Button disabled={over} onClick={onServer}>
            {messages.study.askServer}
          </Button>
        )}
        <RadioBar
          label={messages.study.count}
          value={String(best)}
          options={["1", "3", "5"].map((value) => ({ value, label: value }))}
          onChange={(value) => onBest(Number(value))}
        />
      </div>
    </section>
  );
}

function stateOf(thinking: AnalysisState | null, on: boolean): string {
  if (!thinking) return "";
  if (!on) return messages.study.stopped;
  if (thinking.status === "queued" && thinking.queuedBefore > 0)
    return messages.study.queued({ count: thinking.queuedBefore });
  if (thinking.status === "failed") return "";
  return thinking.status === "done" ? messages.study.done : messages.study.thinking;
}
