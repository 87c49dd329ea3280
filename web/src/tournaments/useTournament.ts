// A tournament that is followed over the socket.

import { useEffect, useState } from "react";
import { fetchTournament, type TournamentView } from "../api/tournaments";
import { liveClient } from "../live/liveClient";

interface TournamentState {
  tournament: TournamentView | null;
  error: Error | null;
  /** Shows a view that a request returned, until the socket sends a newer one. */
  show(view: TournamentView): void;
}

export function useTournament(id: string): TournamentState {
  const [tournament, setTournament] = useState<TournamentView | null>(null);
  const [error, setError] = useState<Error | null>(null);

  useEffect(() => {
    setTournament(null);
    setError(null);
    fetchTournament(id).then(setTournament, setError);
    return liveClient.watchTournament(id, setTournament);
  }, [id]);

  return { tournament, error, show: setTournament };
}

/** The time of the server in seconds, updated every second. */
export function useServerTime(): number {
  const [now, setNow] = useState(() => liveClient.serverTime());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(liveClient.serverTime()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
