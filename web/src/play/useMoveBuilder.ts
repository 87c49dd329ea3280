// The questions of a view as a component holds them: what is asked now, what is pointed at, what was refused.

import { useCallback, useMemo, useState } from "react";
import type { Marks } from "../board/types";
import type { PositionView } from "../engine/engine";
import type { Key, Move, Refusal } from "../rules/wire";
import { words } from "../strings";
import {
  type BuildResult,
  boardMarks,
  clickCell,
  findTypedMove,
  goBack,
  type Hover,
  interpretIllegalNotation,
  type MoveBuilder,
  option,
  startMove,
} from "./moveBuilder";
import type { IllegalAttempt } from "./prompt";
import type { GameViewProps } from "./types";

export interface RefusalText {
  text: string;
  rule: string | null;
}

type Given = Pick<GameViewProps, "view" | "hands" | "pending" | "onMove" | "why"> &
  Required<Pick<GameViewProps, "onSound">>;

export interface MoveInput {
  choosing: MoveBuilder | null;
  marks: Marks;
  refused: RefusalText | null;
  onCell(cell: Key): void;
  onOption(id: string): void;
  onNotation(text: string): void;
  onCancel(): void;
  point(pointed: Hover): void;
  dismiss(): void;
}

const NOTHING: Marks = {};

/** The same view as long as state and offer are the same, however often it is told anew. */
function useKept(view: PositionView): PositionView {
  const [kept, keep] = useState(view);
  if (kept.hash === view.hash && (kept.offer === null) === (view.offer === null)) return kept;
  keep(view);
  return view;
}

export function useMoveBuilder({
  view: told,
  hands,
  pending = false,
  onMove,
  why,
  onSound,
}: Given): MoveInput {
  const view = useKept(told);
  const mayChoose = !pending && view.offer !== null && hands.includes(view.offer.seat);
  const first = useMemo(() => (mayChoose ? startMove(view) : null), [mayChoose, view]);
  const [asked, setAsked] = useState<{ first: MoveBuilder | null; now: MoveBuilder | null }>({
    first,
    now: first,
  });
  const [pointed, point] = useState<Hover>({});
  const [refusal, setRefusal] = useState<{ of: PositionView; told: RefusalText } | null>(null);
  const choosing = asked.first === first ? asked.now : first;

  const refuse = useCallback(
    async (attempt: IllegalAttempt) => {
      onSound("refused");
      setRefusal({ of: view, told: await wordsFor(attempt, view, why) });
    },
    [view, why, onSound],
  );

  const settle = useCallback(
    (outcome: BuildResult) => {
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
    const move = choosing && findTypedMove(view, text);
    if (move) settle({ kind: "move", move });
    else if (choosing) refuse(interpretIllegalNotation(view, text));
  };

  return {
    choosing,
    marks: useMemo(() => (choosing ? boardMarks(choosing, pointed) : NOTHING), [choosing, pointed]),
    refused: refusal?.of === view ? refusal.told : null,
    onCell: (cell) => choosing && settle(clickCell(choosing, cell)),
    onOption: (id) => choosing && settle(option(choosing, id)),
    onNotation,
    onCancel() {
      setRefusal(null);
      if (choosing) setAsked({ first, now: goBack(choosing) });
    },
    point,
    dismiss: () => setRefusal(null),
  };
}

async function wordsFor(
  attempt: IllegalAttempt,
  view: PositionView,
  why: GameViewProps["why"],
): Promise<RefusalText> {
  if ("advice" in attempt) return { text: attempt.advice, rule: attempt.rule };
  const refusal = await judged(attempt.move, view, why);
  return refusal
    ? { text: sentence(refusal.message), rule: refusal.rule || null }
    : { text: words.play.notOnOffer, rule: null };
}

async function judged(
  move: Move,
  view: PositionView,
  why: GameViewProps["why"],
): Promise<Refusal | null> {
  const here = async () => (await import("../rules/whyIllegal")).reasonAgainst(view, move);
  return why ? why(view.state, move).catch(here) : here();
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
