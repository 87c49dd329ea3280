// An invitation link: the game, its seats, and a button to join.

import { useEffect, useState } from "react";
import { ensureAccount, useSession } from "../account/loginSession";
import { fetchInvitation, joinGame } from "../api/games";
import type { PageProps } from "../browser/route";
import { Link, navigate } from "../browser/router";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { describeSettings, isSeated } from "../lobby/gameSummary";
import { SeatList } from "../lobby/SeatList";
import { messages } from "../messages";

export default function JoinPage({ route }: PageProps) {
  const code = route.params.code ?? "";
  const { data: game, error, refetch } = useFetch(() => fetchInvitation(code), code);
  const accountId = useSession().account?.id;
  const [busy, setBusy] = useState(false);
  const seated = game !== null && isSeated(game, accountId);

  useEffect(() => {
    if (game && seated) navigate(`/game/${game.id}`, { replace: true });
  }, [game, seated]);

  if (error) return <ErrorNotice error={error} retry={refetch} />;
  if (!game || seated) return <Loading />;

  const host = game.seats.find((seat) => seat.account)?.account?.name ?? messages.shell.name;
  const hasOpenSeat = game.status === "open" && game.seats.some((seat) => seat.kind === "open");

  const accept = async (seat?: number) => {
    setBusy(true);
    try {
      await ensureAccount();
      await joinGame(game.id, code, seat);
      navigate(`/game/${game.id}`);
    } catch (error) {
      showError(error);
      setBusy(false);
      refetch();
    }
  };

  return (
    <section className="narrow">
      <h1>{messages.game.invited({ name: host })}</h1>
      <p>{describeSettings(game.settings)}</p>
      <SeatList game={game} busy={busy} {...(hasOpenSeat ? { onTake: accept } : {})} />
      {!hasOpenSeat && <p>{messages.game.full}</p>}
      <div className="buttons">
        {hasOpenSeat && (
          <Button kind="primary" className="big" busy={busy} onClick={() => accept()}>
            {messages.game.accept}
          </Button>
        )}
        {game.status !== "open" && (
          <Link className="button" to={`/game/${game.id}?code=${encodeURIComponent(code)}`}>
            {messages.game.watch}
          </Link>
        )}
      </div>
    </section>
  );
}
