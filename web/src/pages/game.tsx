// A live game: waiting for players, in progress, or over. Without a seat you watch.

import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { useSession } from "../account/loginSession";
import type { GameView as GameDetails } from "../api/types";
import type { PageProps } from "../browser/route";
import { Link } from "../browser/router";
import { ErrorNotice } from "../components/ErrorNotice";
import { Loading } from "../components/Loading";
import { showError, showToast } from "../components/toasts";
import { useEngine } from "../engine/useEngine";
import { AbortedGame } from "../game/AbortedGame";
import { Chat } from "../game/Chat";
import { describeDeparture } from "../game/departures";
import { describeSeats, occupantName } from "../game/describeSeats";
import { FirstTurnNotice } from "../game/FirstTurnNotice";
import { useAutomaticHints } from "../game/useAutomaticHints";
import { TakeBackOffer, useGameActions } from "../game/useGameActions";
import { useGameToasts } from "../game/useGameToasts";
import type { GameSnapshot, GameStore } from "../live/gameStore";
import { liveClient } from "../live/liveClient";
import type { Occupant } from "../live/protocol";
import { seatsOfAccount, seatsPlayedBy } from "../live/sessionState";
import { useGameStore, withResult } from "../live/useGameStore";
import { describeSettings, isSeated } from "../lobby/gameSummary";
import { messages } from "../messages";
import { GameView } from "../play/GameView";
import type { GameAction, GameNotice, SeatInfo } from "../play/types";
import { RefusedError, type Seat } from "../rules/wire";
import { useHint } from "../sandbox/useHint";
import "../style/game.css";

// Loaded when they are shown: most visits are to a game in progress.
const GameOver = lazy(async () => ({ default: (await import("../game/GameOver")).GameOver }));
const OpenGamePanel = lazy(async () => ({
  default: (await import("../game/OpenGamePanel")).OpenGamePanel,
}));
const PlanAhead = lazy(() => import("../correspondence/PlanAhead"));
const GameReview = lazy(() => import("../replay/GameReview"));

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
  if (info?.status === "aborted") return <AbortedGame session={snapshot.session} />;
  if (info && info.status === "open" && !view) {
    return (
      <Suspense fallback={<Loading what={messages.game.loading} />}>
        <OpenGamePanel
          game={info}
          seated={isSeated(info, account?.id)}
          code={code}
          onChanged={() => void store.refreshInfo()}
        />
      </Suspense>
    );
  }
  if (!info || !view) return <Loading what={messages.game.loading} />;
  const guided = route.query.get("hints") === "on";
  return <LiveGame key={id} {...{ info, snapshot, store, code, guided }} me={account?.id} />;
}

interface LiveGameProps {
  info: GameDetails;
  snapshot: GameSnapshot;
  store: GameStore;
  me: string | undefined;
  code: string | undefined;
  /** Whether hints come by themselves at first. */
  guided: boolean;
}

