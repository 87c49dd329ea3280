// Starts a game against computers; preselects the choices of the last one.

import { useState } from "react";
import { loadChoice, saveChoice } from "../browser/lastChoice";
import { Button } from "../components/Button";
import { Chips, RadioBar, SelectField } from "../components/fields";
import { showError } from "../components/toasts";
import { useNarrowScreen } from "../components/useNarrowScreen";
import { messages } from "../messages";
import { SeatIcon } from "../play/SeatIcon";
import { BOARD_NAMES } from "../rules/boards";
import type { BoardName, Seat } from "../rules/wire";
import type { PlayerCount } from "../setup/players";
import { defaultStart } from "../setup/starts";
import { BoardChoice } from "./BoardChoice";
import { type SeatWish, startComputerGame } from "./startGame";

export const LEVELS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;

/** One level of each strength. */
const STRENGTHS = ["1", "3", "5", "8", "10"] as const;

/** One opponent comes first: an exception from R010 for people who play for the first time. */
const OPPONENTS = ["1", "2", "3"] as const;
const SEATS = ["1", "2", "3", "4", "random"] as const;

interface ComputerGameForm {
  opponents: (typeof OPPONENTS)[number];
  level: (typeof STRENGTHS)[number];
  board: BoardName;
  wish: (typeof SEATS)[number];
}

const loadForm = (): ComputerGameForm => ({
  opponents: loadChoice("opponents", OPPONENTS, "1"),
  level: loadChoice("level", STRENGTHS, "1"),
  board: loadChoice("board", BOARD_NAMES, "square8"),
  wish: loadChoice("seat", SEATS, "1"),
});

function saveForm({ opponents, level, board, wish }: ComputerGameForm): void {
  saveChoice("opponents", opponents);
  saveChoice("level", level);
  saveChoice("board", board);
  saveChoice("seat", wish);
}

/** `folded` shows the last choices in words until the user wants to change them. */
export function ComputerGameCard({ folded = false }: { folded?: boolean }) {
  const [form, setForm] = useState(loadForm);
  const [open, setOpen] = useState(!folded);
  const [busy, setBusy] = useState(false);
  const seats = SEATS.filter(
    (each) => each === "random" || Number(each) <= Number(form.opponents) + 1,
  );
  const seat = seats.includes(form.wish) ? form.wish : "random";

  const start = async () => {
    setBusy(true);
    saveForm({ ...form, wish: seat });
    try {
      await startComputerGame({
        board: form.board,
        level: Number(form.level),
        opponents: Number(form.opponents),
        seat: seat === "random" ? seat : (Number(seat) as SeatWish),
      });
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };

  const startButton = (
    <Button
      kind={open ? "primary" : "plain"}
      className={open ? "big" : ""}
      busy={busy}
      onClick={start}
    >
      {messages.home.computer.start}
    </Button>
  );
  return (
    <section className="panel computer-game wide">
      <h2>{messages.home.computer.title}</h2>
      {open ? (
        <>
          <FormFields form={form} onChange={setForm} />
          {startButton}
          <SeatNote form={form} seat={seat} seats={seats} onChange={setForm} />
        </>
      ) : (
        <>
          <p className="quiet">{describeForm(form)}</p>
          <div className="button-pair">
            {startButton}
            <Button onClick={() => setOpen(true)}>{messages.home.computer.change}</Button>
          </div>
        </>
      )}
    </section>
  );
}

const describeForm = ({ opponents, board, level }: ComputerGameForm): string =>
  messages.home.computer.lastTime({
    opponents: Number(opponents),
    board: messages.terms.boards[board],
    strength: messages.terms.strength({ level }).toLowerCase(),
  });

interface FieldsProps {
  form: ComputerGameForm;
  onChange(form: ComputerGameForm): void;
}

function FormFields({ form, onChange }: FieldsProps) {
  const narrow = useNarrowScreen();
  const strengths = STRENGTHS.map((value) => ({
    value,
    label: messages.terms.strength({ level: value }),
  }));
  const change = (part: Partial<ComputerGameForm>) => onChange({ ...form, ...part });
  return (
    <>
      <RadioBar
        label={messages.home.computer.opponents}
        value={form.opponents}
        onChange={(opponents) => change({ opponents })}
        options={OPPONENTS.map((value) => ({
          value,
          label: value,
          content: value === form.opponents ? <ChosenOpponents count={Number(value)} /> : undefined,
        }))}
      />
      {narrow ? (
        <div className="button-pair">
          <SelectField
            label={messages.home.computer.board}
            value={form.board}
            onChange={(board) => change({ board })}
            options={BOARD_NAMES.map((value) => ({ value, label: messages.terms.boards[value] }))}
          />
          <SelectField
            label={messages.home.computer.strength}
            value={form.level}
            onChange={(level) => change({ level })}
            options={strengths}
          />
        </div>
      ) : (
        <>
          <BoardChoice
            label={messages.home.computer.board}
            value={form.board}
            onChange={(board) => change({ board })}
          />
          <Chips
            label={messages.home.computer.strength}
            value={form.level}
            onChange={(level) => change({ level })}
            options={strengths}
          />
        </>
      )}
    </>
  );
}

/** You are seat 1 in the picture: the opponents' colours follow. */
const OPPONENT_SEATS: readonly Seat[] = [2, 3, 4];

function ChosenOpponents({ count }: { count: number }) {
  return (
    <>
      {OPPONENT_SEATS.slice(0, count).map((seat) => (
        <SeatIcon key={seat} seat={seat} />
      ))}
      {messages.home.computer.opponentCount({ count })}
    </>
  );
}

interface SeatNoteProps extends FieldsProps {
  seat: ComputerGameForm["wish"];
  seats: readonly ComputerGameForm["wish"][];
}

/** Says which seat you have, and lets you change it. */
function SeatNote({ form, seat, seats, onChange }: SeatNoteProps) {
  const [open, setOpen] = useState(false);
  const players = (Number(form.opponents) + 1) as PlayerCount;
  const isBalanced = defaultStart(form.board, players) === "balanced";
  return (
    <>
      <p className="quiet seat-note">
        {messages.home.computer.seatNote({ seat, colour: messages.terms.colour({ seat }) })}{" "}
        {messages.home.computer.takeBack}{" "}
        {!open && (
          <button type="button" className="link-button" onClick={() => setOpen(true)}>
            {messages.home.computer.changeSeat}
          </button>
        )}
      </p>
      {open && (
        <SelectField
          label={messages.home.computer.seat}
          value={seat}
          onChange={(wish) => onChange({ ...form, wish })}
          options={seats.map((value) => ({
            value,
            label: messages.home.computer.seatOption({
              seat: value,
              colour: messages.terms.seat({ seat: value }),
            }),
          }))}
        />
      )}
      {isBalanced && <small className="quiet">{messages.lobby.startsBalanced}</small>}
    </>
  );
}
