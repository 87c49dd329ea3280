// The questions of a sight as a component holds them: what is asked now, what is pointed at, what was refused.

import { useCallback, useMemo, useState } from "react";
import type { Marks } from "../board/types";
import type { Sight } from "../engine/engine";
import type { Key, Move, Refusal } from "../rules/wire";
import { words } from "../strings";
import type { Attempt } from "./asking";
import {
  begin,
  type Choosing,
  cancel,
  click,
  marks,
  notOnOffer,
  type Outcome,
  option,
  type Pointed,
  typed,
} from "./choosing";
import type { TableProps } from "./types";

export interface Refused {
  text: string;
  rule: string | null;
}

type Given = Pick<TableProps, "sight" | "hands" | "pending" | "onMove" | "why"> &
  Required<Pick<TableProps, "onSound">>;

export interface Choice {
  choosing: Choosing | null;
  marks: Marks;
  refused: Refused | null;
  onCell(cell: Key): void;
  onOption(id: string): void;
  onNotation(text: string): void;
  onCancel(): void;
  point(pointed: Pointed): void;
  dismiss(): void;
}

const NOTHING: Marks = {};

/** The same sight as long as state and offer are the same, however often it is told anew. */
function useKept(sight: Sight): Sight {
  const [kept, keep] = useState(sight);
  if (kept.hash === sight.hash && (kept.offer === null) === (sight.offer === null)) return kept;
  keep(sight);
  return sight;
}

export function useChoosing({
  sight: told,
  hands,
  pending = false,
  onMove,
  why,
  onSound,
}: Given): Choice {
  const sight = useKept(told);
  const mayChoose = !pending && sight.offer !== null && hands.includes(sight.offer.seat);
  const first = useMemo(() => (mayChoose ? begin(sight) : null), [mayChoose, sight]);
  const [asked, setAsked] = useState<{ first: Choosing | null; now: Choosing | null }>({
    first,
    now: first,
  });
  const [pointed, point] = useState<Pointed>({});
  const [refusal, setRefusal] = useState<{ of: Sight; told: Refused } | null>(null);
  const choosing = asked.first === first ? asked.now : first;

  const refuse = useCallback(
    async (attempt: Attempt) => {
      onSound("refused");
      setRefusal({ of: sight, told: await wordsFor(attempt, sight, why) });
    },
    [sight, why, onSound],
  );

  const settle = useCallback(
    (outcome: Outcome) => {
      setRefusal(null);
      if (outcome.kind === "move") {
        setAsked({ first, now: first });
        onMove(outcome.move);
      } else if (outcome.kind === "asked") setAsked({ first, now: outcome.choosing });
      else if (outcome.kind === "refused") refuse(outcome.attempt);
    },
    [first, onMove, refuse],
  );

  const onNotation = (text: string) => {
    const move = choosing && typed(sight, text);
    if (move) settle({ kind: "move", move });
    else if (choosing) refuse(notOnOffer(sight, text));
  };

  return {
    choosing,
    marks: useMemo(() => (choosing ? marks(choosing, pointed) : NOTHING), [choosing, pointed]),
    refused: refusal?.of === sight ? refusal.told : null,
    onCell: (cell) => choosing && settle(click(choosing, cell)),
    onOption: (id) => choosing && settle(option(choosing, id)),
    onNotation,
    onCancel() {
      setRefusal(null);
      if (choosing) setAsked({ first, now: cancel(choosing) });
    },
    point,
    dismiss: () => setRefusal(null),
  };
}

async function wordsFor(attempt: Attempt, sight: Sight, why: TableProps["why"]): Promise<Refused> {
  if ("advice" in attempt) return { text: attempt.advice, rule: attempt.rule };
  const refusal = await judged(attempt.move, sight, why);
  return refusal
    ? { text: sentence(refusal.message), rule: refusal.rule || null }
    : { text: words.play.notOnOffer, rule: null };
}

async function judged(move: Move, sight: Sight, why: TableProps["why"]): Promise<Refusal | null> {
  const here = async () => (await import("../rules/whyIllegal")).reasonAgainst(sight, move);
  return why ? why(sight.state, move).catch(here) : here();
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
