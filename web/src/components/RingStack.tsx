// A tall stack of rings, as a trophy. With `build` the rings drop in one after the other.

import type { Seat } from "../rules/wire";

const RISE = 26;
const SIDE = 26;

interface RingStackProps {
  /** From the bottom to the top. */
  rings: readonly Seat[];
  build?: boolean;
}

export function RingStack({ rings, build = false }: RingStackProps) {
  const height = 96 + rings.length * RISE;
  return (
    <svg
      className="ring-stack"
      data-build={build}
      viewBox={`0 0 200 ${height}`}
      width="180"
      aria-hidden="true"
    >
      <ellipse cx="100" cy={height - 34} rx="98" ry="32" fill="#00000059" />
      {rings.map((seat, index) => {
        const y = height - 72 - index * RISE;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a ring is its place in the stack
          <g key={index} className="ring-stack-ring" data-ring={index}>
            <path
              d={`M16 ${y}v${SIDE}c0 17 38 30 84 30s84-13 84-30v-${SIDE}`}
              fill={`var(--seat-${seat})`}
              stroke={`var(--seat-${seat}-edge)`}
              strokeWidth="1.5"
            />
            <ellipse
              cx="100"
              cy={y}
              rx="84"
              ry="30"
              fill={`var(--seat-${seat}-face)`}
              stroke={`var(--seat-${seat}-edge)`}
              strokeWidth="1.5"
            />
            <ellipse
              cx="100"
              cy={y}
              rx="66"
              ry="22.5"
              fill="none"
              stroke={`var(--seat-${seat})`}
              strokeWidth="2"
            />
            <ellipse cx="100" cy={y} rx="39" ry="13" fill={`var(--seat-${seat}-edge)`} />
          </g>
        );
      })}
    </svg>
  );
}
