// The game in the sandbox: every change goes through the engine, and what was undone can be redone until a new move.

import { useCallback, useState } from "react";
import type { Engine, Sight } from "../engine/engine";
import { fresh, type History, jumped, played, redone, shown, stops, undone } from "../play/history";
import { useOffered } from "../play/useOffered";
import type { Move } from "../rules/wire";
import type { Opened } from "./opening";
import { type Setting, settingOf, setupOf, sitterOf, usualSetup } from "./setting";

export interface Game {
  setting: Setting;
  history: History;
  sight: Sight;
  /** False when the game began from a position that was put up. */
  fromStart: boolean;
  pending: boolean;
  play(move: Move): Promise<void>;
  begin(setting: Setting): Promise<void>;
  /** Puts up a state; the seats stay with whoever sits there where as many play. */
  putUp(sight: Sight): Promise<void>;
  /** A game that was brought along. */
  open(opened: Opened): void;
  undo(): void;
  redo(): void;
  jump(at: number): void;
  /** Gives up what was undone, so that the game goes on from what is shown. */
  cut(): void;
}

interface Held {
  setting: Setting;
  history: History | null;
  fromStart: boolean;
}

export function useGame(
  engine: Engine,
): { game: Game | null; begin: Game["begin"] } & Pick<Game, "putUp" | "open"> {
  const [held, setHeld] = useState<Held>({ setting: settingOf(usualSetup), history: null, fromStart: true });
  const [pending, setPending] = useState(false);
  const { setting, history, fromStart } = held;
  const sight = useOffered(engine, history && shown(history));

  const begin = useCallback(
    async (next: Setting) => {
      const start = await engine.newGame(next.setup);
      setHeld({ setting: next, history: fresh(start, await engine.settle(start.state)), fromStart: true });
    },
    [engine],
  );

  const putUp = useCallback(
    async (sight: Sight) => {
      const settled = await engine.settle(sight.state);
      setHeld((before) => ({
        setting: sameSeats(before.setting, sight),
        history: fresh(sight, settled),
        fromStart: false,
      }));
    },
    [engine],
  );

  const open = useCallback(({ setup, start, steps, at, fromStart: whole }: Opened) => {
    setHeld({ setting: settingOf(setup), history: { start, steps, at }, fromStart: whole });
  }, []);

  const change = useCallback((by: (history: History) => History) => {
    setHeld((now) => ({ ...now, history: now.history && by(now.history) }));
  }, []);

  const play = useCallback(
    async (move: Move) => {
      if (!history) return;
      setPending(true);
      try {
        const made = await engine.playOn(shown(history).state, move);
        setHeld((now) => (now.history === history ? { ...now, history: played(history, made) } : now));
      } finally {
        setPending(false);
      }
    },
    [engine, history],
  );

  const game: Game | null = history &&
    sight && {
      setting,
      history,
      sight,
      fromStart,
      pending,
      play,
      begin,
      putUp,
      open,
      undo: () => change((now) => undoneToPerson(now, setting)),
      redo: () => change(redone),
      jump: (at) => change((now) => jumped(now, at)),
      cut: () => change((now) => played(now, [])),
    };
  return { game, begin, putUp, open };
}

function sameSeats(setting: Setting, { state }: Sight): Setting {
  const setup = setupOf(state);
  return setup.players === setting.setup.players ? { ...setting, setup } : settingOf(setup);
}

/** Undo goes back to a choice of a person, else the computer would make the same move again. */
function undoneToPerson(history: History, setting: Setting): History {
  const byPerson = stops(history).filter((stop) => {
    const { state } = shown(jumped(history, stop));
    return state.gameStatus === "active" && sitterOf(setting, state.currentPlayer) === 0;
  });
  const stop = byPerson.findLast((each) => each < history.at);
  return stop === undefined ? undone(history) : jumped(history, stop);
}
