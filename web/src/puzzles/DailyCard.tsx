// The block of the home page with the puzzle of the day. It fetches this puzzle alone.

import { useMemo } from "react";
import { request } from "../api/http";
import { MiniBoard } from "../board/MiniBoard";
import { Link } from "../browser/router";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { parsePosition } from "../records/positionString";
import { dayOf, levelOf } from "./choose";
import type { PuzzleGoal } from "./pack";
import { useSolver } from "./results";
import { dayStreak } from "./statistics";
import "./dailyCard.css";

interface DailyPuzzle {
  day: string;
  id: string;
  goal: PuzzleGoal;
  turns: number;
  rating: number;
  position: string;
}

const fetchDaily = () => request<DailyPuzzle>("GET", "/puzzle-daily");

export default function DailyCard() {
  const { data } = useFetch(fetchDaily, "daily");
  return data ? <Daily daily={data} /> : null;
}

function Daily({ daily: { goal, turns, rating, position } }: { daily: DailyPuzzle }) {
  const state = useMemo(() => parsePosition(position), [position]);
  const { standing } = useSolver();
  const today = dayOf(new Date());
  const solved = standing.days.includes(today);
  const { now } = dayStreak(standing.days, today);
  const seat = messages.terms.seat({ seat: state.currentPlayer });
  const { daily, days } = messages.puzzles;
  return (
    <section className="panel daily-card">
      <div className="heading-row">
        <h2>{daily.title}</h2>
        <span className="badge sun">{messages.puzzles.level({ level: levelOf(rating) })}</span>
      </div>
      <Link to="/puzzles" className="daily-board" aria-label={daily.solve}>
        <MiniBoard state={state} />
      </Link>
      <p>
        {goal === "win"
          ? messages.puzzles.goal.win({ seat, turns })
          : messages.puzzles.goal[goal]({ seat })}
      </p>
      {now > 0 && (
        <p className="quiet">
          {now} {days.count({ count: now })}
        </p>
      )}
      {solved ? (
        <p className="quiet">{daily.solvedToday}</p>
      ) : (
        <Link className="button" to="/puzzles">
          {daily.solve}
        </Link>
      )}
    </section>
  );
}
