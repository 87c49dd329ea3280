// Limits lists of games to one number of players.

import { Chips } from "../components/fields";
import { messages } from "../messages";
import { PLAYER_COUNTS, type PlayerCount } from "../setup/players";

/** A number of players, or null for all. */
export type ShownPlayers = PlayerCount | null;

export function PlayersFilter({
  value,
  onChange,
}: {
  value: ShownPlayers;
  onChange(value: ShownPlayers): void;
}) {
  return (
    <Chips<string>
      inline
      label={messages.lobby.show}
      value={`${value ?? "all"}`}
      onChange={(chosen) => onChange(PLAYER_COUNTS.find((count) => `${count}` === chosen) ?? null)}
      options={[
        { value: "all", label: messages.lobby.all },
        ...PLAYER_COUNTS.map((count) => ({ value: `${count}`, label: `${count}` })),
      ]}
    />
  );
}
