// The course of each rating as a line of its own, oldest left: games for two, three and four are rated apart.

import type { Profile } from "../api/types";
import { messages } from "../messages";

type Changes = Profile["changes"];

const WIDTH = 600;
const HEIGHT = 120;
const EDGE = 8;

export function RatingHistory({ changes }: { changes: Changes }) {
  return [2, 3, 4].map((players) => {
    const own = changes.filter((change) => change.players === players);
    return own.length < 2 ? null : <RatingChart key={players} players={players} changes={own} />;
  });
}

function RatingChart({ players, changes }: { players: number; changes: Changes }) {
  const values = valuesOf(changes);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return (
    <figure className="rating-history">
      <figcaption className="quiet">
        {messages.account.player.historyRange({
          players: messages.terms.players({ count: players }),
          low: low.toFixed(1),
          high: high.toFixed(1),
        })}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={messages.account.player.historyLabel({
          players: messages.terms.players({ count: players }),
        })}
        preserveAspectRatio="none"
      >
        <polyline
          points={pointsOf(values, low, high).join(" ")}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </figure>
  );
}

/** What the rating was before the oldest game, and after each. */
function valuesOf(changes: Changes): number[] {
  const oldestFirst = changes.toSorted((one, other) => one.at - other.at);
  return [oldestFirst[0]?.before ?? 0, ...oldestFirst.map((change) => change.after)];
}

function pointsOf(values: readonly number[], low: number, high: number): string[] {
  const up = (HEIGHT - 2 * EDGE) / (high - low || 1);
  return values.map(
    (value, i) => `${(i / (values.length - 1)) * WIDTH},${HEIGHT - EDGE - (value - low) * up}`,
  );
}
