// The game in the sandbox: every change goes through the engine, and what was undone can be redone until a new move.

import { useCallback, useState } from "react";
import type { Engine, Sight, Step } from "../engine/engine";
import { fresh, type History, jumped, played, redone, shown, stops, undone } from "../play/history";
import { useOffered } from "../play/useOffered";
import type { Move } from "../rules/wire";
import type { Opened } from "./opening";
import { type Setting, settingOf, setupOf, sitterOf, usualSetup } from "./setting";

export interface Game {
  setting: Setting;
  history: History;
  sight: Sight;
  /** The position that it began from; null for a new game. */
  position: string | null;
  pending: boolean;
  play(move: Move): Promise<void>;
  /** Steps that somebody else works out from what is shown. */
  follow(make: (from: Sight) => Promise<Step[]>): Promise<void>;
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
  /** Lets the computers wait, or go on. */
  pause(paused: boolean): void;
}

interface Held {
  setting: Setting;
  history: History | null;
  position: string | null;
}

export function useGame(
  engine: Engine,
): { game: Game | null; begin: Game["begin"] } & Pick<Game, "putUp" | "open"> {
  const [held, setHeld] = useState<Held>({
    setting: settingOf(usualSetup),
    history: null,
    position: null,
  });
  const [pending, setPending] = useState(false);
  const { setting, history, position } = held;
  const sight = useOffered(engine, history && shown(history));

  const begin = useCallback(
    async (next: Setting) => {
      const start = await engine.newGame(next.setup);
      setHeld({
        setting: next,
        history: fresh(start, await engine.settle(start.state)),
        position: null,
      });
    },
    [engine],
  );

  const putUp = useCallback(
    async (sight: Sight) => {
      const settled = await engine.settle(sight.state);
      const from = await engine.toPositionString(sight.state);
      setHeld((before) => ({
        setting: sameSeats(before.setting, sight),
        history: fresh(sight, settled),
        position: from,
      }));
    },
    [engine],
  );

  const open = useCallback(({ setting: brought, position: from, start, steps, at }: Opened) => {
    setHeld({ setting: brought, history: { start, steps, at }, position: from });
  }, []);

  const change = useCallback((by: (history: History) => History) => {
    setHeld((now) => ({ ...now, history: now.history && by(now.history) }));
  }, []);

  const follow = useCallback(
    async (make: (from: Sight) => Promise<Step[]>) => {
      if (!history) return;
      setPending(true);
      try {
        const made = await make(shown(history));
        setHeld((now) =>
          now.history === history ? { ...now, history: played(history, made) } : now,
        );
      } finally {
        setPending(false);
      }
    },
    [history],
  );

  const play = useCallback(
    (move: Move) => follow(({ state }) => engine.playOn(state, move)),
    [engine, follow],
  );

  const game: Game | null = history &&
    sight && {
      setting,
      history,
      sight,
      position,
      pending,
      play,
      follow,
      begin,
      putUp,
      open,
      undo: () => change((now) => undoneToPerson(now, setting)),
      redo: () => change(redone),
      jump: (at) => change((now) => jumped(now, at)),
      cut: () => change((now) => played(now, [])),
      pause: (paused) => setHeld((now) => ({ ...now, setting: { ...now.setting, paused } })),
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
