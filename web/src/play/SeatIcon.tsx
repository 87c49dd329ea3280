// A small ring in the seat's colour and territory pattern.

import type { Seat } from "../rules/wire";

const PATTERN_PATHS: Record<Seat, string> = {
  1: "M7 19 13 13M11 19 17 13",
  2: "M9 16h.01M15 16h.01",
  3: "M8 14h8M8 18h8M10 12v8M14 12v8",
  4: "M7 14h10M7 18h10",
};

export function SeatIcon({ seat }: { seat: Seat }) {
  return (
    <svg
      className="seat-icon"
      data-seat={seat}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
    >
      <path d="M2 9v6c0 2.8 4.5 5 10 5s10-2.2 10-5V9" className="seat-icon-side" />
      <path d={PATTERN_PATHS[seat]} className="seat-icon-pattern" />
      <ellipse cx="12" cy="9" rx="10" ry="4.8" className="seat-icon-top" />
      <ellipse cx="12" cy="9" rx="4.5" ry="1.9" className="seat-icon-hole" />
    </svg>
  );
}
