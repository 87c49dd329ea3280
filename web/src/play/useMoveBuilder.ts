// React state around the move builder: the current prompt, the hovered cell and the last refusal.

import { useCallback, useMemo, useState } from "react";
import type { Marks } from "../board/types";
import type { PositionView } from "../engine/engine";
import { pageEngine } from "../engine/useEngine";
import { messages } from "../messages";
import type { Key, Move, Refusal, State } from "../rules/wire";
import {
  type BuildResult,
  boardMarks,
  clickCell,
  findTypedMove,
  type Hover,
  interpretIllegalNotation,
  type MoveBuilder,
  pressButton,
  startMoveBuilder,
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
  setHover(hover: Hover): void;
  dismiss(): void;
}

const NO_MARKS: Marks = {};

/** Keeps the object identity while position and decision stay the same. */
function useStableView(view: PositionView): PositionView {
  const [stable, setStable] = useState(view);
  if (stable.hash === view.hash && (stable.decision === null) === (view.decision === null))
    return stable;
  setStable(view);
  return view;
}

export function useMoveBuilder({
  view: latestView,
  ownSeats,
  pending = false,
  onMove,
  explainIllegal,
  onSound,
}: UseMoveBuilderProps): MoveInput {
  const view = useStableView(latestView);
  const mayChoose = !pending && view.decision !== null && ownSeats.includes(view.decision.seat);
  const first = useMemo(() => (mayChoose ? startMoveBuilder(view) : null), [mayChoose, view]);
  const [current, setCurrent] = useState<{ first: MoveBuilder | null; now: MoveBuilder | null }>({
    first,
    now: first,
  });
  const [hover, setHover] = useState<Hover>({});
  const [refusal, setRefusal] = useState<{ view: PositionView; text: RefusalText } | null>(null);
  const builder = current.first === first ? current.now : first;

  const refuse = useCallback(
    async (attempt: IllegalAttempt) => {
      onSound("refused");
      setRefusal({ view, text: await explainAttempt(attempt, view, explainIllegal) });
    },
    [view, explainIllegal, onSound],
  );

  const handleResult = useCallback(
    (result: BuildResult) => {
      setRefusal(null);
      if (result.kind === "move") {
        setCurrent({ first, now: first });
        onMove(result.move);
      } else if (result.kind === "prompt") setCurrent({ first, now: result.builder });
      else if (result.kind === "refused") refuse(result.attempt);
    },
    [first, onMove, refuse],
  );

  const onNotation = (text: string) => {
    const move = builder && findTypedMove(view, text);
    if (move) handleResult({ kind: "move", move });
    else if (builder) refuse(interpretIllegalNotation(view, text));
  };

  return {
    builder,
    marks: useMemo(() => (builder ? boardMarks(builder, hover) : NO_MARKS), [builder, hover]),
    refusal: refusal?.view === view ? refusal.text : null,
    onCell: (cell) => builder && handleResult(clickCell(builder, cell)),
    onButton: (id) => builder && handleResult(pressButton(builder, id)),
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
  explainIllegal: GameViewProps["explainIllegal"],
): Promise<RefusalText> {
  if ("advice" in attempt) return { text: attempt.advice, rule: attempt.rule };
  const refusal = await findRefusal(attempt.move, view, explainIllegal);
  return refusal
    ? { text: capitaliseSentence(refusal.message), rule: refusal.rule || null }
    : { text: messages.play.notOffered, rule: null };
}

async function findRefusal(
  move: Move,
  view: PositionView,
  explainIllegal: GameViewProps["explainIllegal"],
): Promise<Refusal | null> {
  const explain =
    explainIllegal ?? ((state: State, move: Move) => pageEngine().whyIllegal(state, move));
  return explain(view.state, move).catch(() => null);
}

function capitaliseSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
