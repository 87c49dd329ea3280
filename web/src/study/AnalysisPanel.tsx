// The analysis panel: status, search depth and the engine's variations.

import { Button } from "../components/Button";
import { RadioBar } from "../components/fields";
import type { RankedMove } from "../engine/engine";
import { messages } from "../messages";
import type { AnalysisState } from "./useAnalysis";

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
  const report = analysis?.report ?? null;
  const running = enabled && (analysis?.status === "running" || analysis?.status === "queued");
  return (
    <section className="panel analysis-panel">
      <h2>{messages.study.variations}</h2>
      {report?.lines[0] && <ShareBar shares={report.lines[0].shares} />}
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
      {report && <Variations lines={report.lines} onPlayVariation={onPlayVariation} />}
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

/** The best variations. A click plays up to that move. */
interface VariationsProps {
  lines: readonly RankedMove[];
  /** Plays the first `moves` moves of the variation. */
  onPlayVariation(line: RankedMove, moves: number): void;
}

function Variations({ lines, onPlayVariation }: VariationsProps) {
  return (
    <ol className="plain variations">
      {lines.map((line) => (
        <li key={line.move}>
          <ShareBar shares={line.shares} />
          <p className="variation">
            {line.variation.map((notation, i) =>
              notation === "-" ? null : (
                <button
                  // biome-ignore lint/suspicious/noArrayIndexKey: moves may repeat
                  key={i}
                  type="button"
                  aria-label={messages.study.goTo({ notation })}
                  onClick={() => onPlayVariation(line, i + 1)}
                >
                  {notation}
                </button>
              ),
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** A bar divided by the seats' expected shares. */
function ShareBar({ shares }: { shares: readonly number[] }) {
  const percent = (share: number) => (100 * share).toFixed(1);
  return (
    <ul className="plain share-bar" aria-label={messages.study.shares}>
      {shares.map((share, i) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the seat
          key={i}
          data-seat={i + 1}
          style={{ flexGrow: Math.max(share, 0.001) }}
          title={messages.study.share({
            seat: messages.terms.seat({ seat: i + 1 }),
            percent: percent(share),
          })}
        >
          <span className="visually-hidden">
            {messages.study.share({
              seat: messages.terms.seat({ seat: i + 1 }),
              percent: percent(share),
            })}
          </span>
          <span aria-hidden="true">{share >= 0.14 ? Math.round(100 * share) : ""}</span>
        </li>
      ))}
    </ul>
  );
}
