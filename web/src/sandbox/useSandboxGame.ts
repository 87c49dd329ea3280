// The sandbox game. Every move goes through the engine; undone moves can be redone.

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
  /** The start position; null for a new game. */
  startPosition: string | null;
  pending: boolean;
  play(move: Move): Promise<void>;
  /** Appends the steps that `make` returns for the shown position. */
  addSteps(make: (from: PositionView) => Promise<Step[]>): Promise<void>;
  startNew(settings: SandboxSettings): Promise<void>;
  /** Starts from a position. Keeps the computer levels if the number of players stays the same. */
  setUp(view: PositionView): Promise<void>;
  load(game: LoadedGame): void;
  undo(): void;
  redo(): void;
  jump(at: number): void;
  /** Drops the steps after the shown position. */
  truncate(): void;
  /** Pauses or resumes the computers. */
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

  const load = useCallback(({ start, steps, at, ...game }: LoadedGame) => {
    setData({ ...game, history: { start, steps, at } });
  }, []);

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

function keepLevels(settings: SandboxSettings, { state }: PositionView): SandboxSettings {
  const setup = setupFromState(state);
  return setup.players === settings.setup.players ? { ...settings, setup } : newSettings(setup);
}

/** Goes back to a person's decision; at a computer's decision it would repeat its move at once. */
function undoToPerson(history: History, settings: SandboxSettings): History {
  const byPerson = choicePoints(history).filter((stop) => {
    const { state } = currentView(jumpTo(history, stop));
    return state.gameStatus === "active" && levelOfSeat(settings, state.currentPlayer) === 0;
  });
  const stop = byPerson.findLast((each) => each < history.at);
  return stop === undefined ? undo(history) : jumpTo(history, stop);
}
