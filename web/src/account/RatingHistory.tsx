// A chart of the ratings: one line for each number of players; oldest game on the left.

import type { RatingChange } from "../api/types";
import { messages } from "../messages";
import { currentLanguage } from "../messages/language";
import { PLAYER_COUNTS, type PlayerCount } from "../setup/players";

const WIDTH = 780;
const HEIGHT = 170;
const LEFT = 44;
const RIGHT = 16;
const TOP = 14;
const BOTTOM = 28;
/** The scale has at least this range, so that one game does not look like a cliff. */
const LEAST_RANGE = 100;
const GRID = 50;

const DASHES: Record<PlayerCount, string | undefined> = { 2: undefined, 3: "2 6", 4: "9 6" };

interface Point {
  at: number;
  value: number;
}

interface RatingLine {
  players: PlayerCount;
  points: Point[];
}

export function RatingHistory({ changes }: { changes: readonly RatingChange[] }) {
  const lines = ratingLines(changes);
  if (lines.length === 0) return <p className="quiet">{messages.account.player.noHistory}</p>;
  const scale = chartScale(lines);
  return (
    <figure className="rating-history">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={lines.map(describeLine).join(" ")}
      >
        {scale.grid.map((value) => (
          <g key={value} className="rating-grid">
            <line x1={LEFT} x2={WIDTH} y1={scale.y(value)} y2={scale.y(value)} />
            <text x="0" y={scale.y(value) + 4}>
              {value}
            </text>
          </g>
        ))}
        {scale.dates.map(({ at, x, anchor }) => (
          <text key={at} x={x} y={HEIGHT - 4} textAnchor={anchor}>
            {formatDay(at)}
          </text>
        ))}
        {lines.map(({ players, points }) => (
          <g key={players} data-players={players}>
            <polyline
              points={points.map(({ at, value }) => `${scale.x(at)},${scale.y(value)}`).join(" ")}
              strokeDasharray={DASHES[players]}
            />
            <circle
              cx={scale.x(points.at(-1)?.at ?? 0)}
              cy={scale.y(points.at(-1)?.value ?? 0)}
              r="5"
            />
          </g>
        ))}
      </svg>
      <figcaption>
        {lines.map(({ players, points }) => (
          <span key={players} data-players={players}>
            <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">
              <line x1="0" x2="28" y1="4" y2="4" strokeDasharray={DASHES[players]} />
            </svg>
            {messages.account.player.historyLine({
              players: messages.terms.players({ count: players }),
              rating: points.at(-1)?.value ?? 0,
            })}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** For each number of players the rating before the oldest game and after each game. */
export function ratingLines(changes: readonly RatingChange[]): RatingLine[] {
  return PLAYER_COUNTS.map((players) => {
    const oldestFirst = changes
      .filter((change) => change.players === players)
      .sort((one, other) => one.at - other.at);
    const [first] = oldestFirst;
    const after = oldestFirst.map((change) => ({ at: change.at, value: change.after.value }));
    // Left of the first game, or the line would start with a vertical stroke.
    const before = (first?.at ?? 0) - ((after.at(-1)?.at ?? 0) - (first?.at ?? 0)) / 20;
    return {
      players,
      points: first ? [{ at: before, value: first.before.value }, ...after] : [],
    };
  }).filter(({ points }) => points.length > 0);
}

function chartScale(lines: readonly RatingLine[]) {
  const all = lines.flatMap(({ points }) => points);
  const values = all.map(({ value }) => value);
  const times = all.map(({ at }) => at);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const spare = Math.max(0, LEAST_RANGE - (highest - lowest)) / 2;
  const low = Math.floor((lowest - spare) / GRID) * GRID;
  const high = Math.ceil((highest + spare) / GRID) * GRID;
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const x = (at: number) =>
    to === from ? (LEFT + WIDTH) / 2 : LEFT + ((at - from) / (to - from)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) =>
    HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const step = GRID * Math.ceil((high - low) / GRID / 4);
  const grid = Array.from(
    { length: Math.floor((high - low) / step) + 1 },
    (_, i) => low + i * step,
  );
  const dates =
    to === from
      ? [{ at: from, x: x(from), anchor: "middle" as const }]
      : [
          { at: from, x: LEFT, anchor: "start" as const },
          { at: to, x: WIDTH, anchor: "end" as const },
        ];
  return { x, y, grid, dates };
}

const describeLine = ({ players, points }: RatingLine): string =>
  messages.account.player.historyLabel({
    players: messages.terms.players({ count: players }),
    first: points[0]?.value ?? 0,
    last: points.at(-1)?.value ?? 0,
  });

const formatDay = (at: number): string =>
  new Date(at * 1000).toLocaleDateString(currentLanguage(), {
    day: "numeric",
    month: "short",
  });
