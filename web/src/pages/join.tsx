// An invite link: what the game is, who is there, and one press to sit down.

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
import { describeSettings, isSeated, seatName } from "../lobby/gameSummary";
import { messages } from "../messages";

export default function Join({ route }: PageProps) {
  const code = route.params.code ?? "";
  const { data: game, error, refetch } = useFetch(() => fetchInvitation(code), code);
  const me = useSession().account?.id;
  const [busy, setBusy] = useState(false);
  const mine = game !== null && isSeated(game, me);

  useEffect(() => {
    if (game && mine) navigate(`/game/${game.id}`, { replace: true });
  }, [game, mine]);

  if (error) return <ErrorNotice error={error} retry={refetch} />;
  if (!game || mine) return <Loading />;

  const host = game.seats.find((seat) => seat.account)?.account?.name ?? messages.shell.name;
  const free = game.status === "open" && game.seats.some((seat) => seat.kind === "open");

  const accept = async () => {
    setBusy(true);
    try {
      await ensureAccount();
      await joinGame(game.id, code);
      navigate(`/game/${game.id}`);
    } catch (refused) {
      showError(refused);
      setBusy(false);
      refetch();
    }
  };

  return (
    <section className="narrow">
      <h1>{messages.game.invited({ name: host })}</h1>
      <p>{describeSettings(game.settings)}</p>
      <ul className="plain rows">
        {game.seats.map((seat) => (
          <li
            key={seat.seat}
            className="seat-name"
            data-seat={seat.seat}
            data-open={seat.kind === "open"}
          >
            {seatName(seat)}
          </li>
        ))}
      </ul>
      {!free && <p>{messages.game.full}</p>}
      <div className="buttons">
        {free && (
          <Button kind="primary" className="big" busy={busy} onClick={accept}>
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
