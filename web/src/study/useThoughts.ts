// The engine's thoughts about what is shown: the server's where one answers, else the page's.

import { useEffect, useState } from "react";
import { ServerRefusal } from "../api/http";
import type { Engine, Sight } from "../engine/engine";
import { words } from "../strings";
import { pageThoughts, serverThoughts, type Told, type Wanted } from "./thinking";

export interface Thinking extends Told {
  /** Who thinks, or why nobody does. */
  word: string;
}

const BEGUN: Thinking = { status: "queued", queuedBefore: 0, thought: null, word: "" };

/** `round` starts it anew for the same position. */
export function useThoughts(
  engine: Engine,
  sight: Sight | null,
  wanted: Wanted,
  on: boolean,
  round: number,
): Thinking | null {
  const [thinking, setThinking] = useState<{ of: string; told: Thinking } | null>(null);
  const { best } = wanted;
  const hash = sight?.hash ?? "";

  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the state that is thought about
  useEffect(() => {
    if (!on || !sight?.offer?.interactive) return;
    const leave = new AbortController();
    const tell = (told: Thinking) => {
      if (!leave.signal.aborted) setThinking({ of: hash, told });
    };
    setThinking({ of: hash, told: BEGUN });
    follow(engine, sight, { best }, leave.signal, tell);
    return () => leave.abort();
  }, [engine, hash, best, on, round]);

  return thinking?.of === hash ? thinking.told : null;
}

async function follow(
  engine: Engine,
  sight: Sight,
  wanted: Wanted,
  signal: AbortSignal,
  tell: (told: Thinking) => void,
): Promise<void> {
  let word = words.study.onServer;
  try {
    const position = await engine.toPositionString(sight.state);
    for await (const told of serverThoughts(position, wanted, signal)) tell({ ...told, word });
  } catch (error) {
    if (signal.aborted) return;
    const offline = !(error instanceof ServerRefusal) || error.status === 0 || error.status >= 500;
    if (!engine.analyse) {
      word = offline ? words.study.nowhere : (error as Error).message;
      return tell({ ...BEGUN, status: "failed", word });
    }
    word = offline ? words.study.inPage : words.study.refused((error as Error).message);
    for await (const told of pageThoughts(engine, sight, wanted, signal)) tell({ ...told, word });
  }
}
