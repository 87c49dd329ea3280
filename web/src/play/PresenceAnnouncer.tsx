// Who goes away and who comes back, for those who hear the table instead of seeing it.

import { useEffect, useRef, useState } from "react";
import { words } from "../strings";
import type { SeatInfo } from "./types";

export function PresenceAnnouncer({ seats }: { seats: readonly SeatInfo[] }) {
  const [said, setSaid] = useState("");
  const away = useRef<string[]>([]);

  useEffect(() => {
    const before = away.current;
    away.current = namesOf(seats, false);
    const gone = away.current.filter((name) => !before.includes(name));
    const back = namesOf(seats, true).filter((name) => before.includes(name));
    const news = [...gone.map(words.play.wentAway), ...back.map(words.play.cameBack)];
    if (news.length > 0) setSaid(news.join(" "));
  }, [seats]);

  return (
    <p className="hidden-but-read" role="status">
      {said}
    </p>
  );
}

/** By name, as seats may be changed. */
function namesOf(seats: readonly SeatInfo[], here: boolean): string[] {
  return seats.filter((face) => face.here === here).map((face) => face.name);
}
