// Tournaments in words.

import type { Standing, TournamentInfo } from "../api/tournaments";
import { describeClock } from "../lobby/gameSummary";
import { messages } from "../messages";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** Formats a difference in seconds, such as "in 12 minutes" or "2 days ago". */
export function formatRelative(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang || undefined, {
    numeric: "auto",
  });
  return words.format(Math.round(seconds / size), unit);
}

/** Formats a countdown as 4:05. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor(left / 60) % 60;
  const parts = hours > 0 ? [hours, `${minutes}`.padStart(2, "0")] : [minutes];
  return [...parts, `${left % 60}`.padStart(2, "0")].join(":");
}

export function describeLength({ format, minutes, rounds }: TournamentInfo): string {
  return format === "arena"
    ? messages.tournaments.minutes({ minutes: Math.round(minutes ?? 0) })
    : messages.tournaments.rounds({ rounds });
}

/** One line: format, players of a game, board, clock, length. */
export function describeTournament(tournament: TournamentInfo): string {
  const { format, players, settings, rated, repeat_days } = tournament;
  return [
    messages.tournaments.formats[format],
    messages.terms.players({ count: players }),
    messages.terms.boards[settings.board],
    describeClock(settings.clock),
    describeLength(tournament),
    rated ? messages.tournaments.rated : messages.tournaments.unrated,
    ...(repeat_days ? [messages.tournaments.repeats[repeat_days]] : []),
  ].join(" · ");
}

/** When it starts, how far it is, or when it ended; `now` in seconds. */
export function describeProgress(tournament: TournamentInfo, now: number): string {
  const { status, starts_at, ended_at, format, ends_at, round, rounds } = tournament;
  if (status === "upcoming") {
    return messages.tournaments.starts({ when: formatRelative(starts_at - now) });
  }
  if (status === "cancelled") return messages.tournaments.cancelled;
  if (status === "over") {
    return messages.tournaments.ended({ when: formatRelative((ended_at ?? now) - now) });
  }
  return format === "arena"
    ? messages.tournaments.endsIn({ time: formatCountdown((ends_at ?? now) - now) })
    : messages.tournaments.round({ round, rounds });
}

export function entrantName({ account, level, number }: Standing): string {
  return account?.name ?? messages.tournaments.computer({ number, level: level ?? 0 });
}

/** Points as they are shown: whole, or with one decimal. */
export const formatPoints = (points: number): string => `${Math.round(points * 10) / 10}`;
