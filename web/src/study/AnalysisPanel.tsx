// The analysis panel: status, search depth and the engine's variations.

import { Button } from "../components/Button";
import { RadioBar } from "../components/fields";
import type { PositionView } from "../engine/engine";
import { messages } from "../messages";
import { ShareBar } from "./ShareBar";
import { TurnLineRow } from "./TurnLineRow";
import type { AnalysisState } from "./useAnalysis";
import type { TurnLine } from "./useTurnLines";

interface AnalysisPanelProps {
  analysis: AnalysisState | null;
  enabled: boolean;
  gameOver: boolean;
  lineCount: number;
  onToggle(enabled: boolean): void;
  onRestart(): void;
  /** Set while the server has not been asked yet. */
  onAskServer?: () => void;
  onLineCount(count: number): void;
  view: PositionView;
  /** The engine's lines as whole turns. */
  lines: readonly TurnLine[];
  nameOf(seat: number): string;
  /** Plays the turn of the line. */
  onPlayLine(line: TurnLine): void;
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
    view,
    lines,
    nameOf,
    onPlayLine,
  } = props;
  const report = analysis?.report ?? null;
  const running = enabled && (analysis?.status === "running" || analysis?.status === "queued");
  return (
    <section className="panel analysis-panel">
      <h2>{messages.study.variations}</h2>
      {report?.lines[0] && <ShareBar shares={report.lines[0].shares} figures />}
      <p role="status">
        {gameOver ? messages.study.over : statusText(analysis, enabled)}{" "}
        <span className="quiet">{analysis?.note}</span>
      </p>
      {report && (
        <p className="quiet search-stats">
          {messages.study.depth({ depth: report.depth })} ·{" "}
          {messages.study.nodes({ count: report.nodes })} ·{" "}
          {messages.study.speed({ count: Math.round(report.nodesPerSecond) })}
        </p>
      )}
      {report && (
        <ol className="plain variations">
          {lines.map((line) => (
            <li key={line.steps.map(({ notation }) => notation).join(" ")}>
              <TurnLineRow
                view={view}
                line={line}
                nameOf={nameOf}
                label={messages.study.playTurn}
                onOpen={() => onPlayLine(line)}
              />
            </li>
          ))}
        </ol>
      )}
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

function statusText(analysis: AnalysisState | null, enabled: boolean): string {
  if (!analysis) return "";
  if (!enabled) return messages.study.stopped;
  if (analysis.status === "queued" && analysis.queuedBefore > 0)
    return messages.study.queued({ count: analysis.queuedBefore });
  if (analysis.status === "failed") return "";
  return analysis.status === "done" ? messages.study.done : messages.study.thinking;
}
