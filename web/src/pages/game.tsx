// A live game: waiting for players, in progress, or over. Without a seat you watch.

import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useSession } from "../account/loginSession";
import type { GameInfo } from "../api/types";
import type { PageProps } from "../browser/route";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { Loading } from "../components/Loading";
import { showError, showToast } from "../components/toasts";
import type { PositionView } from "../engine/engine";
import { serverEngine, useEngine } from "../engine/useEngine";
import { Chat } from "../game/Chat";
import { describeSeats, occupantName } from "../game/describeSeats";
import { GameActions } from "../game/GameActions";
import { GameOver } from "../game/GameOver";
import { OpenGamePanel } from "../game/OpenGamePanel";
import { useGameToasts } from "../game/useGameToasts";
import { type GameSnapshot, GameStore } from "../live/gameStore";
import { liveClient } from "../live/liveClient";
import type { GameResult } from "../live/protocol";
import { seatsOfAccount } from "../live/sessionState";
import { describeSettings, isSeated } from "../lobby/gameSummary";
import { messages } from "../messages";
import { GameView } from "../play/GameView";
import { RefusedError } from "../rules/wire";
import "../style/game.css";

export default function GamePage({ route }: PageProps) {
  const id = route.params.id ?? "";
  const code = route.query.get("code") ?? undefined;
  const [snapshot, store] = useGameStore(id, code);
  const { account } = useSession();
  const { info, unavailable, view, refusal } = snapshot;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another account may see more
  useEffect(() => {
    void store.refreshInfo();
  }, [account?.id, store]);

  useEffect(() => {
    if (refusal) showToast(refusal.message, "error");
  }, [refusal]);

  if (unavailable) {
    return (
      <section className="narrow">
        <h1>{messages.game.notVisible}</h1>
        <ErrorNotice error={new RefusedError(unavailable)} />
        <Link className="button" to="/play">
          {messages.game.lobby}
        </Link>
      </section>
    );
  }
  if (info?.status === "aborted") {
    return (
      <section className="narrow">
        <h1>{messages.game.open.aborted}</h1>
        <Link className="button primary" to="/play">
          {messages.game.lobby}
        </Link>
      </section>
    );
  }
  if (info && info.status === "open" && !view) {
    return (
      <OpenGamePanel
        game={info}
        seated={isSeated(info, account?.id)}
        code={code}
        onChanged={() => void store.refreshInfo()}
      />
    );
  }
  if (!info || !view) return <Loading what={messages.game.loading} />;
  return <LiveGame key={id} {...{ info, snapshot, store, code }} me={account?.id} />;
}

interface LiveGameProps {
  info: GameInfo;
  snapshot: GameSnapshot;
  store: GameStore;
  me: string | undefined;
  code: string | undefined;
}

function LiveGame({ info, snapshot, store, me, code }: LiveGameProps) {
  const { session, steps, start } = snapshot;
  const { result } = session;
  const present = useMemo(
    () => (snapshot.view && result ? withResult(snapshot.view, result) : snapshot.view),
    [snapshot.view, result],
  );
  const [at, setAt] = useState<number | null>(null);
  const own = useMemo(() => seatsOfAccount(session, me), [session, me]);
  useGameToasts(snapshot, own);
  useTurnTitle(!result && present !== null && own.includes(present.state.currentPlayer));
  const shownAt = at !== null && at < steps.length ? at : null;
  const view = shownAt === null ? present : shownAt === 0 ? start : steps[shownAt - 1]?.view;
  if (!present || !view) return null;

  const toMove = result ? null : present.state.currentPlayer;
  const controlled = result || shownAt !== null ? [] : own;
  const ahead = liveClient.serverTime() - Date.now() / 1000;
  const thinking =
    toMove !== null && !own.includes(toMove) ? occupantName(session.seats[toMove - 1]) : "";

  return (
    <div className="live-game">
      <h1 className="visually-hidden">{messages.shell.pages.game}</h1>
      <GameOver info={info} snapshot={snapshot} code={code} ownSeats={own} />
      <GameView
        view={view}
        steps={steps}
        at={shownAt ?? steps.length}
        ownSeats={controlled}
        seats={describeSeats(snapshot, toMove, ahead)}
        pending={snapshot.pendingCommand !== null}
        onMove={(move) => store.play(move).catch(showError)}
        onJump={(count) => setAt(count >= steps.length ? null : count)}
        waitingText={shownAt === null ? describeWaiting(snapshot, thinking) : messages.play.earlier}
        aside={
          <>
            {shownAt !== null && <Button onClick={() => setAt(null)}>{messages.play.toNow}</Button>}
            <ConnectionNotice />
            {own.length === 0 && !result && <p className="quiet">{messages.game.spectator}</p>}
            {own.length > 0 && !result && (
              <GameActions
                snapshot={snapshot}
                info={info}
                ownSeats={own}
                onCommand={(command) => store.send(command).catch(showError)}
              />
            )}
            <Chat chat={snapshot.chat} onSend={(text) => store.sendChat(text)} />
            <p className="quiet small">{describeSettings(info.settings)}</p>
          </>
        }
      />
    </div>
  );
}

function describeWaiting(
  { pendingCommand, session }: GameSnapshot,
  thinking: string,
): string | undefined {
  if (pendingCommand) return messages.play.sent;
  if (session.result) return undefined;
  return thinking ? messages.game.thinking({ name: thinking }) : undefined;
}

/** Watches the game while the page is shown. */
function useGameStore(id: string, code?: string): [GameSnapshot, GameStore] {
  const engine = useEngine();
  const store = useMemo(() => new GameStore(id, engine, serverEngine(), code), [id, engine, code]);
  useEffect(() => store.watch(), [store]);
  return [useSyncExternalStore(store.subscribe, store.get), store];
}

/** Shown while the connection is lost: moves are kept and sent later. */
function ConnectionNotice() {
  const state = useSyncExternalStore(liveClient.subscribe, liveClient.connectionState);
  if (state !== "reconnecting") return null;
  return <p className="notice">{messages.game.reconnecting}</p>;
}

/** Shows in the tab that it is your turn. */
function useTurnTitle(ownTurn: boolean): void {
  useEffect(() => {
    const page = ownTurn ? messages.game.yourTurn : messages.shell.pages.game;
    document.title = messages.shell.title({ page });
  }, [ownTurn]);
}

/** The last position with a result that came from outside the board: resignation, time, abandonment. */
function withResult(view: PositionView, { winner, reason, ranking }: GameResult): PositionView {
  if (view.state.gameStatus === "completed") return view;
  const state = {
    ...view.state,
    gameStatus: "completed" as const,
    winner,
    victoryReason: reason,
    ranking: ranking.map(({ seat, rank }) => ({ playerNumber: seat, rank })),
  };
  return { ...view, state, decision: null };
}
