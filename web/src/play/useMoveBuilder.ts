// React state around the move builder: the current prompt, the hovered cell, a move that waits for
// its confirmation and the last refusal.

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Marks } from "../board/types";
import { useSettings } from "../browser/settings";
import type { PositionView } from "../engine/engine";
import { pageEngine } from "../engine/useEngine";
import { messages } from "../messages";
import type { Key, Move, State } from "../rules/wire";
import { cellName, keyOf } from "./cells";
import { explainAttempt, type RefusalText } from "./explainAttempt";
import {
  type BuildResult,
  boardMarks,
  clickCell,
  findTypedMove,
  type Hover,
  hoveredMove,
  interpretIllegalNotation,
  type MoveBuilder,
  pressButton,
  startMoveBuilder,
  stepBack,
} from "./moveBuilder";
import type { IllegalAttempt } from "./prompt";
import type { GameViewProps } from "./types";

/** How a cell was chosen. */
export type InputMeans = "mouse" | "touch" | "keyboard";

type UseMoveBuilderProps = Pick<
  GameViewProps,
  "view" | "ownSeats" | "pending" | "onMove" | "explainIllegal"
> &
  Required<Pick<GameViewProps, "onSound">>;

export interface MoveInput {
  builder: MoveBuilder | null;
  marks: Marks;
  /** The move that the pointed-at or tapped choice completes. */
  move: Move | null;
  /** A tapped move that waits for a second tap or its button. */
  confirming: { cell: Key; label: string } | null;
  refusal: RefusalText | null;
  onCell(cell: Key, means: InputMeans): void;
  onButton(id: string): void;
  onConfirm(): void;
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

/** A click on a cell while the previous move is on its way to the server. */
interface KeptClick {
  cell: Key;
  means: InputMeans;
  /** The position in which it was made. */
  hash: string;
}

interface Waiting {
  builder: MoveBuilder;
  cell: Key;
  move: Move;
  select?: Key;
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
  const { confirmMoves } = useSettings();
  const mayChoose = !pending && view.decision !== null && ownSeats.includes(view.decision.seat);
  // The stack that was chosen before the move that led here, such as "move without placing".
  const selected = useRef<Key | null>(null);
  const first = useMemo(
    () => (mayChoose ? startMoveBuilder(view, selected.current) : null),
    [mayChoose, view],
  );
  const [current, setCurrent] = useState<{ first: MoveBuilder | null; now: MoveBuilder | null }>({
    first,
    now: first,
  });
  const kept = useRef<KeptClick | null>(null);
  const lastCell = useRef<Key | null>(null);
  const [hover, setHover] = useState<Hover>({});
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [refusal, setRefusal] = useState<{ view: PositionView; text: RefusalText } | null>(null);
  const builder = current.first === first ? current.now : first;
  const confirming = waiting !== null && waiting.builder === builder ? waiting : null;

  const refuse = useCallback(
    async (attempt: IllegalAttempt) => {
      onSound("refused");
      const explain =
        explainIllegal ?? ((state: State, move: Move) => pageEngine().whyIllegal(state, move));
      setRefusal({ view, text: await explainAttempt(attempt, view.state, explain) });
    },
    [view, explainIllegal, onSound],
  );

  const handleResult = useCallback(
    (result: BuildResult) => {
      setRefusal(null);
      setWaiting(null);
      if (result.kind === "move") {
        setCurrent({ first, now: first });
        selected.current = result.select ?? null;
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

  const onCell = (cell: Key, means: InputMeans) => {
    if (!builder) {
      // The second half of a double click is no choice.
      if (pending && cell !== lastCell.current) kept.current = { cell, means, hash: view.hash };
      return;
    }
    lastCell.current = cell;
    const result = clickCell(builder, cell);
    const asks =
      result.kind === "move" &&
      confirming?.cell !== cell &&
      (confirmMoves || (means === "touch" && isCostly(view.state, result.move)));
    if (asks) {
      setRefusal(null);
      setWaiting({ builder, cell, move: result.move, select: result.select });
    } else handleResult(result);
  };

  // A kept click counts if the server accepted the move and the cell can be chosen now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (pending) return;
    const click = kept.current;
    kept.current = null;
    if (click && click.hash !== view.hash && builder?.prompt.cells.has(click.cell))
      onCell(click.cell, click.means);
  }, [pending, view]);

  const pointed = confirming ? { cell: confirming.cell } : hover;
  const pointedCell = pointed.cell ?? null;
  const pointedButton = pointed.button ?? null;
  return {
    builder,
    marks: useMemo(
      () =>
        builder ? boardMarks(builder, { cell: pointedCell, button: pointedButton }) : NO_MARKS,
      [builder, pointedCell, pointedButton],
    ),
    move: useMemo(
      () => (builder ? hoveredMove(builder, { cell: pointedCell, button: pointedButton }) : null),
      [builder, pointedCell, pointedButton],
    ),
    confirming: confirming && { cell: confirming.cell, label: confirmLabel(view, confirming.move) },
    refusal: refusal?.view === view ? refusal.text : null,
    onCell,
    onButton: (id) => builder && handleResult(pressButton(builder, id)),
    onConfirm() {
      if (confirming)
        handleResult({ kind: "move", move: confirming.move, select: confirming.select });
    },
    onNotation,
    onCancel() {
      setRefusal(null);
      setWaiting(null);
      if (builder && !confirming) setCurrent({ first, now: stepBack(builder) });
    },
    setHover,
    dismiss: () => setRefusal(null),
  };
}

/** Whether a move costs rings or takes something: a tap on a touch screen previews it first. */
function isCostly({ board }: State, move: Move): boolean {
  switch (move.type) {
    case "place_ring":
      return false;
    case "move_stack":
      return board.markers[keyOf(move.to)] !== undefined;
    default:
      return true;
  }
}

function confirmLabel({ state }: PositionView, move: Move): string {
  const { confirm } = messages.play;
  switch (move.type) {
    case "process_territory_region":
      return confirm.region;
    case "process_line":
    case "choose_line_reward":
      return confirm.line;
    case "eliminate_rings_from_stack":
    case "forced_elimination":
      return confirm.pay({ cell: cellName(state.board.type, keyOf(move.to)) });
    default:
      return "to" in move
        ? confirm.play({ cell: cellName(state.board.type, keyOf(move.to)) })
        : confirm.other;
  }
}
