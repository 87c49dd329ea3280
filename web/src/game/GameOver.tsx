// The end of a game: the result in words, the standing, what to do next.

import { lazy, type ReactNode, Suspense, useState } from "react";
import { fetchGame, requestRematch } from "../api/games";
import type { Account, GameInfo } from "../api/types";
import { Link, navigate } from "../browser/router";
import { Button } from "../components/Button";
import { RingStack } from "../components/RingStack";
import { showError, showToast } from "../components/toasts";
import { usePolling } from "../components/useFetch";
import type { GameSnapshot } from "../live/gameStore";
import { describeRatingOutcome } from "../lobby/gameSummary";
import { messages } from "../messages";
import type { Seat } from "../rules/wire";
import { describeResult } from "./resultText";
import { StandingTable, tableRows } from "./StandingTable";
import { useRatingOutcome } from "./useRatingOutcome";
import "../style/end.css";
import "../style/hero.css";

const ReportDialog = lazy(() => import("../community/ReportDialog"));

export type AccuracyBySeat = Partial<Record<Seat, number>>;

interface GameOverProps {
  info: GameInfo;
  snapshot: GameSnapshot;
  /** The invitation code of a private game. */
  code?: string;
  /** The seats that this player has or has left. */
  ownSeats: Seat[];
  refreshInfo(): Promise<void>;
  /** Shows who was winning and the turning point; reports the accuracy of each seat. */
  review?(onAccuracy: (accuracy: AccuracyBySeat) => void, analysis: string): ReactNode;
}

export function GameOver({ info, snapshot, code, ownSeats, refreshInfo, review }: GameOverProps) {
  const [accuracy, setAccuracy] = useState<AccuracyBySeat>({});
  const { session, view, rematch } = snapshot;
  const { result, seats } = session;
  useRatingOutcome(info, ownSeats.length > 0, refreshInfo);
  if (!result || !view) return null;
  const { place, title, text } = describeResult(session, result, view.state, ownSeats);
  const ratingNote = describeRatingOutcome(info);
  const query = replayQuery(info, code);

  return (
    <section className="game-over" role="status">
      <div className="hero end-hero" data-won={ownSeats.includes(result.winner)}>
        <div className="hero-text">
          {place !== null && (
            <span className="badge place-badge">
              {messages.play.leaving.place({ place, players: seats.length })}
            </span>
          )}
          <h2>{title}</h2>
          {text && <p>{text}</p>}
          <div className="buttons">
            {ownSeats.length > 0 && <RematchButton info={info} rematch={rematch} />}
            <Link className="button ghost" to={`/replay/${info.id}${query}`}>
              {messages.end.analyse}
            </Link>
            <ShareButton path={`/replay/${info.id}${query}`} />
          </div>
        </div>
        <RingStack build rings={trophy(result.winner, seats.length)} />
      </div>
      <div className="panel end-standing">
        <StandingTable
          rows={tableRows(
            session,
            result,
            view.state,
            info,
            ownSeats.length < seats.length ? ownSeats : [],
            rematch?.by ?? null,
          )}
          needed={view.state.victoryThreshold}
          accuracy={accuracy}
        />
        {ratingNote && <p className="quiet">{ratingNote}</p>}
      </div>
      {review?.(setAccuracy, `/replay/${info.id}${query}`)}
      <div className="end-links">
        <Link className="button" to="/">
          {messages.end.newGame}
        </Link>
        <a
          className="button"
          href={`/games/${encodeURIComponent(info.id)}/record${query}`}
          download={`${info.id}.txt`}
        >
          {messages.end.download}
        </a>
        <Link to="/play">{messages.end.lobby}</Link>
        {ownSeats.length > 0 && <ReportPlayers info={info} ownSeats={ownSeats} />}
      </div>
    </section>
  );
}

/** One link for each person who played against you. */
function ReportPlayers({ info, ownSeats }: { info: GameInfo; ownSeats: Seat[] }) {
  const [reported, setReported] = useState<Account | null>(null);
  const own = info.seats.find(({ seat }) => ownSeats.includes(seat as Seat))?.account?.id;
  const others = new Map(
    info.seats.flatMap(({ account }) =>
      account && account.id !== own ? [[account.id, account] as const] : [],
    ),
  );
  return (
    <>
      {[...others.values()].map((account) => (
        <Button key={account.id} kind="quiet" onClick={() => setReported(account)}>
          {messages.end.report({ name: account.name })}
        </Button>
      ))}
      {reported && (
        <Suspense>
          <ReportDialog
            subject={{ account: reported.id, game: info.id }}
            name={reported.name}
            onClose={() => setReported(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The winner's rings on top of one ring of every other seat. */
function trophy(winner: Seat, players: number): Seat[] {
  const others = ([1, 2, 3, 4] as const).filter((seat) => seat <= players && seat !== winner);
  return [...others, winner, winner];
}

/** A private game is seen by those who have its code. */
function replayQuery({ visibility, invite }: GameInfo, code: string | undefined): string {
  const needed = visibility === "private" ? (code ?? invite) : null;
  return needed ? `?code=${encodeURIComponent(needed)}` : "";
}

function RematchButton({ info, rematch }: { info: GameInfo; rematch: GameSnapshot["rematch"] }) {
  const [busy, setBusy] = useState(false);
  const ready = useReadyPlayers(rematch, info.visibility === "public");
  const start = async () => {
    setBusy(true);
    try {
      navigate(`/game/${(await requestRematch(info.id)).id}`);
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  return (
    <Button className="sun" busy={busy} onClick={start}>
      {messages.end.rematch({ ready, players: info.seats.length })}
    </Button>
  );
}

const REMATCH_POLL_MS = 3_000;

/** How many seats of the rematch are taken. Only its players see a rematch that is not public. */
function useReadyPlayers(rematch: GameSnapshot["rematch"], visible: boolean): number {
  const id = (visible && rematch?.game) || null;
  const { data } = usePolling(
    async () => (id === null ? null : fetchGame(id).catch(() => null)),
    `${id}`,
    REMATCH_POLL_MS,
  );
  return data?.seats.filter(({ kind }) => kind !== "open").length ?? (rematch ? 1 : 0);
}

function ShareButton({ path }: { path: string }) {
  const share = async () => {
    const url = new URL(path, window.location.href).href;
    try {
      if (navigator.share) await navigator.share({ url });
      else {
        await navigator.clipboard.writeText(url);
        showToast(messages.end.shared);
      }
    } catch (error) {
      // Closing the system's dialog is not an error.
      if (!(error instanceof DOMException && error.name === "AbortError"))
        showToast(messages.shell.copyFailed, "error");
    }
  };
  return (
    <Button className="ghost" onClick={share}>
      {messages.end.share}
    </Button>
  );
}
