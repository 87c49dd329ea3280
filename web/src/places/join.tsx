// An invite link: what the game is, who is there, and one press to sit down.

import { useEffect, useState } from "react";
import { player, useSession } from "../account/session";
import { invitation, joinGame } from "../api/games";
import type { PlaceProps } from "../app/route";
import { go, Link } from "../app/router";
import { seatName, settingsWords, sitsIn } from "../lobby/gameWords";
import { Button } from "../parts/Button";
import { Loading } from "../parts/Loading";
import { Trouble } from "../parts/Trouble";
import { tellError } from "../parts/toasts";
import { useAsked } from "../parts/useAsked";
import { words } from "../strings";

export default function Join({ route }: PlaceProps) {
  const code = route.params.code ?? "";
  const { answer: game, error, again } = useAsked(() => invitation(code), code);
  const me = useSession().account?.id;
  const [busy, setBusy] = useState(false);
  const mine = game !== null && sitsIn(game, me);

  useEffect(() => {
    if (game && mine) go(`/game/${game.id}`, { replace: true });
  }, [game, mine]);

  if (error) return <Trouble error={error} again={again} />;
  if (!game || mine) return <Loading />;

  const host = game.seats.find((seat) => seat.account)?.account?.name ?? words.shell.name;
  const free = game.status === "open" && game.seats.some((seat) => seat.kind === "open");

  const accept = async () => {
    setBusy(true);
    try {
      await player();
      await joinGame(game.id, code);
      go(`/game/${game.id}`);
    } catch (refused) {
      tellError(refused);
      setBusy(false);
      again();
    }
  };

  return (
    <section className="narrow">
      <h1>{words.game.invited(host)}</h1>
      <p>{settingsWords(game.settings)}</p>
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
      {!free && <p>{words.game.full}</p>}
      <div className="buttons">
        {free && (
          <Button kind="primary" className="big" busy={busy} onClick={accept}>
            {words.game.accept}
          </Button>
        )}
        {game.status !== "open" && (
          <Link className="button" to={`/game/${game.id}?code=${encodeURIComponent(code)}`}>
            {words.game.watchOnly}
          </Link>
        )}
      </div>
    </section>
  );
}
