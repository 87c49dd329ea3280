// The position editor: tools, the board, and the engine's validation of the result.

import { useEffect, useState } from "react";
import { Board } from "../board/react";
import { Button } from "../components/Button";
import type { Engine, PositionView } from "../engine/engine";
import { messages } from "../messages";
import { SeatIcon } from "../play/SeatIcon";
import { useBoardSettings } from "../play/useBoardSettings";
import { type Refusal, RefusedError, type Seat, type State } from "../rules/wire";
import {
  adjustEliminatedRings,
  applyTool,
  clearBoard,
  startEditing,
  type Tool,
} from "./positionEditing";

interface PositionEditorProps {
  engine: Engine;
  start: State;
  onDone(view: PositionView): void;
  onCancel(): void;
}

export function PositionEditor({ engine, start, onDone, onCancel }: PositionEditorProps) {
  const [state, setState] = useState(() => startEditing(start));
  const [tool, setTool] = useState<Tool>({ piece: "ring", seat: 1 });
  const [advice, setAdvice] = useState<string | null>(null);
  const validation = useValidation(engine, state);
  const boardSettings = useBoardSettings();

  const change = (next: State | null, seat: Seat) => {
    setAdvice(next ? null : messages.sandbox.noRing({ seat: messages.terms.seat({ seat }) }));
    if (next) setState(next);
  };

  return (
    <div className="game-view">
      <section className="game-view-board" aria-label={messages.sandbox.editTitle}>
        <p className="prompt-bar" role="status">
          {advice ?? messages.sandbox.editLead}
        </p>
        <div className="board-area">
          <Board
            state={state}
            {...boardSettings}
            onCell={({ cell }) =>
              change(applyTool(state, tool, cell), "seat" in tool ? tool.seat : 1)
            }
          />
        </div>
      </section>
      <div className="game-view-side">
        <section className="panel">
          <h2>{messages.sandbox.pieces}</h2>
          <EditorTools
            seats={state.players.map((player) => player.playerNumber)}
            tool={tool}
            onTool={setTool}
          />
          <Button onClick={() => setState(clearBoard(state))}>{messages.sandbox.clear}</Button>
        </section>
        <section className="panel">
          <h2>{messages.sandbox.rings}</h2>
          <ul className="plain editor-seats">
            {state.players.map((player) => (
              <EditorSeat
                key={player.playerNumber}
                player={player}
                toMove={state.currentPlayer === player.playerNumber}
                onTurn={() => setState(startEditing(state, player.playerNumber))}
                onRings={(by) =>
                  change(adjustEliminatedRings(state, player.playerNumber, by), player.playerNumber)
                }
              />
            ))}
          </ul>
          <p role="status" className={validation?.refusal ? "error" : "quiet"}>
            {validation?.refusal
              ? `${validation.refusal.message} (${validation.refusal.path || validation.refusal.rule})`
              : messages.sandbox.valid}
          </p>
          <div className="buttons">
            <Button
              kind="primary"
              disabled={!validation?.view}
              onClick={() => validation?.view && onDone(validation.view)}
            >
              {messages.sandbox.done}
            </Button>
            <Button onClick={onCancel}>{messages.sandbox.cancel}</Button>
          </div>
        </section>
      </div>
    </div>
  );
}

interface EditorSeatProps {
  player: State["players"][number];
  toMove: boolean;
  onTurn(): void;
  onRings(by: 1 | -1): void;
}

function EditorSeat({ player, toMove, onTurn, onRings }: EditorSeatProps) {
  const colour = messages.terms.seat({ seat: player.playerNumber });
  return (
    <li data-seat={player.playerNumber}>
      <SeatIcon seat={player.playerNumber} />
      <label>
        <input type="radio" name="to-move" checked={toMove} onChange={onTurn} />{" "}
        {messages.sandbox.toMove}
        <span className="visually-hidden">: {colour}</span>
      </label>
      <span>{messages.sandbox.inHand({ count: player.ringsInHand })}</span>
      <span className="stepper">
        <button
          type="button"
          aria-label={messages.sandbox.eliminateFewer({ seat: colour })}
          onClick={() => onRings(-1)}
        >
          −
        </button>
        {messages.sandbox.eliminated({ count: player.eliminatedRings })}
        <button
          type="button"
          aria-label={messages.sandbox.eliminateMore({ seat: colour })}
          onClick={() => onRings(1)}
        >
          +
        </button>
      </span>
    </li>
  );
}

interface Validation {
  view: PositionView | null;
  refusal: Refusal | null;
}

function useValidation(engine: Engine, state: State): Validation | null {
  const [validation, setValidation] = useState<Validation | null>(null);
  useEffect(() => {
    let current = true;
    validatePosition(engine, state).then((result) => {
      if (current) setValidation(result);
    });
    return () => {
      current = false;
    };
  }, [engine, state]);
  return validation;
}

/** Tries `hadRealAction` true first; the engine refuses that field when it must be false. */
export async function validatePosition(engine: Engine, state: State): Promise<Validation> {
  const tryWith = (hadRealAction: boolean) =>
    engine.inspect({ ...state, turn: { ...state.turn, hadRealAction } });
  try {
    const view = await tryWith(true).catch((error) => {
      if (error instanceof RefusedError && error.refusal.path === "turn.hadRealAction")
        return tryWith(false);
      throw error;
    });
    return { view, refusal: null };
  } catch (error) {
    if (error instanceof RefusedError) return { view: null, refusal: error.refusal };
    const message = error instanceof Error ? error.message : String(error);
    return { view: null, refusal: { code: "MALFORMED", rule: "", message } };
  }
}

interface EditorToolsProps {
  seats: readonly Seat[];
  tool: Tool;
  onTool(tool: Tool): void;
}

const PIECES = ["ring", "marker", "territory"] as const;

function EditorTools({ seats, tool, onTool }: EditorToolsProps) {
  return (
    <div className="editor-tools">
      {PIECES.map((piece) => (
        <div key={piece} className="tool-row">
          {seats.map((seat) => (
            <button
              key={seat}
              type="button"
              data-seat={seat}
              data-piece={piece}
              aria-pressed={tool.piece === piece && tool.seat === seat}
              aria-label={messages.sandbox[piece]({ seat: messages.terms.seat({ seat }) })}
              title={messages.sandbox[piece]({ seat: messages.terms.seat({ seat }) })}
              onClick={() => onTool({ piece, seat })}
            >
              <span aria-hidden="true" />
            </button>
          ))}
        </div>
      ))}
      <button
        type="button"
        className="button"
        aria-pressed={tool.piece === "nothing"}
        onClick={() => onTool({ piece: "nothing" })}
      >
        {messages.sandbox.remove}
      </button>
    </div>
  );
}
