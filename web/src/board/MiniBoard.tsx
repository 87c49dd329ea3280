// A small static board: a position at a glance, or the seats of a game that has not begun.

import { memo, useId, useMemo } from "react";
import { messages } from "../messages";
import type { BoardName, Key, Seat, State } from "../rules/wire";
import { CELL, type Layout, layoutOf, type Point, polygon, tileCorners } from "./layout";
import { look, seatColour, type ThemeName } from "./look";
import { type MiniShape, miniGround, miniLand, miniPieces, miniStack } from "./miniDrawing";
import type { Arrow } from "./types";
import "./miniBoard.css";

interface Common {
  /** The width in pixels; by default that of the page's box. */
  size?: number;
  /** The text alternative: "Square, turn 15, green to move; red leads with 9 cells." */
  label?: string;
  /** By default the theme of the page. */
  theme?: ThemeName;
}

interface Position extends Common {
  state: State;
  highlight?: Key[];
  arrows?: Arrow[];
}

interface Seats extends Common {
  board: BoardName;
  seats: { seat: Seat; free: boolean }[];
}

export type MiniBoardProps = Position | Seats;

/** Land has its owner's pattern from this width on. */
const PATTERNS_FROM = 120;

export const MiniBoard = memo(function MiniBoard(props: MiniBoardProps) {
  const board = "state" in props ? props.state.board.type : props.board;
  const layout = layoutOf(board);
  const { slab, tones } = useMemo(() => miniGround(layout), [layout]);
  const { size, theme, label } = props;
  return (
    <svg
      className="mini-board"
      role="img"
      aria-label={label ?? messages.board.label({ board })}
      data-board-theme={theme}
      viewBox={`0 0 ${Math.round(layout.width)} ${Math.round(layout.height)}`}
      width={size}
    >
      <path className="mini-slab" d={slab} />
      {tones.map((d, tone) => d && <path key={d} className={`mini-tone-${tone}`} d={d} />)}
      {"state" in props ? (
        <Contents {...props} layout={layout} patterns={(size ?? PATTERNS_FROM) >= PATTERNS_FROM} />
      ) : (
        <WaitingSeats seats={props.seats} layout={layout} />
      )}
    </svg>
  );
});

function Contents({
  state,
  layout,
  highlight = [],
  arrows = [],
  patterns,
}: Position & { layout: Layout; patterns: boolean }) {
  const id = useId();
  const land = useMemo(() => miniLand(layout, state), [layout, state]);
  const pieces = useMemo(() => miniPieces(layout, state), [layout, state]);
  const centre = (key: Key): Point => layout.byKey.get(key)?.centre ?? { x: 0, y: 0 };
  return (
    <>
      {patterns && land.length > 0 && (
        <defs>
          {land.map(({ seat }) => (
            <LandPattern key={seat} id={`${id}${seat}`} seat={seat} />
          ))}
        </defs>
      )}
      {land.map(({ seat, d }) => (
        <g key={seat}>
          <path d={d} fill={seatColour(seat)} />
          {patterns && <path d={d} fill={`url(#${id}${seat})`} opacity={0.4} />}
        </g>
      ))}
      {highlight.map((key) => (
        <path
          key={key}
          className="mini-highlight"
          d={polygon(
            tileCorners(layout.hexagonal, 5).map(({ x, y }) => ({
              x: centre(key).x + x,
              y: centre(key).y + y,
            })),
          )}
        />
      ))}
      <Shapes shapes={pieces} />
      {arrows.map((arrow) => (
        <path
          key={`${arrow.from} ${arrow.to}`}
          className="mini-arrow"
          d={arrowPath(centre(arrow.from), centre(arrow.to))}
        />
      ))}
    </>
  );
}

function Shapes({ shapes }: { shapes: MiniShape[] }) {
  return shapes.map(({ d, seat, part }) => (
    <path key={`${seat}${part}${d}`} d={d} fill={seatColour(seat, part)} />
  ));
}

function LandPattern({ id, seat }: { id: string; seat: Seat }) {
  const pitch = look.territory.pitch * CELL * 1.3;
  const kind = look.seats[seat - 1]?.pattern;
  const half = pitch / 2;
  const lines = { stripes: `M${half} 0V${pitch}`, bars: `M0 ${half}H${pitch}` };
  const grid = `${lines.stripes}${lines.bars}`;
  const d = kind === "grid" ? grid : kind === "stripes" ? lines.stripes : lines.bars;
  return (
    <pattern
      id={id}
      width={pitch}
      height={pitch}
      patternUnits="userSpaceOnUse"
      patternTransform={kind === "stripes" ? "rotate(45)" : undefined}
    >
      {kind === "dots" ? (
        <circle cx={half} cy={half} r={7} fill={seatColour(seat, "edge")} />
      ) : (
        <path d={d} stroke={seatColour(seat, "edge")} strokeWidth={9} />
      )}
    </pattern>
  );
}

/** A ring for each seat, dashed where it is free. */
function WaitingSeats({ seats, layout }: { seats: Seats["seats"]; layout: Layout }) {
  const { width, height } = layout;
  const unit = (width / 5) * 0.01;
  const gap = 100;
  return (
    <g transform={`translate(${width / 2} ${height / 2}) scale(${unit})`}>
      {seats.map(({ seat, free }, index) => {
        const at = { x: (index - (seats.length - 1) / 2) * gap, y: 0 };
        return free ? (
          <ellipse
            key={seat}
            className="mini-free"
            cx={at.x}
            cy={at.y}
            rx={look.ring.rx * CELL}
            ry={look.ring.ry * CELL}
          />
        ) : (
          <Shapes key={seat} shapes={miniStack([seat], at)} />
        );
      })}
    </g>
  );
}

function arrowPath(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const tip = { x: to.x - ux * 12, y: to.y - uy * 12 };
  const barb = (side: number): string =>
    `${(tip.x - ux * 30 - uy * 24 * side).toFixed(1)} ${(tip.y - uy * 30 + ux * 24 * side).toFixed(1)}`;
  return `M${from.x} ${from.y}L${tip.x.toFixed(1)} ${tip.y.toFixed(1)}M${barb(1)}L${tip.x.toFixed(1)} ${tip.y.toFixed(1)}L${barb(-1)}`;
}
