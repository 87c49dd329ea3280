// A seat's clock. Counts down locally from the last value it got.

import { useEffect, useState } from "react";
import { messages } from "../messages";
import type { SeatInfo } from "./types";

const LOW_TIME_SECONDS = 20;

export function Clock({ clock }: { clock: NonNullable<SeatInfo["clock"]> }) {
  const [now, setNow] = useState(() => Date.now());
  const { left, running, since } = clock;
  useEffect(() => {
    if (!running || left === null) return;
    setNow(Date.now());
    const timer = window.setInterval(() => setNow(Date.now()), 200);
    return () => window.clearInterval(timer);
  }, [running, left]);
  if (left === null) return null;
  const remaining = Math.max(0, running ? left - Math.max(0, now - since) / 1000 : left);
  const text = formatClock(remaining);
  return (
    <span
      className="clock"
      role="timer"
      data-running={running}
      data-low-time={running && remaining < LOW_TIME_SECONDS}
    >
      <span className="visually-hidden">{messages.play.timeLeft({ time: text })}</span>
      <span aria-hidden="true">{text}</span>
    </span>
  );
}

/** Formats as `1:05:09` or `4:30`, with tenths in the last ten seconds; `0:00` when time is up. */
export function formatClock(seconds: number): string {
  if (seconds <= 0) return "0:00";
  if (seconds < 10) return (Math.ceil(seconds * 10) / 10).toFixed(1);
  const total = Math.ceil(seconds);
  const [days, hours, minutes] = [
    Math.floor(total / 86400),
    Math.floor(total / 3600),
    Math.floor(total / 60),
  ];
  if (days > 0) return messages.play.days({ days, hours: hours % 24 });
  const two = (n: number) => String(n).padStart(2, "0");
  return hours > 0
    ? `${hours}:${two(minutes % 60)}:${two(total % 60)}`
    : `${minutes}:${two(total % 60)}`;
}
