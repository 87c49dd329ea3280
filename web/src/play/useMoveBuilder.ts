// The questions of a view as a component holds them: what is asked now, what is pointed at, what was refused.

import { useCallback, useMemo, useState } from "react";
import type { Marks } from "../board/types";
import type { PositionView } from "../engine/engine";
import { messages } from "../messages";
import type { Key, Move, Refusal } from "../rules/wire";
import {
  type BuildResult,
  boardMarks,
  clickCell,
  findTypedMove,
  type Hover,
  interpretIllegalNotation,
  type MoveBuilder,
  pressButton,
  startMove,
  stepBack,
} from "./moveBuilder";
import type { IllegalAttempt } from "./prompt";
import type { GameViewProps } from "./types";

export interface RefusalText {
  text: string;
  rule: string | null;
}

type UseMoveBuilderProps = Pick<
  GameViewProps,
  "view" | "ownSeats" | "pending" | "onMove" | "explainIllegal"
> &
  Required<Pick<GameViewProps, "onSound">>;

export interface MoveInput {
  builder: MoveBuilder | null;
  marks: Marks;
  refusal: RefusalText | null;
  onCell(cell: Key): void;
  onButton(id: string): void;
  onNotation(text: string): void;
  onCancel(): void;
  setHover(pointed: Hover): void;
  dismiss(): void;
}

const NO_MARKS: Marks = {};

/** The same view as long as state and decision are the same, however often it is told anew. */
function useStableView(view: PositionView): PositionView {
  const [kept, keep] = useState(view);
  if (kept.hash === view.hash && (kept.decision === null) === (view.decision === null)) return kept;
  keep(view);
  return view;
}

export function useMoveBuilder({
  view: told,
  ownSeats,
  pending = false,
  onMove,
  explainIllegal,
  onSound,
}: UseMoveBuilderProps): MoveInput {
  const view = useStableView(told);
  const mayChoose = !pending && view.decision !== null && ownSeats.includes(view.decision.seat);
  const first = useMemo(() => (mayChoose ? startMove(view) : null), [mayChoose, view]);
  const [current, setCurrent] = useState<{ first: MoveBuilder | null; now: MoveBuilder | null }>({
    first,
    now: first,
  });
  const [hover, setHover] = useState<Hover>({});
  const [refusal, setRefusal] = useState<{ of: PositionView; told: RefusalText } | null>(null);
  const builder = current.first === first ? current.now : first;

  const refuse = useCallback(
    async (attempt: IllegalAttempt) => {
      onSound("refused");
      setRefusal({ of: view, told: await explainAttempt(attempt, view, explainIllegal) });
    },
    [view, explainIllegal, onSound],
  );

  const settle = useCallback(
    (outcome: BuildResult) => {
      setRefusal(null);
      if (outcome.kind === "move") {
        setCurrent({ first, now: first });
        onMove(outcome.move);
      } else if (outcome.kind === "asked") setCurrent({ first, now: outcome.builder });
      else if (outcome.kind === "refused") refuse(outcome.attempt);
    },
    [first, onMove, refuse],
  );

  const onNotation = (text: string) => {
    const move = builder && findTypedMove(view, text);
    if (move) settle({ kind: "move", move });
    else if (builder) refuse(interpretIllegalNotation(view, text));
  };

  return {
    builder,
    marks: useMemo(() => (builder ? boardMarks(builder, hover) : NO_MARKS), [builder, hover]),
    refusal: refusal?.of === view ? refusal.told : null,
    onCell: (cell) => builder && settle(clickCell(builder, cell)),
    onButton: (id) => builder && settle(pressButton(builder, id)),
    onNotation,
    onCancel() {
      setRefusal(null);
      if (builder) setCurrent({ first, now: stepBack(builder) });
    },
    setHover,
    dismiss: () => setRefusal(null),
  };
}

async function explainAttempt(
  attempt: IllegalAttempt,
  view: PositionView,
  why: GameViewProps["explainIllegal"],
): Promise<RefusalText> {
  if ("advice" in attempt) return { text: attempt.advice, rule: attempt.rule };
  const refusal = await findRefusal(attempt.move, view, why);
  return refusal
    ? { text: toSentence(refusal.message), rule: refusal.rule || null }
    : { text: messages.play.notOffered, rule: null };
}

async function findRefusal(
  move: Move,
  view: PositionView,
  why: GameViewProps["explainIllegal"],
): Promise<Refusal | null> {
  const here = async () => (await import("../rules/whyIllegal")).reasonAgainst(view, move);
  return why ? why(view.state, move).catch(here) : here();
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
