// The course of a rating as a line, oldest left.

import type { Profile } from "../api/types";
import { words } from "../strings";

const WIDTH = 600;
const HEIGHT = 120;

export function RatingCourse({ changes }: { changes: Profile["changes"] }) {
  if (changes.length < 2) return null;
  const oldestFirst = [...changes].sort((one, other) => one.at - other.at);
  const values = [oldestFirst[0]?.before ?? 0, ...oldestFirst.map((change) => change.after)];
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map(
    (value, index) =>
      `${(index / (values.length - 1)) * WIDTH},${HEIGHT - 8 - ((value - low) / span) * (HEIGHT - 16)}`,
  );
  return (
    <svg
      className="rating-course"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={words.account.player.course}
      preserveAspectRatio="none"
    >
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
