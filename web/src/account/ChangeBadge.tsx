import { formatChange } from "./formatRating";

/** The change of a rating, green or red; `unit` says by what. */
export function ChangeBadge({ change, unit = "" }: { change: number; unit?: string }) {
  return (
    <span className={`badge ${change < 0 ? "bad" : "good"}`}>
      {formatChange(change)} {unit}
    </span>
  );
}
