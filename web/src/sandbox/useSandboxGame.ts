// The game in the sandbox: every change goes through the engine, and what was undone can be redone until a new move.

import { useCallback, useState } from "react";
import type { Engine, PositionView, Step } from "../engine/engine";
import {
  appendSteps,
  choicePoints,
  currentView,
  type History,
  jumpTo,
  redo,
  startHistory,
  undo,
} from "../play/history";
import { useLegalMoves } from "../play/useLegalMoves";
import type { Move } from "../rules/wire";
import type { LoadedGame } from "./loadGame";
import {
  DEFAULT_SETUP,
  levelOfSeat,
  newSettings,
  type SandboxSettings,
  setupOf,
} from "./sandboxSettings";

export interface SandboxGame {
  setting: SandboxSettings;
  history: History;
  view: PositionView;
  /** The position that it began from; null for a new game. */
  position: string | null;
  pending: boolean;
  play(move: Move): Promise<void>;
  /** Steps that somebody else works out from what is shown. */
  follow(make: (from: PositionView) => Promise<Step[]>): Promise<void>;
  begin(setting: SandboxSettings): Promise<void>;
  /** Puts up a state; the seats stay with whoever sits there where as many play. */
  putUp(view: PositionView): Promise<void>;
  /** A game that was brought along. */
  open(opened: LoadedGame): void;
  undo(): void;
  redo(): void;
  jump(at: number): void;
  /** Gives up what was undone, so that the game goes on from what is shown. */
  cut(): void;
  /** Lets the computers wait, or go on. */
  pause(paused: boolean): void;
}

interface Held {
  setting: SandboxSettings;
  history: History | null;
  position: string | null;
}

export function useSandboxGame(
  engine: Engine,
): { game: SandboxGame | null; begin: SandboxGame["begin"] } & Pick<SandboxGame, "putUp" | "open"> {
  const [held, setHeld] = useState<Held>({
    setting: newSettings(DEFAULT_SETUP),
    history: null,
    position: null,
  });
  const [pending, setPending] = useState(false);
  const { setting, history, position } = held;
  const view = useLegalMoves(engine, history && currentView(history));

  const begin = useCallback(
    async (next: SandboxSettings) => {
      const start = await engine.newGame(next.setup);
      setHeld({
        setting: next,
        history: startHistory(start, await engine.settle(start.state)),
        position: null,
      });
    },
    [engine],
  );

  const putUp = useCallback(
    async (view: PositionView) => {
      const settled = await engine.settle(view.state);
      const from = await engine.toPositionString(view.state);
      setHeld((before) => ({
        setting: sameSeats(before.setting, view),
        history: startHistory(view, settled),
        position: from,
      }));
    },
    [engine],
  );

  const open = useCallback(({ setting: brought, position: from, start, steps, at }: LoadedGame) => {
    setHeld({ setting: brought, history: { start, steps, at }, position: from });
  }, []);

  const change = useCallback((by: (history: History) => History) => {
    setHeld((now) => ({ ...now, history: now.history && by(now.history) }));
  }, []);

  const follow = useCallback(
    async (make: (from: PositionView) => Promise<Step[]>) => {
      if (!history) return;
      setPending(true);
      try {
        const made = await make(currentView(history));
        setHeld((now) =>
          now.history === history ? { ...now, history: appendSteps(history, made) } : now,
        );
      } finally {
        setPending(false);
      }
    },
    [history],
  );

  const play = useCallback(
    (move: Move) => follow(({ state }) => engine.playAndSettle(state, move)),
    [engine, follow],
  );

  const game: SandboxGame | null = history &&
    view && {
      setting,
      history,
      view,
      position,
      pending,
      play,
      follow,
      begin,
      putUp,
      open,
      undo: () => change((now) => undoneToPerson(now, setting)),
      redo: () => change(redo),
      jump: (at) => change((now) => jumpTo(now, at)),
      cut: () => change((now) => appendSteps(now, [])),
      pause: (paused) => setHeld((now) => ({ ...now, setting: { ...now.setting, paused } })),
    };
  return { game, begin, putUp, open };
}

function sameSeats(setting: SandboxSettings, { state }: PositionView): SandboxSettings {
  const setup = setupOf(state);
  return setup.players === setting.setup.players ? { ...setting, setup } : newSettings(setup);
}

/** Undo goes back to a choice of a person, else the computer would make the same move again. */
function undoneToPerson(history: History, setting: SandboxSettings): History {
  const byPerson = choicePoints(history).filter((stop) => {
    const { state } = currentView(jumpTo(history, stop));
    return state.gameStatus === "active" && levelOfSeat(setting, state.currentPlayer) === 0;
  });
  const stop = byPerson.findLast((each) => each < history.at);
  return stop === undefined ? undo(history) : jumpTo(history, stop);
}
