// The cards below a puzzle: the days in a row, the rating, and the themes to practise.

import { Link } from "../browser/router";
import { messages } from "../messages";
import { dayOf } from "./choose";
import { type Puzzle, THEMES } from "./pack";
import type { PuzzleStanding } from "./results";
import { dayStreak, shareByTheme } from "./statistics";

const DAY_MS = 86_400_000;
const WEEK = 7;
const CHARTED = 40;
const CHART = { width: 240, height: 60 };

export function DaysCard({ standing }: { standing: PuzzleStanding }) {
  const today = dayOf(new Date());
  const { now, best } = dayStreak(standing.days, today);
  const { days } = messages.puzzles;
  const week = Array.from(
    { length: WEEK },
    (_, i) => new Date(Date.now() - (WEEK - 1 - i) * DAY_MS),
  );
  const language = document.documentElement.lang || "en";
  const name = (day: Date, weekday: "narrow" | "long") =>
    day.toLocaleDateString(language, { weekday, timeZone: "UTC" });
  return (
    <section className="panel">
      <h2>{days.title}</h2>
      <p className="puzzle-days">
        <strong>{now}</strong>
        <span>
          {days.count({ count: now })}
          <br />
          {days.best({ count: best })}
        </span>
      </p>
      <ol className="plain puzzle-week">
        {week.map((day) => {
          const solved = standing.days.includes(dayOf(day));
          const label = { day: name(day, "long") };
          return (
            <li key={dayOf(day)} data-solved={solved}>
              <span aria-hidden="true">{name(day, "narrow")}</span>
              <b aria-hidden="true">{solved ? "✓" : ""}</b>
              <span className="visually-hidden">
                {solved ? days.solved(label) : days.open(label)}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface RatingCardProps {
  standing: PuzzleStanding;
  registered: boolean;
}

export function RatingCard({ standing, registered }: RatingCardProps) {
  const { rating } = messages.puzzles;
  const { results } = standing;
  const weekAgo = Date.now() / 1000 - WEEK * (DAY_MS / 1000);
  const before = results.find(({ at }) => at < weekAgo)?.rating;
  const change = before === undefined ? 0 : Math.round(standing.rating - before);
  const solved = results.filter((result) => result.solved).length;
  return (
    <section className="panel">
      <h2>{rating.title}</h2>
      <p className="puzzle-rating">
        <strong>{Math.round(standing.rating)}</strong>
        {change !== 0 && (
          <span className={change > 0 ? "badge good" : "badge bad"}>
            {rating.week({ change: `${change > 0 ? "+" : "−"}${Math.abs(change)}` })}
          </span>
        )}
      </p>
      <RatingChart standing={standing} />
      <p className="quiet">{rating.solved({ solved, attempts: results.length })}</p>
      {!registered && results.length > 0 && <p className="quiet">{rating.guest}</p>}
    </section>
  );
}

function RatingChart({ standing: { results } }: { standing: PuzzleStanding }) {
  const ratings = results
    .slice(0, CHARTED)
    .map(({ rating }) => rating)
    .reverse();
  if (ratings.length < 2) return null;
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const x = (i: number) => (i / (ratings.length - 1)) * CHART.width;
  const y = (rating: number) => CHART.height - 4 - ((rating - low) / (high - low || 1)) * 52;
  const points = ratings.map((rating, i) => `${x(i).toFixed(1)},${y(rating).toFixed(1)}`).join(" ");
  return (
    <svg
      className="puzzle-chart"
      role="img"
      aria-label={messages.puzzles.rating.chart}
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
    >
      <polyline points={points} />
    </svg>
  );
}

interface ThemesCardProps {
  puzzles: readonly Puzzle[];
  standing: PuzzleStanding;
  /** The theme that is practised. */
  current?: string;
}

export function ThemesCard({ puzzles, standing, current }: ThemesCardProps) {
  const shares = shareByTheme(puzzles, standing.results);
  const { themes } = messages.puzzles;
  const known = THEMES.filter((theme) => shares.has(theme));
  return (
    <section className="panel puzzle-themes">
      <h2>{themes.title}</h2>
      <ul className="plain">
        {known.map((theme) => {
          const { solved, attempts } = shares.get(theme) ?? { solved: 0, attempts: 0 };
          return (
            <li key={theme}>
              <Link
                to={`/puzzles/${theme.replaceAll("_", "-")}`}
                aria-current={theme === current ? "page" : undefined}
              >
                {themes.names[theme]}
              </Link>
              <small>
                {attempts === 0
                  ? themes.new
                  : themes.share({ percent: Math.round((100 * solved) / attempts) })}
              </small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
