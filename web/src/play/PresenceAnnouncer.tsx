// Who goes away and who comes back, for those who hear the table instead of seeing it.

import { useEffect, useRef, useState } from "react";
import { words } from "../strings";
import type { SeatInfo } from "./types";

export function PresenceAnnouncer({ seats }: { seats: readonly SeatInfo[] }) {
  const [announcement, setAnnouncement] = useState("");
  const away = useRef<string[]>([]);

  useEffect(() => {
    const before = away.current;
    away.current = namesByPresence(seats, false);
    const gone = away.current.filter((name) => !before.includes(name));
    const back = namesByPresence(seats, true).filter((name) => before.includes(name));
    const news = [...gone.map(words.play.wentAway), ...back.map(words.play.cameBack)];
    if (news.length > 0) setAnnouncement(news.join(" "));
  }, [seats]);

  return (
    <p className="hidden-but-read" role="status">
      {announcement}
    </p>
  );
}

/** By name, as seats may be changed. */
function namesByPresence(seats: readonly SeatInfo[], here: boolean): string[] {
  return seats.filter((face) => face.present === here).map((face) => face.name);
}
