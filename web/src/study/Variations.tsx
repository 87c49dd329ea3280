// The engine's lines: what each seat may expect, and how the game would go on; a click walks there.

import type { RankedMove } from "../engine/engine";
import { messages } from "../messages";

interface VariationsProps {
  lines: readonly RankedMove[];
  /** Walks along a line, so many of its moves. */
  onPlayVariation(line: RankedMove, moves: number): void;
}

export function Variations({ lines, onPlayVariation }: VariationsProps) {
  return (
    <ol className="plain variations">
      {lines.map((line) => (
        <li key={line.move}>
          <ShareBar shares={line.shares} />
          <p className="variation">
            {line.variation.map((notation, i) =>
              notation === "-" ? null : (
                <button
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line is walked by its places
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

/** One bar, divided among the seats. */
export function ShareBar({ shares }: { shares: readonly number[] }) {
  const percent = (share: number) => (100 * share).toFixed(1);
  return (
    <ul className="plain share-bar" aria-label={messages.study.shares}>
      {shares.map((share, i) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a share is its seat's
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
