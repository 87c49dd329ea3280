// The turns that were played from a position: how often, who won, and the engine's opinion.

import { useEffect, useState } from "react";
import { exploreOpening, type Opening, type OpeningPool, type OpeningTurn } from "../api/explorer";
import { Link } from "../browser/router";
import { Chips } from "../components/fields";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import type { Engine, PositionView, Step } from "../engine/engine";
import { GameCard } from "../lobby/GameCard";
import { seatName } from "../lobby/gameSummary";
import { messages } from "../messages";
import { ShareBar } from "../study/ShareBar";
import { turnText } from "../study/turnNotation";
import { playTurn } from "./openingTurns";

interface OpeningPanelProps {
  engine: Engine;
  /** The position at the start of the turn. */
  view: PositionView;
  /** Moves of the turn are on the board already. */
  midTurn: boolean;
  pool: OpeningPool;
  pools: readonly OpeningPool[];
  onPool(pool: OpeningPool): void;
  onPlay(steps: Step[]): void;
}

/** The engine judges only the most frequent turns. */
const JUDGED = 6;
const NODES = 1500;

export function OpeningPanel(props: OpeningPanelProps) {
  const { engine, view, midTurn, pool, pools, onPool, onPlay } = props;
  const { opening, position, failure } = useOpening(engine, view, pool);
  const rows = useRows(engine, view, opening);
  return (
    <section className="opening-panel">
      <h2>{messages.explorer.turns}</h2>
      <Chips
        label={messages.explorer.pool}
        value={pool}
        options={pools.map((value) => ({ value, label: messages.explorer[value] }))}
        onChange={onPool}
      />
      {failure && (
        <p role="alert" className="error">
          {failure}
        </p>
      )}
      {!opening && !failure && <Loading />}
      {opening && (
        <>
          <p role="status">{messages.explorer.games({ count: opening.games })}</p>
          {opening.games === 0 && (
            <p className="quiet">
              {pool === "own" ? messages.explorer.noneOwn : messages.explorer.none}
            </p>
          )}
          {midTurn && <p className="quiet">{messages.explorer.midTurn}</p>}
          <ol className="plain opening-turns">
            {opening.turns.map((turn, index) => (
              <TurnRow
                key={turn.moves.join(" ")}
                turn={turn}
                row={rows[index] ?? null}
                total={opening.games}
                view={view}
                onPlay={onPlay}
              />
            ))}
          </ol>
          {opening.recent.length > 0 && (
            <>
              <h3>{messages.explorer.recent}</h3>
              <ul className="plain opening-games">
                {opening.recent.map((game) => (
                  <GameCard
                    key={game.id}
                    game={game}
                    to={`/replay/${game.id}`}
                    title={game.seats.map(seatName).join(" – ")}
                  >
                    {null}
                  </GameCard>
                ))}
              </ul>
              <Link to={`/analyse/games#${new URLSearchParams({ position })}`}>
                {messages.explorer.searchHere}
              </Link>
            </>
          )}
        </>
      )}
    </section>
  );
}

interface Row {
  steps: Step[];
  /** The expected share of the player of the turn; null until the engine knows. */
  share: number | null;
}

interface TurnRowProps {
  turn: OpeningTurn;
  row: Row | null;
  total: number;
  view: PositionView;
  onPlay(steps: Step[]): void;
}

function TurnRow({ turn, row, total, view, onPlay }: TurnRowProps) {
  const text = row ? turnText(view.state.board.type, row.steps) : turn.moves.join(" ");
  const percent = Math.round((100 * turn.games) / Math.max(total, 1));
  const name = messages.terms.seat({ seat: view.state.currentPlayer });
  return (
    <li>
      <button
        type="button"
        className="turn-line-open"
        disabled={row === null}
        onClick={() => row && onPlay(row.steps)}
      >
        <span>{text}</span>
        <small className="quiet">
          {messages.explorer.games({ count: turn.games })} · {messages.explorer.share({ percent })}
        </small>
      </button>
      <span title={messages.explorer.wins}>
        <ShareBar shares={turn.wins.map((wins) => wins / Math.max(turn.games, 1))} figures />
      </span>
      {row?.share != null && (
        <small className="quiet">
          {messages.explorer.opinion({ name, percent: Math.round(100 * row.share) })}
        </small>
      )}
    </li>
  );
}

function useOpening(engine: Engine, view: PositionView, pool: OpeningPool) {
  const [found, setFound] = useState<{
    key: string;
    position: string;
    opening: Opening | null;
    failure: string | null;
  } | null>(null);
  const key = `${pool} ${view.hash}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the position
  useEffect(() => {
    let current = true;
    const fetchOpening = async () => {
      const position = await engine.toPositionString(view.state);
      const opening = await exploreOpening(position, pool);
      if (current) setFound({ key, position, opening, failure: null });
    };
    fetchOpening().catch((error) => {
      const failure = error instanceof Error ? error.message : String(error);
      if (current) setFound({ key, position: "", opening: null, failure });
    });
    return () => {
      current = false;
    };
  }, [engine, key]);

  return found?.key === key ? found : { position: "", opening: null, failure: null };
}

/** The turns as steps, and then the engine's opinion of the most frequent ones. */
function useRows(engine: Engine, view: PositionView, opening: Opening | null): readonly Row[] {
  const [rows, setRows] = useState<{ opening: Opening; rows: Row[] } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the opening is that of the view
  useEffect(() => {
    if (!opening) return;
    let current = true;
    const load = async () => {
      let found: Row[] = [];
      for (const { moves } of opening.turns)
        found.push({ steps: await playTurn(engine, view, moves), share: null });
      if (!current) return;
      setRows({ opening, rows: found });
      for (const [index, { steps }] of found.slice(0, JUDGED).entries()) {
        const after = steps.at(-1)?.view;
        if (!after || !engine.expectedShares) return;
        const shares = await engine.expectedShares(after.state, NODES);
        if (!current) return;
        const share = shares[view.state.currentPlayer - 1] ?? null;
        found = found.map((row, at) => (at === index ? { ...row, share } : row));
        setRows({ opening, rows: found });
      }
    };
    load().catch(showError);
    return () => {
      current = false;
    };
  }, [engine, opening]);

  return rows && rows.opening === opening ? rows.rows : [];
}
