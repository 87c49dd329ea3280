// A bar divided by the seats' expected shares of the win.

import { messages } from "../messages";

interface ShareBarProps {
  shares: readonly number[];
  /** Shows the percentages on the bar. */
  figures?: boolean;
}

export function ShareBar({ shares, figures = false }: ShareBarProps) {
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
          {figures && (
            <span aria-hidden="true">{share >= 0.14 ? Math.round(100 * share) : ""}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
