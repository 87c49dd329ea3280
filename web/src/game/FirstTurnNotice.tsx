// The time in which the first turn must be made; after it the game is aborted.

import { useEffect, useState } from "react";
import { liveClient } from "../live/liveClient";
import { messages } from "../messages";
import { formatClock } from "../play/Clock";

interface FirstTurnNoticeProps {
  /** By the server's clock, in seconds. */
  until: number;
  own: boolean;
  name: string;
}

export function FirstTurnNotice({ until, own, name }: FirstTurnNoticeProps) {
  const [now, setNow] = useState(() => liveClient.serverTime());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(liveClient.serverTime()), 250);
    return () => window.clearInterval(timer);
  }, []);
  const time = formatClock(Math.max(0, until - now));
  const { firstTurn } = messages.game;
  return <>{own ? firstTurn.own({ time }) : firstTurn.other({ name, time })}</>;
}
