import type { ReactNode } from "react";
import { PLAYER_COUNTS, type PlayerCount } from "../setup/players";
import { RadioBar } from "./fields";

interface PlayersFieldProps {
  label: string;
  value: PlayerCount;
  onChange(value: PlayerCount): void;
  /** The label of an option; by default the number alone. */
  optionLabel?(count: PlayerCount): string;
  /** What is shown instead of the label. */
  optionContent?(count: PlayerCount): ReactNode;
}

/** Chooses a number of players. */
export function PlayersField({
  label,
  value,
  onChange,
  optionLabel = String,
  optionContent,
}: PlayersFieldProps) {
  return (
    <RadioBar<string>
      label={label}
      value={`${value}`}
      onChange={(count) => onChange(Number(count) as PlayerCount)}
      options={PLAYER_COUNTS.map((count) => ({
        value: `${count}`,
        label: optionLabel(count),
        content: optionContent?.(count),
      }))}
    />
  );
}
