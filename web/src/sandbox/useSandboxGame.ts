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
  setupFromState,
} from "./sandboxSettings";

export interface SandboxGame {
  settings: SandboxSettings;
  history: History;
  view: PositionView;
  /** The position that it began from; null for a new game. */
  startPosition: string | null;
  pending: boolean;
  play(move: Move): Promise<void>;
  /** Steps that somebody else works out from what is shown. */
  addSteps(make: (from: PositionView) => Promise<Step[]>): Promise<void>;
  startNew(setting: SandboxSettings): Promise<void>;
  /** Puts up a state; the seats stay with whoever sits there where as many play. */
  setUp(view: PositionView): Promise<void>;
  /** A game that was brought along. */
  load(opened: LoadedGame): void;
  undo(): void;
  redo(): void;
  jump(at: number): void;
  /** Gives up what was undone, so that the game goes on from what is shown. */
  truncate(): void;
  /** Lets the computers wait, or go on. */
  setPaused(paused: boolean): void;
}

interface GameData {
  settings: SandboxSettings;
  history: History | null;
  startPosition: string | null;
}

export function useSandboxGame(
  engine: Engine,
): { game: SandboxGame | null } & Pick<SandboxGame, "startNew" | "setUp" | "load"> {
  const [data, setData] = useState<GameData>({
    settings: newSettings(DEFAULT_SETUP),
    history: null,
    startPosition: null,
  });
  const [pending, setPending] = useState(false);
  const { settings, history, startPosition } = data;
  const view = useLegalMoves(engine, history && currentView(history));

  const startNew = useCallback(
    async (next: SandboxSettings) => {
      const start = await engine.newGame(next.setup);
      setData({
        settings: next,
        history: startHistory(start, await engine.settle(start.state)),
        startPosition: null,
      });
    },
    [engine],
  );

  const setUp = useCallback(
    async (view: PositionView) => {
      const settled = await engine.settle(view.state);
      const from = await engine.toPositionString(view.state);
      setData((before) => ({
        settings: keepLevels(before.settings, view),
        history: startHistory(view, settled),
        startPosition: from,
      }));
    },
    [engine],
  );

  const load = useCallback(
    ({ settings: brought, startPosition: from, start, steps, at }: LoadedGame) => {
      setData({ settings: brought, history: { start, steps, at }, startPosition: from });
    },
    [],
  );

  const change = useCallback((by: (history: History) => History) => {
    setData((now) => ({ ...now, history: now.history && by(now.history) }));
  }, []);

  const addSteps = useCallback(
    async (make: (from: PositionView) => Promise<Step[]>) => {
      if (!history) return;
      setPending(true);
      try {
        const made = await make(currentView(history));
        setData((now) =>
          now.history === history ? { ...now, history: appendSteps(history, made) } : now,
        );
      } finally {
        setPending(false);
      }
    },
    [history],
  );

  const play = useCallback(
    (move: Move) => addSteps(({ state }) => engine.playAndSettle(state, move)),
    [engine, addSteps],
  );

  const game: SandboxGame | null = history &&
    view && {
      settings,
      history,
      view,
      startPosition,
      pending,
      play,
      addSteps,
      startNew,
      setUp,
      load,
      undo: () => change((now) => undoToPerson(now, settings)),
      redo: () => change(redo),
      jump: (at) => change((now) => jumpTo(now, at)),
      truncate: () => change((now) => appendSteps(now, [])),
      setPaused: (paused) => setData((now) => ({ ...now, settings: { ...now.settings, paused } })),
    };
  return { game, startNew, setUp, load };
}

function keepLevels(setting: SandboxSettings, { state }: PositionView): SandboxSettings {
  const setup = setupFromState(state);
  return setup.players === setting.setup.players ? { ...setting, setup } : newSettings(setup);
}

/** Undo goes back to a choice of a person, else the computer would make the same move again. */
function undoToPerson(history: History, setting: SandboxSettings): History {
  const byPerson = choicePoints(history).filter((stop) => {
    const { state } = currentView(jumpTo(history, stop));
    return state.gameStatus === "active" && levelOfSeat(setting, state.currentPlayer) === 0;
  });
  const stop = byPerson.findLast((each) => each < history.at);
  return stop === undefined ? undo(history) : jumpTo(history, stop);
}
