// A game in a foreign page: followed live while it is played, and gone through turn by turn.

import { useEffect, useMemo, useState } from "react";
import { Board } from "../board/react";
import { occupantName } from "../game/describeSeats";
import { describeResult } from "../game/resultText";
import type { GameSnapshot } from "../live/gameStore";
import { useGameStore, withResult } from "../live/useGameStore";
import { SeatNames } from "../lobby/SeatNames";
import { messages } from "../messages";
import { useBoardSettings } from "../play/useBoardSettings";
import { type NavigationStep, useNavigationKeys } from "../play/useNavigationKeys";
import { playedTurns } from "../replay/judgedTurns";
import { PlaybackControls, usePlayback } from "../replay/PlaybackControls";
import { findTurn, navigate } from "../replay/turnNavigation";
import { useAnimatedMove } from "../replay/useAnimatedMove";
import { EmbedFrame } from "./EmbedFrame";

interface EmbeddedGameProps {
  id: string;
  size: number | null;
  /** The turn to open with; null is the latest. */
  turn: number | null;
}

export function EmbeddedGame({ id, size, turn }: EmbeddedGameProps) {
  const [snapshot] = useGameStore(id);
  const { info, unavailable, view, caughtUp } = snapshot;
  const notice = unavailable
    ? messages.embed.unavailable
    : info?.status === "aborted"
      ? messages.embed.aborted
      : info?.status === "open"
        ? messages.embed.notStarted
        : !info || !view || !caughtUp
          ? messages.embed.loading
          : null;
  if (notice !== null)
    return (
      <EmbedFrame path={unavailable ? "/" : `/game/${id}`} size={size}>
        <p role={unavailable ? "alert" : "status"}>{notice}</p>
      </EmbedFrame>
    );
  return <ShownGame {...{ id, size, turn, snapshot }} />;
}

function ShownGame({ id, size, turn, snapshot }: EmbeddedGameProps & { snapshot: GameSnapshot }) {
  const { info, session, start, steps } = snapshot;
  const turns = useMemo(
    () => (start ? playedTurns(start, steps, { startMoves: session.startMoves }) : []),
    [start, steps, session.startMoves],
  );
  // Null follows the game; undefined shows the turn of the address, which may not have arrived yet.
  const [chosen, setChosen] = useState<number | null>();
  const opened = turn === null ? null : (findTurn(turns, turn)?.from ?? null);
  const at = Math.min((chosen === undefined ? opened : chosen) ?? steps.length, steps.length);
  const goTo = (to: number) => setChosen(to >= steps.length ? null : to);
  const step = (to: NavigationStep, single = false) => goTo(navigate(steps, turns, at, to, single));
  const playback = usePlayback(at, steps.length, () => step("on", true));
  useNavigationKeys(step);
  const animated = useAnimatedMove(steps, at);
  const board = useBoardSettings();

  const names = session.seats.map((occupant) => occupantName(occupant)).join(" – ");
  useEffect(() => {
    document.title = messages.embed.title({ names });
  }, [names]);

  const shown = at === 0 ? start : (steps[at - 1]?.view ?? null);
  if (!shown || !info) return null;
  const { result } = session;
  const view = result && at === steps.length ? withResult(shown, result) : shown;
  const { state } = view;
  const live = result === null;
  return (
    <EmbedFrame
      path={live ? `/game/${id}` : `/replay/${id}`}
      size={size}
      heading={
        <>
          <SeatNames game={info} />
          <p className="embed-status quiet" aria-live="polite">
            {live && at === steps.length && <span className="badge">{messages.embed.live}</span>}
            {result && at === steps.length
              ? describeResult(session, result, state, []).title
              : messages.embed.turn({
                  turn: state.turnNumber,
                  name: occupantName(session.seats[state.currentPlayer - 1]),
                })}
          </p>
        </>
      }
      controls={
        <PlaybackControls
          atStart={at === 0}
          atEnd={at === steps.length}
          playback={playback}
          onStep={step}
        />
      }
    >
      <Board state={state} move={animated} {...board} />
    </EmbedFrame>
  );
}
