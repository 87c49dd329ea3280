// What you can do in a tournament: join, withdraw, go to your game; its creator and the staff start it.

import { useState } from "react";
import { ensureAccount, useSession } from "../account/loginSession";
import {
  cancelTournament,
  joinTournament,
  startTournament,
  type TournamentView,
  withdrawFromTournament,
} from "../api/tournaments";
import { Link, navigate } from "../browser/router";
import { ReportText } from "../community/ReportText";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { messages } from "../messages";

interface TournamentActionsProps {
  tournament: TournamentView;
  me: string | undefined;
  onChange(view: TournamentView): void;
}

export function TournamentActions({ tournament, me, onChange }: TournamentActionsProps) {
  const [busy, setBusy] = useState(false);
  const { id, status, entrants, max_entrants, created_by } = tournament;
  const own = tournament.standings.find(({ account }) => account && account.id === me);
  const isOpen = status === "upcoming" || status === "running";
  const isCreator = created_by !== null && created_by.id === me;
  const { role } = useSession();
  const isDirector = isCreator || role !== null;
  const words = messages.tournaments;

  const run = async (action: () => Promise<TournamentView>) => {
    setBusy(true);
    try {
      onChange(await action());
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };
  const join = () =>
    run(async () => {
      await ensureAccount();
      return joinTournament(id);
    });
  const cancel = async () => {
    if (!window.confirm(words.cancelQuestion)) return;
    try {
      await cancelTournament(id);
      navigate("/tournament");
    } catch (error) {
      showError(error);
    }
  };

  return (
    <div className="buttons">
      {own?.game && (
        <Link className="button sun big" to={`/game/${own.game}`}>
          {words.yourGame}
        </Link>
      )}
      {isOpen && own?.status !== "in" && (own || entrants < max_entrants) && (
        <Button className="sun big" busy={busy} onClick={join}>
          {own ? words.rejoin : words.join}
        </Button>
      )}
      {status === "upcoming" && isDirector && (
        <Button className="ghost" busy={busy} onClick={() => run(() => startTournament(id))}>
          {words.startNow}
        </Button>
      )}
      {isOpen && own?.status === "in" && (
        <Button className="ghost" busy={busy} onClick={() => run(() => withdrawFromTournament(id))}>
          {words.withdraw}
        </Button>
      )}
      {status === "upcoming" && isDirector && (
        <Button className="ghost" busy={busy} onClick={cancel}>
          {words.cancel}
        </Button>
      )}
      {created_by && !isCreator && (
        <ReportText subject={{ tournament: id }} name={tournament.name} className="ghost" />
      )}
    </div>
  );
}
