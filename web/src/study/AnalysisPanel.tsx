// The engine beside the board: whether it thinks, how deep, and its lines.

import { Button } from "../components/Button";
import { RadioBar } from "../components/fields";
import type { RankedMove } from "../engine/engine";
import { messages } from "../messages";
import type { AnalysisState } from "./useAnalysis";
import { ShareBar, Variations } from "./Variations";

interface AnalysisPanelProps {
  analysis: AnalysisState | null;
  enabled: boolean;
  gameOver: boolean;
  lineCount: number;
  onToggle(on: boolean): void;
  onRestart(): void;
  /** Where the server has not been asked yet. */
  onAskServer?: () => void;
  onLineCount(best: number): void;
  onPlayVariation(line: RankedMove, moves: number): void;
}

export function AnalysisPanel(props: AnalysisPanelProps) {
  const {
    analysis,
    enabled,
    gameOver,
    lineCount,
    onToggle,
    onRestart,
    onAskServer,
    onLineCount,
    onPlayVariation,
  } = props;
  const thought = analysis?.report ?? null;
  const running = enabled && (analysis?.status === "running" || analysis?.status === "queued");
  return (
    <section className="panel analysis-panel">
      <h2>{messages.study.variations}</h2>
      {thought?.lines[0] && <ShareBar shares={thought.lines[0].shares} />}
      <p role="status">
        {gameOver ? messages.study.over : statusText(analysis, enabled)}{" "}
        <span className="quiet">{analysis?.note}</span>
      </p>
      {thought && (
        <p className="quiet search-stats">
          {messages.study.depth({ depth: thought.depth })} ·{" "}
          {messages.study.nodes({ count: thought.nodes })} ·{" "}
          {messages.study.speed({ count: thought.nodesPerSecond })}
        </p>
      )}
      {thought && <Variations lines={thought.lines} onPlayVariation={onPlayVariation} />}
      <div className="buttons">
        {running ? (
          <Button onClick={() => onToggle(false)}>{messages.study.stop}</Button>
        ) : (
          <Button
            kind="primary"
            disabled={gameOver}
            onClick={() => (enabled ? onRestart() : onToggle(true))}
          >
            {enabled ? messages.study.again : messages.study.start}
          </Button>
        )}
        {onAskServer && (
          <Button disabled={gameOver} onClick={onAskServer}>
            {messages.study.askServer}
          </Button>
        )}
        <RadioBar
          label={messages.study.count}
          value={String(lineCount)}
          options={["1", "3", "5"].map((value) => ({ value, label: value }))}
          onChange={(value) => onLineCount(Number(value))}
        />
      </div>
    </section>
  );
}

function statusText(thinking: AnalysisState | null, on: boolean): string {
  if (!thinking) return "";
  if (!on) return messages.study.stopped;
  if (thinking.status === "queued" && thinking.queuedBefore > 0)
    return messages.study.queued({ count: thinking.queuedBefore });
  if (thinking.status === "failed") return "";
  return thinking.status === "done" ? messages.study.done : messages.study.thinking;
}