function LiveGame({ info, snapshot, store, me, code, guided }: LiveGameProps) {
  const { session, steps, start } = snapshot;
  const { result } = session;
  const present = useMemo(
    () => (snapshot.view && result ? withResult(snapshot.view, result) : snapshot.view),
    [snapshot.view, result],
  );
  const [at, setAt] = useState<number | null>(null);
  const own = useMemo(() => seatsOfAccount(session, me), [session, me]);
  const played = useMemo(() => seatsPlayedBy(session, me), [session, me]);
  useGameToasts(snapshot, own, me);
  useFirstTurnLimit(snapshot, store);
  const { actions, dialog } = useGameActions({
    snapshot,
    info,
    ownSeats: own,
    onCommand: (command) => void store.send(command).catch(showError),
  });
  const hint = useHint(useEngine(), snapshot.view);
  // Hints are for games against computers: never in rated games, and not against a person.
  const hintsAllowed =
    !info.rated && own.length > 0 && !result && isAgainstComputers(session.seats, own);
  const [hintsOn, setHintsOn] = useState(guided);
  useAutomaticHints(hintsOn && hintsAllowed, snapshot.view, own, hint.requestHint);
  useTurnTitle(!result && present !== null && own.includes(present.state.currentPlayer));
  const shownAt = at !== null && at < steps.length ? at : null;
  const view = shownAt === null ? present : shownAt === 0 ? start : steps[shownAt - 1]?.view;
  if (!present || !view) return null;

  const toMove = result ? null : present.state.currentPlayer;
  const controlled = result || shownAt !== null ? [] : own;
  const seatNote = ({ seat, name }: SeatInfo): ReactNode => {
    const departure = session.departures.find((each) => each.seat === seat);
    if (departure) return describeDeparture(session, departure, me);
    const until = snapshot.begun || seat !== toMove ? null : info.first_turn_until;
    return until ? <FirstTurnNotice until={until} own={own.includes(seat)} name={name} /> : null;
  };
  const ahead = liveClient.serverTime() - Date.now() / 1000;
  const seats = describeSeats(snapshot, present.state.currentPlayer, ahead).map((seat) => ({
    ...seat,
    rating: ratingOf(info, session.seats[seat.seat - 1]),
    note: seatNote(seat),
  }));
  const thinking =
    toMove !== null && !own.includes(toMove) ? occupantName(session.seats[toMove - 1]) : "";

  const hintAction: GameAction = {
    id: "hint",
    label: messages.play.hint.label,
    disabled: shownAt !== null || toMove === null || !own.includes(toMove),
    busy: hint.pending,
    onClick: hint.requestHint,
  };

  return (
    <div className="live-game">
      <h1 className="visually-hidden">{messages.shell.pages.game}</h1>
      <GameView
        view={view}
        start={start}
        steps={steps}
        at={shownAt ?? steps.length}
        ownSeats={controlled}
        viewer={played}
        seats={seats}
        pending={snapshot.pendingCommand !== null}
        onMove={(move) => store.play(move).catch(showError)}
        onJump={(count) => setAt(count >= steps.length ? null : count)}
        arrows={hint.arrows}
        remark={hint.text}
        notices={departureNotices(snapshot, me)}
        waitingText={shownAt === null ? describeWaiting(snapshot, thinking) : messages.play.earlier}
        actions={hintsAllowed ? [hintAction, ...actions] : actions}
        chat={
          <Chat
            chat={snapshot.chat}
            notices={session.departures.map((departure) => ({
              at: departure.at,
              text: describeDeparture(session, departure, me),
            }))}
            onSend={(text) => store.sendChat(text)}
          />
        }
        aside={
          <div className="game-notes">
            <ConnectionNotice />
            <TakeBackOffer
              snapshot={snapshot}
              ownSeats={own}
              onCommand={(command) => store.send(command).catch(showError)}
            />
            {own.length === 0 && !result && (
              <p className="quiet">
                {played.length > 0 ? messages.game.leftSpectator : messages.game.spectator}
              </p>
            )}
            {mayPlanAhead(info, own, toMove) && (
              <Suspense fallback={null}>
                <PlanAhead game={info.id} sequence={session.sequence} />
              </Suspense>
            )}
            <p className="quiet small">{describeSettings(info.settings)}</p>
            {hintsOn && hintsAllowed && (
              <p className="quiet small">
                {messages.game.hintsOn}{" "}
                <button type="button" className="link-button" onClick={() => setHintsOn(false)}>
                  {messages.game.turnOffHints}
                </button>
              </p>
            )}
            {info.rated && !result && own.length > 0 && (
              <p className="quiet small">
                {messages.game.noHints} <Link to="/fair-play">{messages.shell.pages.fairPlay}</Link>
              </p>
            )}
          </div>
        }
        result={
          result && (
            <Suspense fallback={null}>
              <GameOver
                info={info}
                snapshot={snapshot}
                code={code}
                ownSeats={played}
                refreshInfo={store.refreshInfo}
                review={(onAccuracy, analysis) => (
                  <Suspense fallback={null}>
                    <GameReview
                      start={start ?? present}
                      steps={steps}
                      startMoves={session.startMoves}
                      departures={session.departures.map((departure) => ({
                        seat: departure.seat,
                        moves: movesBefore(snapshot, departure.at),
                      }))}
                      names={session.seats.map(occupantName)}
                      ownSeats={played}
                      analysis={analysis}
                      onAccuracy={onAccuracy}
                    />
                  </Suspense>
                )}
              />
            </Suspense>
          )
        }
      />
      {dialog}
    </div>
  );
}

/** By account: a swap changes seats, and a substitute has no rating. */
function ratingOf({ seats }: GameDetails, occupant: Occupant | undefined): SeatInfo["rating"] {
  if (!occupant || !("id" in occupant)) return null;
  return seats.find(({ account }) => account?.id === occupant.id)?.rating ?? null;
}

/** Conditional moves are for the time in which others think for days. */
const mayPlanAhead = ({ settings }: GameDetails, own: readonly Seat[], toMove: Seat | null) =>
  settings.clock.kind === "correspondence" &&
  own.length > 0 &&
  toMove !== null &&
  !own.includes(toMove);

function isAgainstComputers(seats: readonly Occupant[], own: readonly Seat[]): boolean {
  return seats.every((occupant, index) => own.includes((index + 1) as Seat) || !("id" in occupant));
}

/** How many moves the game had at that time. */
function movesBefore({ session, steps }: Pick<GameSnapshot, "session" | "steps">, at: number) {
  return Math.min(session.moves.filter((move) => move.at <= at).length, steps.length);
}

/** Who left, between the turns of the story. */
function departureNotices({ session, steps }: GameSnapshot, me: string | undefined): GameNotice[] {
  return session.departures.map((departure) => ({
    after: movesBefore({ session, steps }, departure.at),
    text: describeDeparture(session, departure, me),
  }));
}

function describeWaiting(
  { pendingCommand, session }: GameSnapshot,
  thinking: string,
): string | undefined {
  if (pendingCommand) return messages.play.sent;
  if (session.result) return undefined;
  return thinking ? messages.game.thinking({ name: thinking }) : undefined;
}

/** Before the game has begun, each turn of a person has a new limit: the server knows it. */
function useFirstTurnLimit({ begun, view, session }: GameSnapshot, store: GameStore): void {
  const toMove = begun || session.result ? null : view?.state.currentPlayer;
  useEffect(() => {
    if (toMove) void store.refreshInfo();
  }, [toMove, store]);
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
