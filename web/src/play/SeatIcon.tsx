// A seat's ring and its emblem. Shape and colour both tell the seats apart.

import type { Seat } from "../rules/wire";

/** Emblems in a box of 12 by 12. */
const EMBLEM_PATHS: Record<Seat, string> = {
  1: "M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
  2: "M6 .6 11.4 6 6 11.4.6 6z",
  3: "M6 1 11.5 10.5H.5z",
  4: "M4.2 1h3.6v3.2H11v3.6H7.8V11H4.2V7.8H1V4.2h3.2z",
};

export function SeatEmblem({ seat }: { seat: Seat }) {
  return (
    <svg
      className="seat-emblem"
      data-seat={seat}
      viewBox="0 0 12 12"
      width="12"
      height="12"
      aria-hidden="true"
    >
      <path d={EMBLEM_PATHS[seat]} />
    </svg>
  );
}

export function SeatIcon({ seat, size = 24 }: { seat: Seat; size?: number }) {
  return (
    <svg
      className="seat-icon"
      data-seat={seat}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path d="M2 10v5c0 3 4.5 5.4 10 5.4S22 18 22 15v-5z" className="seat-icon-side" />
      <ellipse cx="12" cy="10" rx="10" ry="5.9" className="seat-icon-top" />
      <path
        d={EMBLEM_PATHS[seat]}
        transform="translate(6.6 6.4) scale(0.9 0.6)"
        className="seat-icon-hole"
      />
    </svg>
  );
}
