// A chart of the rating for each number of players; oldest game on the left.

import type { Profile } from "../api/types";
import { messages } from "../messages";

type Changes = Profile["changes"];

const WIDTH = 600;
const HEIGHT = 120;
const MARGIN = 8;

export function RatingHistory({ changes }: { changes: Changes }) {
  return [2, 3, 4].map((players) => {
    const ofKind = changes.filter((change) => change.players === players);
    return ofKind.length < 2 ? null : (
      <RatingChart key={players} players={players} changes={ofKind} />
    );
  });
}

function RatingChart({ players, changes }: { players: number; changes: Changes }) {
  const values = ratingValues(changes);
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
          points={chartPoints(values, low, high).join(" ")}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </figure>
  );
}

/** The rating before the oldest game and after each game. */
function ratingValues(changes: Changes): number[] {
  const oldestFirst = changes.toSorted((one, other) => one.at - other.at);
  return [oldestFirst[0]?.before ?? 0, ...oldestFirst.map((change) => change.after)];
}

function chartPoints(values: readonly number[], low: number, high: number): string[] {
  const scale = (HEIGHT - 2 * MARGIN) / (high - low || 1);
  return values.map(
    (value, i) => `${(i / (values.length - 1)) * WIDTH},${HEIGHT - MARGIN - (value - low) * scale}`,
  );
}
