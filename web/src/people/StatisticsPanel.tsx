// A player's games in numbers: by board, players, seat, reason and first move.

import { fetchStatistics, type Tally } from "../api/people";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import type { BoardName } from "../rules/wire";

type Reasons = typeof messages.people.statistics.reasons;

export default function StatisticsPanel({ name }: { name: string }) {
  const { data } = useFetch(() => fetchStatistics(name), `statistics ${name}`);
  if (!data || data.games === 0) return null;
  const words = messages.people.statistics;
  return (
    <section className="panel" aria-labelledby="statistics">
      <h2 id="statistics">{words.title}</h2>
      <TallyTable
        title={words.boards}
        rows={data.boards}
        label={(kind) => messages.terms.boards[kind as BoardName]}
      />
      <TallyTable
        title={words.players}
        rows={data.players}
        label={(kind) => messages.terms.players({ count: Number(kind) })}
      />
      <TallyTable
        title={words.seats}
        rows={data.seats}
        label={(kind) => messages.terms.seat({ seat: Number(kind) })}
      />
      <TallyTable
        title={words.wins}
        rows={data.wins}
        label={(kind) => words.reasons[kind as keyof Reasons] ?? kind}
        countOnly
      />
      <TallyTable
        title={words.openings}
        rows={data.openings.map(({ board, move, played, won }) => ({
          kind: words.first({ board: messages.terms.boards[board], move }),
          played,
          won,
        }))}
        label={(kind) => kind}
      />
    </section>
  );
}

interface TallyTableProps {
  title: string;
  rows: readonly Tally[];
  label(kind: string): string;
  /** Leaves the share of wins out. */
  countOnly?: boolean;
}

function TallyTable({ title, rows, label, countOnly = false }: TallyTableProps) {
  if (rows.length === 0) return null;
  const words = messages.people.statistics;
  return (
    <table>
      <thead>
        <tr>
          <th>{title}</th>
          <th className="number">{words.played}</th>
          {!countOnly && <th className="number">{words.won}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, played, won }) => (
          <tr key={kind}>
            <td>{label(kind)}</td>
            <td className="number">{played}</td>
            {!countOnly && (
              <td className="number">
                {words.percent({ percent: Math.round((100 * won) / played) })}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
